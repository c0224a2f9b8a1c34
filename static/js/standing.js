// The rows of the sheet by standing, where that is chosen for this table; else as people sit.

import { standingKey } from "./game.js";
import { shownSheet } from "./sheet.js";
import { recall, remember, state, subscribe } from "./store.js";
import { sidesOf } from "./words.js";

const COOKIE_SECONDS = 24 * 60 * 60;

const isChosen = () => recall(standingKey()) === true;
const sideOf = (row) => Number(row.querySelector("[data-total]").dataset.total);
const placeOf = (row) => Number(row.querySelector("[data-place]").dataset.place);

/** Let the server paint this game so: rows that move while the page comes are tapped by mistake. */
function askServer() {
  const value = isChosen() ? `1; max-age=${COOKIE_SECONDS}` : "; max-age=0";
  document.cookie = `by-standing=${value}; path=${location.pathname}; samesite=lax`;
}

/** Put these elements of one list into this order, by numbers. */
function sort(elements, orderOf) {
  const ordered = [...elements].sort((a, b) => orderOf(a) - orderOf(b));
  if (ordered.every((element, at) => element === elements[at])) return;
  elements[0].parentElement.append(...ordered);
}

/** Put the rows into their order, and the names that a question offers. */
function orderRows() {
  const isByStanding = isChosen();
  const sheet = shownSheet();
  sheet.querySelector("[data-by-standing]")?.setAttribute("aria-pressed", isByStanding);
  const sides = sidesOf(state.data);
  const placeIn = (row) => (isByStanding ? placeOf(row) * sides.length : 0);
  const rows = [...sheet.querySelectorAll("[data-seats] > .row")];
  sort(rows, (row) => placeIn(row) + sides.indexOf(sideOf(row)));
  const seats = [...sheet.querySelectorAll("[data-seats] [data-seat]")].map(({ dataset }) => dataset.seat);
  for (const list of sheet.querySelectorAll("[data-asked] ul")) {
    sort([...list.children], (item) => seats.indexOf(item.firstChild.value));
  }
}

/** Sort the rows by standing, or as people sit again. */
export function toggleStanding() {
  remember(standingKey(), !isChosen());
  askServer();
  orderRows();
}

subscribe(orderRows);
orderRows();
askServer();

// The rows of the sheet by standing, where that is chosen for this table; else as people sit.

import { standingKey } from "./game.js";
import { shownSheet } from "./sheet.js";
import { recall, remember } from "./storage.js";
import { state, subscribe } from "./store.js";
import { sidesOf } from "./words.js";

const isChosen = () => recall(standingKey()) === true;
const sideOf = (row) => Number(row.querySelector("[data-total]").dataset.total);
const placeOf = (row) => Number(row.querySelector("[data-place]").dataset.place);

/** Put the rows into their order; what has the focus keeps it. */
function orderRows() {
  const isByStanding = isChosen();
  const sheet = shownSheet();
  sheet.querySelector("[data-by-standing]")?.setAttribute("aria-pressed", isByStanding);
  const rows = [...sheet.querySelectorAll("[data-seats] > .row")];
  const sides = sidesOf(state.data);
  const placeIn = (row) => (isByStanding ? placeOf(row) : 0);
  const seatIn = (row) => sides.indexOf(sideOf(row));
  const ordered = [...rows].sort((a, b) => placeIn(a) - placeIn(b) || seatIn(a) - seatIn(b));
  if (ordered.every((row, at) => row === rows[at])) return;
  const { activeElement } = document;
  rows[0].parentElement.append(...ordered);
  if (ordered.some((row) => row.contains(activeElement))) activeElement.focus({ preventScroll: true });
}

/** Sort the rows by standing, or as people sit again. */
export function toggleStanding() {
  remember(standingKey(), !isChosen());
  orderRows();
}

subscribe(orderRows);
orderRows();

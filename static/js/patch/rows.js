// How it stands: a row for each side, while a game goes on and once it is over.

import { fill } from "../words.js";
import { pruneNotes } from "./notes.js";
import { make, points, signed } from "./pieces.js";

const PLACE = ".row-place, .podium-place";

/** What is to be said of the counters of a side: that it owes, or bought some. */
function marksOf(side, { end, held, loans = [], words }) {
  const sum = (key) =>
    loans.reduce((all, loan) => all + (!end && loan[key] === side) * loan.counters, 0);
  const amounts = [-held.totals[side], held.bought[side], sum("seat"), sum("lender")];
  return amounts.flatMap((amount, at) => (amount > 0 ? [`${words.marks[at]} ${amount}`] : []));
}

/** The rows of the sheet with what both kinds of them show, by side, and what is said beside it. */
function fillRows(sheet, { end, held, next, order, places, words }, isFirst, valuesOf) {
  const rows = [...sheet.querySelectorAll(".row, .podium-row")];
  const [first, other] = rows.map((row) => row.querySelector(PLACE));
  return rows.map((row, at) => {
    const side = order[at];
    const says = [];
    let count = 0;
    const told = { total: points(held.totals[side]), ...valuesOf(side) };
    for (const { key, numbers, side: of } of (next ?? end).shows) {
      const { pips, says: template = words.shows[key] } = words.shows[key];
      if (of !== side) continue;
      const said = fill(words, template, numbers);
      if (!pips) says.push(said);
      else [count, told.pips] = [numbers[pips], said];
    }
    const made = make(row, told);
    for (const signs of made.querySelectorAll(".pips")) {
      if (count) signs.firstChild.textContent = "◆".repeat(count);
      else signs.remove();
    }
    const place = make(isFirst(side) ? first : other, { place: places[side] });
    made.querySelector(PLACE).replaceWith(place);
    row.replaceWith(made);
    return { side, made, says };
  });
}

/** Bring the rows of a sheet to what the data say. */
export function patchRows(sheet, view) {
  const { deals, held, next, noted, places, standing, unit, waits, write } = view;
  const { waitingTotals = [] } = view;
  const last = deals.slice(unit === "counters" ? -1 : -2).map(({ scores }) => scores);
  const inPart = next.part?.totals;
  const shownTotals = inPart ?? held.totals;
  const isFirst = (side) => places[side] && standing.places[side] === 1;
  const rows = fillRows(sheet, view, isFirst, (side) => {
    const [older, newest] = last.map((scores) => write(scores[side]));
    return { ...noted, last: older, newest, in_part: points(shownTotals[side]) };
  });
  for (const { side, made, says } of rows) {
    for (const mark of made.querySelectorAll(".row-mark:has(.mark-deals), .leads")) {
      const who = mark.matches(".leads") ? next.eldest : next.dealer;
      if (mark.closest("[data-seat]").dataset.seat !== String(who)) mark.remove();
    }
    pruneNotes(made);
    const total = made.querySelector(".row-total");
    total.toggleAttribute("data-wide", shownTotals[side] < -99);
    if (waitingTotals.includes(side)) made.querySelector(".row-who").append(make(waits));
    if (!places[side]) made.querySelector(PLACE).replaceChildren();
    const shown = made.querySelector(".row-shows");
    const [comma, said, ...inAll] = shown.children;
    const told = says.flatMap((sentence) => [make(comma), make(said, { says: sentence })]);
    if (inPart) told.push(...inAll);
    if (told.length) shown.replaceChildren(...told);
    else shown.remove();
    const mark = made.querySelector(".row-says:not([data-noted])");
    mark?.replaceWith(...marksOf(side, view).map((words) => make(mark, { mark: words })));
  }
  sheet.querySelector(".rows").classList.toggle("rows-noting", sheet.querySelector(".row-note"));
}

/** Bring the podium to what the data say. */
export function patchPodium(sheet, view) {
  const { end, held, standing, start, waits, waitingTotals = [], words } = view;
  const isFirst = (side) => end.winners.includes(side);
  const rows = fillRows(sheet, view, isFirst, (side) => {
    const total = held.totals[side];
    const holds = total < 0 ? [] : [fill(words, words.holds, { total })];
    return {
      held: [...holds, ...marksOf(side, view)].join(", "),
      net: signed(standing.decides[side] - start.totals[side] - start.bought[side]),
    };
  });
  const { best } = standing;
  for (const { side, made } of rows) {
    made.classList.toggle("podium-won", isFirst(side));
    if (waitingTotals.includes(side)) made.querySelector(".podium-name").append(make(waits));
  }
  const made = best.map((side) => rows.find((row) => row.side === side).made);
  sheet.querySelector(".podium").replaceChildren(...made);
  sheet.querySelector(".result").dataset.won = best.filter(isFirst).join(" ");
}

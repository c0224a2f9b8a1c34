// Which side it was: a chip, or where several are asked together a row of all sides each.

import { nameAt, nameOfSide, phrase, seatsOf, sidesOf } from "../../words.js";
import { makeSegments } from "../../elements.js";
import { listOf } from "../view.js";

// The answer that it is nobody, which is not the same as blank.
const NOBODY = -1;

export const none = () => NOBODY;
export const write = (value) => (value === NOBODY ? null : value);
export const hasRow = ({ group }) => Boolean(group);
export const says = (value, ask, { data }) => nameOfSide(data, value);

export const { cell, chip } = listOf(({ data }) =>
  sidesOf(data).map((side) => [side, nameOfSide(data, side)]),
);

// As in the charts and the book, each side has the same mark everywhere.
const MARKS = ["●", "■", "▲", "◆"];

/** The mark of a side; none where each plays for itself. */
export const signOfSide = (data, side) =>
  seatsOf(data, side).length < 2 ? "" : MARKS[side % MARKS.length];

/** The mark of a side and the initials of who plays for it: "● A C"; of one seat its name. */
function markOfSide(data, side) {
  const seats = seatsOf(data, side);
  if (seats.length < 2) return nameAt(data.seats, seats[0]);
  const initials = seats.map((seat) => [...data.seats[seat].name][0]);
  return [signOfSide(data, side), ...initials].join(" ");
}

/** Let the answers of a group stand below each other: a column a side, and one for nobody. */
function inColumns(element, group, { asks, order, sides }) {
  const hasNobody = asks.some((ask) => ask.group === group && ask.required === false);
  const columns = sidesOf({ order, sides }).length + (hasNobody ? 1 : 0);
  element.style.setProperty("--columns", columns);
  element.classList.add("pad-aligned");
}

/** All sides in a row, each by its mark; and nobody, where that is an answer. */
export function segments(ask, label, page, changed) {
  const { data, words } = page;
  const sides = sidesOf(data).map((side) => [
    side,
    markOfSide(data, side),
    `${label}: ${nameOfSide(data, side)}`,
  ]);
  const nobody = words.asks[ask.key].none ?? phrase("nobody");
  const none = ask.required ? [] : [[NOBODY, nobody, `${label}: ${nobody}`]];
  const made = makeSegments(label, [...sides, ...none], changed);
  if (ask.group) inColumns(made.element, ask.group, data);
  return made;
}

/** A key for each side that takes all of a group that are still open. */
export function restOf(group, { data }, pad) {
  const says = (side) => phrase("rest_to_side", { name: nameOfSide(data, side) });
  const sides = sidesOf(data).map((side) => [side, markOfSide(data, side), says(side)]);
  const chosen = (side) =>
    pad.change(({ answers }) => {
      const open = pad.asks.asked(pad.typed).filter((ask) => ask.group === group);
      for (const { key } of open) answers[key] ??= side;
    });
  const { element } = makeSegments(phrase("rest_to"), sides, chosen);
  inColumns(element, group, data);
  return element;
}

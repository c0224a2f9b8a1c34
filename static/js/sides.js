// The sides of a game: in their order at the table, by name and by their mark.

import { nameAt } from "./words.js";

/** The sides, each where its first seat sits, clockwise. */
export const sidesOf = ({ order, sides }) => [...new Set(order.map((seat) => sides[seat]))];

const seatsOf = ({ order, sides }, side) => order.filter((seat) => sides[seat] === side);

/** "Ann and Cat", or the one who plays for itself. */
export function nameOfSide(data, side) {
  const names = seatsOf(data, side).map((seat) => nameAt(data.seats, seat));
  const last = names.pop();
  return names.length ? `${names.join(", ")} and ${last}` : last;
}

// As in the charts and the book, each side has the same mark everywhere.
const MARKS = ["●", "■", "▲", "◆"];

/** The mark of a side; none where each plays for itself. */
export const signOfSide = (data, side) =>
  seatsOf(data, side).length < 2 ? "" : MARKS[side % MARKS.length];

/** The mark of a side and the initials of who plays for it: "● A C"; of one seat its name. */
export function markOfSide(data, side) {
  const seats = seatsOf(data, side);
  if (seats.length < 2) return nameAt(data.seats, seats[0]);
  const initials = seats.map((seat) => [...data.seats[seat].name][0]);
  return [signOfSide(data, side), ...initials].join(" ");
}

/** Let the answers of a group stand below each other: a column a side, and one for nobody. */
export function inColumns(element, group, { asks, order, sides }) {
  const hasNobody = asks.some((ask) => ask.group === group && ask.required === false);
  const columns = sidesOf({ order, sides }).length + (hasNobody ? 1 : 0);
  element.style.setProperty("--columns", columns);
  element.classList.add("pad-aligned");
}

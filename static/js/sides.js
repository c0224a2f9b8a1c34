// The sides of a game: in their order at the table, and by name.

import { nameAt } from "./words.js";

/** The sides, each where its first seat sits, clockwise. */
export const sidesOf = ({ order, sides }) => [...new Set(order.map((seat) => sides[seat]))];

export const seatsOf = ({ order, sides }, side) => order.filter((seat) => sides[seat] === side);

/** "Ann and Cat", or the one who plays for itself. */
export function nameOfSide(data, side) {
  const names = seatsOf(data, side).map((seat) => nameAt(data.seats, seat));
  const last = names.pop();
  return names.length ? `${names.join(", ")} and ${last}` : last;
}

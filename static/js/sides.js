// The sides of a game: in their order at the table, and by name.

import { listed, nameAt } from "./words.js";

/** The sides, each where its first seat sits, clockwise. */
export const sidesOf = ({ order, sides }) => [...new Set(order.map((seat) => sides[seat]))];

export const seatsOf = ({ order, sides }, side) => order.filter((seat) => sides[seat] === side);

/** "Ann and Cat", or the one who plays for itself. */
export const nameOfSide = (data, side) =>
  listed(seatsOf(data, side).map((seat) => nameAt(data.seats, seat)));

// What games share in which each seat bids just as many tricks as it takes.
// The twin of scorer/rules/exact_bids.py.

import { isKnown, sum } from "./table.js";

export const OF_SUIT = { C: 3, H: 2, S: 1, D: 0 };
export const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** What a bid stands for, where a card that is of no suit counts so much. */
export function bidOf(bid, joker = 0) {
  if (!Array.isArray(bid)) return bid ?? null;
  return bid.reduce((sum, card) => sum + (OF_SUIT[card] ?? joker), 0);
}

/** The line for the tricks of a side, whether it made its bid, missed it, or noted none. */
export function lineOfTricks(side, tricks, bid, made) {
  const key = made ? "tricks" : bid === null ? "tricks_only" : "tricks_of_failed";
  return { side, points: tricks, key, numbers: { tricks, bid: bid ?? -1 } };
}

/** Tricks that are not all that were played. */
export function faultOfTricks(tricks, due) {
  const taken = sum(tricks);
  const isWrong = tricks.every(isKnown) ? taken !== due : taken > due;
  return isWrong ? { code: "tricks_add_up", tricks: taken, due } : null;
}

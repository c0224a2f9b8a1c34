// Oxford Whist; the twin of scorer/rules/variants/oxford_whist.py.

import { SUITS, bidOf, faultOfTricks, lineOfTricks } from "./exact-bids.js";
import { afterDeals, isKnown } from "./table.js";

const TRICKS = 9;
const TEN = 10;
const OF_EACH_SUIT = 4;
const DEALS_OF_STOCK = 16;

const turned = ({ marks }) =>
  Object.fromEntries(Object.keys(SUITS).map((suit) => [suit, marks[suit] ?? 0]));

/** Tricks that are not nine, and a suit that the stock has no more cards of. */
export function check({ tricks, trump }, { rules }, carry) {
  const isUsedUp = rules.deals === DEALS_OF_STOCK && turned(carry)[trump] >= OF_EACH_SUIT;
  const usedUp = { code: "suit_used_up", suit: SUITS[trump], times: OF_EACH_SUIT };
  return faultOfTricks(tricks, TRICKS) ?? (isUsedUp ? usedUp : null);
}

/** One for each trick, and ten for an exact bid; how the two go together is a house rule. */
export function score({ bids, tricks, trump }, { rules: { exact } }, carry) {
  const lines = [];
  for (const [side, taken] of tricks.entries()) {
    if (!isKnown(taken)) continue;
    const bid = bidOf(bids?.[side]);
    const made = bid === taken;
    const numbers = { tricks: taken, bid: bid ?? -1 };
    if (exact === "tricks_plus_ten" || (exact === "ten_or_tricks" && !made)) {
      lines.push(lineOfTricks(side, taken, bid, made));
    } else if (!made) lines.push({ side, points: 0, key: "failed_bid", numbers });
    if (made) lines.push({ side, points: TEN, key: "exact_bid", numbers });
  }
  const marks = turned(carry);
  if (trump) marks[trump] += 1;
  return { lines, marks };
}

/** The game is over when the stock is used up. */
export const after = (table, facts, carry, played) =>
  afterDeals(table, facts, table.rules.deals, played);

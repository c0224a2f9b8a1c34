// What games share in which each seat calls how many tricks it will take, in hands of any size.
// The twin of scorer/rules/called_bids.py.

import { lastBid } from "./last-bid.js";
import { sum } from "./table.js";

/** The bids and tricks of a hand of so many cards; in turn the dealer's bid is the last. */
export function askedOfHand(table, { bids = [] }, cards, isBarred) {
  const ofHand = (name) => ({ ...table.asks.find(({ key }) => key === name), most: cards });
  const [bid, tricks] = ["bids", "tricks"].map(ofHand);
  const last = isBarred ? lastBid(bid, table, bids, cards) : { ...bid, last: table.dealer };
  return [table.rules.bids === "in_turn" ? last : bid, { ...tricks, sum: cards }];
}

/** Bids that come to the cards of the hand, where the dealer should have prevented it. */
export function remarksOn({ bids }, cards, isBarred) {
  const isWrong = isBarred && sum(bids) === cards;
  return isWrong ? [{ seat: null, key: "bids_come_to", numbers: { cards } }] : [];
}

/** These lines, and how many bids each seat has made in a row by now. */
export function scoreOf(lines, { bids, tricks }, { by_side, marks }) {
  const before = by_side?.in_a_row ?? tricks.map(() => 0);
  const inARow = before.map((made, at) => (bids[at] === tricks[at] ? made + 1 : 0));
  return { lines, marks, by_side: { in_a_row: inARow } };
}

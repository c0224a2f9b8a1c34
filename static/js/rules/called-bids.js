// Bids of so many tricks, called in hands of any size; the twin of scorer/rules/called_bids.py.

import { isKnown, sum } from "./table.js";

/** The bids where the dealer's is the last, and may not bring all of them to so many. */
export function lastBid(ask, { dealer, order }, bids, due) {
  const others = order.filter((seat) => seat !== dealer).map((seat) => bids[seat]);
  const barred = others.every(isKnown) && { barred: due - sum(others) };
  return { ...ask, last: dealer, ...barred };
}

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

// The dealer bids last; the twin of last_bid in scorer/rules/exact_bids.py.

import { isKnown, sum } from "./table.js";

/** The bids where the dealer's is the last, and may not bring all of them to so many. */
export function lastBid(ask, { dealer, order }, bids, due) {
  const others = order.filter((seat) => seat !== dealer).map((seat) => bids[seat]);
  const barred = others.every(isKnown) && { barred: due - sum(others) };
  return { ...ask, last: dealer, ...barred };
}

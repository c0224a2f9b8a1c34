// Pink Nines; the twin of scorer/rules/variants/pink_nines.py.

import { Till, payByTheCard } from "./counters.js";
import { fromLeftOf } from "./table.js";

export { transfer } from "./counters.js";
export { afterCircuits as after } from "./table.js";
export { faultOfHands as check } from "./hands.js";

const POOL = "pool";

/** The ante: everybody pays the same into the pool, after a void deal too. */
export function opening(table, carry) {
  const paying = new Till(carry);
  if (table.rules.ante) {
    for (const seat of fromLeftOf(table.order, table.dealer)) {
      paying.intoPool(seat, POOL, table.rules.ante, "antes");
    }
  }
  return { lines: paying.lines, marks: {} };
}

/** The first out takes the pool, and is paid by the card where the house says so. */
export function score(facts, table, carry) {
  const { rules } = table;
  const paying = new Till(carry);
  paying.noteOut(facts);
  paying.sweep(facts.out, POOL, "sweeps_pool");
  if (rules.per_card) {
    const price = ({ count, redNines }) =>
      (count + (rules.red_nine_counts_two ? redNines : 0)) * rules.per_card;
    const doubled = facts.on_red_nine && rules.out_on_red_nine_doubles;
    payByTheCard(paying, facts, table, price, doubled);
  }
  return { lines: paying.lines, marks: {} };
}

// Pink Nines; the twin of scorer/rules/variants/pink_nines.py.

import { Till, payByTheCard } from "./counters.js";
import { faultOfHands, readHand } from "./hands.js";
import { fromLeftOf } from "./table.js";

export { closeOut as closing, repayments, transfers } from "./counters.js";
// Everybody deals equally often.
export { afterCircuits as after } from "./table.js";

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
  const onRedNine = facts.on_red_nine ?? false;
  const paying = new Till(carry);
  paying.note(facts.out, `${onRedNine ? "went_out_on_red_nine" : "went_out"}_for_counters`);
  paying.sweep(facts.out, POOL, "sweeps_pool");
  if (rules.per_card) {
    const doubled = onRedNine && rules.out_on_red_nine_doubles;
    const hands = (facts.hands ?? []).map(readHand);
    const due = (cards, redNines) =>
      (cards + (rules.red_nine_counts_two ? redNines : 0)) * rules.per_card;
    payByTheCard(paying, table, facts.out, hands, doubled, due);
  }
  return { lines: paying.lines, marks: {} };
}

/** What cannot have happened: hands that one pack cannot make. */
export function check(facts, table) {
  const hands = (facts.hands ?? []).map(readHand);
  return faultOfHands(hands, facts.out, facts.on_red_nine ?? false, table.pack);
}

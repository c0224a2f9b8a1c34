// Counters: who pays whom, and what happens when somebody runs out.
// The twin of scorer/rules/counters.py.

import { readHand } from "./hands.js";
import { carryAfter, fromLeftOf } from "./table.js";

const BANK = "bank";

/** Writes the lines of a deal one movement after another and knows who holds what. */
export class Till {
  constructor(carry, short = "owe", counters = 0) {
    Object.assign(this, { carry, short, counters, lines: [] });
  }

  #write(...lines) {
    this.lines.push(...lines);
    this.carry = carryAfter(this.carry, lines);
  }

  noteOut({ on_red_nine: onRedNine, out }) {
    const key = `${onRedNine ? "went_out_on_red_nine" : "went_out"}_for_counters`;
    this.#write({ side: out, points: 0, key, numbers: {} });
  }

  #canPay(side, due) {
    if (this.short === "owe") return due;
    if (this.short !== "buy_in") return Math.min(due, Math.max(this.carry.totals[side], 0));
    while (this.carry.totals[side] < due) {
      const numbers = { counters: this.counters, due };
      this.#write({ side, points: this.counters, key: "buys_in", numbers, pool: BANK });
    }
    return due;
  }

  intoPool(side, pool, due, key) {
    const amount = this.#canPay(side, due);
    const short = amount === due ? "" : "_in_part";
    this.#write({ side, points: 0 - amount, key: key + short, numbers: { amount, due }, pool });
  }

  sweep(side, pool, key) {
    const amount = this.carry.pools[pool] ?? 0;
    this.#write({ side, points: amount, key, numbers: { amount }, pool });
  }

  /** One seat pays another; `key` names the payer's line and the receiver's. */
  pay(side, to, due, key, numbers) {
    const paid = this.#canPay(side, due);
    const amounts = { ...numbers, amount: paid, due };
    const short = paid === due ? "" : "_in_part";
    this.#write(
      { side, points: 0 - paid, key: `pays_${key}${short}`, numbers: { ...amounts, to } },
      { side: to, points: paid, key: `receives_${key}${short}`, numbers: { ...amounts, from: side } },
    );
  }
}

/** Everybody pays the price of a hand to the seat that went out, from its left on. */
export function payByTheCard(till, { hands = [], out }, { order }, price, doubled) {
  const key = doubled ? "by_the_card_doubled" : "by_the_card";
  for (const seat of fromLeftOf(order, out)) {
    const hand = readHand(hands[seat]);
    if (seat === out || !hand) continue;
    const numbers = { cards: hand.count, red_nines: hand.redNines };
    till.pay(seat, out, price(hand) * (doubled ? 2 : 1), key, numbers);
  }
}

const handed = (side, to, counters, key, receiverKey) => [
  { side, points: -counters, key, numbers: { counters, to } },
  { side: to, points: counters, key: receiverKey, numbers: { counters, from: side } },
];

/** The lines of a purchase or a loan, and the `loans` that stand then. */
export function transfer(loans, { counters, kind, lender, seat }) {
  if (kind === "buy") {
    const line = { side: seat, points: counters, key: "buys", numbers: { counters }, pool: BANK };
    return { lines: [line], loans };
  }
  const owed = new Map(loans.map((loan) => [`${loan.seat} ${loan.lender}`, loan]));
  const owes = (seat, lender) => owed.get(`${seat} ${lender}`)?.counters ?? 0;
  const change = (seat, lender, by) =>
    owed.set(`${seat} ${lender}`, { seat, lender, counters: owes(seat, lender) + by });
  // A debt is given back before more is lent.
  const back = Math.min(owes(lender, seat), counters);
  const lent = counters - back;
  change(lender, seat, -back);
  change(seat, lender, lent);
  const lines = [
    ...handed(lender, seat, back, "gives_back", "is_given_back"),
    ...handed(lender, seat, lent, "lends", "is_lent"),
  ].filter(({ points }) => points);
  return { lines, loans: [...owed.values()].filter((loan) => loan.counters) };
}

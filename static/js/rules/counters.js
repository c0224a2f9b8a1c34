// Counters: who pays whom, and what happens when somebody runs out.
// The twin of scorer/rules/counters.py.

import { after, fromLeftOf } from "./table.js";

const BANK = "bank";

/** Writes the lines of a deal one movement after another and knows who holds what. */
export class Till {
  constructor(carry, short = "owe", counters = 0) {
    this.carry = carry;
    this.short = short;
    this.counters = counters;
    this.lines = [];
  }

  #write(...lines) {
    this.lines.push(...lines);
    this.carry = after(this.carry, lines, this.carry.marks);
  }

  /** Write a line that moves nothing. */
  note(seat, key, numbers = {}) {
    this.#write({ seat, points: 0, key, numbers });
  }

  #canPay(seat, due) {
    if (this.short === "owe") return due;
    if (this.short !== "buy_in") return Math.min(due, Math.max(this.carry.totals[seat], 0));
    while (this.carry.totals[seat] < due) {
      const numbers = { counters: this.counters, due };
      this.#write({ seat, points: this.counters, key: "buys_in", numbers, pool: BANK });
    }
    return due;
  }

  /** A seat pays into a pool. */
  intoPool(seat, pool, due, key) {
    const paid = this.#canPay(seat, due);
    const lineKey = paid === due ? key : `${key}_in_part`;
    this.#write({ seat, points: 0 - paid, key: lineKey, numbers: { amount: paid, due }, pool });
  }

  /** A seat takes all that lies in a pool. */
  sweep(seat, pool, key) {
    const amount = this.carry.pools[pool] ?? 0;
    this.#write({ seat, points: amount, key, numbers: { amount }, pool });
  }

  /** One seat pays another; `key` names the payer's line and the receiver's. */
  pay(seat, to, due, key, numbers) {
    const paid = this.#canPay(seat, due);
    const told = { ...numbers, amount: paid, due };
    const short = paid === due ? "" : "_in_part";
    this.#write(
      { seat, points: 0 - paid, key: `pays_${key}${short}`, numbers: { ...told, to } },
      { seat: to, points: paid, key: `receives_${key}${short}`, numbers: { ...told, from: seat } },
    );
  }
}

/** All seats but the winner pay him by the card; `due(cards, redNines)` says how much. */
export function payByTheCard(till, table, out, hands, doubled, due) {
  const key = doubled ? "by_the_card_doubled" : "by_the_card";
  for (const seat of fromLeftOf(table.order, out)) {
    if (seat === out || !hands[seat]) continue;
    const { count, redNines } = hands[seat];
    const numbers = { cards: count ?? 0, red_nines: redNines };
    till.pay(seat, out, due(count ?? 0, redNines) * (doubled ? 2 : 1), key, numbers);
  }
}

/** The lines of counters that moved before each deal of a game, and after the last one. */
export function movedBefore({ deals, moves = [] }) {
  const moved = Array.from({ length: deals.length + 1 }, () => []);
  for (const { after, lines } of moves) {
    moved[deals.findIndex(({ id }) => id === after) + 1].push(...lines);
  }
  return moved;
}

/** How many cards a hand as a record writes it holds: what the pad shows where a sum is asked. */
export const pointsOf = (raw) => raw.length ?? raw.cards;

/** Nothing is merely unlikely where only cards are counted. */
export const remarks = () => [];

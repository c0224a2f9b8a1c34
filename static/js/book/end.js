// The end of a game: what is shared out, and who has won; the twin of standing.py.

import { carryAfter } from "../rules/table.js";

/** What page.data tells of a game that is over, from the `deals` that were not void. */
export function endOf(variant, { rules, unit }, stands, deals, loans = [], leftover) {
  const { carry, follows, table } = stands;
  const back = variant.repayments?.(loans) ?? [];
  const left = carryAfter(carry, back, carry.marks);
  const closing = [...back, ...(variant.closing?.(table, left, deals, leftover) ?? [])];
  const { bought, totals } = carryAfter(carry, closing, carry.marks);
  const worth = totals.map((total, side) => (unit === "penalties" ? -total : total - bought[side]));
  const best = [...worth.keys()].filter((side) => worth[side] === Math.max(...worth));
  const winners = follows.winners ?? variant.tieBreak?.(best, deals, rules) ?? best;
  return { winners: deals.length ? winners : [], shows: follows.shows, closing };
}

/** What each side has: what it will hold in the next deal, or once all was shared out. */
export const heldIn = ({ end, next, totals }) =>
  next?.totals ?? carryAfter({ totals, bought: [], pools: {} }, end.closing).totals;

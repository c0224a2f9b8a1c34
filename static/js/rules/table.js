// What every game shares: who sits where, what is handed on, and the fold over all deals.
// The twin of table.py, of variant.py, and of what fold.py says of deals.
//
// Facts have the form of a record. An answer that is still blank is null, or left out where it may
// be, and is passed over. A fault is {code, seat, ...numbers}; null where nothing is wrong.

export const isKnown = (answer) => answer !== null && answer !== undefined;

/** The sum of these numbers, of which some may not be known yet. */
export const sum = (numbers) => numbers.reduce((all, number) => all + (number ?? 0), 0);

/** Whether two or more each have all there is, and nobody else anything but one with nothing: Hearts. */
export function isSpared(numbers, all) {
  const others = numbers.filter((number) => number !== all);
  const isNothing = !others.length || (others.length === 1 && others[0] === 0);
  return all !== 0 && isNothing && numbers.length - others.length > 1;
}

export const leftOf = (order, seat) => order[(order.indexOf(seat) + 1) % order.length];

/** All seats clockwise, beginning on the left of one and ending with it. */
export function fromLeftOf(order, seat) {
  const left = order.indexOf(seat) + 1;
  return [...order.slice(left), ...order.slice(0, left)];
}

/** Who deals next, where the deal passes to the left and a void one is dealt again. */
export const nextDealer = (table, facts) =>
  !facts || facts.void ? table.dealer : leftOf(table.order, table.dealer);

/** The facts of a deal; of one that the game cannot read nothing is known but that it was dealt. */
export const factsOf = ({ facts, unread }) => (unread ? { unread } : facts);

/** What follows a deal: the next one, with what else is known of it; `name` is its own. */
export const next = (table, facts, known = {}) => ({
  ...{ over: false, left: null, trump: null, name: null, part: null },
  ...{ dealer: nextDealer(table, facts), ...known },
});

/** What follows the last deal; `winners` is null where the best total wins. */
export const over = (winners = null) => ({ over: true, winners });

/** What comes next in a game of so many deals. */
export function afterDeals(table, facts, deals, played, known = {}) {
  const left = deals - played;
  return left > 0 ? next(table, facts, { left, ...known }) : over();
}

/** What comes next in a game that ends when everybody has dealt equally often. */
export const afterCircuits = (table, facts, carry, played) =>
  afterDeals(table, facts, table.rules.circuits * table.order.length, played);

/** What is handed on once these lines are written, and what is remembered by then. */
export function carryAfter(carry, lines, { marks = carry.marks, by_side } = {}) {
  const totals = [...carry.totals];
  const bought = [...carry.bought];
  const pools = { ...carry.pools };
  for (const { side, points, pool } of lines) {
    totals[side] += points;
    if (pool === "bank") bought[side] += points;
    else if (pool) pools[pool] = (pools[pool] ?? 0) - points;
  }
  return { totals, bought, pools, marks, by_side: { ...carry.by_side, ...by_side } };
}

const tableOf = ({ order, sides, rules, pack }, dealer) => ({ order, sides, rules, pack, dealer });

/** Where a game stands before its first deal. */
export function beginning(variant, data) {
  const table = tableOf(data, data.first_dealer);
  const follows = variant.after(table, null, data.start, 0);
  return { table, carry: data.start, follows, played: 0, behind: false };
}

const NOTHING_MOVED = { lines: [] };

/** The table of the deal that comes next. */
const tableAfter = (data, { follows, table }, named) =>
  tableOf(data, named ?? follows.dealer ?? table.dealer);

/** Where the game stands after these lines between two deals, which end no game. */
function afterMoves(variant, stands, moved) {
  const { facts = null, follows, played, table } = stands;
  if (!moved.length || follows.over) return stands;
  const carry = carryAfter(stands.carry, moved);
  const judged = variant.after(table, facts, carry, played);
  return { ...stands, carry, follows: judged.over ? follows : judged };
}

/** The deal of this dealer after `last`, once what moved before it is counted and it was opened. */
export function openDeal(variant, data, last, dealer, moved = []) {
  const stands = afterMoves(variant, last, moved);
  const table = tableAfter(data, stands, dealer);
  const opened = variant.opening?.(table, stands.carry) ?? NOTHING_MOVED;
  const laid = carryAfter(stands.carry, opened.lines, opened);
  return { stands, table, opening: opened.lines, laid };
}

/**
 * One deal more: its table and lines, the carry `before` it and `laid` once it was opened, the scores of
 * play since then without purchases, and what `follows`; `behind` the end it counts nowhere.
 */
function foldDeal(variant, data, last, facts, moved) {
  // Behind the end a deal counts nowhere, nor does what moved there.
  if (last.follows.over) {
    const table = tableAfter(data, last, facts.dealer);
    return { ...last, table, facts, behind: true, lines: [], scores: [] };
  }
  const { stands, table, ...opened } = openDeal(variant, data, last, facts.dealer, moved);
  const before = stands.carry;
  const { laid, opening } = facts.unread ? { laid: before, opening: [] } : opened;
  const score = facts.unread ? null : facts.void ? variant.voided : variant.score;
  const scored = score?.(facts, table, laid) ?? NOTHING_MOVED;
  const carry = carryAfter(laid, scored.lines, scored);
  const played = last.played + (facts.void ? 0 : 1);
  const judged = variant.after(table, facts, carry, played);
  const boughtBy = (side) => carry.bought[side] - laid.bought[side];
  // A penalty before it has not ended the game, so neither does a void deal.
  const goesOn = facts.void && judged.over;
  return {
    ...{ table, facts, before, laid, carry, played, behind: false },
    lines: [...opening, ...scored.lines],
    scores: carry.totals.map((now, side) => now - laid.totals[side] - boughtBy(side)),
    follows: goesOn ? { ...stands.follows, dealer: nextDealer(table, facts) } : judged,
  };
}

/** The deals after `last` as `foldDeal` gives each, by their facts and the lines `moved` before each. */
export function foldDeals(variant, data, deals, moved = [], last = beginning(variant, data)) {
  return deals.map((facts, at) => (last = foldDeal(variant, data, last, facts, moved[at])));
}

/** Where the game stands after these deals, with what has moved since, unless it is over. */
export function standsAfter(variant, folded, moved, last) {
  return afterMoves(variant, folded.at(-1) ?? last, moved[folded.length] ?? []);
}

/** The table of the deal that comes next, and what each side has there. */
export function openNext(variant, data, stands, noted) {
  const { laid, table } = openDeal(variant, data, stands);
  return { table, carry: carryAfter(laid, variant.inPlay?.(noted, table, laid) ?? []) };
}

/** The lines that moved before each deal of a game, and after the last one. */
export function movedBefore({ deals, behind_the_end: behind = [], moves = [] }) {
  const every = [...deals, ...behind];
  const moved = Array.from({ length: every.length + 1 }, () => []);
  for (const { after, lines } of moves) {
    moved[every.findIndex(({ id }) => id === after) + 1].push(...lines);
  }
  return moved;
}

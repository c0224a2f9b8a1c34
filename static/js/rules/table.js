// What every game shares: who sits where, what is handed on, and the fold over all deals.
// The twin of table.py, of variant.py, and of what fold.py says of deals.
//
// Facts have the form of a record. An answer that is still blank is null, or left out where it may
// be, and is passed over. A fault is {code, seat, ...numbers}; null where nothing is wrong.

export const isKnown = (answer) => answer !== null && answer !== undefined;

/** The sum of these numbers, of which some may not be known yet. */
export const sum = (numbers) => numbers.reduce((all, number) => all + (number ?? 0), 0);

/** Whether two or more each have all there is, and nobody else anything but one with nothing. */
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

/** How many deals everybody deals; undefined where the game does not end by that. */
export const circuitsOf = ({ circuits, rounds }) => circuits ?? rounds;

/** What comes next in a game that ends when everybody has dealt equally often. */
export const afterCircuits = (table, facts, carry, played) =>
  table.byRounds?.(table, facts) ??
  afterDeals(table, facts, circuitsOf(table.rules) * table.order.length, played);

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

const tableOf = ({ played, seated: { asks, order, pack, rules, sides } }, dealer) => ({
  ...{ asks, order, sides, rules, pack, dealer, played },
});

/** What follows the last deal, by the totals as now; `owes` is known once the table has changed. */
export const judge = (variant, { carry, facts = null, played, seated: { owes }, table }) =>
  variant.after({ ...table, owes }, facts, carry, played);

/** Where a game stands before its first deal; `seated` says who is at the table, and what is asked. */
export function beginning(variant, known) {
  // What is asked belongs to a deal, where the game says so.
  const data = { ...known, asks: known.usual_asks ?? known.asks };
  const seated = variant.seating?.begin(data) ?? data;
  const stands = { seated, carry: data.start, played: 0, behind: false };
  stands.table = tableOf(stands, data.first_dealer);
  return { ...stands, follows: judge(variant, stands) };
}

const NOTHING_MOVED = { lines: [] };

/** The table of the deal that comes next. */
export const tableAfter = (stands, named) =>
  tableOf(stands, named ?? stands.follows.dealer ?? stands.table.dealer);

/** Where the game stands after what moved between two deals; but for a change of the table it ends no game. */
function afterMoves(variant, stands, moves) {
  if (!moves.length || stands.follows.over) return stands;
  // Who comes back does so by the totals then.
  const linesOf = (move, now) => variant.linesOf?.(move, tableAfter(now), now.carry) ?? move.lines;
  for (const move of moves) {
    stands = move.seats
      ? variant.seating.change(variant, stands, move)
      : { ...stands, carry: carryAfter(stands.carry, linesOf(move, stands)) };
  }
  const { follows } = stands;
  const judged = follows.over ? follows : judge(variant, stands);
  return { ...stands, follows: judged.over ? follows : judged };
}

/**
 * The deal of this dealer after `last`, once what moved before it is counted and it was opened. Its table
 * has who rests, and what is asked once so much is answered, as facts have it.
 */
export function openDeal(variant, last, dealer, moves = [], answers = {}) {
  const stands = afterMoves(variant, last, moves);
  const table = tableAfter(stands, dealer);
  table.resting = variant.resting?.(table, stands.carry) ?? [];
  const asked = variant.asked?.(table, stands.carry, answers);
  // What it leaves out is asked of nobody.
  const ownOf = (ask) => asked.find(({ key }) => key === ask.key) ?? { ...ask, seats: [] };
  if (asked) table.asks = table.asks.map(ownOf);
  const opened = variant.opening?.(table, stands.carry) ?? NOTHING_MOVED;
  const laid = carryAfter(stands.carry, opened.lines, opened);
  return { stands, table, opening: opened.lines, laid };
}

/**
 * One deal more: its table and lines, the carry `before` it and `laid` once it was opened, the scores of
 * play since then without purchases, and what `follows`; `behind` the end it counts nowhere.
 */
function foldDeal(variant, last, facts, moves) {
  const { stands, table, ...opened } = openDeal(variant, last, facts.dealer, moves, facts);
  if (variant.dealtAgain?.(facts, table.rules)) facts = { ...facts, void: true };
  if (stands.follows.over) return { ...stands, table, facts, behind: true, lines: [], scores: [] };
  const before = stands.carry;
  const { laid, opening } = facts.unread ? { laid: before, opening: [] } : opened;
  const score = facts.unread ? null : facts.void ? variant.voided : variant.score;
  const scored = score?.(facts, table, laid) ?? NOTHING_MOVED;
  const carry = carryAfter(laid, scored.lines, scored);
  const played = stands.played + (facts.void ? 0 : 1);
  const seated = variant.seating?.dealt(stands.seated, table, facts) ?? stands.seated;
  const deal = { table, facts, before, laid, carry, played, seated, behind: false };
  const judged = judge(variant, deal);
  const boughtBy = (side) => carry.bought[side] - laid.bought[side];
  // A penalty before it has not ended the game, so neither does a void deal.
  const goesOn = facts.void && judged.over;
  return {
    ...deal,
    lines: [...opening, ...scored.lines],
    scores: carry.totals.map((now, side) => now - laid.totals[side] - boughtBy(side)),
    follows: goesOn ? { ...stands.follows, dealer: nextDealer(table, facts) } : judged,
  };
}

/** The deals after `last` as `foldDeal` gives each, by their facts and what `moved` before each. */
export function foldDeals(variant, last, deals, moved = []) {
  return deals.map((facts, at) => (last = foldDeal(variant, last, facts, moved[at])));
}

/** Where the game stands after these deals, with what has moved since, unless it is over. */
export function standsAfter(variant, folded, moved, last) {
  return afterMoves(variant, folded.at(-1) ?? last, moved[folded.length] ?? []);
}

/** The table of the deal that comes next, and what each side has there. */
export function openNext(variant, stands, noted, answers) {
  const { laid, table } = openDeal(variant, stands, undefined, [], answers);
  return { table, carry: carryAfter(laid, variant.inPlay?.(noted, table, laid) ?? []) };
}

/** What moved before each deal of a game, and after the last one. */
export function movedBefore({ deals, behind_the_end: behind = [], moves = [] }) {
  const every = [...deals, ...behind];
  const moved = Array.from({ length: every.length + 1 }, () => []);
  for (const move of moves) moved[every.findIndex(({ id }) => id === move.after) + 1].push(move);
  return moved;
}

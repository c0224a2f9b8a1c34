// Points; the twin of scorer/rules/variants/points.py.

import { fromLeftOf, isKnown, isSpared, next, nextDealer, over, sum } from "./table.js";

const FEWEST_LEFT = 2;

/** Whether who reaches the target is out, and the others go on. */
const goesOn = ({ length, out }) => length === "target" && out !== "ends";

const sidesIn = ({ order, rules: { target }, sides }, { totals }) =>
  [...new Set(order.map((seat) => sides[seat]))].filter((side) => totals[side] < target);

/** Who is out; after penalties by which too few are left, the next deal is for all. */
export function resting(table, carry) {
  const left = sidesIn(table, carry);
  if (!goesOn(table.rules) || left.length < FEWEST_LEFT) return [];
  return table.order.filter((seat) => !left.includes(table.sides[seat]));
}

/** The lines of who was out and comes back, none where nobody can; null of another move. */
export function linesOf(move, table, carry) {
  if (move.kind !== "buy") return null;
  const line = buyIn(move.seat, table, carry);
  return line ? [line] : [];
}

function buyIn(seat, table, carry) {
  const { rules, sides } = table;
  const [side, left] = [sides[seat], sidesIn(table, carry)];
  if (!goesOn(rules) || rules.out === "for_good" || !left.length || left.includes(side)) return null;
  const highest = Math.max(...left.map((each) => carry.totals[each]));
  const total = highest + Number(rules.out === "buy_in_above");
  if (total >= rules.target) return null;
  return { side, points: total - carry.totals[side], key: "back_in", numbers: { points: total } };
}

/** The numbers as they were counted; who takes all scores their sum, and the others nothing or lose it. */
export function score({ points, winner }, { resting: out = [], rules, sides }) {
  const caught = sum(points);
  const isOut = (side) => out.some((seat) => sides[seat] === side);
  const lineOf = (number, side) => {
    const line = { side, numbers: { points: number ?? 0 } };
    if (isOut(side)) return { side, points: 0, key: "was_out", numbers: { points: rules.target } };
    if (rules.winner !== "takes_all") return { ...line, points: number, key: "scored" };
    if (side === winner) return { ...line, points: caught, key: "takes_all", numbers: { points: caught } };
    if (rules.zero_sum) return { ...line, points: 0 - number, key: "pays_winner" };
    return { ...line, points: 0, key: "caught_by_winner" };
  };
  const isThere = ({ side }) => side === winner || isOut(side) || isKnown(points[side]);
  return { lines: points.map(lineOf).filter(isThere), marks: {} };
}

/** Numbers that come to another sum than those of this game do, and one that ends it by itself. */
export function remarks({ points }, { resting: out = [], rules, sides }) {
  const { adds_to: dues, length, target, winner } = rules;
  const numbers = points.filter(isKnown);
  const total = sum(numbers);
  const most = Math.max(...numbers);
  if (length === "target" && most > target) {
    return [{ seat: null, key: "beyond_the_target", numbers: { points: most, target } }];
  }
  const isDue = (due) => total === due || (numbers.includes(0) && isSpared(numbers, due));
  const dealt = new Set(sides.filter((_, seat) => !out.includes(seat)));
  const isWhole = numbers.length === dealt.size;
  if (winner === "takes_all" || !dues.length || !isWhole || dues.some(isDue)) return [];
  const off = (due) => Math.abs(total - due);
  const due = dues.reduce((nearest, each) => (off(each) < off(nearest) ? each : nearest));
  const key = total > due ? "adds_up_to_more" : "adds_up_to_less";
  return [{ seat: null, key, numbers: { sum: total, due, off: off(due) } }];
}

function bestOf(sides, { totals }, { wins }) {
  const best = Math[wins === "lowest" ? "min" : "max"](...sides.map((side) => totals[side]));
  return [...new Set(sides)].filter((side) => totals[side] === best).sort((a, b) => a - b);
}

/** So many deals, until somebody is at the target or the last is left, or until the table stops. */
export function after(table, facts, carry, played) {
  const { rules, sides } = table;
  const { deals, deal_names: names, length, target, ties } = rules;
  const most = names.length || (length === "deals" ? deals : null);
  const left = most === null ? null : most - played;
  if (left !== null && left <= 0) return over();
  const canEnd = played && facts;
  let dealer = nextDealer(table, facts);
  if (goesOn(rules)) {
    const inPlay = sidesIn(table, carry);
    const dealt = table.order.filter((seat) => !table.resting?.includes(seat)).map((seat) => sides[seat]);
    if (played && inPlay.length < FEWEST_LEFT) {
      return over(inPlay.length ? inPlay : bestOf(dealt, carry, rules));
    }
    const out = resting(table, carry);
    if (out.includes(dealer)) dealer = fromLeftOf(table.order, dealer).find((seat) => !out.includes(seat));
  } else if (length === "target" && canEnd && Math.max(...carry.totals) >= target) {
    const isLevel = bestOf(sides, carry, rules).length > 1;
    if (ties !== "play_on" || !isLevel) return over();
  }
  return next(table, facts, { dealer, left, name: names[played] ?? null });
}

// Rummy; the twin of scorer/rules/variants/rummy.py.

import { afterDeals, fromLeftOf, isKnown, next, nextDealer, over, sum } from "./table.js";

const FEWEST_LEFT = 2;
const MOST_IN_HAND = 999;
const MOST_IN_POOL = 80;
const RARELY_SO_MUCH = 150;

const isPool = ({ how }) => how === "pool";
const limitOf = (rules) => rules.most ?? (isPool(rules) ? MOST_IN_POOL : 2 * MOST_IN_HAND);
const seatsIn = ({ order, rules }, { totals }) => order.filter((seat) => totals[seat] < rules.target);

/** Who is out of the pool; after penalties by which too few are left, the next deal is for all. */
export function resting(table, carry) {
  const left = seatsIn(table, carry);
  if (!isPool(table.rules) || left.length < FEWEST_LEFT) return [];
  return table.order.filter((seat) => !left.includes(seat));
}

/** The lines of who was out and comes back, none where nobody can; null of another move. */
export function linesOf({ kind, seat }, table, carry) {
  if (kind !== "buy") return null;
  const { buy_in: buyIn, first_drop: room, target } = table.rules;
  const left = seatsIn(table, carry);
  if (!isPool(table.rules) || buyIn === "none" || !left.length || left.includes(seat)) return [];
  const highest = Math.max(...left.map((each) => carry.totals[each]));
  const total = highest + Number(buyIn === "highest_plus_one");
  if (total + room >= target) return [];
  const points = total - carry.totals[seat];
  return [{ side: seat, points, key: "back_in", numbers: { points: total } }];
}

/** That it was all at once where nobody went out. */
export const check = ({ in_one: inOne, winner }) =>
  inOne && !isKnown(winner) ? { code: "nobody_in_one" } : null;

/** Hands that are seldom held, and those that count less than was typed. */
export function remarks({ hands }, { rules }) {
  const most = limitOf(rules);
  const keyOf = (hand) => (hand > most ? "is_limited" : hand > RARELY_SO_MUCH && "rarely_so_much");
  const found = hands.flatMap((points, seat) => {
    const key = points === 0 ? "holds_nothing" : keyOf(points);
    return key ? [{ seat, key, numbers: { points, most } }] : [];
  });
  const [points, ...others] = hands.filter(isKnown);
  const drops = isPool(rules) ? [rules.first_drop, rules.middle_drop] : [];
  const isSame = others.length && others.every((hand) => hand === points);
  if (!isSame || drops.includes(points)) return found;
  return [...found, { seat: null, key: "all_the_same", numbers: { points } }];
}

/** What each is caught with, for himself or for the winner; doubled first, then limited. */
export function score({ hands, in_one: inOne, winner }, { resting: out = [], rules }) {
  const takes = rules.how === "winner_takes";
  const worth = (hand) => (inOne ? 2 * hand : hand);
  const caught = hands.map((hand) => (isKnown(hand) ? Math.min(worth(hand), limitOf(rules)) : null));
  const all = sum(caught);
  const lines = hands.flatMap((hand, side) => {
    const points = caught[side];
    if (side === winner) {
      const key = takes ? "takes" : "went_out";
      return [{ side, points: takes ? all : 0, key, numbers: { points: all } }];
    }
    if (out.includes(side)) return [{ side, points: 0, key: "was_out", numbers: { points: rules.target } }];
    if (points === null) return [];
    const doubled = inOne ? "_doubled" : "";
    const key = `${takes ? "held" : "caught"}${doubled}${points < worth(hand) ? "_limited" : ""}`;
    return [{ side, points: takes ? 0 : points, key, numbers: { hand, points } }];
  });
  return { lines, marks: {} };
}

/** The last one left wins the pool; else so many deals, the target or a stop ends it. */
export function after(table, facts, carry, played) {
  const { deals, how, length, target, ties } = table.rules;
  if (isPool(table.rules)) {
    const left = seatsIn(table, carry);
    if (played && left.length < FEWEST_LEFT) return over(left.length ? left : null);
    const [out, passed] = [resting(table, carry), nextDealer(table, facts)];
    const seats = [passed, ...fromLeftOf(table.order, passed)];
    return next(table, facts, { dealer: seats.find((seat) => !out.includes(seat)) });
  }
  const { totals } = carry;
  if (length === "deals") return afterDeals(table, facts, deals, played);
  const best = how === "winner_takes" ? Math.max(...totals) : Math.min(...totals);
  const isLevel = totals.filter((total) => total === best).length > 1;
  const isThere = length === "target" && played && facts && Math.max(...totals) >= target;
  return isThere && !(isLevel && ties === "play_on") ? over() : next(table, facts);
}

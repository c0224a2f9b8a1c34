// Points; the twin of scorer/rules/variants/points.py.

import { isSpared, next, over, sum } from "./table.js";

/** The numbers as they were counted; who takes all scores their sum, and the others nothing. */
export function score({ points, winner }, { rules }) {
  const caught = sum(points);
  const lineOf = (side, counted) => {
    const numbers = { points: counted };
    if (rules.winner !== "takes_all") return { side, points: counted, key: "scored", numbers };
    if (side !== winner) return { side, points: 0, key: "caught_by_winner", numbers };
    return { side, points: caught, key: "takes_all", numbers: { points: caught } };
  };
  return { lines: points.map((number, side) => lineOf(side, number ?? 0)), marks: {} };
}

/** Numbers that come to another sum than those of this game do, and one that ends it by itself. */
export function remarks({ points }, { rules: { adds_to: due, length, target, winner } }) {
  const total = sum(points);
  const most = Math.max(...points.filter((number) => (number ?? null) !== null));
  if (length === "target" && most > target) {
    return [{ seat: null, key: "beyond_the_target", numbers: { points: most, target } }];
  }
  const isOneSpared = points.includes(0) && isSpared(points, due);
  if (winner === "takes_all" || due === null || total === due || isOneSpared) return [];
  const key = total > due ? "adds_up_to_more" : "adds_up_to_less";
  return [{ seat: null, key, numbers: { sum: total, due, off: Math.abs(total - due) } }];
}

/** So many deals, until somebody is at the target, or until the table stops. */
export function after(table, facts, { totals }, played) {
  const { deals, deal_names: names, length, target, ties, wins } = table.rules;
  const most = names.length || (length === "deals" ? deals : null);
  const left = most === null ? null : most - played;
  if (left !== null && left <= 0) return over();
  if (length === "target" && played && Math.max(...totals) >= target) {
    const best = wins === "lowest" ? Math.min(...totals) : Math.max(...totals);
    const isLevel = totals.filter((total) => total === best).length > 1;
    if (ties !== "play_on" || !isLevel) return over();
  }
  return next(table, facts, { left, name: names[played] ?? null });
}

// Nine-Five; the twin of scorer/rules/variants/nine_five.py.

import { carryAfter, isKnown, next, over } from "./table.js";

const WORTH = { high: 1, low: 1, jack: 1, game: 1, nine: 9, five: 5 };
const RENEGE = -9;
const INJURED = 18;

const sidesOf = ({ sides }) => [...new Set(sides)].sort((a, b) => a - b);

/** Game for a side that reneged in a trick: it goes to the others. */
export function check({ taken, minor_renege: reneged }) {
  return isKnown(reneged) && taken?.game === reneged ? { code: "game_after_renege" } : null;
}

function takenBy({ taken = {} }, table) {
  const points = sidesOf(table).map(() => 0);
  for (const [key, worth] of Object.entries(WORTH)) {
    if (isKnown(taken?.[key])) points[taken[key]] += worth;
  }
  return points;
}

function linesOf(facts, table) {
  const every = sidesOf(table);
  if (facts.passed) return every.map((side) => ({ side, points: 0, key: "all_passed", numbers: {} }));
  if (isKnown(facts.major_renege)) {
    return every.map((side) => {
      const isWho = side === facts.major_renege;
      const [key, points] = isWho ? ["reneged", RENEGE] : ["others_reneged", INJURED];
      return { side, points, key, numbers: { points: Math.abs(points), who: facts.major_renege } };
    });
  }
  const { bid } = facts;
  const bidders = table.sides[facts.bidder];
  const lines = takenBy(facts, table).map((taken, side) => {
    const numbers = { taken, bid };
    if (side !== bidders) return { side, points: taken, key: "took", numbers };
    if (taken < bid) return { side, points: -bid, key: "set", numbers };
    const bidOnly = table.rules.overtricks === "bid_only" && taken > bid;
    const points = bidOnly ? bid : taken;
    return { side, points, key: bidOnly ? "made_bid_only" : "made_bid", numbers };
  });
  const side = facts.minor_renege;
  if (isKnown(side)) lines.push({ side, points: 0, key: "reneged_in_trick", numbers: {} });
  return lines;
}

/** What each side took; a bid that was not made is lost instead. */
export function score(facts, table, carry) {
  const lines = linesOf(facts, table);
  if (table.rules.below_zero === "floor") {
    carryAfter(carry, lines).totals.forEach((total, side) => {
      if (total >= 0) return;
      lines.push({ side, points: -total, key: "not_below_zero", numbers: { points: -total } });
    });
  }
  return { lines, marks: {} };
}

/** What each side has so far, and whether the bid is made or lost by that; else what it still needs. */
export function soFar(facts, table) {
  if (!isKnown(facts.bidder) || !isKnown(facts.bid)) return null;
  const { bid, taken: known = {} } = facts;
  const points = takenBy(facts, table);
  const taken = points[table.sides[facts.bidder]];
  const open = Object.keys(WORTH).filter((key) => known[key] === undefined);
  const left = open.reduce((sum, key) => sum + WORTH[key], 0);
  const needs = bid - taken;
  const key = needs <= 0 ? "made" : needs > left ? "set" : "needs";
  return { key, numbers: { bid, taken, needs }, points };
}

/** The first side at the target wins; where several are, the bidders do. */
export function after(table, facts, { totals }, played) {
  const { rules } = table;
  const atTarget = sidesOf(table).filter((side) => totals[side] >= rules.target);
  if (played && atTarget.length && facts && !facts.void) {
    const bidders = isKnown(facts.bidder) ? table.sides[facts.bidder] : null;
    if (rules.both_out === "bidders" && atTarget.includes(bidders)) return over([bidders]);
    const best = Math.max(...totals);
    if (totals.filter((total) => total === best).length === 1) return over([totals.indexOf(best)]);
  }
  return next(table, facts);
}

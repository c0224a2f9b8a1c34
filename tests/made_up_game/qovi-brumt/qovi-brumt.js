// A game that nobody plays; the twin of qovi_brumt.py.

import { Till } from "./counters.js";
import { carryAfter, fromLeftOf, next, over } from "./table.js";

export { transfer } from "./counters.js";

const TRICKS = 7;
const BROUGHT = 50;
const WORTH = { F: 3, M: 2, W: 1, O: 0 };
const FACTORS = { ba: 1, de: 2, ki: -1 };

const sum = (numbers) => numbers.reduce((all, number) => all + (number ?? 0), 0);

const till = ({ rules }, carry) =>
  new Till(carry, rules.gleb === "counters" ? rules.krel : "owe", 20);

/** The dealer's side pays into two pools, and that of each seat into the third. */
export function opening(table, carry) {
  const { order, sides, dealer, rules } = table;
  const paying = till(table, carry);
  if (rules.spod) {
    paying.intoPool(sides[dealer], "urm", rules.spod, "stumps_urm");
    paying.intoPool(sides[dealer], "ilk", 2 * rules.spod, "stumps_ilk");
    for (const seat of fromLeftOf(order, dealer)) {
      paying.intoPool(sides[seat], "oon", 1, "stumps_oon");
    }
  }
  return { lines: paying.lines, marks: {} };
}

/** Who plims takes one out of the third pool, where there is one. */
const plim = ({ sides }, { pools }, seat) =>
  seat === null || !pools.oon
    ? []
    : [{ side: sides[seat], points: 1, key: "plims", numbers: { amount: 1 }, pool: "oon" }];

/** What a plim has moved. */
export const inPlay = (noted, table, carry) => plim(table, carry, noted.dro ?? null);

const worth = (bid) => (Array.isArray(bid) ? sum(bid.map((card) => WORTH[card])) : bid);

/** Tricks that are not seven, and more than one who mives hi. */
export function check({ mux, plu, miv = [] }) {
  if (mux) return null;
  const tricks = sum(plu);
  const isKnown = plu.every((number) => number !== null);
  if (tricks > TRICKS || (isKnown && tricks < TRICKS)) {
    return { code: "plu_come_to", tricks, due: TRICKS };
  }
  const seat = miv?.indexOf("hi") ?? -1;
  return seat >= 0 && miv.lastIndexOf("hi") > seat ? { code: "more_than_one_hi", seat } : null;
}

/** That somebody has the ith, and the orm is still to come. */
export const soFar = ({ mux, quim = {} }) =>
  mux || quim.ith === undefined || quim.orm !== undefined ? null : { key: "no_orm", numbers: {} };

const seatsOf = ({ order }) => [...order.keys()];

const makersOf = ({ vex, plu }, table) =>
  seatsOf(table).filter((seat) => (worth(vex?.[seat]) ?? null) === plu[seat]);

/** A point a trick, ten for a bid that was made, four less for a false one. */
function pointsOfSeats({ tov, plu, miv, fle }, table, made) {
  const factor = FACTORS[tov] ?? 1;
  return seatsOf(table).flatMap((seat) => {
    const tricks = plu[seat] ?? 0;
    const side = table.sides[seat];
    const points = factor * tricks || 0;
    const lines = [{ side, points, key: "took_plu", numbers: { tricks, factor } }];
    if (made.includes(seat)) {
      const raised = miv?.[seat] === "hi" ? 20 : 10;
      lines.push({ side, points: raised, key: "made_vex", numbers: { points: raised } });
    }
    if (fle?.[seat]) lines.push({ side, points: -4, key: "fle", numbers: { points: 4 } });
    return lines;
  });
}

/** What each side counted itself; the one that is named has the number that was left. */
function pointsOfSides({ bra, yar, nup }) {
  const lines = bra.flatMap((number, side) =>
    number === null ? [] : [{ side, points: number, key: "counted_bra", numbers: { points: number } }],
  );
  if ((yar ?? null) === null) return lines;
  const points = nup ?? 0;
  return [...lines, { side: yar, points, key: "left_over", numbers: { points } }];
}

/** Counters move between sides and pools; points are made, and lost, out of nothing. */
export function score(facts, table, carry) {
  if (facts.mux) return { lines: [], marks: {} };
  const plimmed = plim(table, carry, facts.dro ?? null);
  const paying = till(table, carryAfter(carry, plimmed, {}));
  const { ith, orm = null } = facts.quim ?? {};
  if (ith !== orm) {
    paying.sweep(ith, "urm", "sweeps_urm");
    if (orm !== null) paying.sweep(orm, "ilk", "sweeps_ilk");
  }
  const made = makersOf(facts, table);
  if (table.rules.gleb === "counters") {
    for (const seat of seatsOf(table)) {
      const side = table.sides[seat];
      if (side === ith || made.includes(seat)) continue;
      paying.pay(side, ith, facts.fle?.[seat] ? 2 : 1, "the_ith", {});
    }
    return { lines: [...plimmed, ...paying.lines], marks: {} };
  }
  const points = [...pointsOfSeats(facts, table, made), ...pointsOfSides(facts)];
  return { lines: [...plimmed, ...paying.lines, ...points], marks: {} };
}

/** What was paid stays in the pools. */
export const voided = () => ({ lines: [], marks: {} });

/** To a target, or so many deals. */
export function after(table, facts, { totals }, played) {
  const { rules } = table;
  const tov = facts && !facts.void && !facts.mux ? (facts.tov ?? null) : null;
  const target = rules.stoom + (rules.gleb === "counters" ? BROUGHT : 0);
  if (Math.max(...totals) >= target) return over();
  const left = rules.pelf === null ? null : rules.pelf - played;
  if (left !== null && left <= 0) return over();
  return next(table, facts, { left, trump: tov === "de" ? "hearts" : "none" });
}

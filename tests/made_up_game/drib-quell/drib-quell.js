// A game of bids whose hands go up and down; the twin of drib_quell.py.

import { faultOfTricks } from "./exact-bids.js";
import { lastBid } from "./called-bids.js";
import { afterDeals, sum } from "./table.js";

const MOST = 20;

function handsOf({ course }, { marks: { largest } }) {
  const up = Array.from({ length: largest }, (_, at) => at + 1);
  const down = up.toReversed();
  return course === "down" ? down : [...up, ...down.slice(1)];
}

function cardsOf({ order, played, rules }, carry) {
  const course = handsOf(rules, carry);
  return Math.min(course[Math.min(played, course.length - 1)], MOST, Math.floor(60 / order.length));
}

/** What one deal asks. */
export function asked(table, carry, { bids = [] }) {
  const size = cardsOf(table, carry);
  const [called, trump, bid, tricks, rags, pot, ...pairs] = table.asks;
  const nil = bids.flatMap((number, seat) => (number === 0 ? [seat] : []));
  const own = { ...bid, most: size };
  return [
    ...[called, size > 1 ? trump : { ...trump, values: [..."CDH"] }],
    table.rules.bids === "together" ? own : lastBid(own, table, bids, size),
    { ...tricks, most: size, sum: size },
    { ...rags, most: size, seats: nil },
    ...(size > 1 ? [{ ...pot, keys: table.played ? pot.keys : { small: 5 } }] : []),
    ...pairs,
  ];
}

export const check = ({ tricks }, table, carry) => faultOfTricks(tricks, cardsOf(table, carry));

export function remarks({ bids }, table, carry) {
  const cards = cardsOf(table, carry);
  const isWrong = table.rules.bids === "in_turn" && sum(bids) === cards;
  return isWrong ? [{ seat: null, key: "bids_come_to", numbers: { cards } }] : [];
}

export function score({ bids, pot, rags, tricks }, table, carry) {
  const cards = cardsOf(table, carry);
  const lines = tricks.flatMap((taken, side) => {
    if (taken === null) return [];
    const numbers = { tricks: taken, bid: bids[side], cards };
    const made = { side, points: 10, key: "made", numbers };
    const off = rags?.[side] ?? 0;
    return [
      { side, points: taken, key: "took", numbers },
      ...(bids[side] === taken ? [made] : []),
      ...(off ? [{ side, points: -off, key: "rags", numbers: { rags: off } }] : []),
    ];
  });
  if (pot) lines.push({ side: table.dealer, points: pot, key: "pot", numbers: { points: pot } });
  return { lines };
}

export const after = (table, facts, carry, played) =>
  afterDeals(table, facts, handsOf(table.rules, carry).length, played);

// Spades; the twin of scorer/rules/variants/spades.py.

import { faultOfTricks } from "./exact-bids.js";
import { isKnown, next, over, sum } from "./table.js";

const CARDS = { 2: 13, 3: 17, 4: 13 };
const [TEN, HUNDRED, MERCY] = [10, 100, -200];
const hasPartners = ({ order, sides }) => new Set(sides).size < order.length;

/** The dealer bids last; who bid nil says if it was blind, and the tricks it took. */
export function asked(table, carry, { bids = [] }) {
  const [bid, blind, tricks, nilTricks] = table.asks;
  const seats = bids.flatMap((number, seat) => (number === 0 ? [seat] : []));
  const ofBlind = { ...blind, seats: table.rules.blind_nil ? seats : [] };
  const ofNil = { ...nilTricks, seats: hasPartners(table) ? seats : [] };
  return [{ ...bid, last: table.dealer }, ofBlind, tricks, ofNil];
}

/** What a side bid, who of it bid nil, and the tricks of those, each; whether all of that is known. */
function bidBy(side, { bids, nil_tricks: ofNil, tricks }, table) {
  const seats = table.order.filter((seat) => table.sides[seat] === side);
  const nil = seats.filter((seat) => bids[seat] === 0);
  const own = nil.map((seat) => (hasPartners(table) ? ofNil?.[seat] : tricks[seat]));
  const each = seats.map((seat) => bids[seat]);
  return { bid: sum(each), nil, own, isWhole: [...each, ...own, tricks[side]].every(isKnown) };
}

/** More tricks of who bid nil than their side took, and tricks that are not all. */
export function check(facts, table) {
  for (const [side, tricks] of facts.tricks.entries()) {
    const own = sum(bidBy(side, facts, table).own);
    if (isKnown(tricks) && own > tricks) return { code: "more_than_the_side", own, tricks };
  }
  return faultOfTricks(facts.tricks, CARDS[table.order.length]);
}

/** A blind nil that nobody needed, two partners who bid nil, and bids above all. */
export function remarks(facts, table, { totals }) {
  const [due, found] = [CARDS[table.order.length], []];
  for (const side of new Set(table.order.map((seat) => table.sides[seat]))) {
    const { bid, nil } = bidBy(side, facts, table);
    const isNear = totals[side] > Math.max(...totals) - HUNDRED;
    const blind = nil.filter((seat) => isNear && facts.blind?.[seat]);
    for (const seat of blind) found.push({ seat, key: "blind_not_behind", numbers: { points: HUNDRED } });
    const key = nil.length > 1 ? "both_nil" : bid > due ? "bids_above" : null;
    if (key) found.push({ seat: null, key, numbers: { bid, due } });
  }
  return found;
}

/** What a side scores that had so many bags: each nil by itself, the contract, the bags. */
function linesOf(side, facts, table, had) {
  const { bid: contract, isWhole, nil, own } = bidBy(side, facts, table);
  if (!isWhole) return [];
  const [rules, lines] = [table.rules, []];
  const add = (key, points, numbers) => lines.push({ side, points, key, numbers });
  for (const [at, bidder] of nil.entries()) {
    const [key, points] = facts.blind?.[bidder] ? ["blind_nil", 2 * rules.nil] : ["nil", rules.nil];
    const [outcome, score] = own[at] ? ["failed", -points] : ["made", points];
    add(`${key}_${outcome}`, score, { points, tricks: own[at], bidder });
  }
  const tricks = facts.tricks[side] - (rules.failed_nil === "help" ? 0 : sum(own));
  if (contract) {
    const lost = rules.set === "minus" ? -TEN * contract : 0;
    const points = tricks < contract ? lost : TEN * contract;
    const missed = tricks < contract ? "contract_set" : "contract_made";
    add(tricks === contract ? "exact_contract" : missed, points, { contract, tricks, points });
  }
  const ofNil = rules.failed_nil === "bags" ? sum(own) : 0;
  const bags = { bags: Math.max(tricks - contract, 0), bags_of_nil: ofNil };
  for (const [key, number] of Object.entries(bags)) if (number) add(key, number, { bags: number });
  const points = HUNDRED * Math.floor((had + sum(Object.values(bags))) / TEN);
  if (points && rules.bags === "ten") add("bags_cost", -points, { points });
  return lines;
}

/** What each side scores; every tenth bag costs a hundred. */
export function score(facts, table, { by_side: { bags: had } }) {
  const lines = had.flatMap((number, side) => linesOf(side, facts, table, number));
  const bagsOf = (side) => sum(lines.map((line) => (line.side === side ? line.numbers.bags : 0)));
  return { lines, by_side: { bags: had.map((number, side) => (number + bagsOf(side)) % TEN) } };
}

/** The game ends at the target, or far below zero, unless the best are level. */
export function after(table, facts, { totals }, played) {
  const [best, second] = totals.toSorted((a, b) => b - a);
  const isThere = best >= table.rules.target || (table.rules.mercy && Math.min(...totals) <= MERCY);
  return played && facts && isThere && best > second ? over() : next(table, facts);
}

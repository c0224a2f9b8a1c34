// Red Nines of 1881; the twin of scorer/rules/variants/red_nines_1881.py.

import { Till, payByTheCard } from "./counters.js";
import { count, faultOfHands, firstBeyond, readHand } from "./hands.js";

export { transfer } from "./counters.js";
export { afterCircuits as after } from "./table.js";

const POOLS = { red_nine: "red_nine_pool", red_ace: "red_ace_pool" };
const RED_ACES = 2;

const till = (table, carry) => new Till(carry, table.rules.short, table.rules.counters);

function dressDue(size, lying, rules) {
  if (rules.dress === "top_up") return Math.max(size - lying, 0);
  if (rules.dress === "when_empty") return lying ? 0 : size;
  return size;
}

/** The dress: the dealer fills the Red Nine pool, then the Red Ace pool. */
export function opening(table, carry) {
  if (carry.marks.dressed) return { lines: [], marks: {} };
  const paying = till(table, carry);
  for (const [pool, rule] of Object.entries(POOLS)) {
    const due = dressDue(table.rules[rule], carry.pools[pool], table.rules);
    if (due) paying.intoPool(table.dealer, pool, due, `dresses_${pool}_pool`);
  }
  return { lines: paying.lines, marks: {} };
}

/** A void deal: the dress stays in the pools and is not repeated. */
export const voided = () => ({ lines: [], marks: { dressed: 1 } });

function sweepAces({ aces_swept_by: sweeper }, table, carry) {
  const paying = till(table, carry);
  if (sweeper != null) paying.sweep(sweeper, "red_ace", "sweeps_red_aces");
  return paying;
}

/** What has moved already while the cards are still being played: the aces swept. */
export const inPlay = (noted, table, carry) => sweepAces(noted, table, carry).lines;

/** The movements of one deal: ace sweep, Red Nine sweep, payments by the card. */
export function score(facts, table, carry) {
  const { on_red_nine: onRedNine, out } = facts;
  const paying = sweepAces(facts, table, carry);
  paying.noteOut(facts);
  if (onRedNine) paying.sweep(out, "red_nine", "sweeps_red_nine_pool");
  payByTheCard(paying, facts, table, ({ count, redNines }) => count + redNines, onRedNine);
  return { lines: paying.lines, marks: {} };
}

/** How many of each card can be in hands: both red aces are not, once they were swept. */
export const copiesLeft = ({ aces_swept_by: sweeper }, { copies }) =>
  sweeper == null ? copies : { ...copies, A: copies.A - RED_ACES };

/** What cannot have happened: hands no pack deals, a sweeper with too many cards. */
export function check(facts, table) {
  const fault = faultOfHands(facts, table);
  const sweeper = facts.aces_swept_by;
  if (fault || sweeper == null) return fault;
  const hands = facts.hands.map(readHand);
  const held = hands[sweeper]?.count ?? 0;
  const most = table.pack.hand - RED_ACES;
  if (held > most) return { code: "swept_and_held_too_many", seat: sweeper, held, most };
  const aces = hands.map((hand) => count(hand?.cards ?? [], "A"));
  const beyond = firstBeyond(copiesLeft(facts, table.pack).A, aces);
  return beyond && { code: "aces_swept_and_held", ...beyond };
}

// Wizard; the twin of scorer/rules/variants/wizard.py.

import { askedOfHand, remarksOn, scoreOf } from "./called-bids.js";
import { faultOfTricks } from "./exact-bids.js";
import { afterDeals, isKnown } from "./table.js";

const PACK = 60;
const MADE = 20;
const TRICK = 10;

/** How many cards this deal has: one more each time, as the pack allows. */
const cardsOf = ({ order, played }) => Math.min(played + 1, Math.floor(PACK / order.length));

const isForLeader = ({ rules }) => rules.even_bids === "forbidden_for_leader";

/** Whether the dealer may not bring the bids to the cards of this hand. */
function isBarred({ dealer, rules, ...table }, { totals }) {
  const best = totals.filter((total) => total === Math.max(...totals));
  const leads = best.length === 1 && totals[dealer] === best[0];
  const forLeader = isForLeader({ rules, ...table }) && leads;
  return rules.bids === "in_turn" && (rules.even_bids === "forbidden" || forLeader);
}

/** The bids and tricks of so many cards; a leader who bids last can always bid 0. */
export function asked(table, carry, answers) {
  const cards = cardsOf(table);
  const [{ barred, ...bids }, tricks] = askedOfHand(table, answers, cards, isBarred(table, carry));
  const isHere = barred !== undefined && (barred > 0 || !isForLeader(table));
  const bomb = table.asks.filter(({ key }) => key === "bomb");
  const sum = answers.bomb ? cards - 1 : cards;
  return [isHere ? { ...bids, barred } : bids, ...bomb, { ...tricks, sum }];
}

/** Tricks that are not all; one less may be the bomb's. */
export function check({ bomb, tricks }, table) {
  const due = bomb ? cardsOf(table) - 1 : cardsOf(table);
  const fault = faultOfTricks(tricks, due);
  const mayBeBomb = fault && table.rules.bomb && !bomb && fault.tricks === due - 1;
  return mayBeBomb ? { code: "bomb_missing" } : fault;
}

export function remarks(facts, table, carry) {
  const isWrong = facts.bids[table.dealer] > 0 || !isForLeader(table);
  return remarksOn(facts, cardsOf(table), isWrong && isBarred(table, carry));
}

function lineOf(side, bid, tricks) {
  const off = Math.abs(tricks - bid);
  const points = off ? -TRICK * off : MADE + TRICK * tricks;
  return { side, points, key: off ? "wrong" : "right", numbers: { bid, tricks, off, points } };
}

/** Twenty and ten a trick for a right bid, ten off for each trick of a wrong one. */
export function score(facts, table, carry) {
  const { bids, tricks } = facts;
  const lines = tricks.flatMap((taken, side) =>
    isKnown(taken) && isKnown(bids[side]) ? [lineOf(side, bids[side], taken)] : [],
  );
  return scoreOf(lines, facts, carry);
}

/** The game is over when a deal takes the whole pack, by those who began it. */
export const after = (table, facts, carry, played) =>
  afterDeals(table, facts, carry.marks.deals, played);

// Oh Hell; the twin of scorer/rules/variants/oh_hell.py.

import { askedOfHand, remarksOn, scoreOf } from "./called-bids.js";
import { faultOfTricks } from "./exact-bids.js";
import { isKnown, next, over } from "./table.js";

const PACK = 52;
const TRUMPS = {
  spades_first: ["spades", "hearts", "clubs", "diamonds", "none"],
  hearts_first: ["hearts", "diamonds", "clubs", "spades", "none"],
  spades: ["spades"],
};
const LEAST_BARRED = { forbidden: 1, forbidden_from_four: 4, allowed: PACK };

/** How many cards each deal of the course has, which goes by those who began the game. */
function handsOf({ rules }, { marks: { largest } }) {
  const up = Array.from({ length: largest }, (_, at) => at + 1);
  const down = up.toReversed();
  const courses = { up, down, up_down: [...up, ...down.slice(1)], down_up: [...down, ...up.slice(1)] };
  return courses[rules.course];
}

/** How many cards this deal has; those behind the course have the most, as the pack allows. */
function cardsOf(table, carry) {
  const cards = handsOf(table, carry)[table.played] ?? carry.marks.largest;
  return Math.min(cards, Math.floor(PACK / table.order.length));
}

function knownTrump(table, carry) {
  const { order, played, rules } = table;
  if (rules.trump === "turn_up") return cardsOf(table, carry) * order.length === PACK ? "none" : null;
  const inTurn = TRUMPS[rules.trump];
  return inTurn[played % inTurn.length];
}

const isBarred = ({ bids, even_bids: even }, cards) => bids === "in_turn" && cards >= LEAST_BARRED[even];

/** The bids and tricks of so many cards; the trump where a card is left to turn up. */
export function asked(table, carry, answers) {
  const cards = cardsOf(table, carry);
  const isTurned = ({ key }) => key === "trump" && knownTrump(table, carry) === null;
  const turned = table.asks.filter(isTurned);
  return [...turned, ...askedOfHand(table, answers, cards, isBarred(table.rules, cards))];
}

/** Tricks that are not all. */
export const check = ({ tricks }, table, carry) => faultOfTricks(tricks, cardsOf(table, carry));

export function remarks(facts, table, carry) {
  const cards = cardsOf(table, carry);
  return remarksOn(facts, cards, isBarred(table.rules, cards));
}

function lineOf(side, bid, tricks, rules) {
  const off = Math.abs(tricks - bid);
  const key = off ? rules.missed : rules.made;
  const worth = {
    ...{ ten_plus: 10 + tricks, five_plus: 5 + tricks, ten_plus_square: 10 + tricks ** 2 },
    ...{ tricks, nothing: 0, minus_off: -off, minus_square: -(off ** 2) },
  };
  const points = worth[key];
  return { side, points, key, numbers: { bid, tricks, off, points } };
}

/** Ten, or five, and the tricks of a bid that was made; what a miss is worth is agreed. */
export function score(facts, { rules }, carry) {
  const { bids, tricks } = facts;
  const lines = tricks.flatMap((taken, side) =>
    isKnown(taken) && isKnown(bids[side]) ? [lineOf(side, bids[side], taken, rules)] : [],
  );
  return scoreOf(lines, facts, carry);
}

/** The game is over with its course, or once somebody is ahead then. */
export function after(now, facts, carry, played) {
  const table = { ...now, played };
  const left = handsOf(table, carry).length - played;
  const trump = knownTrump(table, carry);
  if (left > 0) return next(table, facts, { left, trump });
  const best = carry.totals.filter((total) => total === Math.max(...carry.totals));
  return table.rules.ties === "play_on" && best.length > 1 ? next(table, facts, { trump }) : over();
}

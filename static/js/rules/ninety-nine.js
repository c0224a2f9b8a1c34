// Ninety-Nine; the twin of scorer/rules/variants/ninety_nine.py.

import { OF_SUIT, SUITS, bidOf, faultOfTricks, lineOfTricks } from "./exact-bids.js";
import { afterDeals, carryAfter, isKnown, next, over } from "./table.js";

const TRICKS = { 2: 9, 3: 9, 4: 10 };
const JOKER = "JOKER";
const BONUS = [0, 30, 20, 10, 0];
const NEXT_TRUMP = ["diamonds", "spades", "hearts", "clubs", "none"];
const PREMIUMS = { declared: 30, revealed: 60 };
const TO_WIN_A_GAME = 100;
const GAME_BONUS = 100;
const BONUSES_TO_END = 3;
const CARDS_OF_A_SUIT = 9;

const isClassic = ({ version }) => version === "classic";

function handsOf({ bids, tricks, turn_up: turnUp }, { order, rules }) {
  // A joker is what the turned-up card's suit is.
  const joker = (isClassic(rules) && OF_SUIT[turnUp?.slice(-1)]) || 0;
  return tricks.map((taken, at) => {
    const bid = bidOf(bids?.[at], joker);
    const isDummy = at === order.length;
    let made = bid !== null && isKnown(taken) && (isDummy ? taken <= bid : taken === bid);
    if (rules.nought_or_ten && bid === 0 && taken === TRICKS[4]) made = true;
    return { bid, taken, made };
  });
}

/** Tricks that are not all, more than one premium, and cards no pack has. */
export function check(facts, table) {
  const { tricks, premiums } = facts;
  const players = table.order.length;
  const fault = faultOfTricks(tricks, TRICKS[players]);
  if (fault) return fault;
  const named = [...table.order.keys()].filter((seat) => premiums?.[seat]);
  if (players < 3) {
    const seat = named.find((seat) => premiums[seat] === "revealed");
    if (seat !== undefined) return { code: "no_reveal_for_two", seat };
  } else if (named.length > 1) return { code: "two_premiums", seat: named[1] };
  return faultOfCards(facts, table, players);
}

function faultOfCards({ bids, turn_up: turned }, { rules }, players) {
  const turnUp = isClassic(rules) ? turned : null;
  const held = { C: 0, H: 0, S: 0, D: 0, [JOKER]: 0 };
  if (turnUp && turnUp !== JOKER) held[turnUp.slice(-1)] += 1;
  for (const [at, bid] of (bids ?? []).entries()) {
    const seat = at < players ? at : null;
    for (const card of Array.isArray(bid) ? bid : []) {
      held[card] += 1;
      if (card === JOKER && turnUp === JOKER) return { code: "joker_turned_up", seat };
      if (held[JOKER] > 1) return { code: "two_jokers", seat };
      if (players < 4 && held[card] > CARDS_OF_A_SUIT) {
        return { code: "too_many_of_suit", seat, suit: SUITS[card], copies: CARDS_OF_A_SUIT };
      }
    }
  }
  return null;
}

/** Tricks, the bonus of bids that were made, premiums, and the bonus of a game. */
export function score(facts, table, carry) {
  const hands = handsOf(facts, table);
  const players = table.order.length;
  const made = hands.filter((hand) => hand.made).length;
  // A bonus goes by who else made it, so there is none before all tricks are in.
  const isWhole = hands.every((hand) => isKnown(hand.taken));
  const lines = [];
  for (const [side, hand] of hands.slice(0, players).entries()) {
    if (!isKnown(hand.taken)) continue;
    lines.push(lineOfTricks(side, hand.taken, hand.bid, hand.made));
    const bonus = isWhole ? BONUS[made] : 0;
    if (hand.made && bonus) lines.push({ side, points: bonus, key: "made", numbers: { bonus, made } });
  }
  if (isWhole) lines.push(...premiumLines(facts, table, hands));
  if (table.rules.length !== "match") return { lines, marks: { trump: NEXT_TRUMP[made], made } };
  return endOfGame(lines, hands, made, table, carry);
}

/** A premium is its owner's who made the bid, else each opponent's. */
function premiumLines({ premiums }, { order, rules }, hands) {
  const declared = [...order.keys()].filter((seat) => premiums?.[seat]);
  const isShut = (side) =>
    declared.includes(side) && (!hands[side].made || rules.two_declare === "own_only");
  return declared.flatMap((seat) => {
    const key = premiums[seat];
    const points = PREMIUMS[key];
    const lineOf = (side, ending, numbers) => ({ side, points, key: `${key}${ending}`, numbers });
    if (hands[seat].made) return [lineOf(seat, "_and_made", { premium: points })];
    const others = [...order.keys()].filter((side) => side !== seat && !isShut(side));
    return others.map((side) => lineOf(side, "_and_failed", { premium: points, from: seat }));
  });
}

function matchOf({ totals, marks, by_side }) {
  const none = totals.map(() => 0);
  return { game: marks.game ?? 1, before: none, bonuses: none, ...by_side };
}

function endOfGame(lines, hands, made, table, carry) {
  const { game, before, bonuses } = matchOf(carry);
  const { totals } = carryAfter(carry, lines);
  const isThere = (seat) => totals[seat] - before[seat] >= TO_WIN_A_GAME;
  const there = [...totals.keys()].filter(isThere);
  if (!there.length) return { lines, marks: { game, trump: NEXT_TRUMP[made], made } };
  const entitled = there.filter((seat) => hands[seat].made || table.rules.game_bonus === "always");
  const bonus = { points: GAME_BONUS, key: "game_bonus", numbers: { bonus: GAME_BONUS } };
  const written = [...lines, ...entitled.map((side) => ({ side, ...bonus }))];
  const by_side = {
    before: carryAfter(carry, written).totals,
    bonuses: bonuses.map((count, seat) => count + (entitled.includes(seat) ? 1 : 0)),
  };
  return { lines: written, marks: { game: game + 1, trump: "none" }, by_side };
}

/** To a target, so many deals, or the match, until somebody has three bonuses. */
export function after(table, facts, carry, played) {
  const { rules } = table;
  const { totals, marks } = carry;
  const trump = isClassic(rules) ? null : (marks.trump ?? "none");
  if (rules.length === "deals") return afterDeals(table, facts, rules.deals, played, { trump });
  if (rules.length === "target") {
    return played && Math.max(...totals) >= rules.target ? over() : next(table, facts, { trump });
  }
  const { game, before, bonuses } = matchOf(carry);
  if (Math.max(...bonuses) >= BONUSES_TO_END) return over();
  const within = totals.map((now, side) => now - before[side]);
  return next(table, facts, { part: { number: game, totals: within }, trump });
}

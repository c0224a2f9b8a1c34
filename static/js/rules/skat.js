// Skat; the twin of scorer/rules/variants/skat.py.

import { marksOfBock, multiplied, timesOf } from "./bock.js";
import { afterCircuits, isKnown, next, sum } from "./table.js";

const BASES = { diamonds: 9, hearts: 10, spades: 11, clubs: 12, grand: 24 };
const STEPS = { all: 2, to_120: 1, to_89: 0, to_60: 0, to_30: 1, none: 2 };
// By whether null is played from the hand, and ouvert.
const NULLS = [23, 35, 46, 59];
const WINNING = ["all", "to_120", "to_89"];
const ANNOUNCED_STEPS = { schneider: 1, schwarz: 2 };
const CARD_POINTS = 120;
// What each other player has for a game that the declarer lost, by how many sit there.
const DEFENCE = { 3: 40, 4: 30 };

const isRamsch = ({ ramsch }) => Boolean(ramsch?.some(isKnown));

/** What is asked of the game that is played, or of a Ramsch. */
export function asked({ asks }, carry, answers) {
  const { game, hand, passed } = answers;
  const ramsch = isRamsch(answers);
  const isNull = game === "null";
  const isOfSteps = game in BASES;
  const there = {
    announced: hand && isOfSteps,
    ouvert: isNull || (hand && isOfSteps),
    matadors: isOfSteps,
    took: isKnown(game),
    passed: !ramsch && (passed || !isKnown(game)),
    ramsch: ramsch || passed,
    virgins: ramsch,
    bock: true,
  };
  const ownOf = (ask) => {
    if (ask.key === "took") return { ...ask, values: isNull ? ["none", "some"] : Object.keys(STEPS) };
    return ask.key === "matadors" && game === "grand" ? { ...ask, most: 4 } : ask;
  };
  return asks.filter(({ key }) => (key in there ? there[key] : !ramsch)).map(ownOf);
}

/** Of four the dealer rests. */
export const resting = ({ dealer, order }) => (order.length === 4 ? [dealer] : []);

/** All passed, where the same dealer deals again for that. */
export const dealtAgain = ({ passed }, rules) => rules.all_pass === "again" && Boolean(passed);

function gameOf({ announced, bid, game, hand = false, matadors, ouvert = false, took }) {
  if (game === "null") {
    const value = NULLS[Number(hand) + 2 * ouvert];
    return { steps: 1, base: value, value, isWon: took === "none" };
  }
  // Who plays ouvert has announced schwarz.
  const said = ouvert ? 2 : (ANNOUNCED_STEPS[announced] ?? 0);
  const steps = matadors + 1 + hand + Math.max(said, STEPS[took]) + said + ouvert;
  const base = BASES[game];
  const isOverbid = steps * base < bid;
  const isWon = !isOverbid && WINNING.includes(took) && (!said || STEPS[took] >= said);
  return { steps, base, value: (isOverbid ? Math.ceil(bid / base) : steps) * base, isWon, isOverbid };
}

/** A Ramsch that does not add up, and a null that is bid too high. */
export function check(facts) {
  const { bid, game, ramsch, virgins = 0 } = facts;
  if (isRamsch(facts)) {
    const [points, isWhole] = [sum(ramsch), ramsch.filter(isKnown).length === 3];
    if (isWhole && points !== CARD_POINTS) return { code: "ramsch_adds_up", what: "ramsch", points };
    const isFewer = ramsch.filter((number) => number === 0).length < virgins;
    return isFewer ? { code: "virgins_have_nothing", what: "virgins" } : null;
  }
  if (game !== "null" || !isKnown(bid)) return null;
  const { value } = gameOf(facts);
  return bid > value ? { code: "null_below_the_bid", what: "bid", of: "deal", value } : null;
}

/** What hardly anybody holds or bids. */
export function remarks(facts) {
  const { bid = null, declarer, matadors = null } = facts;
  if (!isKnown(declarer)) return [];
  const { value } = gameOf(facts);
  const isValueOf = (base) => bid && bid % base === 0 && bid / base <= 18;
  const isOfGame = NULLS.includes(bid) || Object.values(BASES).some(isValueOf);
  const found = {
    rare_matadors: matadors >= 5,
    no_such_bid: bid !== null && !isOfGame,
    bid_far_below: isOfGame && bid <= value - 18,
    rare_value: value > 200,
  };
  const numbers = { value, bid, matadors };
  return Object.keys(found).filter((key) => found[key]).map((key) => ({ seat: null, key, numbers }));
}

function linesOfGame(facts, table, carry) {
  const { bid, declarer: side, game, said } = facts;
  const { isOverbid, isWon, ...numbers } = gameOf(facts);
  const ending = isWon ? "won" : "lost";
  const key = isOverbid ? "overbid" : game === "null" ? `null_${ending}` : ending;
  const points = isWon ? numbers.value : -2 * numbers.value;
  const lines = [{ side, points, key, numbers: { ...numbers, bid: bid ?? 0 } }];
  if (said) lines.push(...multiplied(lines, said === "re" ? 4 : 2, said));
  lines.push(...multiplied(lines, timesOf(table, carry)));
  const { order, rules: { list } } = table;
  if (list === "leipzig") return lines;
  const listed = isWon ? 50 : -50;
  lines.push({ side, points: listed, key: `game_${ending}`, numbers: { points: listed } });
  if (list === "seeger" || isWon) return lines;
  const more = DEFENCE[order.length];
  const defended = { points: more, key: "defended", numbers: { points: more, who: side } };
  const others = [...order.keys()].filter((seat) => seat !== side);
  return [...lines, ...others.map((seat) => ({ ...defended, side: seat }))];
}

function linesOfRamsch({ ramsch, virgins = 0 }, table, carry) {
  const points = ramsch.filter(isKnown);
  // Who loses is known with the last of them.
  if (points.length < 3) return [];
  const most = Math.max(...points);
  const losers = [...ramsch.keys()].filter((seat) => ramsch[seat] === most);
  const isAll = virgins === 2;
  const [key, score] = isAll ? ["all_tricks", CARD_POINTS] : ["ramsch", -most];
  const numbers = { points: Math.abs(score) };
  const lines = losers.map((side) => ({ side, points: score, key, numbers }));
  if (!isAll) lines.push(...multiplied(lines, 1 + virgins, "virgin"));
  return [...lines, ...multiplied(lines, timesOf(table, carry))];
}

function linesOf(facts, table, carry) {
  const isGame = isKnown(facts.declarer);
  const played = isRamsch(facts) ? linesOfRamsch : isGame ? linesOfGame : () => [];
  const lines = played(facts, table, carry);
  const key = lines.length ? "nothing" : "all_passed";
  const others = [...table.order.keys()].filter((seat) => !lines.some(({ side }) => side === seat));
  return [...lines, ...others.map((side) => ({ side, points: 0, key, numbers: {} }))];
}

/** What the declarer's game, or the Ramsch, is worth, by the list that is kept. */
export function score(facts, table, carry) {
  const idleOf = (seat) => (carry.by_side.idle?.[seat] ?? 0) + Number(!table.resting.includes(seat));
  const idle = [...table.order.keys()].map((seat) => (seat === facts.declarer ? 0 : idleOf(seat)));
  return { lines: linesOf(facts, table, carry), marks: marksOfBock(facts, table, carry), by_side: { idle } };
}

/** So many rounds, or until the table stops. */
export const after = (table, facts, carry, played) =>
  table.rules.length === "open" ? next(table, facts) : afterCircuits(table, facts, carry, played);

// Doppelkopf; the twin of scorer/rules/variants/doppelkopf.py.

import { marksOfBock, multiplied, timesOf } from "./bock.js";
import { fromLeftOf, isKnown, next, nextDealer, over, sum } from "./table.js";

const [ALL, HALF] = [240, 120];
const REFUSALS = { no90: 90, no60: 60, no30: 30, schwarz: 1 };

/** Of five the dealer rests, of six the seat opposite too. */
export const resting = ({ dealer, order }) =>
  [dealer, ...fromLeftOf(order, dealer)].filter((_, at) => at < (order.length - 4) * 3 && at % 3 === 0);

/** Whether all tricks were taken only where one side has all points. */
export const asked = ({ asks }, carry, { re_points: points }) =>
  [0, ALL].includes(points) ? asks : asks.slice(0, -1);

function partyOf(name, facts, { order, resting: out, rules }) {
  const { kontra_said: kontra, partner, re, re_points, re_said: first, swept: all } = facts;
  const [isRe, swept] = [name === "re", name === all];
  const seats = order.filter((seat) => !out.includes(seat) && [re, partner].includes(seat) === isRe);
  const points = isRe ? re_points : ALL - re_points;
  const said = isRe ? first : kontra;
  const refused = Object.keys(REFUSALS).indexOf(said) + 1;
  // With 120 points each Kontra has won, unless nobody else said anything.
  const isEnough = rules.at_120 === "association" && isKnown(kontra) && !isKnown(first);
  const needed = refused ? ALL + 1 - REFUSALS[said] : HALF + Number(isRe !== isEnough);
  const kept = points >= needed && (swept || said !== "schwarz");
  return { name, seats, points, said: isKnown(said), refused, swept, kept };
}

const partiesOf = (facts, table) => ["re", "kontra"].map((name) => partyOf(name, facts, table));

const hasWon = (party, other) => (party.refused || !other.refused ? party.kept : !other.kept);

function gainsOf(party, other, facts, rules) {
  const won = Number(hasWon(party, other));
  const said = 2 * won * Number(rules.counting === "association");
  const limits = [HALF, 90, 60, rules.against_schwarz].slice(0, other.refused);
  const reached = other.swept ? 0 : limits.filter((limit) => party.points >= limit).length;
  const under = [90, 60, 30].filter((limit) => other.points < limit).length + Number(party.swept);
  const sumOf = (key) => sum(party.seats.map((seat) => facts[key]?.[seat]));
  const isMine = (key) => Number(party.seats.includes(facts[key]));
  const gains = [
    ["won", won],
    ["under", hasWon(other, party) ? 0 : under],
    ...[party, other].map(({ name, said: isSaid }) => [`${name}_said`, isSaid ? said : 0]),
    ["refused", won * (party.refused + other.refused)],
    ["reached", reached],
  ];
  if (!facts.solo) {
    gains.push(["against_old", party.name === "kontra" ? won : 0]);
    gains.push(...["foxes", "doubles"].map((key) => [key, sumOf(key)]));
    gains.push(...["karlchen", "karlchen_caught"].map((key) => [key, isMine(key)]));
  }
  return gains.filter(([, points]) => points);
}

function linesOf(facts, table) {
  const [re, kontra] = partiesOf(facts, table);
  const who = { re: re.seats.length, who: re.seats[0], to: re.seats.at(-1) };
  const lines = [[re, kontra], [kontra, re]].flatMap(([party, other]) =>
    gainsOf(party, other, facts, table.rules).flatMap(([key, points]) => {
      const against = { points: -points, key: `${key}_against`, numbers: { points, ...who } };
      const gained = party.seats.map((side) => ({ ...against, side, points, key }));
      return [...gained, ...other.seats.map((side) => ({ ...against, side }))];
    }),
  );
  for (const { name, said } of [re, kontra]) {
    if (table.rules.counting === "doubling" && said) lines.push(...multiplied(lines, 2, `${name}_doubles`));
  }
  const alone = lines.filter(({ side }) => facts.solo && side === facts.re);
  return [...lines, ...multiplied(alone, 3, "alone")];
}

const soloistOf = ({ re, solo }) => (solo && solo !== "silent" ? re : null);

const owing = ({ order, rules }, { by_side: { solos } }) =>
  order.filter((seat) => rules.compulsory_solos && !solos[seat]);

const leftOf = ({ deals, length }, played) => (length === "deals" ? deals - played : null);

/** Points that no cards make, one Re as two, and too much of one thing. */
export function check({ partner, re, re_points: points, swept, ...facts }) {
  if (points === 1 || points === ALL - 1) return { code: "no_such_points", points };
  if (swept && (swept === "re") !== points > HALF) return { code: "swept_without_points" };
  if (isKnown(re) && re === partner) return { code: "re_is_partner" };
  const [foxes, doubles] = [sum(facts.foxes ?? []), sum(facts.doubles ?? [])];
  if (foxes > 2) return { code: "too_many_foxes", many: foxes };
  return doubles > 4 ? { code: "too_many_doubles", many: doubles } : null;
}

/** What is rare: nobody won, all points without all tricks, much, a solo too few. */
export function remarks(facts, table, carry) {
  const [re, kontra] = partiesOf(facts, table);
  const worth = linesOf(facts, table).filter(({ side }) => side === kontra.seats[0]);
  const points = Math.abs(sum(worth.map((line) => line.points)));
  const owe = owing(table, carry);
  const left = leftOf(table.rules, table.played);
  const areDue = owe.length > 0 && left !== null && left <= owe.length;
  const found = {
    nobody_won: !hasWon(re, kontra) && !hasWon(kontra, re),
    solo_with_nothing: facts.solo && !re.points,
    not_swept: [0, ALL].includes(re.points) && !re.swept && !kontra.swept,
    much: points > 12,
    only_solos: areDue && !owe.includes(soloistOf(facts)),
  };
  const keys = Object.keys(found).filter((key) => found[key]);
  return keys.map((key) => ({ seat: null, key, numbers: { points, solos: owe.length } }));
}

/** What each has won or lost, and who has played a solo. */
export function score(facts, table, carry) {
  const worth = linesOf(facts, table);
  const lines = [...worth, ...multiplied(worth, timesOf(table, carry))];
  const idle = lines.length ? [] : table.order.filter((seat) => !table.resting.includes(seat));
  lines.push(...idle.map((side) => ({ side, points: 0, key: "nothing", numbers: {} })));
  const soloist = soloistOf(facts);
  const solos = carry.by_side.solos.map((many, seat) => many + Number(seat === soloist));
  const marks = marksOfBock(facts, table, carry);
  return { lines, marks, by_side: { solos } };
}

/** So many deals, or until the table stops; after a solo the same dealer may deal again. */
export function after(table, facts, carry, played) {
  const { dealer, rules } = table;
  const left = leftOf(rules, played);
  if (left !== null && left <= 0) return over();
  const soloist = rules.compulsory_solos && facts ? soloistOf(facts) : null;
  const again = { always: Boolean(facts?.solo), compulsory: carry.by_side.solos[soloist] === 1 };
  return next(table, facts, { left, dealer: again[rules.solo_deals] ? dealer : nextDealer(table, facts) });
}

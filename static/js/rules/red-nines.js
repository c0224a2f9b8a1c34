// Red Nines, 20th century; the twin of scorer/rules/variants/red_nines.py.

import { CARDS, NINE, RED_NINE, faultOfHands, faultOfSums, readHand } from "./hands.js";

export { afterCircuits as after } from "./table.js";

const MOST_RED_NINES = 6;
const worth = (J, Q, K, A) => {
  const faces = { J, Q, K, A, [RED_NINE]: NINE };
  return Object.fromEntries(CARDS.map((card) => [card, faces[card] ?? Number(card)]));
};
// What each card counts in the hand it is caught in, by the house rule.
const VALUES = {
  standard: () => worth(11, 12, 13, 20),
  american: () => worth(10, 10, 10, 11),
  own: ({ ace, jack, queen, king }) => worth(jack, queen, king, ace),
};
const PERHAPS_DOUBLED = 50;
const RARELY_SO_DEAR = 100;

function sumOf(hand, rules) {
  const values = VALUES[rules.values](rules);
  return hand.cards ? hand.cards.reduce((sum, card) => sum + values[card], 0) : hand.points;
}

/** The sum of a hand as a record writes it, each red nine as 9 and before any doubling. */
export const sumOfHand = (raw, rules) => sumOf(readHand(raw), rules);

/** By how much so many red nines multiply the hand that holds them. */
export function factorOfNines(redNines, rules) {
  if (!redNines) return 1;
  redNines = Math.min(redNines, MOST_RED_NINES);
  if (rules.red_nine_doubling === "per_nine") return 2 * redNines;
  return Math.min(2 ** redNines, rules.red_nine_doubling === "at_most_four" ? 4 : Infinity);
}

function caught(side, points, redNines) {
  if (!redNines) return { side, points, key: "caught", numbers: { points } };
  const plain = points - NINE * redNines;
  const key = `caught_with_${plain ? "" : "only_"}red_nine${redNines > 1 ? "s" : ""}`;
  return { side, points, key, numbers: { plain, red_nines: redNines, points } };
}

function linesOf(side, hand, onRedNine, rules) {
  const { redNines } = hand;
  const points = sumOf(hand, rules);
  const own = factorOfNines(redNines, rules);
  const lines = [caught(side, points, redNines)];
  const sofar = points * own;
  if (own > 1) {
    const key = redNines > 1 ? "red_nines_multiply" : "red_nine_doubles";
    const numbers = { red_nines: redNines, factor: own, sofar };
    lines.push({ side, points: sofar - points, key, numbers });
  }
  if (onRedNine && (rules.out_on_red_nine === "multiplies" || own === 1)) {
    const numbers = { factor: 2, sofar: sofar * 2 };
    lines.push({ side, points: sofar, key: "out_on_red_nine_doubles", numbers });
  }
  return lines;
}

/** The penalties of one deal: the first out scores nothing, the others what they hold. */
export function score({ out, on_red_nine: onRedNine = false, hands }, { rules }) {
  const lines = hands.flatMap((raw, seat) => {
    const key = onRedNine ? "went_out_on_red_nine" : "went_out";
    if (seat === out) return [{ side: seat, points: 0, key, numbers: {} }];
    const hand = readHand(raw);
    return hand ? linesOf(seat, hand, onRedNine, rules) : [];
  });
  return { lines, marks: {} };
}

/** What cannot have happened: hands that one pack cannot make. */
export const check = (facts, { pack, rules }) =>
  faultOfHands(facts, { pack }) ?? faultOfSums(facts.hands.map(readHand), VALUES[rules.values](rules), pack);

/** What is possible but rarely so. */
export function remarks({ hands }, { rules }) {
  return hands.flatMap((raw, seat) => {
    // Cards that were tapped add up by themselves.
    const points = raw && !Array.isArray(raw) ? sumOfHand(raw, rules) : 0;
    if (raw?.red_nines && points % 2 === 0 && points > PERHAPS_DOUBLED) {
      return [{ seat, key: "perhaps_doubled", numbers: { points, instead: points / 2 } }];
    }
    return points > RARELY_SO_DEAR ? [{ seat, key: "rarely_so_dear", numbers: { points } }] : [];
  });
}

// Hearts; the twin of scorer/rules/variants/hearts.py.

import { carryAfter, isKnown, next, over, sum } from "./table.js";

const ALL_HEARTS = 13;
const QUEEN_COUNTS = 13;
const ALL = ALL_HEARTS + QUEEN_COUNTS;
const JACK_COUNTS = -10;

/** The seat that took all hearts and the queen; null for nobody, or where it is not known. */
const whoShot = ({ hearts, queen }) =>
  isKnown(queen) && hearts?.[queen] === ALL_HEARTS ? queen : null;

/** Who shot the moon is asked what it does. */
export const asked = ({ asks }, carry, answers) =>
  asks.filter(({ key }) => key !== "moon" || whoShot(answers) !== null);

/** Hearts that are not thirteen. */
export function check({ hearts }) {
  const taken = sum(hearts);
  const isWrong = hearts.every(isKnown) ? taken !== ALL_HEARTS : taken > ALL_HEARTS;
  return isWrong ? { code: "hearts_add_up", hearts: taken, due: ALL_HEARTS } : null;
}

function* takenLines(facts, { moon }) {
  const { hearts, queen } = facts;
  const who = whoShot(facts);
  const isOwn = (facts.moon ?? moon) === "own";
  for (const [side, number] of hearts.entries()) {
    if (side === who) {
      const key = isOwn ? "shot_own" : "shot_others";
      yield { side, points: isOwn ? -ALL : 0, key, numbers: {} };
    } else if (who !== null) {
      yield { side, points: isOwn ? 0 : ALL, key: isOwn ? "spared" : "hit", numbers: { who } };
    } else {
      if (isKnown(number) && (number || side !== queen)) {
        yield { side, points: number, key: "hearts", numbers: { hearts: number } };
      }
      if (side === queen) {
        yield { side, points: QUEEN_COUNTS, key: number ? "queen" : "queen_alone", numbers: {} };
      }
    }
  }
}

/** The hearts, the queen and the jack; a moon either way. */
export function score(facts, { rules }, carry) {
  const { exact, target } = rules;
  const lines = [...takenLines(facts, rules)];
  if (isKnown(facts.jack)) {
    lines.push({ side: facts.jack, points: JACK_COUNTS, key: "jack", numbers: {} });
  }
  if (exact === "half") {
    const half = Math.floor(target / 2);
    carryAfter(carry, lines).totals.forEach((total, side) => {
      if (total !== target) return;
      lines.push({ side, points: half - target, key: "halved", numbers: { points: target, half } });
    });
  }
  return { lines, marks: {} };
}

/** The game ends when somebody is at the target, or above it where just there is halved. */
export function after(table, facts, { totals }, played) {
  const { exact, target, ties } = table.rules;
  const isThere = played && facts && Math.max(...totals) >= target + Number(exact === "half");
  const lowest = Math.min(...totals);
  const playsOn = ties === "play_on" && totals.filter((total) => total === lowest).length > 1;
  return isThere && !playsOn ? over() : next(table, facts);
}

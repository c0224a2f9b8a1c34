// What a deal of a counter game will move: who pays whom, and how everybody stands afterwards.

import { isBlank, judge } from "../pad/typed.js";
import { after } from "../rules/table.js";
import { nameAt, say } from "../words.js";
import { COUNTED } from "./sentences.js";

const HELD = "{cards|cards}{red_nines|nines_among}";

/** A number with its sign, as people write it. */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

const plain = (number) => String(number).replace("-", "−");
const arrow = (before, now) => (before === now ? before : `${before} → ${now}`);

/** How everybody stands on the sheet: with the next deal dressed and what was noted in it. */
function standing(variant, { next: opened }, { end, next }) {
  if (!opened) return end;
  const { lines, marks } = variant.opening(next, end);
  const laid = after(end, lines, marks);
  return after(laid, variant.inPlay?.(opened.noted, next, laid) ?? [], marks);
}

const sumOf = (lines) => lines.reduce((sum, { points }) => sum + points, 0);

/** The facts, a row to show for each seat, the winner's gain, the pools, and the first fault. */
export function previewOf(variant, { data, words }, place, typed) {
  const { answers, hands, handless } = typed;
  const judged = judge(variant, data, place, typed);
  const { faults, ready, scored } = judged;
  const before = data.next ?? data;
  const now = place.correcting ? standing(variant, data, judged) : judged.end;
  const name = (seat) => nameAt(data.seats, seat);

  const stands = (seat) => {
    const then = plain(before.totals[seat]);
    if (!place.correcting) return arrow(then, plain(now.totals[seat]));
    return `${then} → ${ready ? plain(now.totals[seat]) : "…"}`;
  };

  /** What a seat moves besides paying for its cards. */
  function besides(lines) {
    const of = (key) => sumOf(lines.filter((line) => line.key === key));
    const [swept, bought] = [of("sweeps_red_aces"), of("buys_in")];
    return [swept && COUNTED.swept(swept), bought && COUNTED.bought(bought)].filter(Boolean);
  }

  function row(seat) {
    const lines = scored.filter((line) => line.seat === seat);
    const shown = { active: seat === typed.active, totals: stands(seat) };
    if (seat === answers.out || handless) {
      const points = sumOf(lines);
      return { ...shown, cost: points ? signed(points) : "", working: besides(lines).join(", ") };
    }
    if (isBlank(hands[seat])) {
      return { ...shown, blank: true, working: besides(lines).join(", ") };
    }
    if (faults.some((fault) => fault.seat === seat)) return { ...shown, fault: true };
    const { numbers } = lines.find(({ key }) => key.startsWith("pays_"));
    const { amount, due } = numbers;
    const told = amount === due ? amount : COUNTED.part(amount, due);
    const nines = numbers.cards === numbers.red_nines && COUNTED.onlyNines[numbers.cards];
    const held = nines || say(words, HELD, numbers).replace(/,$/, "");
    return {
      ...shown,
      cost: COUNTED.pays(told, name(answers.out)),
      heard: COUNTED.paysHeard(told, name(answers.out)),
      working: [held, ...besides(lines)].join(", "),
    };
  }

  const won = place.correcting
    ? sumOf(scored.filter(({ seat }) => seat === answers.out))
    : now.totals[answers.out] - before.totals[answers.out];
  // On a new deal only what changes; the sheet tells the rest.
  const pools = variant.pools
    .map((key) => [key, before.pools[key], place.correcting && !ready ? "…" : now.pools[key]])
    .filter(([, then, later]) => place.correcting || then !== later)
    .map(([key, then, later]) => `${data.pool_names[key]} ${arrow(then, later)}`);
  return {
    facts: judged.facts,
    rows: hands.map((_, seat) => row(seat)),
    fault: faults[0],
    gain: { name: name(answers.out), points: signed(won), totals: stands(answers.out) },
    pools: pools.join(" · "),
  };
}

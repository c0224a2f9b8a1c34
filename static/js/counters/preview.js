// What a deal of a counter game will move: who pays whom, and how everybody stands afterwards.

import { factsOf, isBlank, judge } from "../pad/typed.js";
import { after } from "../rules/table.js";
import { nameAt } from "../words.js";
import { COUNTED } from "./sentences.js";

const plain = (number) => String(number).replace("-", "−");
const arrow = (before, now) => (before === now ? before : `${before} → ${now}`);

/** A number with its sign, as people write it. */
const signed = (number) => (number > 0 ? `+${number}` : plain(number));

/** Whether another deal follows these. */
const goesOn = ({ to_play }, told) => told.filter((facts) => !facts.void).length < to_play;

/** How everybody stands on the sheet: with the next deal dressed and what was noted in it. */
function standing(variant, data, place, { end, facts, next }) {
  const told = data.deals.map((deal, at) => (at === place.index ? facts : deal.facts));
  if (!data.next || !goesOn(data, told)) return end;
  const { lines, marks } = variant.opening(next, end);
  const laid = after(end, lines, marks);
  return after(laid, variant.inPlay?.(data.next.noted, next, laid) ?? [], marks);
}

/** What the two numbers beside an arrow are. */
function numbersOf({ over, deals, next }, { correcting, number }) {
  if (!correcting) return COUNTED.beforeAndAfter(number);
  if (over) return COUNTED.beforeSharing;
  const laid = Object.entries(COUNTED.laid).find(([begin]) =>
    next.lines.some(({ key, points }) => points && key.startsWith(begin)),
  );
  return laid
    ? COUNTED.nowAndThenLaid(laid[1], next.number)
    : COUNTED.nowAndThen(deals.length);
}

/** What a seat moves, one reason after the other, such as "Dress 9 · 2 → Ben for 2 cards". */
function workingOf(lines, name) {
  const moved = {};
  for (const { key, points, numbers } of lines) {
    const kind = Object.keys(COUNTED.moves).find((begin) => key.startsWith(begin));
    if (!kind) continue;
    const sum = (moved[kind] ??= { amount: 0, due: 0, numbers });
    sum.amount += Math.abs(points);
    sum.due += numbers.due ?? 0;
  }
  const says = Object.entries(moved)
    .filter(([, { amount, due }]) => amount || due)
    .map(([kind, { amount, due, numbers }]) => COUNTED.moves[kind](amount, due, numbers, name));
  const told = says.join(" · ");
  return told.charAt(0).toUpperCase() + told.slice(1);
}

/**
 * The facts, a row to show for each seat, the winner's gain, what the numbers are, and the first
 * fault. `kept` are facts that nothing depends on.
 */
export function previewOf(variant, { data }, place, typed, kept) {
  const { answers, hands, handless, voided } = typed;
  const nobody = answers.out === null && !voided;
  const told = voided || nobody ? { void: true } : { ...kept, ...factsOf(data.asks, typed) };
  const judged = judge(variant, data, place, typed, told);
  const { end, faults, lines, scores } = judged;
  const ready = judged.ready && !nobody;
  const { correcting } = place;
  const shown = data.next ?? data;
  const now = correcting ? standing(variant, data, place, judged) : end;

  // While a hand cannot be, nobody knows what whoever is paid for it receives.
  const isOpen = (seat) => faults.length > 0 && seat === answers.out;
  const change = (seat) => (isOpen(seat) ? "…" : signed(scores[seat]));

  // Of a new deal what it changes; of a correction what the sheet says now and will say then.
  const stands = (seat) => {
    const before = plain(end.totals[seat] - scores[seat]);
    if (!correcting) return isOpen(seat) ? `${before} → …` : arrow(before, plain(end.totals[seat]));
    return `${plain(shown.totals[seat])} → ${ready ? plain(now.totals[seat]) : "…"}`;
  };
  const name = (seat) => nameAt(data.seats, seat);
  const known = ({ key, seat }) => !isOpen(seat) || !key.startsWith("receives");
  const working = (seat) =>
    workingOf(lines.filter((line) => line.seat === seat && known(line)), name);

  function row(seat) {
    const told = { active: seat === typed.active, totals: stands(seat) };
    if (nobody) return told;
    const asked = seat !== answers.out && !handless;
    if (asked && faults.some((fault) => fault.seat === seat)) return { ...told, fault: true };
    if (asked && isBlank(hands[seat])) return { ...told, blank: true, working: working(seat) };
    return { ...told, cost: change(seat), working: working(seat) };
  }

  // Only what changes; the sheet tells the rest.
  const changed = correcting && !ready ? [] : variant.pools.filter(
    (key) => shown.pools[key] !== now.pools[key],
  );
  const swept = changed.length > 1 && changed.every((key) => !now.pools[key]);
  const pools = changed.map(
    (key) => `${data.pool_names[key]} ${arrow(shown.pools[key], now.pools[key])}`,
  );
  const { out } = answers;
  return {
    facts: judged.facts,
    rows: hands.map((_, seat) => row(seat)),
    fault: faults[0],
    gain:
      out === null || voided
        ? {}
        : {
            name: name(out),
            points: change(out),
            totals: stands(out),
            working: working(out),
          },
    news: [numbersOf(data, place), ...(swept ? [COUNTED.bothSwept] : pools)].join(" · "),
  };
}

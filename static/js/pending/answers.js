// The deal in play with the answers that wait: what is in, open to all, noted and missing, as
// scorer/rules/in_play.py says it of those in the book.

import { fromLeftOf, isKnown } from "../rules/table.js";

const OF_DEAL = -1;

/** Whether all see an answer at once; hands are so only on the pad of who keeps the score. */
export const isOpen = ({ kind, shown }) => shown === "at_once" && kind !== "hands";

const isAt = (key, at) => (place) => place[0] === key && place[1] === at;

/** The answers to an ask that count: of several calls the best one. */
function countingOf({ beats = [] }, answers, { dealer, order }) {
  const called = fromLeftOf(order, dealer).filter((seat) => answers[seat]);
  if (!beats.length || called.length < 2) return answers;
  const best = Math.min(...called.map((seat) => beats.indexOf(answers[seat])));
  const first = called.find((seat) => beats.indexOf(answers[seat]) === best);
  return answers.map((answer, seat) => (seat === first || !called.includes(seat) ? answer : null));
}

/** What is known of the next deal, of this table, once what waits is in. */
export function answerNext({ asks, sides }, next, waiting, table) {
  const { device } = document.querySelector("main").dataset;
  const answered = structuredClone(next.answered ?? {});
  const noted = { ...next.noted };
  let places = next.in ?? [];

  const placesOf = ({ but, of, stand_ins: more }) => {
    const many = of === "seat" ? table.order.length : new Set(sides).size;
    const all = of === "deal" ? [OF_DEAL] : [...Array(many + more).keys()];
    return all.filter((at) => !but || at !== answered[but]);
  };

  function put(key, at, value) {
    const ask = asks.find((one) => one.key === key);
    if (!ask) return;
    // What a call has opened is hidden again until the server shows it.
    const hideIn = (known) => (known[key] = known[key]?.map((old, place) => (place === at ? null : old)));
    if (!isOpen(ask)) [answered, noted].forEach(hideIn);
    else if (at === OF_DEAL) answered[key] = value;
    else (answered[key] ??= Array(placesOf({ ...ask, but: null }).length).fill(null))[at] = value;
  }

  for (const { clear = [], set = [] } of waiting) {
    const changed = [...clear, ...set];
    places = places.filter(([key, at]) => !changed.some(isAt(key, at)));
    places = [...places, ...set.map(([key, at]) => [key, at, device])];
    for (const [key, at, value = null] of changed) put(key, at, value);
  }
  for (const ask of asks.filter(isOpen)) {
    const { key, kind, of, when } = ask;
    const nothing = kind === "flag" ? false : null;
    if (!places.some((place) => place[0] === key)) {
      delete answered[key];
      delete noted[key];
    } else if (when === "during" && of === "deal") noted[key] = answered[key] ?? nothing;
    else if (when === "during") {
      noted[key] = countingOf(ask, answered[key], table).map((answer) => answer ?? nothing);
    }
  }
  // What must be answered, is hidden or of a group, unless another answer leaves it out.
  const isLeftOut = ({ unless }) => unless.some((key) => isKnown(answered[key]) && answered[key] !== false);
  const needed = asks.filter((ask) => (ask.required || ask.group || !isOpen(ask)) && !isLeftOut(ask));
  const missing = needed
    .flatMap((ask) => placesOf(ask).map((at) => [ask.key, at]))
    .filter(([key, at]) => !places.some(isAt(key, at)));
  return { ...next, answered, noted, in: places, ...(next.missing && { missing }) };
}

/** The seats and sides of which an answer of their own waits, as sides. */
export const sidesAnswering = ({ asks, next, sides }, items) =>
  items
    .filter(({ content, kind }) => kind === "answers" && content.after === next?.after)
    .flatMap(({ content: { clear = [], set = [] } }) => [...clear, ...set])
    .map(([key, at]) => (asks.find((ask) => ask.key === key)?.of === "side" ? at : sides[at]));

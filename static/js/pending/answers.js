// The deal in play with the answers that wait: what is in, open to all and noted, as
// scorer/rules/in_play.py says it of those in the book.

import { fromLeftOf } from "../rules/table.js";

/** Whether all see an answer at once; hands are so only on the pad of who keeps the score. */
export const isOpen = ({ kind, shown }) => shown === "at_once" && kind !== "hands";

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

  function put(key, at, value) {
    const ask = asks.find((one) => one.key === key);
    if (!ask) return;
    const many = ask.of === "seat" ? table.order.length : new Set(sides).size;
    // What a call has opened is hidden again until the server shows it.
    const hideIn = (known) => (known[key] = known[key]?.map((old, place) => (place === at ? null : old)));
    if (!isOpen(ask)) [answered, noted].forEach(hideIn);
    else if (at < 0) answered[key] = value;
    else (answered[key] ??= Array(many + ask.stand_ins).fill(null))[at] = value;
  }

  for (const { clear = [], set = [] } of waiting) {
    const changed = [...clear, ...set];
    const isChanged = ([key, at]) => changed.some((answer) => answer[0] === key && answer[1] === at);
    places = places.filter((place) => !isChanged(place));
    places.push(...set.map(([key, at]) => [key, at, device]));
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
  return { ...next, answered, noted, in: places };
}

// What a note opens: who declares in play shows the bid. Fetched where an answer opens another.

import { nameOfSide } from "../../sides.js";
import { nameAt, say } from "../../words.js";

const isOpener = (asks, { key, when }) =>
  when === "during" && asks.all.some(({ open_with: opens }) => opens === key);
const isTold = (value) => value !== null && value !== undefined && value !== false;

/** The answers of each that open others, and those they open; nobody else's. */
export function noting(asks, facts) {
  const noted = {};
  for (const ask of asks.all.filter((one) => isOpener(asks, one))) {
    const opens = facts[ask.key];
    if (!opens?.some(isTold)) continue;
    noted[ask.key] = opens;
    for (const { key } of asks.all.filter(({ open_with: by }) => by === ask.key)) {
      const open = facts[key]?.map((value, at) => (isTold(opens[at]) ? value : null));
      if (open?.some(isTold)) noted[key] = open;
    }
  }
  return noted;
}

/** What was noted of an opened answer, beside what was typed of all others; null of another ask. */
export function merged({ key, open_with: opens }, told, { answers }, asks) {
  const ask = asks.find(key);
  if (!opens) return null;
  return told.map((value, at) => (asks.widget(ask).isBlank(value, ask) ? answers[key][at] : value));
}

/** What each answered in a note that this pad has not: "Ann bid 4". */
export function sayEach(ask, then, now, pad) {
  const { asks, page } = pad;
  const { what, says } = page.words.asks[ask.key];
  const sides = ask.of === "side";
  return (now ?? then).flatMap((_, at) => {
    const [before, after] = [then?.[at] ?? null, now?.[at] ?? null];
    const told = after ?? before;
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const name = sides ? nameOfSide(page.data, at) : nameAt(page.data.seats, at);
    const widget = asks.widget(ask);
    const answer = widget.text?.(widget.read(told, ask), ask) ?? widget.says(told, ask, page);
    return [say(page.words, says ?? `${what}: {name}, {answer}`, { name, answer })];
  });
}

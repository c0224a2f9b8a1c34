// What a note opens: who declares in play shows the bid. Fetched where an answer opens another.

import { isEqual } from "../begin.js";

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

/**
 * What was noted of an opened answer, beside what was typed of all others; null of another ask.
 * What was noted `before` and is not any more goes, unless it was changed here since.
 */
export function merged({ key, open_with: opens }, told, { answers }, asks, before) {
  const ask = asks.find(key);
  if (!opens) return null;
  const widget = asks.widget(ask);
  const isGone = (value, at) => {
    const noted = before?.[key]?.[at] ?? null;
    return noted !== null && isEqual(noted, widget.write(value, ask));
  };
  return told.map((value, at) => {
    const held = answers[key][at];
    return widget.isBlank(value, ask) && !isGone(held, at) ? held : value;
  });
}

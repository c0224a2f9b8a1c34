// Drafts kept on this phone, so that a deal typed in the middle of a hand comes back after
// Back, a reload, or closing everything; and the places of the book that it was typed for.

import { attempt, forget, recall, remember } from "../storage.js";

const PREFIX = "scorer:draft:";
// By then a tap is painted.
const WRITE_AFTER_MS = 100;
const A_FORTNIGHT = 14 * 24 * 3600 * 1000;

const keyOf = (game, place) => `${PREFIX}${game}:${place}`;

// The draft that is written once the tap is painted, [key, draft].
let waiting = null;

function write() {
  if (waiting) remember(...waiting);
  waiting = null;
}

for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, write);

export function keepDraft(game, place, draft) {
  const key = keyOf(game, place);
  if (waiting?.[0] !== key) write();
  waiting = [key, { ...draft, at: Date.now() }];
  setTimeout(write, WRITE_AFTER_MS);
}

export function readDraft(game, place) {
  write();
  return recall(keyOf(game, place));
}

export function dropDraft(game, place) {
  write();
  forget(keyOf(game, place));
}

/** The places of a game with something typed, the newest first; old drafts are swept out. */
export function placesWithDrafts(game) {
  write();
  const found = [];
  const start = keyOf(game, "");
  for (const key of attempt(() => Object.keys(localStorage), [])) {
    if (!key.startsWith(PREFIX)) continue;
    const at = recall(key)?.at ?? 0;
    if (Date.now() - at > A_FORTNIGHT) forget(key);
    else if (key.startsWith(start)) found.push({ at, place: key.slice(start.length) });
  }
  return found.sort((a, b) => b.at - a.at).map(({ place }) => place);
}

/** All deals of a game, those behind its end last. */
export const dealsOf = ({ deals, behind_the_end: behind }) => [...deals, ...behind];

/** The place right after a deal; after the last one where that was taken back. */
export function placeAfter({ deals }, after) {
  const at = after === null ? -1 : deals.findIndex(({ id }) => id === after);
  const index = after !== null && at < 0 ? deals.length : at + 1;
  return { kind: "deal", key: `after:${after}`, index, number: index + 1, content: { after } };
}

/** The place of the next deal; undefined when the game is over. */
export const nextPlace = (data) => (data.next ? placeAfter(data, data.next.after) : undefined);

/** The place of a deal to be corrected; undefined where there is no such deal. */
export function dealPlace(data, deal) {
  const deals = dealsOf(data);
  const index = deals.findIndex(({ id }) => id === deal);
  const { number } = deals[index] ?? {};
  const place = { kind: "correct", key: `correct:${deal}`, index, number, content: { deal } };
  return number && { ...place, correcting: true };
}

/** The place a draft was kept for; undefined where the book has gone on since. */
export function placeOf(data, key) {
  const places = [nextPlace(data), dealPlace(data, key.replace("correct:", ""))];
  return places.find((place) => place?.key === key);
}

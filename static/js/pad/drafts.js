// Drafts kept on this phone, so that a deal typed in the middle of a hand comes back after
// Back, a reload, or closing everything; and the places of the book that it was typed for.

import { attempt, forget, recall, remember } from "../storage.js";

const PREFIX = "scorer:draft:";
const A_FORTNIGHT = 14 * 24 * 3600 * 1000;

const keyOf = (game, place) => `${PREFIX}${game}:${place}`;

export const keepDraft = (game, place, draft) =>
  remember(keyOf(game, place), { ...draft, at: Date.now() });
export const readDraft = (game, place) => recall(keyOf(game, place));
export const dropDraft = (game, place) => forget(keyOf(game, place));

/** The places of a game with something typed, the newest first; old drafts are swept out. */
export function placesWithDrafts(game) {
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

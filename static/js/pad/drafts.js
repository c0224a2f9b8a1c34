// Drafts kept on this phone, so that a deal typed in the middle of a hand comes back after
// Back, a reload, or closing everything; and the places of the book that it was typed for.

import { mark } from "../elements.js";
import { forget, recall, remember } from "../store.js";

// Two clubs may have a game of the same id.
export const keyOf = ({ game }, place) => `scorer:draft:${document.body.dataset.club}:${game}:${place}`;

export const keepDraft = (data, place, draft) => remember(keyOf(data, place), draft);
export const readDraft = (data, place) => recall(keyOf(data, place));
export const dropDraft = (data, place) => forget(keyOf(data, place));

/** All deals of a game, those behind its end last. */
export const dealsOf = ({ deals, behind_the_end: behind }) => [...deals, ...behind];

/** What the draft of the deal goes by that follows this one, which is none for the first. */
export const keyAfter = (deal) => `after:${deal?.id ?? null}`;

/** The place right after a deal; after the last one where that was taken back. */
export function placeAfter({ deals, next }, after) {
  const at = deals.findIndex(({ id }) => id === after);
  const index = after !== null && at < 0 ? deals.length : at + 1;
  const place = { kind: "deal", key: keyAfter({ id: after }), index, number: index + 1, content: { after } };
  return { ...place, answeredPlaces: next?.in ?? [] };
}

/** The place of the next deal; undefined when the game is over. */
export const nextPlace = (data) => (data.next ? placeAfter(data, data.next.after) : undefined);

/** Mark the page while the next deal is half typed, so that the sheet says so; calls alone are not. */
export function markDraft(data) {
  const { begun } = readDraft(data, nextPlace(data)?.key) ?? {};
  mark(document.body, "data-draft", Boolean(begun) && "");
}

/** The place of what is noted or bid before the deal is scored: such an ask, and those that go with it. */
export function placeInPlay(data, key) {
  const { of } = data.asks.find((ask) => ask.key === key);
  const asks = data.asks.filter((ask) => ask.when !== "after" && ask.of === of);
  return { ...nextPlace(data), ask: key, keys: asks.map((ask) => ask.key) };
}

/** The place of a deal to be corrected; undefined where there is no such deal. */
export function dealPlace(data, deal) {
  const deals = dealsOf(data);
  const index = deals.findIndex(({ id }) => id === deal);
  const { number } = deals[index] ?? {};
  const place = { kind: "correct", key: `correct:${deal}`, index, number, content: { deal } };
  return number && { ...place, correcting: true };
}

/** The place of an entry; undefined where the book has no such deal. */
export const placeOf = (data, { content: { after, deal }, kind }) =>
  kind === "deal" ? placeAfter(data, after) : dealPlace(data, deal);

/** The place where something was being typed when the page was left; undefined for none. */
export function placeLeftOpen(data) {
  const places = [nextPlace(data), ...dealsOf(data).map(({ id }) => dealPlace(data, id))];
  for (const place of places.filter(Boolean)) {
    const { ask, open, touched } = readDraft(data, place.key) ?? {};
    if (open && touched) return ask ? placeInPlay(data, ask) : place;
  }
  return undefined;
}

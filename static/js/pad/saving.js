// What is kept: drafts on this phone, so that what was typed in the middle of a hand comes back
// after Back, a reload, or closing everything; and deals in the book.

import { newName, page, send, tell } from "../page.js";
import { SAYS } from "../words.js";
import { faultText } from "./typed.js";

const PREFIX = "scorer:draft:";
const A_FORTNIGHT = 14 * 24 * 3600 * 1000;

// Storage may be full or forbidden; that must not stop the scoring.
function attempt(act, otherwise = null) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export const recall = (key) => attempt(() => JSON.parse(localStorage.getItem(key)));
export const remember = (key, value) =>
  attempt(() => localStorage.setItem(key, JSON.stringify(value)));
const forget = (key) => attempt(() => localStorage.removeItem(key));

const keyOf = (game, place) => `${PREFIX}${game}:${place}`;

export const readDraft = (game, place) => recall(keyOf(game, place));
export const keepDraft = (game, place, draft) =>
  remember(keyOf(game, place), { ...draft, at: Date.now() });
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
  return found.sort((one, other) => other.at - one.at).map(({ place }) => place);
}

/** The place of the next deal; undefined when the game is over. */
export function nextPlace({ deals, next }) {
  if (!next) return undefined;
  const { after, number } = next;
  return { kind: "deal", key: `after:${after}`, index: deals.length, number, content: { after } };
}

/** The place of a deal to be corrected; undefined where there is no such deal. */
export function dealPlace({ deals }, deal) {
  const index = deals.findIndex(({ id }) => id === deal);
  const { number } = deals[index] ?? {};
  const place = { kind: "correct_deal", key: `correct:${deal}`, index, number, content: { deal } };
  return number && { ...place, correcting: true };
}

/** The place a draft was kept for; undefined where the book has gone on since. */
export function placeOf(data, key) {
  const places = [nextPlace(data), dealPlace(data, key.replace("correct:", ""))];
  return places.find((place) => place?.key === key);
}

/** Save what the pad holds; whatever goes wrong, what was typed is kept. */
export async function save(pad) {
  const { kind } = pad.place;
  const content = { ...pad.place.content, facts: pad.shown.facts };
  // The same facts keep their name, so that a second try cannot be written twice.
  const said = JSON.stringify(content);
  if (pad.entry.said !== said) pad.entry = { said, name: newName() };
  pad.saving = true;
  pad.keep();
  pad.paint();
  const { status, error } = await send(pad.entry.name, kind, content);
  pad.saving = false;
  const text = error ? faultText(pad.page, error) : status ? SAYS.trouble : SAYS.noSignal;
  const place = pad.place.correcting ? dealPlace(page.data, content.deal) : pad.place;
  if (status === 200 || !place) {
    pad.forget();
    pad.dialog.close();
    tell(status === 200 ? "" : text);
    return;
  }
  pad.place = place;
  pad.complain({ text, ...forNextDeal(pad, error) }, error?.seat);
  if (!pad.dialog.open) tell(text);
}

/** Where another phone has scored this deal: what was typed may have been the one after it. */
function forNextDeal(pad, error) {
  const next = nextPlace(page.data);
  if (error?.code !== "already_scored" || !next) return {};
  const act = () => {
    pad.forget();
    pad.place = next;
    pad.entry = {};
  };
  return { label: SAYS.useForDeal(next.number), act };
}

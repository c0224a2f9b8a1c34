// The pad of a few answers instead of a whole deal: what a seat answers of itself, or what anybody
// answers. What others write meanwhile interrupts it: it says who is out, and, where what is typed
// there is not asked any more, why; then it leads back to the sheet, with nothing typed by itself.

import { state } from "../store.js";
import { phrase, words } from "../words.js";
import { hide, put } from "../elements.js";
import { dealPlace, nextPlace, placeAfter, readDraft } from "./drafts.js";

// Where an ask of the deal is answered.
export const OF_DEAL = -1;

export const isIn = (list, key, at) => list?.some(([name, place]) => name === key && place === at);

/** Whether a seat answers this of itself. */
const isOwn = ({ by }) => by === "seat";
export const isBefore = ({ when }) => when === "before";
export const findAsk = (key) => state.data.asks.find((ask) => ask.key === key);

/** What a draft of answers to the deal in play goes by. */
export const keyOf = (name) => `own:${state.data.next?.after}:${name}`;

export const ownOf = ({ asks } = state.data) => asks.filter(isOwn);

/** What this phone may answer for a seat now: what is missing, and what may still be changed. */
export const asksOf = (seat, data = state.data) =>
  ownOf(data).filter(({ key }) => data.next?.asked?.[seat]?.includes(key));

export const outsOf = (data = state.data) =>
  ownOf(data).map(({ but }) => data.next?.answered?.[but] ?? null);

/** Who is out, and how: "Ben is out on a red nine"; "" while nobody is. */
const whoIsOut = ({ next }) => next?.out_says ?? "";

/** The place of what a seat answers of the deal in play; `answered` is what is known of it here. */
export const placeOfSeat = (seat, keys, answered = {}) => ({
  ...{ ...nextPlace(state.data), kind: "answers", key: keyOf(seat), seat, keys, answered },
  // One bid is one tap, and then covered.
  savesByTap: keys.every((key) => isBefore(findAsk(key))),
});

/** The place of what anybody answers of the deal in play, for a phone that does not keep the score. */
export function placeOfShared() {
  // What opens a hand is called for that seat.
  const isOpener = ({ key, of }) => of !== "deal" && ownOf().some((ask) => ask.open_with === key);
  const asks = state.data.asks.filter((ask) => !isOwn(ask) && !isOpener(ask));
  const keys = asks.map(({ key }) => key);
  return { ...nextPlace(state.data), kind: "answers", key: keyOf("shared"), keys };
}

/** The place of a seat's own answers in a deal that is complete. */
export function placeOfCorrection(deal, seat) {
  const place = dealPlace(state.data, deal);
  const keys = ownOf().filter((ask) => !isBefore(ask)).map(({ key }) => key);
  return { ...place, key: `${place.key}:${seat}`, seat, keys };
}

const pad = document.querySelector("dialog[data-pad]");
const [out, board, halt] = ["out", "board", "halt"].map((name) => pad?.querySelector(`.pad-${name}`));

/** Say on the pad who is out, and `why` nothing is typed there any more. */
function show(whoIs = "", why = "") {
  put(out, whoIs);
  hide(out, !whoIs);
  pad.toggleAttribute("data-says-out", whoIs !== "");
  put(halt.querySelector("p"), why);
  hide(halt, !why);
  hide(board, Boolean(why));
}

/** The pad is closed. */
export const end = () => show();

/** Show what the newest data, which may still wait for the sheet, mean for a place. */
export function update(place, data = state.data) {
  // News that comes while this is saved is its own.
  if (state.connection.isWriting || place.correcting) return undefined;
  const isNow = place.content.after === data.next?.after;
  const why = isNow ? whyNotAsked(place, data) : whyOver(place, data);
  const { touched } = readDraft(state.data.game, place.key) ?? {};
  // The sheet says it all.
  if (why && !touched) return pad.close();
  const typed = phrase(isNow ? "typed_is_kept" : "typed_not_saved");
  return show(isNow ? whoIsOut(data) : "", why && `${why} ${typed}`);
}

/** Why a seat gives no answer, by who is out and what is in by now; "" where it does. */
function whyNotAsked(place, data) {
  const { keys, seat } = place;
  for (const { but, key } of ownOf(data)) {
    if (!but || !keys.includes(key)) continue;
    if (data.next.answered[but] == null) return words.asks[but].taken_back;
    if (outsOf(data).includes(seat)) return `${whoIsOut(data)}.`;
  }
  return isAnswered(place, data) ? phrase("is_in_already") : "";
}

/** Why nothing is asked here any more: the deal is in, or the game is over. */
function whyOver({ content: { after } }, data) {
  const deal = data.deals[placeAfter(data, after).index];
  return deal ? phrase("deal_is_in", deal) : phrase("asked_no_more");
}

/** Whether another phone has answered all of it by now, or it can be changed no more. */
function isAnswered({ answeredPlaces, keys, seat }, data) {
  const isNew = (key) => isIn(data.next.in, key, seat) && !isIn(answeredPlaces, key, seat);
  const isAsked = (key) =>
    isIn(data.next.missing, key, seat) ||
    (!isNew(key) && asksOf(seat, data).some((ask) => ask.key === key));
  return seat !== undefined && !keys.some(isAsked);
}

// Interrupts an open pad of own answers: it says who is out, and, where what is typed there is not
// asked any more, why. Then it leads back to the sheet; with nothing typed it goes there by itself.
// Fetched when a hand is asked here for the first time, with all that is needed then.

import { asksOf, isIn, outsOf, ownOf, whoIsOut } from "../asked.js";
import { state } from "../store.js";
import { phrase, words } from "../words.js";
import { cameIn, placeOfCorrection, placeOfSeat, placeOfShared } from "./own.js";
import { button, make, put } from "../elements.js";
import { placeAfter, readDraft } from "./drafts.js";

export { placeOfCorrection, placeOfSeat, placeOfShared };

const pad = document.querySelector("dialog[data-pad]");
const board = pad?.querySelector(".pad-board");
const out = make("p", { class: "pad-out", role: "status" });
const leave = button({}, "", () => pad.close());
const halt = make("div", { class: "pad-halt", role: "status" }, make("p"), leave);

/** Watch a place that is opened on the pad. */
export function begin(place) {
  put(leave, phrase("to_the_sheet"));
  pad.querySelector(".pad-head").append(out);
  board.after(halt);
  update(place);
}

export function end() {
  out.remove();
  pad.removeAttribute("data-says-out");
  halt.remove();
  board.hidden = false;
}

/** Show what the newest data, which may still wait for the sheet, mean for a place. */
export function update(place, data = state.data) {
  // What comes in while it is saved is its own.
  if (state.connection.isWriting) return;
  const isNow = place.content.after === data.next?.after && !place.correcting;
  put(out, isNow ? whoIsOut(data) : "");
  pad.toggleAttribute("data-says-out", out.textContent !== "");
  const notAsked = isNow ? whyNotAsked(place, data) : "";
  const over = notAsked || place.correcting ? "" : whyOver(place, data);
  const why = notAsked || over;
  const { touched } = readDraft(state.data.game, place.key) ?? {};
  // The sheet says it all.
  if (over && !touched) return pad.close();
  const typed = touched && phrase(isNow ? "typed_is_kept" : "typed_not_saved");
  put(halt.querySelector("p"), [why, typed].filter(Boolean).join(" "));
  halt.hidden = !why;
  board.hidden = Boolean(why);
  return undefined;
}

/** Why a seat gives no answer, as far as it follows from who is out; "" where it does. */
function whyNotAsked({ keys = [], seat }, data) {
  for (const { but, key } of ownOf(data)) {
    if (!but || !keys.includes(key)) continue;
    if (data.next.answered[but] == null) return words.asks[but].taken_back;
    if (outsOf(data).includes(seat)) return `${whoIsOut(data)}.`;
  }
  return "";
}

/** What has come to an end without this pad: its hand, its deal or the game; "" for nothing. */
function whyOver(place, data) {
  const { after } = place.content;
  if (after === data.next?.after) return isAnswered(place, data) ? phrase("is_in_already") : "";
  const deal = data.deals[placeAfter(data, after).index];
  return deal ? phrase("deal_is_in", deal) : phrase("asked_no_more");
}

/** Whether another phone has answered all of it, or it can be changed no more. */
function isAnswered({ keys = [], known, seat }, data) {
  const isAsked = (key) =>
    isIn(data.next.missing, key, seat) ||
    (!cameIn({ known }, key, seat) && asksOf(seat, data).some((ask) => ask.key === key));
  return keys.length > 0 && !keys.some(isAsked);
}

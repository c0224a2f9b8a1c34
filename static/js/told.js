// What an open pad of own answers is told: who is out, and, where what is typed there is not asked
// any more, why. Then it leads back to the sheet; with nothing typed it goes there by itself.
// Fetched when a hand is asked here for the first time, with all that is needed then.

import { asksOf, isIn, isOutOpen, isOwn, outsOf, ownOf, toCount, whoIsOut } from "./asked.js";
import { state } from "./store.js";
import { cameIn, placeOfAnswers, placeOfCorrection } from "./pad/own.js";
import { button, make, put } from "./pad/parts.js";
import { placeAfter, readDraft } from "./pad/saving.js";
import { nameAt, phrase, plain, words } from "./words.js";

export { placeOfAnswers, placeOfCorrection };

const pad = document.querySelector("dialog[data-pad]");
const board = pad?.querySelector(".pad-board");
const outTold = make("p", { class: "pad-out", role: "status" });
const leave = button({}, "", () => pad.close());
const halt = make("div", { class: "pad-halt", role: "status" }, make("p"), leave);

let outsThen = null;

/** Put on the pad where it is told what happens to a place that is opened on it. */
export function beginTold(place) {
  outsThen = outsOf();
  put(leave, phrase("to_the_sheet"));
  pad.querySelector(".pad-head").append(outTold);
  board.after(halt);
  place.tell = () => tellPad(place);
  place.letGo = letGo;
  tellPad(place);
}

export function endTold() {
  outTold.remove();
  halt.remove();
  board.hidden = false;
}

/** Tell the pad what the newest data say of its place, which may still wait for the sheet. */
export function tellPad(place, data = state.data) {
  // What comes in while it is saved is its own.
  if (place.isSaving) return;
  const isNow = place.content.after === data.next?.after && !place.correcting;
  put(outTold, isNow ? (isOutOpen(data) ? phrase("two_are_out") : whoIsOut(data)) : "");
  const isOut = isNow ? whyNotAsked(place, data) : "";
  const over = isOut || place.correcting ? "" : whyOver(place, data);
  const why = isOut || over;
  place.isHalted = Boolean(why);
  const { entry, touched } = readDraft(state.data.game, place.key) ?? {};
  // The sheet says it all.
  if (over && !touched) return pad.close();
  // What got no answer may be what is in.
  const typed =
    touched && (isNow ? phrase("typed_is_kept") : !entry?.isSent && phrase("typed_not_saved"));
  put(halt.querySelector("p"), [why, typed].filter(Boolean).join(" "));
  halt.hidden = !why;
  board.hidden = Boolean(why);
  return undefined;
}

/** Why a seat gives no answer, as far as it follows from who is out; "" where it does. */
function whyNotAsked({ cells }, data) {
  const { answered = {} } = data.next;
  for (const { but, key } of ownOf(data)) {
    if (!but || !cells[key]) continue;
    const out = answered[but] ?? null;
    if (out === null) return words.asks[but].taken_back;
    const isAlone = cells[key].length === 1;
    if (cells[key].includes(out) || (!isAlone && String(outsThen) !== String(outsOf(data)))) {
      return `${whoIsOut(data)}.`;
    }
  }
  return "";
}

/** What has come to an end without this pad: its hand, its deal or the game; "" for nothing. */
function whyOver(place, data) {
  const { after } = place.content;
  if (after === data.next?.after) return isAnswered(place, data) ? phrase("is_in_already") : "";
  const isKnown = after === null || data.deals.some(({ id }) => id === after);
  const at = isKnown ? placeAfter(data, after).index : place.index;
  const deal = data.deals[at];
  if (deal) return whatIsIn(place, deal, data);
  if (data.deals.length < at) return phrase("deal_taken_back", { number: place.number - 1 });
  return data.next ? "" : phrase("game_has_ended");
}

/** Whether all of a place was answered elsewhere, or can be changed no more. */
function isAnswered({ cells, known }, data) {
  if (!Object.keys(cells).every((key) => ownOf(data).some((ask) => ask.key === key))) return false;
  const isAsked = (key, at) =>
    isIn(data.next.missing, key, at) ||
    (isIn(known, key, at) && asksOf(at, data).some((ask) => ask.key === key));
  return !Object.entries(cells).some(([key, seats]) => seats.some((at) => isAsked(key, at)));
}

/** That the deal is in, and what stands there for the one seat that is typed here. */
function whatIsIn({ cells }, { number, scores }, { seats, sides }) {
  const [at, ...others] = new Set(Object.values(cells).flat());
  const isOne = !others.length && at < sides.length;
  if (!isOne) return phrase("deal_is_in", { number });
  const points = plain(scores[sides[at]]);
  return phrase("deal_is_in_with", { number, points, name: nameAt(seats, at) });
}

/** What came in from elsewhere leaves a pad of several hands, unless something is typed of it. */
function letGo(pad) {
  const { asks, typed } = pad;
  const cells = asks.all.filter(isOwn).flatMap((ask) => asks.cells(ask));
  const gone = cells.filter((cell) => cameIn(this, cell.key, cell.at) && asks.isBlank(typed, cell));
  if (!gone.length || gone.length === cells.length) return;
  for (const { key, at } of gone) {
    this.cells[key] = this.cells[key].filter((one) => one !== at);
    // No digit that was meant for this one goes to another.
    if (typed.active?.key !== key || typed.active.at !== at) continue;
    pad.message = { text: phrase("is_in_tap", { name: pad.nameOf(pad.activeRow) }) };
    pad.activate(null);
  }
}

// While something lies over the sheet, such as the pad or why a number is what it is, a bar says
// that the hand of this phone is asked; a tap puts the other thing away.

const says = make("p");
const go = button({ class: "button" }, "", () => {
  const over = bar.closest("dialog");
  // News that waited for this come first, and may turn the phone to its hand by themselves.
  over.addEventListener("close", () => setTimeout(() => setTimeout(open)), { once: true });
  over.close();
});
const bar = make("div", { class: "asked-bar", role: "status" }, says, go);

let open = () => {};

/** Show what a seat is asked by this data over `dialog`, or nothing; `act` opens its own pad. */
export function showAsked(dialog, seat, data, act) {
  const asks = dialog ? toCount(seat, data) : [];
  open = act;
  if (!asks.length) {
    bar.remove();
    return;
  }
  if (bar.parentElement !== dialog) {
    if (dialog.matches("[data-pad]")) dialog.prepend(bar);
    else dialog.append(bar);
  }
  const out = whoIsOut(data);
  put(says, out && `${out}.`);
  put(go, words.asks[asks.at(-1).key].own);
}

// Own answers: this phone turns to its own hand when somebody is out, its buttons on the sheet
// write what its seat says, and what everybody held is shown when all of it is in. Fetched where
// phones hold seats.

import { addActions, write } from "./forms.js";
import { openPad } from "./game.js";
import {
  asksOf,
  findAsk,
  isBefore,
  isIn,
  isOwn,
  isSecret,
  keyOf,
  missingOf,
  outsOf,
  ownOf,
  toCount,
} from "./asked.js";
import { fetchStyle, showNotice } from "./sheet.js";
import { isCut, mayScore, state, subscribe } from "./store.js";
import { nextPlace, readDraft, recall, remember } from "./pad/saving.js";
import { cardName, make, onHold, put } from "./pad/parts.js";
import { phrase, words } from "./words.js";

const main = document.querySelector("main");
const A_MOMENT = 300;
const A_SCENE = 1_000;
const style = (name) => fetchStyle(new URL(`../${name}`, import.meta.url).href).catch(() => {});

const mySeat = () => (main.dataset.mySeat ? Number(main.dataset.mySeat) : null);
const cellsOf = (asks, seats) => Object.fromEntries(asks.map(({ key }) => [key, seats]));

// What is only needed once a hand is asked here.
let pads = null;

async function learnPads() {
  pads ??= await import("./told.js");
}

// What this phone has answered, which the server tells nobody else.
let known = null;

/** What this phone has answered of the deal in play, as a record has it. */
async function given() {
  const answer = await fetch(`/games/${state.data.game}/own`, {
    headers: { accept: "application/json" },
    cache: "no-store",
  }).catch(() => null);
  if (answer?.ok) known = await answer.json();
  return known ?? {};
}

/** Open the pad for what a seat answers of itself; `asks` where it is not all of that. */
async function openOwn(seat, href) {
  const asks = missingOf(seat).length ? missingOf(seat) : asksOf(seat);
  if (!asks.length) return;
  const isChanged = asks.every(({ key }) => isIn(state.data.next.in, key, seat));
  const told = isChanged && seat === mySeat() ? await given() : {};
  show(() => pads.placeOfAnswers(seat, cellsOf(asks, [seat]), told), seat, href);
}

function openMissing(href) {
  const { missing } = state.data.next;
  const cells = {};
  for (const ask of ownOf()) {
    const seats = clockwise(missing.filter(([key]) => key === ask.key).map(([, at]) => at));
    if (seats.length) cells[ask.key] = seats;
  }
  const [first] = Object.values(cells);
  if (first) show(() => pads.placeOfAnswers("all", cells), first[0], href);
}

/** Seats in the order they are typed in: from the left of who is out, else of the dealer. */
function clockwise(seats) {
  const { next, order } = state.data;
  const out = ownOf().map(({ but }) => next.answered?.[but]).find((seat) => seat != null);
  const from = order.indexOf(out ?? next.dealer) + 1;
  const round = [...order.slice(from), ...order.slice(0, from)];
  return [...round.filter((seat) => seats.includes(seat)), ...seats.filter((at) => at >= order.length)];
}

/** Open the pad for what anybody tells after the play, with what no phone has told before it. */
function openAfterPlay(href) {
  const { next, order } = state.data;
  const [cells, given] = [{}, {}];
  for (const ask of state.data.asks) {
    const isTold = !isOwn(ask) && ask.of === "seat" && (ask.when ?? "after") === "after";
    const seats = isTold
      ? [...next.plays, ...standIns(ask)]
      : isOwn(ask) && isBefore(ask)
        ? next.missing.filter(([key, at]) => key === ask.key && mayAnswer(at)).map(([, at]) => at)
        : [];
    if (seats.length) cells[ask.key] = clockwise(seats);
    if (isTold && next.answered[ask.key]) given[ask.key] = next.answered[ask.key];
  }
  const key = Object.keys(cells).find((one) => !isOwn(findAsk(one)));
  const place = () => pads.placeOfAnswers("after", cells, given);
  if (key) show(place, clockwise(order)[0], href, key);
  else location.assign(href);
}

// Nobody else answers for a stand-in.
const mayAnswer = (at) => mayScore() || at === mySeat() || at >= state.data.order.length;
const standIns = ({ stand_ins: many = 0 }) =>
  Array.from({ length: many }, (_, at) => state.data.order.length + at);

const pad = document.querySelector("dialog[data-pad]");

/** Open the pad at a place of its own, which looks a little different. */
async function show(makePlace, seat, href = location.href, key) {
  const { next } = state.data;
  try {
    await learnPads();
  } catch {
    return showNotice(phrase(mayScore() ? "no_signal_here" : "tell_the_scorekeeper"));
  }
  // What was asked has come to an end meanwhile.
  if (state.data.next?.after !== next?.after) return undefined;
  const place = makePlace();
  const ask = key ?? Object.keys(place.cells)[0];
  const seats = new Set(Object.values(place.cells).flat());
  pad.dataset.ofSeats = seats.size === 1 ? "one" : "some";
  openPad(place, { seat, ask, href });
  shown = place;
  pads.beginTold(place);
  return sayOver();
}

let shown = null;

pad?.addEventListener("close", () => {
  shown = null;
  pads?.endTold();
  delete pad.dataset.ofSeats;
});

// What the buttons of the sheet do.

const seatOf = (element) => Number(element.closest("[data-own]").dataset.own);
const after = () => state.data.next.after;

addActions({
  imOut: (form) =>
    typesAll()
      ? openPad(nextPlace(state.data), { seat: seatOf(form) })
      : ["answers", { after: after(), facts: { [form.dataset.imOut]: seatOf(form) } }],
  flag: (form) => {
    const isLit = form.querySelector("[aria-pressed]").ariaPressed === "true";
    return ["answer", { after: after(), key: form.dataset.flag, seat: null, value: !isLit }];
  },
  call: (form, { ariaPressed, value }) => [
    "answer",
    {
      ...{ after: after(), key: form.dataset.call, seat: seatOf(form) },
      value: ariaPressed === "true" ? null : value,
    },
  ],
});

/** Without signal no phone hears that its hand is asked: whoever keeps the score types them all. */
const typesAll = () => isCut() && mayScore();

/** Who a tap on a row says is out, where others then count on their own phones. */
function outBy(link) {
  const { next, order } = state.data;
  const key = ownOf().find(({ but }) => but)?.but;
  const seat = Number(link.closest("[data-seat]")?.dataset.seat);
  if (!next || !key || next.answered?.[key] != null) return null;
  const others = order.filter((at) => at !== mySeat() && next.phones?.includes(at));
  if (!others.some((at) => !next.silent?.includes(at))) return null;
  return ["answers", { after: next.after, facts: { [key]: seat } }];
}

const links = {
  ownPad: (link) => openOwn(seatOf(link), link.href),
  typeFor: (link) => openOwn(Number(link.dataset.typeFor), link.href),
  typeAll: (link) => openMissing(link.href),
  afterPlay: (link) => openAfterPlay(link.href),
};

document.addEventListener(
  "click",
  (tap) => {
    const link = tap.target.closest?.("[data-sheet] a");
    if (!link || tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
    const name = Object.keys(links).find((one) => one in link.dataset);
    const act = name ? () => links[name](link) : actOfRow(link);
    if (!act) return;
    tap.preventDefault();
    tap.stopPropagation();
    act();
  },
  true,
);

/** What a tap on a row means where own answers are under way; null where it means what it always did. */
function actOfRow(link) {
  if (!link.matches("[data-out]") || !state.data.next) return null;
  const { ask: named } = link.dataset;
  if (named) return isOwn(findAsk(named)) ? () => openMissing(link.href) : null;
  const isBid = ownOf().some((ask) => isBefore(ask) && state.data.next.in?.some(([key]) => key === ask.key));
  if (isBid) return () => openAfterPlay(link.href);
  if (typesAll()) return null;
  const written = outBy(link);
  if (written) return () => write(...written);
  // Who is out was said: the row of somebody else is typed for them.
  const seat = Number(link.closest("[data-seat]")?.dataset.seat);
  const isCounted = state.data.next.counted && asksOf(seat).length > 0;
  return isCounted ? () => openOwn(seat, link.href) : null;
}

// Once for each who is out, this phone turns to its own hand, unless something is done on it.

const turnedKey = () => `scorer:turned:${state.data.game}`;

function turn() {
  const seat = mySeat();
  if (!toCount(seat).length) return;
  // Once what is shown was looked at.
  if (document.querySelector("[data-follows]")) return;
  const turned = JSON.stringify([state.data.next.after, ...outsOf()]);
  if (recall(turnedKey()) === turned) return;
  remember(turnedKey(), turned);
  const busy = "[data-scene], dialog[open], [data-sheet] :is(select, input):focus";
  if (!document.querySelector(busy)) openOwn(seat);
}

/** Where something lies over the sheet it says what this phone is asked, by the newest data. */
function sayOver(data = state.data) {
  if (pads) sayNow(data);
  else if (toCount(mySeat(), data).length) learnPads().then(() => sayNow(data), () => {});
}

function sayNow(data) {
  const over = [...document.querySelectorAll("dialog[open]")].at(-1);
  const isTyped = shown && shown.content.after === data.next?.after && !shown.correcting;
  pads.showAsked(isTyped ? null : over, mySeat(), data, () => {
    if (!document.querySelector("dialog[open]") && toCount(mySeat()).length) openOwn(mySeat());
  });
}

// What is in and still hidden can be looked at by whoever wrote it, as long as it is held.

function letLook() {
  for (const told of document.querySelectorAll("[data-own] [data-look]:not([data-ready])")) {
    const covered = `${told.textContent.trim()} · ${phrase("hold_to_look")}`;
    const marks = { type: "button", class: "button own-look", "data-look": "", "data-ready": "" };
    const button = make("button", marks, covered);
    told.replaceWith(button);
    onHold(button, look, () => put(button, covered));

    async function look() {
      const told = await given();
      if (!("looking" in button.dataset) || !known) return;
      const seen = ownOf().flatMap(({ key }) => {
        const value = told[key]?.[seatOf(button)];
        return value == null ? [] : [[value].flat().map((card) => cardName(String(card))).join(" ")];
      });
      button.textContent = seen.join(", ") || phrase("told_elsewhere");
    }
  }
}

// When all is in, everybody sees what everybody held.

let before = state.data;
const heardOf = new Set(before.deals.map(({ id }) => id));

/** The deal that own answers have made since the sheet before; null for none. */
function completed() {
  // What waits may be told otherwise in the book.
  if (state.data !== state.server.data) return null;
  const was = before;
  before = state.data;
  const { next } = was;
  const deal = state.data.deals[was.deals.length];
  // The hand before this one may not have been heard of yet.
  const isOwnDeal = ownOf().some(
    ({ but, key, ...ask }) => isSecret(ask) && next?.in?.some(([name]) => [but, key].includes(name)),
  );
  const isMine = mySeat() !== null || mayScore();
  // What comes back by Redo was shown before.
  const isNew = deal && !heardOf.has(deal.id);
  for (const { id } of state.data.deals) heardOf.add(id);
  const isShown = (isOwnDeal && isMine) || (isNew && isOfMine(deal));
  return isShown && deal === state.data.deals.at(-1) && findPlayed(deal?.id) ? deal.id : null;
}

/** A deal as it is now; none where it was taken back, or is void, so that nothing was held. */
const findPlayed = (id) => state.data.deals.find((deal) => deal.id === id && !deal.void);

/** Whether this phone's person has told a part of a deal, of which nothing had been heard. */
const isOfMine = (deal) =>
  deal?.answered && ownOf().some((ask) => isSecret(ask) && deal.facts[ask.key]?.[mySeat()] != null);

const isCovered = () => Boolean(document.querySelector("[data-scene], dialog[open]"));

/** Show it once nothing lies over the sheet any more; whoever wins has a moment first. */
function reveal(id, wait = state.data.over ? A_SCENE : 0) {
  const again = () => setTimeout(() => reveal(id, 0), wait || A_MOMENT);
  if (wait || isCovered()) return again();
  const styles = ["reveal.css", "result.css"].map(style);
  return Promise.all([import("./reveal.js"), ...styles]).then(
    ([{ showDeal }]) => {
      if (isCovered()) return again();
      if (!findPlayed(id)) return null;
      // What was asked meanwhile is turned to when this was looked at.
      showDeal(() => findPlayed(id), mySeat, correctMine).addEventListener("close", () =>
        setTimeout(turn),
      );
      return sayOver();
    },
    () => {},
  );
}

function correctMine(deal) {
  const seat = mySeat();
  show(() => pads.placeOfCorrection(deal.id, seat), seat);
}

/** Its words come with the sheet, where phones hold seats. */
function learnWords() {
  const told = document.querySelector("[data-own-words]");
  if (!told) return;
  const { asks, phrases } = JSON.parse(told.textContent);
  Object.assign(words.phrases, phrases);
  for (const [key, ask] of Object.entries(asks)) Object.assign(words.asks[key], ask);
}

// A phone that may do more than before, or less, is told so once.

let wasHost = mayScore();

function sayRight() {
  if (wasHost === mayScore()) return;
  wasHost = mayScore();
  // Nothing moves for it, and the focus stays where it is.
  const says = phrase(wasHost ? "keeps_score" : "only_plays");
  const told = make("p", { class: "notice-words", "data-message": "" }, says);
  document.querySelector("[data-notice]").prepend(told);
}

function heard() {
  learnWords();
  sayRight();
  if (shown) pads.tellPad(shown);
  letLook();
  const deal = completed();
  if (deal) reveal(deal);
  else turn();
  sayOver();
}

subscribe(({ data, held }, { data: old, held: heldBefore }) => {
  if (data !== old) heard();
  if (held && held !== heldBefore) {
    if (shown) pads.tellPad(shown, held.data);
    sayOver(held.data);
  }
});
heard();

// What was being typed here when the page was left.
const left = readDraft(state.data.game, keyOf(mySeat()));
if (left?.open && left.touched) openOwn(mySeat());

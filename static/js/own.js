// Own answers: this phone turns to its own hand when somebody is out, its buttons on the sheet
// write the answers of its seat, and its pad asks only those. What others write meanwhile interrupts
// it: it says who is out, and, where what is typed is not asked any more, why; then it leads back to
// the sheet, with nothing typed by itself. Fetched where phones hold seats.

import { forms, openPad, taps } from "./actions.js";
import { club } from "./club.js";
import { hide, onHold, put } from "./elements.js";
import { factsInPlay, isOpen } from "./pad/asks.js";
import { dealPlace, nextPlace, placeAfter, placeInPlay, readDraft } from "./pad/drafts.js";
import { showNotice, writeNotice } from "./sheet.js";
import { isHeldUp } from "./outbox/list.js";
import { answersIn, isOfGame, itemsOf } from "./outbox/queue.js";
import { isCut, isolate, mayScore, recall, remember, state, subscribe } from "./store.js";
import { wordsOfValue } from "./pending/words.js";
import { addWords, phrase, words } from "./words.js";
import { writeAndShow } from "./write.js";

const main = document.querySelector("main");
const pad = document.querySelector("dialog[data-pad]");
const [out, board, halt] = ["out", "board", "halt"].map((name) => pad?.querySelector(`.pad-${name}`));

const mySeat = () => (main.dataset.mySeat ? Number(main.dataset.mySeat) : null);

const isIn = (list, key, at) => list?.some(([name, place]) => name === key && place === at);

const isBefore = ({ when }) => when === "before";
const isFree = ({ group, required, shown }) => !required && !group && shown === "at_once";
const findAsk = (key) => state.data.asks.find((ask) => ask.key === key);

const keyOf = (name) => `own:${state.data.next?.after}:${name}`;

const ownOf = ({ asks } = state.data) => asks.filter(({ by }) => by === "seat");

/** What this phone may answer for a seat now: what is missing, and what may still be changed. */
const asksOf = (seat) =>
  ownOf().filter(({ key }) =>
    // Behind the seats are hands that nobody holds.
    seat < state.data.seats.length
      ? state.data.next?.asked?.[seat]?.includes(key)
      : isIn(state.data.next?.missing, key, seat),
  );

const allMissing = () => (state.data.next?.missing ?? []).filter(([key, at]) => !isIn(waiting(), key, at));

const missingOf = (seat) => asksOf(seat).filter(({ key }) => isIn(allMissing(), key, seat));

const waiting = () => answersIn(state.pending, state.data);

/** The place of what a seat answers of the deal in play; `answered` is what is known of it here. */
const placeOfSeat = (seat, keys, answered = {}) => ({
  ...{ ...nextPlace(state.data), kind: "answers", key: keyOf(seat), seat, keys, answered },
  // One bid is one tap, and then covered.
  savesByTap: keys.every((key) => isBefore(findAsk(key))),
});

/** The place of what anybody answers of the deal in play, for a phone that does not keep the score. */
function placeOfShared() {
  // What opens a hand is called for that seat.
  const isOpener = ({ key, of }) => of !== "deal" && ownOf().some((ask) => ask.open_with === key);
  const asks = state.data.asks.filter((ask) => ask.by !== "seat" && !isOpener(ask));
  const keys = asks.map(({ key }) => key);
  return { ...nextPlace(state.data), kind: "answers", key: keyOf("shared"), keys };
}

// So long a tap may wait for what only the server knows.
const OWN_TIMEOUT = 3_000;
let known = null;

/** What this phone has answered of the deal in play, as a record has it; the server tells nobody else. */
async function fetchMine() {
  const how = { cache: "no-store", headers: { club }, signal: AbortSignal.timeout?.(OWN_TIMEOUT) };
  const asked = isCut() ? null : fetch(`/games/${state.data.game}/own`, how);
  // The page of a hotspot is no answer, and what was cut off is none either.
  known = (await asked?.then((answer) => answer.ok && answer.json()).catch(() => null)) || known;
  return factsWith(waiting(), structuredClone(known ?? {}));
}

/** The facts of a deal with these answers. */
function factsWith(answers, facts = {}) {
  for (const [key, at, value = null] of answers) {
    if (at < 0) facts[key] = value;
    else facts[key] = Object.assign(facts[key] ?? Array(state.data.seats.length).fill(null), { [at]: value });
  }
  return facts;
}

/** Open the pad with answers that could not be saved, or say why where they are not asked. */
export function mendAnswers({ content: { after, set }, id, refused: text }) {
  const [[key, seat]] = set;
  const isOwn = set.every(([name, at]) => at === seat && findAsk(name)?.by === "seat");
  const isAsked = state.data.next?.after === after && (!isOwn || asksOf(seat).some((ask) => ask.key === key));
  if (!isAsked) return showNotice(text, true);
  if (isOwn) return openOwn(seat, key, { facts: factsWith(set), text });
  const isInPlay = set.every(([name]) => findAsk(name)?.when !== "after");
  return openAll(isInPlay && key, { id, set, text });
}

/** Open the pad for what a seat answers of itself: this `key`, else what is missing or may change. */
async function openOwn(seat, key, refused) {
  const missing = missingOf(seat);
  const asks = key ? asksOf(seat).filter((ask) => ask.key === key) : missing.length ? missing : asksOf(seat);
  if (!asks.length) return;
  // What need not be answered can be asked by what is.
  const besides = ownOf().filter((ask) => isFree(ask) && asks.every((other) => other.when === ask.when));
  const { after, in: answered } = state.data.next;
  const isChanged = asks.every(({ key }) => isIn([...answered, ...waiting()], key, seat));
  const mine = isChanged ? await fetchMine() : {};
  // What was asked has come to an end meanwhile.
  if (state.data.next?.after !== after) return;
  const keys = [...new Set([...asks, ...besides])].map(({ key }) => key);
  show({ ...placeOfSeat(seat, keys, mine), refused }, { seat });
}

/** Open the pad for all of the deal, or, where the score is not kept, for what anybody answers. */
async function openAll(key, refused) {
  const { after, in: answered } = state.data.next;
  const first = { ask: key || (allMissing()[0]?.[0] ?? null) };
  const ask = key && findAsk(key);
  const inPlay = ask && ask.when !== "after" && placeInPlay(state.data, key);
  const isHidden = mayScore() && answered.some(([name]) => !isOpen(findAsk(name)));
  const mine = isHidden ? await fetchMine() : {};
  // That deal is in the book meanwhile.
  if (state.data.next?.after !== after) return null;
  const more = { answered: mine };
  if (refused) {
    const facts = factsInPlay(state.data, factsWith(refused.set, structuredClone(mine)));
    more.refused = { ...refused, facts };
  }
  if (mayScore()) return openPad({ ...(inPlay || nextPlace(state.data)), ...more }, inPlay ? {} : first);
  const isOfDeal = inPlay && ask.of === "deal";
  return show({ ...(isOfDeal ? inPlay : placeOfShared()), ...more }, isOfDeal ? {} : first);
}

let shown = null;

const show = (place, at) =>
  openPad({ ...place, looks: place.seat === undefined ? "shared" : "seat" }, { ask: place.keys?.[0], ...at });

pad?.addEventListener("opened", ({ detail }) => {
  shown = detail.looks && detail;
  update(state);
});

pad?.addEventListener("close", () => {
  shown = null;
  sayOut();
});

function sayOut(whoIs, why) {
  put(out, whoIs);
  hide(out, !whoIs);
  pad.toggleAttribute("data-says-out", Boolean(whoIs));
  put(halt.querySelector("p"), why);
  hide(halt, !why);
  hide(board, Boolean(why));
  put(pad.querySelector("[data-heard]"), why || whoIs);
}

/** Show what the newest data, which may still wait for the sheet, mean for the place that is shown. */
function update({ data }) {
  // News that comes while this is saved is its own.
  if (!shown || state.connection.isWriting || shown.correcting) return;
  const isNow = shown.content.after === data.next?.after;
  const why = isNow ? whyNotAsked(shown, data) : whyOver(shown, data);
  if (why && !readDraft(state.data, shown.key)?.touched) {
    pad.close();
    return writeNotice(why);
  }
  const typed = phrase(isNow ? "typed_is_kept" : "typed_not_saved");
  sayOut(isNow ? data.next.out_says : "", why && `${why} ${typed}`);
}

function whyNotAsked({ answeredPlaces, keys, seat }, data) {
  const { answered, asked, in: places, missing, out_says: out } = data.next;
  for (const { but } of ownOf(data).filter((ask) => ask.but && keys.includes(ask.key))) {
    if (answered[but] == null) return words.asks[but].taken_back;
    if (answered[but] === seat) return `${out}.`;
  }
  // What another phone has answered since is changed by nobody here.
  const isNew = (key) => isIn(places, key, seat) && !isIn(answeredPlaces, key, seat);
  const isAsked = (key) => !isNew(key) && (asked?.[seat]?.includes(key) ?? true);
  if (seat === undefined || keys.some(isAsked)) return "";
  return phrase(keys.some((key) => isIn(missing, key, seat)) ? "cleared_before" : "is_in_already");
}

function whyOver({ content: { after } }, data) {
  const deal = data.deals[placeAfter(data, after).index];
  return deal ? phrase("deal_is_in", deal) : phrase("asked_no_more");
}

const seatOf = (element) => Number(element.closest("[data-own]").dataset.own);

const answer = (content) => writeAndShow("answers", content);

forms.imOut = (form, submitter) =>
  typesAll() ? openPad(nextPlace(state.data), { seat: seatOf(form) }) : forms.answer(form, submitter);

/** Without signal no phone hears that its hand is asked: the scorekeeper types them all. */
const typesAll = () => isCut() && mayScore();

const openRow = taps.out;

Object.assign(taps, {
  out: (link) => openOwnRow(link) ?? openRow(link),
  typeFor: ({ dataset }) => openOwn(Number(dataset.typeFor), dataset.ask),
  typeAll: ({ dataset }) => openAll(dataset.typeAll),
  // Then this phone may answer for another seat.
  clearOwn: (button) => answer({ clear: [[button.dataset.clearOwn, seatOf(button)]] }),
  clearOut: ({ dataset }) => answer({ clear: [[dataset.clearOut, -1]] }),
  correctOwn: correctMine,
});

/** A tap on a row while own answers are under way; null where it means what it always does. */
function openOwnRow(link) {
  const { next, order } = state.data;
  if (!next || typesAll()) return null;
  const { ask } = link.dataset;
  if (ask || ownOf().some((own) => isBefore(own) && next.in?.some(([key]) => key === own.key))) {
    return openAll(ask);
  }
  const seat = Number(link.closest("[data-seat]")?.dataset.seat);
  const key = ownOf().find(({ but }) => but)?.but;
  const others = order.filter((at) => ![seat, mySeat()].includes(at));
  const isHeard = (at) => next.phones?.includes(at) && !next.silent?.includes(at);
  const isOut = key && next.answered?.[key] == null && others.some(isHeard);
  if (isOut) return answer({ set: [[key, -1, seat]] });
  return next.counted && asksOf(seat).length > 0 ? openOwn(seat) : null;
}

/** Turn to the hand of this phone, once for each who is out. */
function turn() {
  const [seat, key] = [mySeat(), `scorer:turned:${club}:${state.data.game}`];
  if (!state.data.next?.counted || !missingOf(seat).some((ask) => !isBefore(ask))) return;
  const { after, answered } = state.data.next;
  const turned = JSON.stringify([after, ...ownOf().map(({ but }) => answered[but])]);
  if (recall(key) === turned) return;
  const busy = "[data-scene], [data-conflict], dialog[open], [data-sheet] :is(select, input):focus";
  // What is on its way may be answered with a question.
  const isAsking = itemsOf(state.data).some((item) => item.question || !isHeldUp(item));
  if (isAsking || document.querySelector(busy)) return;
  remember(key, turned);
  openOwn(seat);
}

// What is read or typed just now comes first.
document.addEventListener("close", () => setTimeout(turn), true);

function letLook() {
  for (const button of document.querySelectorAll("[data-look]:not([data-ready])")) {
    const text = button.textContent;
    button.dataset.ready = "";
    onHold(button, () => look(button), () => put(button, text));
  }
}

async function look(button) {
  const mine = await fetchMine();
  if (!("held" in button.dataset) || !known) return;
  const seen = ownOf().map(({ key }) => wordsOfValue(mine[key]?.[seatOf(button)])).join(" ").trim();
  button.textContent = seen || phrase("entered_elsewhere");
}

function correctMine() {
  const seat = mySeat();
  const place = dealPlace(state.data, state.data.deals.at(-1)?.id);
  if (!place || seat === null) return;
  const keys = ownOf().filter((ask) => !isBefore(ask)).map(({ key }) => key);
  show({ ...place, key: `${place.key}:${seat}`, seat, keys }, { seat });
}

/** A seat whose answer waits on this phone says so, and so does its row; the answer stays covered. */
function showWaiting() {
  const { connection: { isSlow }, data, pending } = state;
  const isWaiting = pending.some((item) => isOfGame(item, data) && isHeldUp(item));
  const text = phrase(isWaiting ? "own_waits" : isSlow ? "own_sending" : "own_entered");
  for (const block of document.querySelectorAll("[data-own] > .own-seat")) {
    const seat = seatOf(block);
    const isOwn = ([key, at]) => at === seat && ownOf().some((ask) => ask.key === key);
    const [key, at, value] =
      waiting().findLast((answer) => isOwn(answer) || (answer[1] < 0 && answer[2] === seat)) ?? [];
    const line = block.querySelector("[data-own-waits]");
    const mark = document.querySelector(`[data-seats] [data-seat="${seat}"] [data-own-waits]`);
    for (const part of [line, mark]) part?.toggleAttribute("hidden", value === undefined);
    if (value === undefined) continue;
    const [says, change, takeBack] = line.children;
    put(says, text);
    hide(change, at < 0);
    hide(takeBack, at >= 0);
    Object.assign(change.dataset, { typeFor: seat, ask: key });
    takeBack.dataset.clearOut = key;
  }
}

function sayReplaced({ next: before }) {
  const { next } = state.data;
  const { device } = main.dataset;
  const mine = before?.in?.filter(([, , writer]) => writer === device);
  const isReplaced = ([key, at, writer]) => writer !== device && isIn(mine, key, at);
  const [, , writer] = (before?.after === next?.after && next?.in?.find(isReplaced)) || [];
  if (writer) showNotice(phrase("replaced_by", { name: next.writers[writer] }));
}

function heard(before = state.data) {
  // Its words come with the sheet, where phones hold seats.
  const block = document.querySelector("[data-own-words]");
  if (block) addWords(JSON.parse(block.textContent));
  const isScorer = mayScore();
  if (mayScore(before) !== isScorer) writeNotice(phrase(isScorer ? "keeps_score" : "only_plays"));
  sayReplaced(before);
  letLook();
  turn();
}

subscribe(showWaiting);
subscribe(({ held }) => update(held ?? state));
subscribe((_, before) => heard(before.data), "data");
isolate(heard);
showWaiting();
if (location.hash === "#correct-own") correctMine();

const left = readDraft(state.data, keyOf(mySeat()));
if (left?.open && left.touched) openOwn(mySeat());

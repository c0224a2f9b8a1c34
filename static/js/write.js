// Who writes, and when: all that is said at the table here is kept on this phone, shown and sent, in
// this order, and by this alone. What becomes of it is shown where it was said.

import { club, inClub } from "./club.js";
import { showAnswer } from "./live.js";
import { change, drop, edit, find, forgetShown, isOfGame, itemsOf, load, remove, waiting } from "./outbox/queue.js";
import { flush, moveTo, newTurn, pointAt, throwAway } from "./outbox/send.js";
import { describeItem } from "./pending/words.js";
import { refreshSheet, showNotice } from "./sheet.js";
import { isolate, mayScore, newId, state, subscribe } from "./store.js";

// What an item is no longer once it was changed.
const SETTLED = { refused: undefined, question: undefined };

// Whoever waits for the first answer to what it has written, by the id of the item.
const waiters = new Map();

// The data once an item is written, for its words; what comes of it is known where the score is kept.
export let readWith = () => state.data;
export const setReader = (reader) => (readWith = reader);

/** Write something. Gives the first answer to it, of status 0 where there is none, and it is sent later. */
export async function write(kind, content, { id = newId(), seen = state.data.version } = {}) {
  const game = { start: id, unstart: content.entry }[kind] ?? state.data.game;
  const title = document.title.split(" · ").at(-1);
  const about = { at: Date.now(), title, page: `${location.pathname}?club=${club}` };
  const item = { id, club, game, kind, content, seen, ...about };
  if (kind === "answers") item.content = answersOf(content);
  const describe = () => describeItem(item, state.pending, state.data, readWith(item));
  Object.assign(item, isolate(describe, { label: title, text: title }));
  const put = (items) => [...items.filter((old) => !isReplaced(old, item)), item];
  const kept = find(id) ? change(id, { ...item, ...SETTLED }) : edit(put);
  kept.then(flush);
  return new Promise((done) => waiters.set(id, done));
}

/** Answers of the deal in play as the server takes them; `after` is the deal that they follow. */
const answersOf = (content) => ({
  ...{ after: state.data.next?.after ?? null, set: [], clear: [], replace: [], finish: null },
  ...{ ...content, turn: newTurn() },
});

/** Whether other answers take the place of these: of their phone the newest counts. */
function isReplaced({ content: old, kind, ...item }, { content, ...now }) {
  if (kind !== "answers" || now.kind !== kind || !isOfGame(item, now)) return false;
  const placesOf = ({ clear, set }) => [...set, ...clear].map(([ask, place]) => `${ask} ${place}`);
  const places = placesOf(content);
  return old.after === content.after && !old.finish && placesOf(old).every((at) => places.includes(at));
}

/**
 * Undo the start of this game by Same again: both vanish where it was not sent, else it is undone
 * behind it. What was typed in it goes too, which is asked before.
 */
export function undoStart(isSure) {
  const entry = state.data.game;
  const start = find(entry);
  const isInIt = (item) => isOfGame(item, { game: entry }) && item.id !== entry;
  if (!isSure && waiting().some(isInIt)) {
    return ask(document.getElementById("pending").content.querySelector("[data-conflict]").outerHTML);
  }
  const isUnsent = start && (!start.isTried || start.refused);
  drop((item) => isInIt(item) || (isUnsent && item.id === entry));
  if (!isUnsent) writeAndShow("unstart", { entry });
  return undefined;
}

/** Write something, and say what became of it; `says` what was done. */
export async function writeAndShow(kind, content, { says, ...how } = {}) {
  const answered = write(kind, content, how);
  showNotice();
  showResult(await answered, says);
}

/** Say what became of something; where it `says` so, no older Undo is left to be taken for its own. */
export function showResult({ error, status }, says = "") {
  if (!status || document.querySelector("dialog[open]")) return;
  if (says && status === 200) document.querySelector("[data-notice]").replaceChildren();
  if (error) showNotice(error.message, true);
  else showNotice(says);
}

const COVER_MS = 700;
const cover = Object.assign(document.createElement("i"), { className: "tap-cover" });
let lastTap, timer;
document.addEventListener("click", (tap) => (lastTap = tap), true);

/**
 * Cover the place of the last tap for a moment: the second tap of a nervous finger hits neither what the
 * first one has brought under it, nor the same once more.
 */
export function coverTap() {
  // A key has no place.
  if (!lastTap?.detail) return;
  Object.assign(cover.style, { left: `${lastTap.clientX}px`, top: `${lastTap.clientY}px` });
  document.body.append(cover);
  clearTimeout(timer);
  timer = setTimeout(() => cover.remove(), COVER_MS);
}

/** Show a question in the notice, in place of an Undo, which would be about another entry. */
function ask(html, item) {
  const notice = document.querySelector("[data-notice]");
  notice.innerHTML = html;
  notice.classList.remove("notice-wrong");
  if (item) notice.querySelector("[data-conflict]").dataset.item = item;
  coverTap();
}

/** Whether an item is about the game that this page shows, or one that begins on it. */
const isHere = (item) =>
  [state.data, state.server.data].some((data) => isOfGame(item, data)) ||
  itemsOf(state.server.data).some(({ id }) => id === item.id);

function receive({ item, ...answer }) {
  const waiter = waiters.get(item.id);
  waiters.delete(item.id);
  // A game that is undone behind its start is not shown.
  const isUndone = waiting().some(({ kind, content }) => kind === "unstart" && content.entry === item.id);
  const isShown = answer.html && isHere(item) && !isUndone;
  // What was just typed goes back to where it was typed.
  const isBack = waiter && item.refused && !item.question && !document.querySelector("dialog[open]");
  if (isShown) showAnswer(answer);
  if (isBack) remove(item.id);
  waiter?.(isShown || isBack ? answer : { status: 0 });
  // What is in the way is shown beside the question, where it can be had.
  if ((answer.status === 409 || item.question) && isHere(item)) {
    refreshSheet().catch(() => {}).then(() => showQuestion(item, answer.error));
  }
  // Who waits for what is behind that, and was not sent, need not.
  if (!answer.status) {
    for (const other of waiters.values()) other({ status: 0 });
    waiters.clear();
  }
}

/** Ask where what it is about waits, or below the rows where that is not painted, or there already. */
function showQuestion({ id, question }, { code, html }) {
  if (["same_deal", "same_table"].includes(code) || (question && !mayScore())) ask(html, question && id);
  else document.querySelector("[data-item] [data-conflict]")?.scrollIntoView({ block: "nearest" });
}

/** Do what was chosen about a conflict; what waits because of it goes on from there. */
export function choose(element) {
  const { answers, choice: action, deal } = element.dataset;
  const entries = JSON.parse(element.elements?.entries?.value ?? "[]");
  const id = element.closest("[data-item]")?.dataset.item;
  if (id) resolve(id, { action, deal, entries, answers: answers && JSON.parse(answers) });
  if (!id) for (const { kind, content, ...how } of entries) writeAndShow(kind, content, how);
  if (!id && !entries.length) refreshSheet().catch(() => {});
  coverTap();
  return true;
}

async function resolve(id, { action, answers, deal, entries: [first, second] }) {
  // Another tab may have answered it.
  await load();
  const item = find(id);
  if (!item?.question) return;
  // Below the rows nothing else takes the question away.
  document.querySelector("[data-notice]:has([data-conflict])")?.replaceChildren();
  const { content, kind } = item;
  if (answers) {
    // A deal that becomes answers keeps its id, which what came after it goes by.
    const now = { kind: "answers", content: answersOf(answers), ...SETTLED };
    await change(id, kind === "answers" ? { id: newId(), ...now } : now);
  } else if (action === "apart") await change(id, { content: { ...content, apart: true }, ...SETTLED });
  else if (action === "mend") {
    // The sheet may be older than the question.
    await refreshSheet().catch(() => {});
    await change(id, { content: { ...content, after: state.data.next.after }, question: undefined });
    (await import("./outbox/mend.js")).mend(id);
  } else if (!first) {
    // What pointed at it is about theirs.
    if (kind === "change_table" && deal) (await import("./outbox/reseat.js")).reseat(item);
    if (kind === "start" && deal) await moveTo(deal, id);
    else if (deal) pointAt(id, deal);
    await (deal ? remove(id) : throwAway(id));
    if (kind === "start" && deal) location.assign(inClub(`/games/${deal}`));
  } else {
    if (action === "mine" && deal) pointAt(id, deal, first.id);
    // Of two the other goes before it.
    const now = [first, second].filter(Boolean).map((entry) => ({ ...item, ...entry, ...SETTLED }));
    await edit((items) => items.flatMap((old) => (old.id === id ? now : old)));
  }
  flush();
}

subscribe(({ answer }) => receive(answer), "answer");
subscribe(forgetShown, "server");

/** Once it is known what waits. */
export const ready = load().then(() => {
  flush();
  const asked = itemsOf(state.server.data).find(({ question }) => question);
  if (asked && !mayScore()) ask(asked.question, asked.id);
});

// What the small forms and buttons of the sheet write into the book, and what only the server can say
// something about: that is written at once, or not at all.

import { fetchMotion, outbox, taps } from "./game.js";
import { waiting } from "./outbox/queue.js";
import { flush, post } from "./outbox/send.js";
import { coverTap } from "./second-tap.js";
import { isCurrent, refreshSheet, showNotice, showSheet } from "./sheet.js";
import { isCut, mayScore, newId, recall, remember, state, updateConnection } from "./store.js";
import { phrase } from "./words.js";

// The ids of entries that may be in the book: what is written again keeps its own.
let unsure = {};

/** Write an entry: gives what the server answers, with its status; 0 where it does not. */
export async function writeNow(kind, content, seen = state.data.version, id = idOf(kind, content)) {
  const answer = await send("entries", { id, seen, kind, content });
  if (answer.status === 200 || answer.status === 409) unsure = {};
  return answer;
}

const idOf = (kind, content) => (unsure[JSON.stringify([kind, content])] ??= newId());

// What this phone counts its answers by: whatever comes late or twice, its newest stands.
const TURN = "scorer:turn";

function nextTurn() {
  const known = Number(document.querySelector("main").dataset.turn);
  const turn = Math.max(Date.now(), 1 + Math.max(recall(TURN) ?? 0, known));
  remember(TURN, turn);
  return turn;
}

/**
 * Set and clear answers of the deal in play, `replace` these of other phones, and `finish` it: "save"
 * what waits, "open" what does not fit. Gives what the server answers, with its status; 0 where it
 * does not.
 */
export async function writeAnswers(content) {
  const { deal = state.data.next?.number, set = [], clear = [], replace = [], finish = null } = content;
  // By this id the deal goes that the answers may make.
  const write = () => send("answers", { deal, id: newId(), turn: nextTurn(), set, clear, replace, finish });
  const answer = await write();
  return answer.error?.code === "turn_taken" ? write() : answer;
}

async function send(name, content) {
  const { isWriting, trouble } = state.connection;
  // What was saved before is in the book first, if it can be.
  const isPending = waiting().some(({ game, isStuck }) => game === state.data.game && !isStuck);
  if (isPending && (isWriting || !trouble)) await flush();
  updateConnection({ isWriting: true });
  try {
    const address = `/games/${state.data.game}/${name}`;
    const body = JSON.stringify(content);
    let answer = await post(address, body);
    if (answer.status >= 500) answer = await post(address, body);
    const { data, html, status } = answer;
    updateConnection({ isCut: status === 0 });
    if (status === 200 && isCurrent(data)) showSheet({ data, html }, { isMine: true });
    if (status === 409) await refreshSheet().catch(() => {});
    return answer;
  } finally {
    updateConnection({ isWriting: false });
  }
}

/** Write an entry: it waits where that can be, else it needs the server. */
async function write(kind, content) {
  fetchMotion();
  const saver = mayScore() ? await outbox().catch(() => null) : null;
  if (saver?.canWait(kind, content)) {
    const answered = saver.save(kind, content);
    showNotice();
    const answer = await answered;
    if (answer.status && !document.querySelector("dialog[open]")) showAnswer(answer);
    return;
  }
  showAnswer(await writeNow(kind, content));
}

export const answer = (content) => writeAnswers(content).then((it) => showAnswer(it, content.says));

/** Show what became of something; where it `says` so, no older Undo is left to be taken for its own. */
export function showAnswer({ error, status }, says = "") {
  if (says && status === 200) document.querySelector("[data-notice]").replaceChildren();
  showNotice(status === 200 ? says : (error?.message ?? phrase("no_signal_here")), status !== 200);
  if (error?.html) ask(error.html);
}

/** Ask what the server wants to know first; an Undo beside it would be about something else. */
export function ask(html) {
  const notice = document.querySelector("[data-notice]");
  notice.innerHTML = html;
  notice.classList.remove("notice-wrong");
  coverTap();
}

/** The next game; by its form, where what does so without signal cannot be had. */
function beginNext(form) {
  const follows = state.data.game;
  const begin = ({ save }) => {
    // A second tap, made while this was fetched, would begin the game after the next one.
    if (state.data.game !== follows) return;
    save("start", { follows });
    scrollTo(0, 0);
  };
  outbox().then(begin, () => form.submit());
  return true;
}

const deal = (facts) => ["deal", { after: state.data.next.after, facts }];
const withdraw = ({ elements: { entry } }) => ["withdraw", { entry: entry.value }];

// [kind, content] of each form, by the name of its data attribute, or what it sets and clears of the
// deal in play; true where something else was done. Undo and redo both withdraw an entry.
const actions = {
  again: beginNext,
  undo: withdraw,
  redo: withdraw,
  takeBack: withdraw,

  note: ({ dataset }, { value }) => ({ set: [[dataset.note, -1, Number(value)]] }),
  unnote: ({ dataset }) => ({ clear: [[dataset.unnote, -1]], says: phrase("undone") }),
  finish: ({ dataset }) => ({ finish: dataset.finish }),

  /** Counters that a seat buys, or is lent by another. */
  counters(form, { value }) {
    if (!value) return null;
    const { counters, lender, seat } = form.elements;
    form.closest("dialog").close();
    const content = { seat: Number(seat.value), counters: Number(counters.value) };
    return lender.value ? ["lend", { ...content, lender: Number(lender.value) }] : ["buy", content];
  },

  /** A loan that is given back. */
  entry: ({ dataset }) => JSON.parse(dataset.entry),

  alone: ({ dataset }) => deal({ [dataset.alone]: true }),

  void: () => deal({ void: true }),

  choice: choose,
};

export const addActions = (more) => Object.assign(actions, more);

/** What is done about a conflict; what waits because of it goes on from there. */
function choose(element) {
  const { answers, choice: action, deal } = element.dataset;
  const entries = JSON.parse(element.elements?.entries?.value ?? "[]");
  const waits = element.closest("[data-item]")?.dataset.item;
  if (waits) outbox().then(({ resolve }) => resolve(waits, { action, entries, deal }));
  else if (answers) answer(JSON.parse(answers));
  else if (entries.length) writeAll(entries);
  else refreshSheet().catch(() => {});
  return true;
}

async function writeAll([{ id, kind, content, seen }, ...more]) {
  const written = await writeNow(kind, content, seen, id);
  showAnswer(written);
  if (more.length && written.status === 200) await writeAll(more);
}

document.addEventListener("submit", (event) => {
  const name = Object.keys(event.target.dataset).find((key) => actions[key]);
  const done = name && actions[name](event.target, event.submitter);
  if (!done) return;
  event.preventDefault();
  coverTap();
  if (Array.isArray(done)) write(...done);
  else if (done !== true) answer(done);
});

Object.assign(taps, {
  choice: choose,

  /** Ask what counters a seat gets. */
  getCounters({ dataset: { getCounters: seat } }) {
    const dialog = document.querySelector("[data-counters-dialog]");
    const form = dialog.querySelector("form");
    const { lender, seat: receiver } = form.elements;
    form.reset();
    if (seat) receiver.value = seat;
    form.onchange = () =>
      lender.setCustomValidity(lender.value === receiver.value ? lender.dataset.fault : "");
    dialog.showModal();
    return true;
  },

  /** Without signal the game stops at once: its page, which asks why, cannot be had. */
  end({ dataset }) {
    if (!isCut() || !state.data.played) return false;
    write("end", { why: dataset.end });
    return true;
  },
});

// Where no worker answers, a page that cannot be had would take the place of the sheet.
document.addEventListener("click", (tap) => {
  const link = tap.target.closest("a[href]");
  if (!link || tap.defaultPrevented || link.pathname === location.pathname) return;
  if (!isCut() || navigator.serviceWorker?.controller) return;
  tap.preventDefault();
  showNotice(phrase("no_signal_here"), true);
});

/** Close the names that a question has opened, where something else is tapped. */
function closeNames(tap) {
  const isOnRow = tap.target.closest("[data-seats]");
  // A tap on a row below them does nothing else, also when its click comes.
  if (isOnRow && tap.type !== "click") return;
  for (const asked of document.querySelectorAll("[data-asked][open]")) {
    if (asked.contains(tap.target)) continue;
    asked.open = false;
    if (!isOnRow) continue;
    tap.preventDefault();
    tap.stopPropagation();
  }
}

for (const type of ["pointerdown", "click"]) document.addEventListener(type, closeNames, true);

// Saves on the page of a game: what is saved is kept and shown at once, and sent behind that.
// Fetched where the score is kept.

import { applyCorrection } from "../corrections.js";
import { ask, writeNow } from "../forms.js";
import { showAnswer } from "../live.js";
import { make } from "../elements.js";
import { dealsOf } from "../pad/drafts.js";
import { addPending, describeItem, paintLines, paintPending } from "../pending.js";
import { fetchStyle, refreshSheet, repaint, setOverlay, showSheet, shownSheet } from "../sheet.js";
import { isCut, isolate, mayScore, newId, state, subscribe } from "../store.js";
import { phrase } from "../words.js";
import { add, cannotKeep, change, drop, find, forgetShown } from "./queue.js";
import { isKept, load, remove, saveAsFile, waiting } from "./queue.js";
import { flush, pointAt } from "./send.js";

export { find, applyCorrection };

// What waits for the game of this page, and the games that Same again begins after it.

function itemsHere({ game, version }) {
  const items = [];
  for (const item of state.pending) {
    if (item.kind === "start" && item.content.follows === game) {
      items.push(item);
      ({ game } = item);
      version = -1;
    } else if (item.kind !== "start" && item.game === game && !(item.version <= version)) {
      items.push(item);
    }
  }
  return items;
}

const { edition, variant } = state.data;
const rules = await import(`../rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`);
// What the sheet shows as waiting.
let painted = [];

const marksOf = (items) =>
  JSON.stringify(items.map(({ id, isStuck = false, refused }) => [id, isStuck, refused]));

function paint({ data: server }) {
  const items = itemsHere(server);
  const data = addPending(rules, server, items);
  painted = items;
  if (!items.length) return data;
  isolate(() => paintPending(data, server, items));
  isolate(() => paintLines(items, data));
  return data;
}

/** Show on the sheet what waits by now. */
function showPending() {
  const items = itemsHere(state.server.data);
  if (marksOf(items) === marksOf(painted)) return;
  const isMine = items.some(({ id }) => !painted.some((item) => item.id === id));
  if (items.length) repaint(isMine);
  else showSheet(state.server);
}

// What an item is no longer once it was changed.
const SETTLED = { refused: undefined, question: undefined };

// Whoever waits for the first answer to what it has saved, by the id of the item.
const waiters = new Map();

/**
 * Save an entry, whatever comes: the sheet shows it at once. Gives the first answer of the server; its
 * status is 0 where there was none, and what was kept is sent later.
 */
export async function save(kind, content, { id = newId(), seen = state.data.version } = {}) {
  if (kind === "withdraw" && find(content.entry)?.kind === "start") {
    // The next game goes, and what waits for it. It may have begun by now: the sheet that is on its
    // way has an Undo of its own.
    if (!state.connection.isWriting) await drop(({ game }) => game === content.entry);
    return { status: 0 };
  }
  const game = kind === "start" ? id : state.data.game;
  const title = document.title.split(" · ").at(-1);
  const item = { id, game, kind, content, seen, at: Date.now(), title, page: location.pathname };
  const wordsOf = () => {
    const items = itemsHere(state.server.data).filter((other) => other.id !== id);
    const after = addPending(rules, state.server.data, [...items, item]);
    return describeItem(item, items, state.data, after);
  };
  Object.assign(item, isolate(wordsOf, { label: title, text: title }));
  const kept = find(id) ? change(id, { ...item, ...SETTLED }) : add(item);
  kept.then(flush);
  return new Promise((done) => waiters.set(id, done));
}

/** Whether an entry can wait: all but what takes back something that this phone knows nothing of. */
export function canWait(kind, { entry }) {
  const { moves, undo } = state.data;
  const known = [...dealsOf(state.data), ...waiting()].map(({ id }) => id);
  known.push(...moves.map((move) => move.entry));
  if (undo?.kind === "end" || undo?.facts) known.push(undo.entry);
  return kind !== "withdraw" || known.includes(entry);
}

/** Whether an item is about the game that this page shows, or one that begins on it. */
const isHere = ({ game, id }) =>
  [state.data.game, state.server.data.game].includes(game) ||
  itemsHere(state.server.data).some((item) => item.id === id);

/** The server has answered what was sent. */
function receive({ item, ...answer }) {
  const waiter = waiters.get(item.id);
  waiters.delete(item.id);
  const isShown = answer.html && isHere(item);
  // What was just typed goes back to where it was typed.
  const isBack = waiter && item.refused && !item.question && !document.querySelector("dialog[open]");
  // What is shown already does not move again.
  if (isShown) showAnswer(answer, { isMine: true, isQuiet: true });
  if (isBack) remove(item.id);
  waiter?.(isShown || isBack ? answer : { status: 0 });
  // What is in the way is shown beside the question.
  if ((answer.status === 409 || item.question) && isHere(item)) {
    refreshSheet().then(() => showConflict(answer.error), () => {});
  }
  // Who waits for what is behind that, and was not sent, need not.
  if (!answer.status) {
    for (const other of waiters.values()) other({ status: 0 });
    waiters.clear();
  }
}

/** A question is asked where what it is about waits; that a deal is there already is only said. */
function showConflict({ code, html }) {
  if (code === "same_deal") ask(html);
  else document.querySelector("[data-item] [data-conflict]")?.scrollIntoView({ block: "nearest" });
}

/** Do what was chosen about an item that met another phone's: `deal` is what stands there. */
export async function resolve(id, { action, deal, entries }) {
  // Another tab may have answered it.
  await load();
  const item = find(id);
  if (!item?.question) return;
  const [first, second] = entries;
  if (!first) {
    // What pointed at it has gone with it, or is about theirs.
    if (deal) pointAt(id, deal);
    else drop(({ content }) => [content.deal, content.entry].includes(id));
    pointAt(id, item.content.after);
    await remove(id);
  } else {
    if (second) await writeNow(first.kind, first.content, first.seen, first.id);
    const now = second ?? first;
    if (action === "mine" && deal) pointAt(id, deal, now.id);
    await change(id, { ...now, ...SETTLED });
  }
  flush();
}

// One quiet line at the bottom says what waits on this phone, and why; a tap leads to all of it.

const line = make("div", { class: "outbox-line", role: "status" });
shownSheet().before(line);

const describe = (items) =>
  phrase(items.every(({ kind }) => kind === "deal") ? "number_of_deals" : "number_of_entries", {
    many: items.length,
  });

/** How much waits, and why it was not sent; "" where it is only on its way. */
function sentence(items) {
  const { trouble } = state.connection;
  if (!items.length || !(trouble || isCut())) return "";
  if (cannotKeep()) return phrase("cannot_keep");
  const waits = phrase("waits", { many: items.length, what: describe(items) });
  return `${trouble?.error?.message ?? phrase("without_signal")} · ${waits}`;
}

function showLine() {
  const refused = waiting().filter((item) => item.refused);
  const items = waiting().filter((item) => !item.refused);
  const notSaved = refused.length > 0 && phrase("not_saved", { what: describe(refused) });
  const text = [sentence(items), notSaved].filter(Boolean).join(" · ");
  line.toggleAttribute("data-waiting", items.length > 0);
  // What is read aloud is read once.
  if (text === line.textContent) return;
  line.replaceChildren(...(text ? [make("a", { href: "/outbox" }, text)] : []));
  // What stays in view at the bottom makes room for it.
  document.body.style.setProperty("--waits", `${line.offsetHeight}px`);
}

// What this page alone has would go with it.
addEventListener("beforeunload", (leaving) => isKept() || leaving.preventDefault());
line.addEventListener("click", (tap) => {
  if (isKept()) return;
  tap.preventDefault();
  saveAsFile();
});

const onChange = (key, act) => subscribe((now, before) => now[key] !== before[key] && act(now));

onChange("pending", showPending);
onChange("answer", ({ answer }) => receive(answer));
onChange("server", forgetShown);
onChange("connection", ({ data }) => painted.length && paintLines(painted, data));
for (const key of ["pending", "connection"]) onChange(key, showLine);

setOverlay(paint);

/** Once it is known what waits. */
export const ready = mayScore() ? begin() : null;

async function begin() {
  // The game may end without signal.
  fetchStyle("result.css").catch(() => {});
  await load();
  flush();
  showPending();
  showLine();
}

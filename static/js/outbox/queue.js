// What waits to be sent: kept in a database of the browser, or, where there is none or no room, by
// this page alone. Each item names its `club`, and has an `id`: of its entry, of the game that it
// starts, or of the deal that its answers may make.

import { club } from "../club.js";
import { state, update } from "../store.js";

const NAME = "outbox";
const OPEN_TIMEOUT = 3_000;

let opened = null;

function open() {
  return new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 4);
    request.onupgradeneeded = () => {
      const { result } = request;
      // What 0.4 has kept is about books that this release does not have.
      for (const name of result.objectStoreNames) result.deleteObjectStore(name);
      result.createObjectStore("items", { keyPath: "order", autoIncrement: true });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      done(request.result);
    };
    request.onerror = failed;
    setTimeout(failed, OPEN_TIMEOUT);
  });
}

/** Edit the kept items, all edits or none; gives the items once they are written. */
async function editKept(edits) {
  const database = await (opened ??= open());
  return new Promise((done, failed) => {
    // What waits has to outlive a phone that is switched off.
    const work = database.transaction("items", "readwrite", { durability: "strict" });
    const store = work.objectStore("items");
    let items;
    store.getAll().onsuccess = ({ target }) => {
      items = applyEdits(edits, target.result);
      if (!edits.length) return;
      store.clear();
      // They get their order anew.
      for (const { order, ...item } of items) store.put(item);
    };
    work.oncomplete = () => done(items);
    work.onabort = failed;
  });
}

const applyEdits = (edits, items) => edits.reduce((edited, edit) => edit(edited), items);

// The edits of this page that the database does not have yet.
let unsaved = [];
let hasFailed = false;
// What is in the book by now, and shown until its sheet comes.
let written = [];

export const waiting = () => state.pending.filter(({ version }) => version === undefined);
/** Whether all that waits would outlive this page. */
export const isKept = () => !unsaved.length || !waiting().length;
/** Whether the phone has no room for it, or no database. */
export const cannotKeep = () => hasFailed && !isKept();
export const find = (id) => state.pending.find((item) => item.id === id);

export const clubOf = ({ club: its = club }) => its;
/** Whether an item is of the game of another one, or of these data: two clubs may have one of the same id. */
export const isOfGame = (item, other) => item.game === other.game && clubOf(item) === clubOf(other);

/** Show these items; stuck is what was refused, what points at it, and all of a game behind a question. */
function show(items) {
  const stuck = new Set();
  for (const item of items) {
    const { content, game, id, question, refused } = item;
    const keyOf = (id) => `${clubOf(item)} ${id}`;
    const isBehind = [game, ...Object.values(content)].some((id) => stuck.has(keyOf(id)));
    item.isStuck = Boolean(refused) || isBehind;
    if (item.isStuck) stuck.add(keyOf(id));
    if (question) stuck.add(keyOf(game));
  }
  update({ pending: [...written, ...items] });
}

let last = Promise.resolve();

/** Write what was changed here, and learn what other tabs have kept, changed and sent. */
export const load = () => (last = last.then(readKept).catch(reportError));

async function readKept() {
  const edits = [...unsaved];
  const items = await editKept(edits).catch(() => null);
  hasFailed = !items;
  // A browser may close it at any time.
  if (!items) opened = null;
  else {
    unsaved = unsaved.slice(edits.length);
    show(applyEdits(unsaved, items));
  }
}

/** Edit what waits, from a list of items to another: on the phone, and on this page at once. */
export function edit(change) {
  unsaved.push(change);
  const kept = load();
  show(change(waiting()));
  return kept;
}

export const change = (id, changes) =>
  edit((items) => items.map((item) => (item.id === id ? { ...item, ...changes } : item)));

/** Whether data of a game have what was written as this version, of its entries or its answers. */
const isIn = ({ answers_version: answers, version }, item) =>
  item.version <= (item.kind === "answers" ? answers : version);

/** What waits for the game of these data, and the games that Same again begins after it. */
export function itemsOf(data) {
  const items = [];
  const games = [data];
  for (const item of state.pending) {
    const [now] = games;
    if (clubOf(item) !== club) continue;
    if (item.kind === "start" && item.content.follows === now.game) {
      games.unshift({ game: item.game, version: -1, answers_version: -1 });
    } else if (item.kind === "start" || item.game !== now.game || isIn(now, item)) continue;
    items.push(item);
    // What is written after the Undo of a start is of the game before it.
    if (item.kind === "unstart" && games.length > 1) games.shift();
  }
  return items;
}

/** The answers of the deal in play of these data that can be sent, the newest last: [ask, place, value]. */
export function answersIn(items, { game, next }) {
  const isOfDeal = ({ content, kind, refused, ...item }) =>
    kind === "answers" && !refused && isOfGame(item, { game }) && content.after === next?.after;
  return items.filter(isOfDeal).flatMap(({ content: { clear = [], set = [] } }) => [...clear, ...set]);
}

export const drop = (isDropped) => edit((items) => items.filter((item) => !isDropped(item)));
export const remove = (id) => drop((item) => item.id === id);

/** An item is written as this version, as `id`: it is not sent again, and shown until that sheet comes. */
export function markWritten(item, version, id) {
  written = [...written, { ...item, ...find(item.id), id, version }];
  return remove(item.id);
}

/** A game that was begun here is undone: nothing of it is shown or sent any more. */
export function forgetGame(gone) {
  written = written.filter(({ game }) => game !== gone);
  return drop(({ game }) => game === gone);
}

/** Forget what the server's sheet shows by now. */
export function forgetShown() {
  const data = state.server.data ?? {};
  const isShown = (item) => (item.kind === "start" ? item.game === data.game : isIn(data, item));
  if (!written.some(isShown)) return;
  written = written.filter((item) => !isShown(item));
  show(waiting());
}

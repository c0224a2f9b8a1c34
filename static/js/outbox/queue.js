// What waits to be sent: kept in a database of the browser, or, where there is none or no room, by
// this page alone. Each item has an `id`, that of its entry or game, and once it is kept an `order`.

import { make } from "../elements.js";
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

/** Do something with the items in the database; its result is there once that is written. */
async function inDatabase(act) {
  try {
    const database = await (opened ??= open());
    return await new Promise((done, failed) => {
      // What waits has to outlive a phone that is switched off.
      const work = database.transaction("items", "readwrite", { durability: "strict" });
      const request = act(work.objectStore("items"));
      work.oncomplete = () => done(request?.result);
      work.onabort = failed;
    });
  } catch (fault) {
    // A browser may close it at any time.
    opened = null;
    throw fault;
  }
}

let last = Promise.resolve();
const inTurn = (act) => (last = last.then(act).catch(() => {}));

let cannotWrite = false;

export const waiting = () => state.pending.filter(({ version }) => version === undefined);
/** Whether all that waits would outlive this page. */
export const isKept = () => waiting().every(({ order }) => order);
/** Whether the phone has no room for it, or no database. */
export const cannotKeep = () => cannotWrite && !isKept();
export const find = (id) => state.pending.find((item) => item.id === id);

/**
 * Show these items; what was refused is stuck, and so is what waits behind it: what points at it, and
 * behind a question all of its game.
 */
function show(items) {
  const stuck = new Set();
  for (const item of items) {
    const { content, game, id, question, refused } = item;
    const isBehind = [game, ...Object.values(content)].some((id) => stuck.has(id));
    item.isStuck = Boolean(refused) || isBehind;
    if (item.isStuck) stuck.add(id);
    if (question) stuck.add(game);
  }
  update({ pending: items });
}

// How many changes of this page are not written yet: what is kept is older.
let unwritten = 0;

/** Write a change of an item, if it is in the database. */
function write(item, act) {
  unwritten += 1;
  return inTurn(() => {
    unwritten -= 1;
    return item?.order && inDatabase(act);
  });
}

/** Learn what other tabs have kept, changed and sent. */
export async function load() {
  while (await inTurn(readKept));
}

/** Take over what is kept; true where a change of this page came meanwhile, and it has to be read again. */
async function readKept() {
  await writeUnsaved();
  const kept = await inDatabase((store) => store.getAll());
  if (unwritten) return true;
  const known = new Map(state.pending.map((item) => [item.order, item]));
  const items = kept.map((row) => Object.assign(known.get(row.order) ?? {}, row));
  const left = state.pending.filter((item) => !items.includes(item) && keepAfterReload(item));
  show([...left, ...items].sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity)));
  return false;
}

/**
 * Whether an item of this page stays: what another tab has sent is shown until its sheet comes, but
 * not a game that it began, nor what was stuck here, which was settled there.
 */
function keepAfterReload(item) {
  if (item.order && item.version === undefined) {
    if (item.isStuck || item.kind === "start") return false;
    item.version = (state.server.data?.version ?? 0) + 1;
  }
  return true;
}

/** What this page alone has kept so far is written first, so that all of it stays in order. */
async function writeUnsaved() {
  const late = state.pending.filter(({ order }) => !order);
  if (!late.length) return;
  const requests = [];
  const addAll = (store) => requests.push(...late.map((item) => store.add(item)));
  cannotWrite = await inDatabase(addAll).then(() => false, () => true);
  if (cannotWrite) return;
  late.forEach((item, at) => (item.order = requests[at].result));
}

/** Keep one more: at once by this page, and a moment later by the phone. */
export function add(item) {
  show([...state.pending, item]);
  return inTurn(writeUnsaved);
}

export function change(item, changes) {
  Object.assign(item, changes);
  show([...state.pending]);
  return write(item, (store) => store.put(item));
}

const forget = (item) => write(item, (store) => store.delete(item.order));

/** Drop an item that is not needed any more. */
export function remove(id) {
  const item = find(id);
  show(state.pending.filter((other) => other !== item));
  return forget(item);
}

/** An item is in the book by this version: it is not sent again, and shown until that sheet comes. */
export function markWritten(item, version) {
  item.version = version;
  show([...state.pending]);
  return forget(item);
}

/** Forget what the server's sheet shows by now. */
export function forgetShown() {
  const { game, version } = state.server.data ?? {};
  const isShown = (item) =>
    item.version !== undefined &&
    (item.kind === "start" ? item.game === game : item.version <= version);
  if (state.pending.some(isShown)) show(state.pending.filter((item) => !isShown(item)));
}

export function saveAsFile() {
  const href = URL.createObjectURL(new Blob([JSON.stringify(waiting(), null, 1)]));
  make("a", { href, download: "outbox.json" }).click();
}

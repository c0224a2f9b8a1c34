// What waits to be sent: kept in a database of the browser, or, where there is none or no room, by
// this page alone.

const NAME = "outbox";
const LEASE = 5_000;
const TOO_LONG = 3_000;
const ME = Math.random();

let opened = null;

function open() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 2);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("items", { keyPath: "order", autoIncrement: true });
      asked.result.createObjectStore("lease");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = failed;
    setTimeout(failed, TOO_LONG);
  });
}

/** Do something with a part of the database; what that is asked for is there once it is written. */
async function inDatabase(part, act) {
  try {
    const database = await (opened ??= open());
    return await new Promise((done, failed) => {
      // Only what waits has to outlive a phone that is switched off.
      const durability = part === "items" ? "strict" : "relaxed";
      const work = database.transaction(part, "readwrite", { durability });
      const asked = act(work.objectStore(part));
      work.oncomplete = () => done(asked?.result);
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

let items = [];
let cannotWrite = false;

/** Whether all that waits would outlive this page. */
export const isKept = () => items.every(({ order }) => order);
/** Whether the phone has no room for it, or no database. */
export const cannotKeep = () => cannotWrite && !isKept();
/** What waits to be sent, in order. */
export const all = () => items.filter(({ entry }) => !entry);
/** The same of a game, with what is in its book and on no sheet yet: its number is its `entry`. */
export const itemsOf = (game) => items.filter((item) => item.game === game);
export const find = (name) => items.find((item) => item.name === name);

/** Learn what other tabs have kept and sent. */
export const read = () =>
  inTurn(async () => {
    await writeLate();
    const kept = await inDatabase("items", (store) => store.getAll());
    items = [...kept, ...items.filter(({ order }) => !order)];
  });

/** What this page alone has kept so far is written first, so that all of it stays in order. */
async function writeLate() {
  const late = items.filter(({ order }) => !order);
  if (!late.length) return;
  const asked = [];
  const add = (store) => asked.push(...late.map((item) => store.add(item)));
  cannotWrite = await inDatabase("items", add).then(() => false, () => true);
  if (cannotWrite) return;
  late.forEach((item, at) => (item.order = asked[at].result));
}

/** Keep one more: at once by this page, and a moment later by the phone. */
export function keep(item) {
  items.push(item);
  return inTurn(writeLate);
}

/** Keep what has become of one. */
export const change = (item) =>
  inTurn(() => item.order && inDatabase("items", (store) => store.put(item)));

/** One is not needed any more. */
export function drop(name) {
  const item = find(name);
  items = items.filter((other) => other !== item);
  return inTurn(() => item?.order && inDatabase("items", (store) => store.delete(item.order)));
}

/** What is in a book up to here is on the sheet. */
export const dropShown = (game, version) =>
  Promise.all(itemsOf(game).map(({ entry, name }) => entry <= version && drop(name)));

/** The names of what was refused, and of what waits behind that. */
export function stuck() {
  const names = new Set();
  for (const { content, game, name, refused } of items) {
    const after = [game, ...Object.values(content ?? {})];
    if (refused || after.some((one) => names.has(one))) names.add(name);
  }
  return names;
}

/** Whether this tab is the one that sends, from now on for `time`; no other one does meanwhile. */
export async function takeLease(time = LEASE) {
  let isMine = true;
  // Where there is no database no other tab has what waits here.
  await inDatabase("lease", (store) => {
    store.get(NAME).onsuccess = ({ target }) => {
      const { by, until } = target.result ?? {};
      const left = until - Date.now();
      // What lasts too long is of a clock that was put right.
      isMine = by === ME || !(left > 0 && left <= LEASE);
      if (isMine) store.put({ by: ME, until: Date.now() + time }, NAME);
    };
  }).catch(() => {});
  return isMine;
}

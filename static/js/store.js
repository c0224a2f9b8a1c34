// The state of this page, and what the phone keeps. Modules read `state`, change it with `update`,
// and follow it with `subscribe`.
//
// `data` is the game as it is shown: as the `server` sent it last (its data and its sheet), with
// what waits on this phone. `pending` is all that waits, in order; `answer` the last answer to any of
// it. `connection` says whether the server is out of reach (`isCut`), whether something is on its way
// (`isWriting`) for a while (`isSlow`), and the last answer that kept the outbox from going on
// (`trouble`). `held` is a newer sheet that would disturb now; `isMine` says that it answers this phone.

/** The data of the game that a page shows; null where it shows none. */
export const gameData = (page) => JSON.parse(page.getElementById("game-data")?.textContent ?? "null");

const data = gameData(document);
const html = document.querySelector("[data-sheet]")?.outerHTML;

export const state = {
  ...{ data, server: { data, html }, pending: [], answer: null, held: null },
  connection: { isCut: false, isWriting: false, isSlow: false, trouble: null },
};

export const newest = () => state.held ?? state.server;

const listeners = new Set();

/** Call `listener(state, before)` after each change, of these `keys` if any; gives what ends that. */
export function subscribe(listener, ...keys) {
  const hear = (now, before) => {
    if (!keys.length || keys.some((key) => now[key] !== before[key])) listener(now, before);
  };
  listeners.add(hear);
  return () => listeners.delete(hear);
}

export function update(changes) {
  const before = { ...state };
  Object.assign(state, changes);
  for (const listener of listeners) isolate(() => listener(state, before));
}

/** What `act` gives; an exception is reported and goes no further, and `otherwise` is given. */
export function isolate(act, otherwise) {
  try {
    return act();
  } catch (error) {
    reportError(error);
    return otherwise;
  }
}

export const updateConnection = (changes) =>
  update({ connection: { ...state.connection, ...changes } });

/** Whether this phone keeps the score, by its right. */
export const mayScore = ({ right } = state.data) => ["score", "manage"].includes(right);

/** Whether the server did not answer when it was last asked. */
export const isCut = () => navigator.onLine === false || state.connection.isCut;

export const isGroup = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
// The server sorts keys; those of what is worked out here stand in any order.
const sortKeys = (_, value) => (isGroup(value) ? Object.fromEntries(Object.entries(value).sort()) : value);
const asJson = (value) => JSON.stringify(value ?? null, sortKeys);
/** Whether two values are the same as JSON; what is missing is null. */
export const isEqual = (a, b) => a === b || asJson(a) === asJson(b);

/** What `act` gives; null where it cannot be done, which is no fault. */
export function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

// What this phone keeps as JSON. Storage may be full or forbidden; that must not stop the scoring.

export const recall = (key, area = "localStorage") =>
  attempt(() => JSON.parse(window[area].getItem(key)));
export const remember = (key, value, area = "localStorage") =>
  attempt(() => window[area].setItem(key, JSON.stringify(value)));
export const forget = (key) => attempt(() => localStorage.removeItem(key));

/** A new UUID. `crypto.randomUUID` is missing on plain http, which is how most tables play. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

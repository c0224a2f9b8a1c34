// Sends what waits: in order, one at a time, by one tab at a time, with a wait that grows. What is
// sent leaves only on a clear answer of the server.

import { all, change, drop, dropShown, find, read, stuck, takeLease } from "./store.js";

const PATIENCE = 15_000;
const A_MOMENT = 1_000;
const LONGEST = 60_000;
const RENEWED = 2_000;
const A_FORTNIGHT = 14 * 24 * 3600;
// Shut out: it is sent once this phone is invited again.
const SHUT_OUT = [401, 403];

// A page that is the same for everybody has none.
const token = document.querySelector('meta[name="csrf-token"]') ?? { content: "" };

/** Post to an address: what it answers, with its status; 0 where that is no clear answer. */
export async function post(address, body, more = {}, isFresh = false) {
  const headers = { ...more, accept: "application/json", "x-csrftoken": token.content };
  if (typeof body === "string") headers["content-type"] = "application/json";
  try {
    const signal = AbortSignal.timeout?.(PATIENCE);
    const answer = await fetch(address, { method: "POST", headers, body, signal });
    const told = await answer.json();
    if (told.error?.code === "csrf" && !isFresh) {
      token.content = told.error.token;
      return post(address, body, more, true);
    }
    // A page of somebody else's is no answer, and what was cut off neither.
    const isClear = answer.ok ? told.number || told.game : told.error;
    return { ...told, status: isClear && told.error?.code !== "csrf" ? answer.status : 0 };
  } catch {
    return { status: 0 };
  }
}

/** How many seconds something waits by now; none where the clock must have been put right. */
export function secondsAgo({ at }) {
  const ago = Math.floor((Date.now() - at) / 1000);
  return ago >= 0 && ago < A_FORTNIGHT ? ago : 0;
}

function postItem({ address, content, form, game, kind, known = null, name, seen, ...item }) {
  if (item.what === "start") {
    return post(address, new URLSearchParams([...form, ["ago", secondsAgo(item)]]));
  }
  // The sheet comes with the last one.
  const names = stuck();
  const last = all().findLast((other) => other.game === game && !names.has(other.name));
  const body = JSON.stringify({ name, seen, kind, content });
  const prefer = last.name === name ? "" : "return=minimal";
  return post(`/games/${game}/entries`, body, { prefer, known: known ?? seen });
}

let trouble = null;
let failed = 0;
let isSending = false;
let isWanted = false;
let timer;

/** What stands in the way: the last answer that was none; null while all goes well. */
export const inTheWay = () => trouble;

/** Send what waits; whoever is to hear of it hears `outbox`. */
export async function flush() {
  isWanted = true;
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  let wait = 0;
  while (isWanted) {
    isWanted = false;
    wait = await sendAll();
  }
  isSending = false;
  if (wait) timer = setTimeout(flush, wait);
}

const isWaiting = () => all().length > stuck().size;

/** The server was heard: try at once, unless it has refused to listen just now. */
export function tryAgain() {
  if (isWaiting() && !trouble?.status) flush();
}

/** Send all there is; gives in how many milliseconds to try again. */
async function sendAll() {
  await read();
  const shut = [];
  let isMine = true;
  const next = () => {
    const names = stuck();
    return all().find(({ game, name }) => !names.has(name) && !shut.includes(game));
  };
  const renew = setInterval(takeLease, RENEWED);
  let answer = null;
  for (let item; (item = next()) && (isMine = await takeLease()); ) {
    answer = await postItem(item);
    await take(item, answer);
    if (SHUT_OUT.includes(answer.status)) shut.push(item.game);
    if (answer.status === 401 || isNone(answer)) break;
  }
  clearInterval(renew);
  if (isMine) takeLease(0);
  const isHeld = shut.length || (answer && isNone(answer));
  if (isMine) trouble = isHeld ? answer : null;
  failed = isHeld ? failed + 1 : 0;
  tell(null, null);
  if (!isMine) return A_MOMENT;
  return isHeld ? Math.min(LONGEST, 1_000 * 2 ** failed) * (1 - 0.3 * Math.random()) : 0;
}

const isNone = ({ status }) => !status || status === 429 || status >= 500;

/** Whoever hears of an answer may take what was refused back. */
const tell = (item, answer) =>
  document.dispatchEvent(
    new CustomEvent("outbox", { cancelable: true, detail: { item, answer } }),
  );

/** What an answer means for what was sent. */
async function take(item, answer) {
  const { error, game, html, number, status, version } = answer;
  const isOut = status > 0 && status < 300;
  let done;
  // Where nobody else has written since, what was saved behind this knows all that is there.
  const next = all().find(({ behind }) => behind === item.name);
  if (next && number === (item.known ?? item.seen) + 1) next.known = version;
  if (isOut && number && !html) {
    item.entry = number;
    done = change(item);
  } else if (isOut) {
    if (html) dropShown(item.game, version);
    if (item.what === "start" && game !== item.game) await moveTo(game, item.game);
    done = drop(item.name);
  } else if (!isNone(answer) && !SHUT_OUT.includes(status)) {
    item.refused = error.message;
    Object.assign(item, { code: error.code, status });
  }
  const isLeft = tell(item, answer);
  if (item.refused && find(item.name)) done = isLeft ? change(item) : drop(item.name);
  await done;
}

/** What was kept for a game that is another one belongs there. */
async function moveTo(game, from) {
  for (const item of all()) {
    if (item.name === from) continue;
    if (item.game === from) item.game = game;
    else if (item.content?.follows === from) {
      item.address = item.address.replace(from, game);
      item.content.follows = game;
    } else continue;
    await change(item);
  }
}

for (const moment of ["online", "pageshow", "visibilitychange"]) {
  addEventListener(moment, async () => {
    if (document.hidden) return;
    // Another tab may have kept something.
    await read();
    if (isWaiting()) flush();
  });
}
addEventListener("pagehide", () => takeLease(0));

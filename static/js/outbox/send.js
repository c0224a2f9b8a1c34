// Sends what waits: in order, one at a time, with a wait that grows. An item leaves only on a clear
// answer of the server. Where two tabs send the same, the server takes it once, in the same order.

import { club } from "../club.js";
import { make } from "../elements.js";
import { newest, recall, remember, state, update, updateConnection } from "../store.js";
import { change, drop, edit, find, forgetGame, isOfGame, load, markWritten, remove, waiting } from "./queue.js";

const TIMEOUT = 15_000;
// What takes longer is said to be under way.
const SLOW = 1_000;
const LONGEST_WAIT = 60_000;
const LONGEST_AGO = 14 * 24 * 3600;
const NO_RIGHT = ["not_allowed", "keeps_no_score", "no_seat_held", "other_club"];
/** Whether this phone is shut out: what waits is sent once it is invited again, or may do it again. */
export const isShutOut = ({ error, status }) => status === 401 || NO_RIGHT.includes(error?.code);

// A page that is the same for everybody has no token.
const token = document.querySelector('meta[name="csrf-token"]') ?? { content: "" };

/** Post to an address: what it answers, with its status; 0 where that is no clear answer. */
async function post(address, body, more = {}, isFresh = false) {
  const headers = { ...more, accept: "application/json", "x-csrftoken": token.content };
  if (typeof body === "string") headers["content-type"] = "application/json";
  try {
    const signal = AbortSignal.timeout?.(TIMEOUT);
    const answer = await fetch(address, { method: "POST", headers, body, signal });
    const content = await answer.json();
    if (content.error?.code === "csrf" && !isFresh) {
      token.content = content.error.token;
      return post(address, body, more, true);
    }
    // The page of a hotspot is no answer, and what was cut off is none either.
    const isClear = answer.ok ? (content.html ?? content.game) : content.error;
    const status = isClear && content.error?.code !== "csrf" ? answer.status : 0;
    const head = (name) => answer.headers.get(name);
    return { ...content, status, seat: head("seat"), club: head("in-club") };
  } catch {
    return { status: 0 };
  }
}

/** For how many seconds something waits; 0 where the clock must have been put right. */
export function secondsAgo({ at }) {
  const ago = Math.floor((Date.now() - at) / 1000);
  return ago >= 0 && ago < LONGEST_AGO ? ago : 0;
}

// What this phone counts its answers by: whatever comes late or twice, its newest stands.
const TURN = "scorer:turn";

export function newTurn() {
  const known = Number(document.querySelector("main").dataset.turn ?? 0);
  const turn = Math.max(Date.now(), 1 + Math.max(recall(TURN) ?? 0, known));
  remember(TURN, turn);
  return turn;
}

function postItem(item) {
  const { answers_seen, club = "", content, game, id, kind, seen } = item;
  if (kind === "start") {
    const body = new URLSearchParams({ game: id, ago: secondsAgo(item) });
    if (content.apart) body.set("apart", 1);
    return post(`/games/${content.follows}/again`, body, { club });
  }
  if (kind === "unstart") return post(`/games/${game}/undo-start`, new URLSearchParams(), { club });
  const isAnswers = kind === "answers";
  const body = isAnswers ? { id, ...content } : { id, seen, kind, content, answers_seen };
  // The sheet comes with the last one.
  const last = waiting().findLast((other) => isOfGame(other, item) && !other.isStuck);
  const prefer = !last || last.id === id ? {} : { prefer: "return=minimal" };
  const path = `/games/${game}/${isAnswers ? "answers" : "entries"}`;
  // Of what is new on the sheet that is here, only who is in may be sent.
  const known = newest().data?.tag;
  const answer = post(path, JSON.stringify(body), { club, "if-none-match": known, ...prefer });
  return answer.then((content) => ({ ...content, known }));
}

let failed = 0;
let sending = null;
let timer;

/** Send what waits; over once all is sent, or it is known why it is not. */
export const flush = () => (sending ??= sendAll());

/** The server was heard: try at once, unless it has refused to listen just now. */
export function tryAgain() {
  if (waiting().some(({ isStuck }) => !isStuck) && !state.connection.trouble?.status) flush();
}

async function sendAll() {
  clearTimeout(timer);
  const [clubs, games] = [[], []];
  const isShut = (item) => clubs.includes(item.club) || games.some((other) => isOfGame(item, other));
  const next = () => waiting().find((item) => !item.isStuck && !isShut(item));
  let trouble = null;
  try {
    await load();
    for (let item; (item = next()); ) {
      updateConnection({ isWriting: true, isSlow: false });
      const slow = setTimeout(() => updateConnection({ isSlow: true }), SLOW);
      // Until then its undo is no more than to forget it.
      if (item.kind === "start" && !item.isTried) await change(item.id, { isTried: true });
      const answer = await postItem(item);
      clearTimeout(slow);
      await receive(item, answer);
      updateConnection({ isWriting: false, isSlow: false, isCut: answer.status === 0 });
      if (answer.status === 401) clubs.push(item.club);
      else if (isShutOut(answer)) games.push(item);
      if (isShutOut(answer) || isNone(answer)) trouble = answer;
      if (isNone(answer)) break;
    }
  } catch (error) {
    reportError(error);
    trouble = { status: 0 };
  } finally {
    failed = trouble ? failed + 1 : 0;
    const wait = Math.min(LONGEST_WAIT, 1_000 * 2 ** failed) * (1 - 0.3 * Math.random());
    if (trouble) timer = setTimeout(flush, wait);
    updateConnection({ isWriting: false, isSlow: false, trouble });
    sending = null;
  }
}

const isNone = ({ status }) => !status || status === 429 || status >= 500;

async function receive(item, answer) {
  const { data, error, status } = answer;
  let done;
  if (status > 0 && status < 300) {
    if (item.kind === "start" && data.game !== item.game) moveTo(data.game, item.game);
    const { entry = item.id, version = data.version } = answer;
    // Another phone has written the same: what waits, an Undo too, is about theirs.
    if (item.kind !== "answers" && entry !== item.id) pointAt(item.id, entry, entry);
    done = item.kind === "unstart" ? forgetGame(item.game) : markWritten(item, version, entry);
    if (answer.club && item.club !== club) sayClub(item, answer);
  } else if (["same_deal", "same_table"].includes(error?.code)) {
    pointAt(item.id, error.deal);
    done = remove(item.id);
  } else if (error?.code === "turn_taken") {
    done = change(item.id, { content: { ...item.content, turn: newTurn() } });
  } else if (!isNone(answer) && !isShutOut(answer)) {
    const data = state.server.data ?? {};
    const { name } = (isOfGame(item, data) && data.seats[error.seat]) || {};
    const whose = name ? `${name}: ` : "";
    done = change(item.id, { refused: `${whose}${error.message}`, question: error.html });
  }
  update({ answer: { ...answer, item: find(item.id) ?? item } });
  await done;
}

/** Say on the page of one club what was written in another. */
function sayClub({ text }, { club: saved }) {
  const says = `${decodeURIComponent(saved)}: ${text}`;
  // What keeps itself fresh replaces its own content.
  document.querySelector("main").before(make("p", { class: "box", role: "status" }, says));
}

const pointTo = (content, from, to) =>
  Object.fromEntries(Object.entries(content).map(([key, value]) => [key, value === from ? to : value]));

/** What waits and points at an entry points at another one; its Undo takes back `undone`, or goes. */
export function pointAt(from, to, undone = null) {
  const dropped = new Set();
  // An Undo must not take back what others wrote.
  const isUndo = ({ content, kind }) => kind === "withdraw" && content.entry === from;
  return edit((items) =>
    items.flatMap((item) => {
      const isGone = dropped.has(item.content.entry) || (isUndo(item) && !undone);
      if (isGone) dropped.add(item.id);
      const content = isUndo(item) ? { entry: undone } : pointTo(item.content, from, to);
      return isGone ? [] : { ...item, content };
    }),
  );
}

/** Nothing comes of an item, nor of what is about it; what follows it follows what it followed. */
export function throwAway(id) {
  const gone = find(id);
  const { after, joins = [] } = gone.content;
  // A seat that comes to nothing may be another person's.
  const isOfGone = ({ lender, seat, side }) =>
    joins.some((join) => [lender, seat, side].includes(join.seat));
  const isAbout = ({ content, ...item }) =>
    [content.deal, content.entry].includes(id) || (isOfGame(item, gone) && isOfGone(content));
  drop(isAbout);
  pointAt(id, after);
  return remove(id);
}

/** Another phone has begun the game that was begun here: what waits for it, but its undo, goes there. */
export function moveTo(game, from) {
  return edit((items) =>
    items
      .filter(({ content, kind }) => kind !== "unstart" || content.entry !== from)
      .map((item) => (item.game === from ? { ...item, game } : item))
      .map((item) => ({ ...item, content: pointTo(item.content, from, game) })),
  );
}

for (const moment of ["online", "pageshow", "visibilitychange"]) {
  // Another tab may have kept something.
  addEventListener(moment, () => document.hidden || flush());
}

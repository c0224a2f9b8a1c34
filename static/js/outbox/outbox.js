// The outbox on the page of a game: what is saved is kept and shown at once, and sent behind that.

import {
  changeSheet,
  fetchStyle,
  mayScore,
  page,
  refresh,
  replaceSheet,
  show,
  shownSheet,
} from "../page.js";
import { attempt } from "../pad/saving.js";
import { nameOfSide } from "../sides.js";
import { waiting } from "./ask.js";
import { showLine } from "./line.js";
import { flush, tryAgain } from "./send.js";
import { change, dropShown, find, itemsOf, keep, read } from "./store.js";

export { find };

const readers = Promise.all([import("../book/read-on.js"), import("../patch/patch.js")]);
let readOn = null;
let patch = () => false;
let prepare;
let entries;
let isPatched = false;
// The last sheet that showed what waits, with its game.
let patched = null;

// Whoever waits for the first answer to what it has kept, by its name.
const waiters = new Map();
page.unheard = waiters;
const isOpen = () => Boolean(document.querySelector("dialog[open]"));

/** Read what waits on over what the server has told; the sheet shows it as far as it can. */
page.readOn = () => {
  const { data } = page.fromServer;
  dropShown(data.game, data.version);
  const items = waiting();
  // This page may have been that of the game before.
  const book = entries?.game === data.game ? entries : undefined;
  const read = (some) => attempt(() => readOn(page.rules, data, some, book));
  let now = items.length ? read(items) : data;
  // What cannot be read on has to be answered before anything else is typed; what waits before it
  // is shown, and it can be taken back.
  // What a seat says of its own hand is shown once the server has heard it.
  const others = items.filter((item) => !isOfHands(data, item));
  if (!now && others.length < items.length) now = read(others);
  page.isBehind = !now;
  for (let many = items.length - 1; !now && many; many -= 1) {
    now = read(items.slice(0, many));
    const { kind, name } = items.at(-1);
    if (now) now = { ...now, undo: { entry: name, kind }, redo: null };
  }
  page.data = now ?? data;
  isPatched = items.length > 0 && Boolean(now) && attempt(() => patch(now), false);
  if (isPatched) patched = { game: data.game, sheet: shownSheet() };
  else if (!items.length) patched = null;
  else if (patched?.game === data.game) stay(patched.sheet);
};

/** Whether an item is what own phones are asked after the play. */
const isOfHands = ({ asks }, { content, kind }) =>
  kind === "answers" &&
  asks.every(({ key, when = "after" }) => when === "after" || !(key in content.facts));

/** The sheet that showed what waits stays, with what is to be decided before it shows more. */
function stay(sheet) {
  const fresh = shownSheet();
  if (fresh === sheet) return;
  fresh.replaceWith(sheet);
  for (const old of sheet.querySelectorAll("[data-open]")) old.remove();
  sheet.querySelector("header").after(...fresh.querySelectorAll("[data-open], .sheet-body > link"));
}

/** Show it on the sheet that is there. */
function renew(isMine) {
  const wasPatched = isPatched;
  changeSheet(() => {
    page.readOn();
    if (wasPatched && !waiting().length) replaceSheet(page.fromServer.html);
  }, isMine);
}

/**
 * Save an entry, whatever comes: the sheet shows it at once. Gives what the server answers at the
 * first try, if it does: its status is 0 where it did not, and what was kept is sent later.
 */
export function send(name, kind, content, seen = page.data.version) {
  const { game } = page.data;
  const item = { name, game, what: "entry", kind, content, seen, at: Date.now() };
  // What its writer knew of, though the server did not.
  item.behind = waiting().at(-1)?.name;
  item.title = document.title.split(" · ").at(-1);
  const said = (one) => JSON.stringify([one?.kind, one?.content]);
  // The second tap of a nervous finger.
  if (said(waiting().at(-1)) === said(item)) return Promise.resolve({ status: 0 });
  const old = find(name);
  const kept = old ? change(Object.assign(old, item, { refused: undefined })) : keep(item);
  known.add(name);
  renew(true);
  tellOf(item);
  showLine();
  const answered = new Promise((done) => waiters.set(name, done));
  kept.then(flush);
  return answered;
}

/** Note what a deal comes to in words, for when it cannot be saved. */
function tellOf(item) {
  const { data } = page;
  const { number, scores } =
    data.deals.find(({ id }) => [item.name, item.content.deal].includes(id)) ?? {};
  const says = scores?.map(
    (points, side) => `${nameOfSide(data, side)} ${String(points).replace("-", "−")}`,
  );
  Object.assign(item, { isRedo: data.newest?.again, number, says: says?.join(", ") });
}

// The names of what has waited here for the game that is shown.
let known = new Set();

document.addEventListener("outbox", (event) => {
  const { answer, item } = event.detail;
  if (answer?.status === 0) page.isCut = true;
  if (item?.what === "entry" && item.game === page.data.game) hear(event, item, answer);
  else if (!item) heardAll();
  showLine();
});

/** What the server says of an entry of this game. */
function hear(event, item, answer) {
  const waiter = waiters.get(item.name);
  waiters.delete(item.name);
  const { data, html, status } = answer;
  // What was not heard waits on, and nothing moves.
  if (!find(item.name) || item.entry || item.refused) known.delete(item.name);
  if (status === 200) {
    // The news may have brought it already, and more.
    const { data: was } = page.fromServer;
    const isThere = was.version >= data?.version && page.data === was && !page.isBehind;
    // Of a game that was joined to another one the news lead there.
    if (data?.game === item.game && data.version >= was.version) page.fromServer = { data, html };
    // Of many that are sent one after the other the last one's sheet is enough.
    if (html) bring(true, isThere);
    waiter?.(answer);
  } else if (waiter && item.refused && !isOpen()) {
    // What was just typed goes back to where it was typed.
    event.preventDefault();
    const back = status === 409 ? refresh(true) : Promise.reject();
    back.catch(() => bring(false)).then(() => waiter(answer));
  } else {
    waiter?.({ status: 0 });
    if (item.refused) bring(false);
  }
}

/** Show what the server has told last, as soon as that disturbs nobody. */
function bring(isMine, isThere = false) {
  // What is shown already does not move again.
  const isShown = isPatched || isThere;
  const told = { ...page.fromServer, isMine, isShown };
  if (page.bring) page.bring(told);
  else if (!isOpen()) {
    show(told.html, told.data, isMine && !isShown);
    page.isMine = isMine;
  }
}

/** That was all for now; another tab may have sent what waited here. */
function heardAll() {
  for (const waiter of waiters.values()) waiter({ status: 0 });
  waiters.clear();
  const names = itemsOf(page.data.game).map(({ name }) => name);
  const isSentElsewhere = [...known].some((name) => !find(name));
  const isKeptElsewhere = names.some((name) => !known.has(name));
  if (isOpen()) return;
  known = new Set(names);
  if (isSentElsewhere) refresh(true).catch(() => {});
  else if (isKeptElsewhere) renew(false);
}

/** What the phone has to know to go on without signal; others write and take seats as well. */
async function learn() {
  const { game, unstarted, version } = page.fromServer.data;
  if (!mayScore() || unstarted) return;
  await prepare?.(game);
  if (entries?.game === game && entries.version === version) return;
  const answer = await fetch(`/games/${game}/entries`, { cache: "no-store" });
  if (answer.ok) entries = { game, ...(await answer.json()) };
  // Now it may be known what comes of what waits.
  if (page.isBehind && !isOpen()) renew(false);
}

const A_WHILE = 2_000;
let later;

function learnLater() {
  clearTimeout(later);
  later = setTimeout(() => learn().catch(() => {}), A_WHILE);
}

async function begin() {
  // The game may end without signal.
  fetchStyle(new URL("../../result.css", import.meta.url).href).catch(() => {});
  page.sendAgain = tryAgain;
  document.addEventListener("sheet", ({ detail }) => detail.html && learnLater());
  await read();
  for (const item of itemsOf(page.data.game)) {
    // The game is out of it again.
    if (item.code !== "in_the_bin") continue;
    change(Object.assign(item, { refused: undefined, code: undefined }));
  }
  readers.then(async (read) => {
    [{ readOn }, { patch, prepare }] = read;
    await prepare(page.data.game);
    if (waiting().length && !isOpen()) renew(false);
  }).catch(() => {});
  learnLater();
  showLine();
  flush();
}

/** Once it is known what waits. */
export const ready = mayScore() ? begin() : null;

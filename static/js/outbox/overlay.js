// What waits on this phone for the game of this page, painted over the server's sheet, with a line for
// each thing; the server's next sheet replaces all of it. Fetched where the score is kept.

import { rules as fetched } from "../actions.js";
import { isOpen } from "../pad/asks.js";
import { addPending, totalsOf } from "../pending/scoring.js";
import { written } from "../pending/words.js";
import { make } from "../elements.js";
import { repaint, replaceSheet, setOverlay, showSheet, shownSheet } from "../sheet.js";
import { isEqual, isolate, state, subscribe } from "../store.js";
import { listed, nameOfSide, phrase, plain, sidesOf, words } from "../words.js";
import { ready, setReader } from "../write.js";
import { isHeldUp, stateOf } from "./list.js";
import { answersIn, itemsOf } from "./queue.js";
import { fetchTables, tables } from "./tables.js";

// What the server has worked out: of how it stands, and of the deal in play.
const OF_STANDING =
  ".drama, .shown:not([data-trump], [data-noted]), .shown > small, .pools-says, .row-shows, " +
  ".row :is(.pips, form), .row-says:not([data-noted]), .result .head h1, .podium-place, .podium-total, " +
  ".podium-says, .story, .chart, .closing, .settle-up, [data-deals] tfoot .deals-pool";
const OF_DEAL_IN_PLAY =
  ".own, .own-play, .own-says, div[data-own], .open, .row-state, [data-noted], [data-last-deal]";

// At a larger table the notice would bury its rows under what they say anyway.
const MAX_IN_NOTICE = 6;

// Stands for the id of a game that nobody has started yet.
const PLACEHOLDER_ID = "00000000-0000-4000-8000-000000000000";

/** A piece of the page with its parts filled in, by their names; parts that are empty go. */
function piece(name, values = {}) {
  const { content } = document.getElementById("pending");
  const made = content.querySelector(`[data-piece="${name}"]`).cloneNode(true);
  for (const [key, value] of Object.entries(values)) {
    const part = made.querySelector(`[data-part="${key}"]`);
    if (value) part.append(value);
    else part.remove();
  }
  return made;
}

function paintPending(data, shown, items) {
  const sheet = beginSheet(data);
  sheet.dataset.painted = "";
  paintEnd(sheet, data);
  // The result of a game that is over by the server is the server's alone.
  if (sheet.querySelector("[data-seats]")) {
    if (!data.over) paintHead(sheet, data);
    paintRows(sheet, data, shown, items);
  }
  for (const pool of sheet.querySelectorAll("[data-pool]")) {
    pool.querySelector("dd").textContent = (data.next ?? data).pools[pool.dataset.pool];
  }
  markUntrue(sheet, data, shown);
  paintNotice(sheet, data, items);
}

/** What is not true any more keeps its room until the next sheet comes. */
function markUntrue(sheet, data, shown) {
  const isOther = (valueOf) => !isEqual(valueOf(data), valueOf(shown));
  // A game that has just begun has a sheet of its own.
  const isFresh = shown.over && data.game !== shown.game && !data.deals.length && !data.moves.length;
  const isNextDeal = isOther(({ next }) => next?.after);
  const now = [...data.deals, ...data.behind_the_end].map(({ id }) => id);
  const gone = [...shown.deals, ...shown.behind_the_end].filter(({ id }) => !now.includes(id));
  const notes = Object.keys({ ...data.next?.noted, ...shown.next?.noted });
  const changed = notes.filter((key) => isOther(({ next }) => next?.noted?.[key]));
  const untrue = [
    ...(isNextDeal || isOther(totalsOf) ? [OF_STANDING] : []),
    ...(isNextDeal ? [OF_DEAL_IN_PLAY] : []),
    ...(isOther(({ loans }) => loans) ? [".loans"] : []),
    ...gone.map(({ id }) => `[data-deals] [data-deal="${id}"]`),
    ...changed.map((key) => `[data-asked="${key}"], [data-noted="${key}"]`),
  ];
  for (const part of sheet.querySelectorAll("[data-untrue]")) delete part.dataset.untrue;
  const isAsked = isNextDeal || isOther(({ next }) => next?.answered);
  if (isAsked && !isFresh && data.next) untrue.push(...paintPrompt(sheet, data));
  if (isFresh || !untrue.length) return;
  for (const part of sheet.querySelectorAll(untrue)) part.dataset.untrue = "";
}

/** What a tap on a row answers, unless it is answered; gives what only the server can say of it. */
function paintPrompt(sheet, { asks, next }) {
  const isFirst = ({ key, kind }) => ["seat", "side"].includes(kind) && words.asks[key]?.prompt;
  const ask = asks.find(isFirst);
  const prompt = ask && next.answered?.[ask.key] == null ? words.asks[ask.key].prompt : "";
  if (!prompt) return ["[data-tap]"];
  const rows = sheet.querySelector("[data-tap]");
  if (rows && !rows.textContent.includes(prompt)) rows.textContent = prompt;
  return [];
}

const DEALS = "section:has(> .scroller > [data-deals])";

/** A sheet on which `data` can be painted: where that of a game that is over has no rows, the next one's. */
function beginSheet(data) {
  const isOther = shownSheet().dataset.game !== data.game;
  // The game that it shows was undone.
  if (isOther && data.game === state.server.data.game) replaceSheet(state.server.html);
  const sheet = shownSheet();
  const deals = sheet.querySelector(DEALS);
  const next = sheet.querySelector("[data-next-sheet]");
  const isNumbered = isOther || data.order.every((seat, at) => seat === at);
  if (next && isNumbered && !data.over) {
    replaceSheet(next.innerHTML.replaceAll(PLACEHOLDER_ID, data.game));
    if (!isOther && deals) shownSheet().querySelector(".played-by, .links").before(deals);
  } else if (isOther) {
    for (const old of sheet.querySelectorAll(`${DEALS}, .loans, .closing`)) old.remove();
  }
  shownSheet().dataset.game = data.game;
  return shownSheet();
}

function paintEnd(sheet, { game, gone, over, winners, ...data }) {
  // A sheet of the server's that is over has all of it.
  const endsHere = over && Boolean(sheet.querySelector("[data-seats]"));
  sheet.toggleAttribute("data-ended", endsHere);
  for (const part of sheet.querySelectorAll("[data-painted-end]")) part.remove();
  if (!endsHere || gone) return;
  const names = winners.map((side) => nameOfSide(data, side));
  const title = phrase("have_won", { many: names.length, names: listed(names) });
  sheet.querySelector(".head").before(piece("won", { title }));
  const again = piece("again");
  again.querySelector("form").action = `/games/${game}/again`;
  sheet.querySelector("[data-notice]").before(again);
}

/** Show which deal it is; what else the table goes by but its trump, only the server works out. */
function paintHead(sheet, data) {
  const { deals, next, played, seats, to_play: due } = data;
  const head = sheet.querySelector(".head");
  const voids = deals.length - played;
  head.querySelector("h1").firstChild.data = `${phrase("deal_title", next)} `;
  const texts = {
    "deals-of": due && phrase("of_deals", { deals: due + voids, void: voids }),
    dealer: seats[next.dealer].name,
    eldest: seats[next.eldest].name,
    "deal-number": next.number,
  };
  for (const [name, text] of Object.entries(texts)) {
    const part = sheet.querySelector(`[data-${name}]`);
    if (part && text) part.textContent = text;
  }
  const trump = head.querySelector("[data-trump]");
  if (!trump || trump.dataset.trump === next.trump) return;
  const { mark, says: text } = words.trumps[next.trump];
  const shown = piece("trump", { mark, text });
  if (mark) shown.querySelector("[data-card]").dataset.suit = mark;
  trump.dataset.trump = next.trump;
  trump.replaceChildren(...shown.childNodes, ...trump.querySelectorAll("small"));
}

function paintSeats(sheet, { order, seats, sides }) {
  const list = sheet.querySelector("[data-seats]");
  const rowAt = (seat) => list.querySelector(`:scope > [data-seat="${seat}"]`);
  const isHere = (seat) => rowAt(seat)?.matches(":not([data-left])");
  const gone = seats.map(({ seat }) => seat).filter((seat) => isHere(seat) && !order.includes(seat));
  const isSame = order.every(isHere) && !gone.length && list.children.length <= seats.length;
  if (isSame || new Set(sides).size < sides.length) return;
  for (const seat of order.filter((other) => !isHere(other))) {
    const row = rowFor(seats, seat, list.querySelector(":scope > .row:not([data-left])"));
    // A mark is the server's to give: its place waits for it, and who comes back has theirs.
    row.querySelector(".look").replaceChildren(...rowAt(seat)?.querySelector(".look").children ?? []);
    rowAt(seat)?.remove();
    list.append(row);
  }
  for (const row of gone.map(rowAt)) leave(row);
  for (const row of [...list.children]) if (!seats[row.dataset.seat]) row.remove();
  list.prepend(...order.map(rowAt));
}

function rowFor(seats, seat, other) {
  const row = other.cloneNode(true);
  for (const old of row.querySelectorAll("form, .row-mark, .row-shows, .pips")) old.remove();
  row.dataset.seat = seat;
  row.querySelector("bdi").textContent = seats[seat].name;
  row.querySelector("[data-total]").dataset.total = seat;
  const link = row.querySelector("a[data-out]");
  if (link) link.href = link.href.replace(/\d+$/, seat);
  return row;
}

function leave(row) {
  row.dataset.left = "";
  const tapped = row.querySelector(".row-in");
  const still = make("div", { class: "row-in" });
  still.append(...tapped.childNodes);
  tapped.replaceWith(still);
  // It comes with what is asked of other numbers of people.
  const says = document.querySelector("template[data-left]")?.content.cloneNode(true);
  row.querySelector(".row-who").append(says ?? "");
}

/** Who rests now stands as who rested before, and is not tapped. */
function paintResting(sheet, resting) {
  const rows = [...sheet.querySelectorAll("[data-seats] > .row[data-seat]:not([data-left])")];
  const isResting = ({ dataset }) => resting.includes(Number(dataset.seat));
  const marked = rows.filter((row) => row.querySelector("[data-mark-rests]") && !isResting(row));
  const others = rows.filter((row) => isResting(row) && !row.querySelector("[data-mark-rests]"));
  for (const [at, row] of others.slice(0, marked.length).entries()) {
    const [now, was] = [row, marked[at]].map((each) => each.querySelector(".row-in"));
    now.querySelector(".row-who").append(was.querySelector("[data-mark-rests]"));
    if (now.href) now.href = now.href.replace(/\d+$/, marked[at].dataset.seat);
    const held = [...was.childNodes];
    was.replaceChildren(...now.childNodes);
    now.replaceChildren(...held);
    marked[at].append(now);
    row.append(was);
  }
}

function paintRows(sheet, data, shown, items) {
  const { deals, next, places, sides } = data;
  paintSeats(sheet, data);
  const totals = totalsOf(data);
  const sideOf = ([key, at]) =>
    data.asks.find((ask) => ask.key === key)?.of === "side" ? at : data.sides[at];
  const answering = answersIn(items, data).map(sideOf);
  const before = data.game === shown.game ? totalsOf(shown) : totals;
  const last = deals.slice(-3);
  for (const [name, seat] of [["deals", next?.dealer], ["leads", next?.eldest]]) {
    const mark = sheet.querySelector(`[data-seats] [data-mark-${name}]`);
    const row = sheet.querySelector(`[data-seats] [data-seat="${seat}"] .row-name`);
    if (mark) mark.hidden = !next;
    if (mark && row && !row.parentElement.contains(mark)) row.after(mark);
  }
  paintResting(sheet, next?.resting ?? []);
  for (const total of sheet.querySelectorAll("[data-seats] [data-total]")) {
    const side = Number(total.dataset.total);
    const row = total.closest(".row");
    // Of a side that had not joined yet a deal has no score.
    const isDealt = ({ dealt = data.order, scores }) =>
      (scores[side] || (scores[side] != null && dealt.some((seat) => sides[seat] === side))) &&
      !("left" in row.dataset);
    const number = next?.part?.totals[side] ?? totals[side];
    total.lastChild.data = plain(number);
    total.toggleAttribute("data-wide", number < -99);
    row.querySelector("[data-waits]")?.remove();
    const waits = totals[side] !== before[side] || answering.includes(side);
    if (waits) row.querySelector(".row-who").append(piece("waits"));
    row.querySelector(".row-last").replaceChildren(
      ...last.filter(isDealt).map(({ scores }) => piece("last", { score: written(scores[side], data) })),
    );
    row.querySelector(".row-place").replaceChildren(...placeOf(side, data));
    for (const has of sheet.querySelectorAll(`[data-has="${side}"]`)) {
      has.textContent = has.textContent.replace(/−?\d+$/, plain(totals[side]));
    }
  }
  const sums = sheet.querySelectorAll("[data-deals] tfoot tr:first-child > td");
  for (const [at, side] of sidesOf(shown).entries()) {
    if (sums[at]) sums[at].textContent = plain(totals[side]);
  }
  if (places) sortRows(sheet, places, data);
}

/** What stands for the place of a side: nothing where all are level, or only the server knows. */
function placeOf(side, { over, places, played, unit, winners }) {
  if (over) return winners?.includes(side) ? piece("crown-won").childNodes : [];
  if (!played || !places?.some((place) => place > 1)) return [];
  const place = places[side];
  if (!place) return [];
  if (place === 1) return piece("crown").childNodes;
  const isShared = places.filter((other) => other === place).length > 1;
  const text = `${phrase("ordinal", { place })}${isShared ? "=" : ""}`;
  return unit === "counters" ? [] : piece("place", { text }).childNodes;
}

/** Put the rows into the order of their places, if the server has sorted them so. */
function sortRows(sheet, places, data) {
  if (!sheet.querySelector('[data-by-standing][aria-pressed="true"]')) return;
  const rows = [...sheet.querySelectorAll("[data-seats] > .row")];
  const sides = sidesOf(data).toSorted((a, b) => places[a] - places[b]);
  const rankOf = (row) => {
    const rank = sides.indexOf(Number(row.querySelector("[data-total]").dataset.total));
    return rank < 0 ? sides.length : rank;
  };
  const sorted = rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  // A row that is put anywhere loses the focus.
  if (!isEqual(rows.map(rankOf), sorted.map(rankOf))) rows[0].parentElement.append(...sorted);
}

function undoAndRedo({ redo, undo }) {
  const buttons = Object.entries({ redo, undo }).flatMap(([name, entry]) => {
    if (!entry) return [];
    const form = piece(name);
    form.elements.entry.value = entry.entry;
    return [form];
  });
  if (undo && redo) buttons.at(-1).querySelector("button").textContent = phrase("undo_more");
  return buttons;
}

function unnoteOf({ content: { set = [] } }) {
  const [key] = set.find(([, at]) => at < 0) ?? [];
  if (!key) return [];
  const form = piece("unnote");
  form.dataset.unnote = key;
  return [form];
}

function paintNotice(sheet, data, items) {
  const notice = sheet.querySelector("[data-notice]");
  const kept = notice.querySelector("[data-message]");
  // What is covered is said at its row.
  const isHidden = ([key]) => !isOpen(data.asks.find((ask) => ask.key === key));
  const isCovered = ({ content, kind }) => kind === "answers" && content.set?.some(isHidden);
  const last = items.findLast((item) => !item.isStuck && !isCovered(item));
  if (!last) return;
  const { label, text } = last;
  // Where room is short, the rows say the rest.
  const isLonger = text.startsWith(label) && data.order.length <= MAX_IN_NOTICE;
  const more = isLonger ? text.slice(label.length) : "";
  const sentence = piece("notice", { label: text.startsWith(label) ? label : text, more });
  const buttons = last.kind === "answers" ? unnoteOf(last) : undoAndRedo(data);
  notice.classList.remove("notice-wrong");
  notice.replaceChildren(...(kept ? [kept] : []), sentence, ...buttons);
}

function paintLines(items, data) {
  const sheet = shownSheet();
  const list = sheet.querySelector("[data-pending]") ?? piece("lines");
  const isAsked = items.some(({ question }) => question);
  // What a refused start holds back is of a game that is not shown.
  const mine = items.filter(({ game, isStuck }) => game === data.game || isStuck);
  const isWaiting = mine.some(isHeldUp);
  // What is on its way stands in the notice: nothing moves for a moment.
  list.hidden = !isWaiting && !state.connection.isSlow;
  sheet.classList.toggle("held-up", isWaiting);
  // In the place of a sentence that is not true any more.
  const untrue = isWaiting && sheet.querySelector(".head > .drama[data-untrue]");
  if (untrue) {
    untrue.textContent = phrase("waits_counted");
    delete untrue.dataset.untrue;
  }
  list.querySelector("ul").replaceChildren(...mine.map((item) => lineOf(item, data)));
  // A question comes first, and all else that waits last.
  if (isAsked) sheet.querySelector(".head, .result").after(list);
  else if (!list.isConnected) sheet.querySelector(".played-by, .links").before(list);
}

function lineOf(item, { behind_the_end: behind, deals }) {
  const { content, id: own, question, text } = item;
  const line = piece("line", { text, status: question ? "" : stateOf(item) });
  const link = line.querySelector("[data-correct]");
  // What waits is corrected as all else is: behind it.
  const deal = content.deal ?? own;
  if ([...deals, ...behind].some(({ id }) => id === deal)) line.dataset.deal = deal;
  else link.replaceWith(...link.childNodes);
  line.dataset.item = own;
  if (question) line.insertAdjacentHTML("beforeend", question);
  return line;
}

const rules = await fetched;
let painted = [];

const marksOf = (items) =>
  JSON.stringify(items.map(({ id, isStuck = false, refused }) => [id, isStuck, refused]));

const known = (data) => ({ ...data, tables: { ...tables, ...data.tables } });

function paint({ data: server }) {
  const items = itemsOf(server);
  const data = addPending(rules, known(server), items);
  painted = items;
  if (!items.length) return server;
  isolate(() => paintPending(data, server, items));
  isolate(() => paintLines(items, data));
  return data;
}

function showPending() {
  const items = itemsOf(state.server.data);
  if (marksOf(items) === marksOf(painted)) return;
  const isMine = items.some(({ id }) => !painted.some((item) => item.id === id));
  if (items.some(({ isStuck }) => !isStuck)) repaint(isMine);
  else showSheet(state.server);
}

subscribe(showPending, "pending");
subscribe(({ data }) => painted.length && paintLines(painted, data), "connection");

setOverlay(paint);
setReader((item) => {
  const others = itemsOf(state.server.data).filter(({ id }) => id !== item.id);
  return addPending(rules, known(state.server.data), [...others, item]);
});

await ready;
showPending();
fetchTables().then(() => painted.length && repaint(false));

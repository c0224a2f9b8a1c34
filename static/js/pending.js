// What waits on this phone, over the server's sheet: the game as it will be, scored by its own rules,
// and a line for each thing that waits. The server's next sheet replaces all of it.

import { beginning, factsOf, foldDeals, leftOf, movedBefore, nextDealer } from "./rules/table.js";
import { openNext, standsAfter } from "./rules/table.js";
import { replaceSheet, shownSheet } from "./sheet.js";
import { isCut, isEqual, state } from "./store.js";
import { applyCorrection } from "./corrections.js";
import { fill, listed, nameAt, nameOfSide, phrase, plain, reason } from "./words.js";
import { sidesOf, signed, words } from "./words.js";

// Stands for the id of a game that nobody has started yet.
const PLACEHOLDER_ID = "00000000-0000-4000-8000-000000000000";

/** A score as the sheet has it: counters are won and lost. */
const written = (number, { unit }) => (unit === "counters" ? signed : plain)(number);

/** Stop where only the server knows what comes of something: what follows is only listed. */
function giveUp() {
  throw new Error("Only the server knows what comes of this.");
}

/** What counts of the book of a game, as far as its data say. */
const openBook = (rules, { behind_the_end: behind, deals, ends, loans, moves, undo }) => ({
  deals: [...deals, ...behind].map((deal) => ({ ...deal })),
  moves: moves.map((move) => ({ ...move })),
  ...{ ends, loans, rules, undo, withdrawn: new Set() },
});

const findDeal = ({ deals }, id) => deals.find((deal) => deal.id === id || deal.same === id);

const write = {
  deal(book, { content: { after, facts }, id }) {
    if (findDeal(book, id)) return;
    const last = after === null ? null : (findDeal(book, after) ?? giveUp());
    const other = book.deals[book.deals.indexOf(last) + 1];
    if (!other) book.deals.push({ id, facts });
    // The same deal from another phone is that deal.
    else if (isEqual(other.facts, facts)) other.same = id;
    else giveUp();
  },

  correct(book, { content: { deal, set } }) {
    const known = findDeal(book, deal) ?? giveUp();
    rewrite(known, applyCorrection(known.facts, set));
  },

  withdraw(book, { content: { entry } }) {
    const { moves, undo, withdrawn } = book;
    if (withdrawn.has(entry)) return;
    withdrawn.add(entry);
    const deal = findDeal(book, entry);
    const moved = moves.find((move) => move.entry === entry);
    if (deal) removeDeal(book, deal);
    // Whose debts there are without a loan, the server knows.
    else if (moved && moved.kind !== "lend") moves.splice(moves.indexOf(moved), 1);
    else if (undo?.entry !== entry) giveUp();
    else if (undo.kind === "end") book.ends -= 1;
    else if (undo.facts) rewrite(findDeal(book, undo.deal), undo.facts);
    else giveUp();
  },

  end(book) {
    book.ends += 1;
  },

  buy: move,
  lend: move,
};

/** The sentences that the server wrote of other facts go. */
const rewrite = (deal, facts) =>
  Object.assign(deal, { facts, unread: undefined, fault: null, notes: null, stand_ins: null });

/** What moved behind a deal that goes stands behind the one before it. */
function removeDeal({ deals, moves }, deal) {
  const at = deals.indexOf(deal);
  const before = deals[at - 1]?.id ?? null;
  deals.splice(at, 1);
  for (const move of moves) if (move.after === deal.id) move.after = before;
}

function move(book, { content, id, kind }) {
  if (book.moves.some(({ entry }) => entry === id)) return;
  const { lines, loans } = book.rules.transfer(book.loans, { ...content, kind });
  book.loans = loans;
  book.moves.push({ after: book.deals.at(-1)?.id ?? null, lines });
}

/** Score a book: data like those that the server sends of it. */
function score(data, { deals, ends, loans, moves, rules }) {
  const moved = movedBefore({ deals, moves });
  const start = beginning(rules, data);
  const folded = foldDeals(rules, data, deals.map(factsOf), moved, start);
  const counting = folded.filter(({ behind }) => !behind);
  // What was written behind the end of a stopped game only the server knows.
  if (ends && data.behind_the_end.length) giveUp();
  const stands = standsAfter(rules, counting, folded.length > counting.length ? [] : moved, start);
  const { carry, follows, played } = stands;
  const over = follows.over || ends > 0;

  const shown = folded.map(({ behind, lines, scores, table: { dealer } }, at) => ({
    ...{ ...deals[at], number: at + 1, dealer, lines },
    scores: behind ? data.totals.map(() => 0) : scores,
  }));

  function nextDeal() {
    const after = deals[counting.length - 1]?.id ?? null;
    // What is answered in play belongs to that deal.
    const isSameDeal = data.next?.after === after;
    const { noted, ...known } = isSameDeal ? data.next : { noted: {}, answered: {}, in: [] };
    const { carry: laid, table } = openNext(rules, data, stands, noted);
    const { dealer, order } = table;
    const { part, trump } = follows;
    return {
      ...{ ...known, number: counting.length + 1, dealer, eldest: leftOf(order, dealer), after },
      ...{ noted, totals: laid.totals, pools: laid.pools, part, trump },
    };
  }

  const scored = {
    ...{ ...data, over, played, loans, ends, moves },
    ...{ totals: carry.totals, pools: carry.pools, bought: carry.bought },
    next: over ? null : nextDeal(),
    to_play: follows.left === null ? null : played + (follows.left ?? 0),
    deals: shown.slice(0, counting.length),
    behind_the_end: shown.slice(counting.length),
  };
  const best = placesOf(scored).flatMap((place, side) => (place === 1 ? [side] : []));
  // How a house breaks a tie and shares what is in the pools, only the server works out.
  return { ...scored, winners: over && played ? (follows.winners ?? best) : [] };
}

const totalsOf = ({ next, totals }) => next?.totals ?? totals;

/** The place of each side: what was bought wins nothing, and what was lent is still the lender's. */
function placesOf({ bought, loans, unit, ...data }) {
  const worth = totalsOf(data).map((total, side) =>
    unit === "penalties" ? -total : total - bought[side],
  );
  for (const { counters, lender, seat } of loans ?? []) {
    worth[seat] -= counters;
    worth[lender] += counters;
  }
  return worth.map((mine) => 1 + worth.filter((other) => other > mine).length);
}

/** The game that Same again begins: the places of the last one are its seats. */
function beginNext(rules, data, { game }) {
  const { loans, order, seats, usual_start: usual, start = usual } = data;
  const { dealer = data.first_dealer, ...last } = data.deals.at(-1) ?? {};
  const begun = {
    ...{ ...data, ...(usual ?? start), game, version: 0, start: usual ?? start, next: null, ends: 0 },
    ...{ deals: [], behind_the_end: [], moves: [], loans: loans && [], redo: null },
    undo: { entry: game, kind: "start" },
    seats: order.map((seat, at) => ({ ...seats[seat], seat: at })),
    order: order.map((_, at) => at),
    first_dealer: order.indexOf(data.next?.dealer ?? nextDealer({ dealer, order }, factsOf(last))),
  };
  return score(begun, openBook(rules, begun));
}

/** What Undo and Redo take back once these items are written, of which some are `gone`. */
function undoAndRedo({ undo }, items, gone) {
  const isBack = (item) => item?.kind === "withdraw";
  const targetOf = ({ content }) => items.find(({ id }) => id === content.entry);
  const others = items.filter((item) => !isBack(item));
  const last = others.findLast(({ id }) => !gone.has(id));
  const since = items.slice(items.lastIndexOf(others.at(-1)) + 1);
  const back = since.findLast((item) => !gone.has(item.id) && !isBack(targetOf(item)));
  const ofServer = gone.has(undo?.entry) ? null : undo;
  return {
    undo: last ? { entry: last.id, kind: last.kind } : ofServer,
    redo: back ? { entry: back.id, kind: back.kind } : null,
  };
}

function readOn(rules, data, items) {
  if (!items.length) return data;
  const gone = new Set();
  for (const { content, id, kind } of [...items].reverse()) {
    if (kind === "withdraw" && !gone.has(id)) gone.add(content.entry);
  }
  const book = openBook(rules, data);
  // A deal can be followed by others before it is undone; all else that is undone was never there.
  const isOfOther = ({ content, kind }) =>
    kind === "withdraw" && items.some((item) => item.id === content.entry && item.kind !== "deal");
  const counts = (item) => item.kind === "deal" || !(gone.has(item.id) || isOfOther(item));
  try {
    for (const item of items.filter(counts)) write[item.kind](book, item);
  } catch {
    // What follows is only listed.
  }
  try {
    return { ...score(data, book), ...undoAndRedo(data, items, gone) };
  } catch {
    return data;
  }
}

/** The server's data with what waits, in order; what was refused does not count. */
export function addPending(rules, data, items) {
  let waiting = [];
  for (const item of items.filter(({ isStuck }) => !isStuck)) {
    if (item.kind === "start") {
      data = beginNext(rules, readOn(rules, data, waiting), item);
      waiting = [];
    } else waiting.push(item);
  }
  return readOn(rules, data, waiting);
}

/** What a deal says of itself: who was out, and what each side scored. */
function wordsOfDeal(data, { scores, ...deal }) {
  const facts = factsOf(deal);
  if (facts.void) return phrase("void_deal");
  const nameOf = { seat: (seat) => nameAt(data.seats, seat), side: (side) => nameOfSide(data, side) };
  const who = data.asks.flatMap(({ key, kind }) => {
    const { chip } = words.asks[key] ?? {};
    if (!chip || !nameOf[kind] || facts[key] == null) return [];
    // An ask may be answered by several at once.
    const named = [facts[key]].flat().map(nameOf[kind]);
    return named.length ? fill(words, chip, { name: listed(named) }) : [];
  });
  const each = sidesOf(data).map((side) => `${nameOfSide(data, side)} ${written(scores[side], data)}`);
  return [...who, each.join(", ")].join(" · ");
}

/**
 * What an item is, in words: its `label`, such as "deal 3", and the whole `text` of its line. `after`
 * are the data with it, `before` those without.
 */
export function describeItem({ content, id: own, kind }, items, before, after) {
  if (kind === "withdraw") {
    const target = items.find(({ id }) => id === content.entry);
    const label = target?.label ?? labelOfServer(content.entry, before);
    return { label, text: phrase(target?.kind === "withdraw" ? "redo_what" : "undo_what", { label }) };
  }
  const deals = [...after.deals, ...after.behind_the_end];
  const deal = deals.find(({ id }) => [own, content.deal].includes(id));
  const label = phrase("item", { kind, number: deal?.number });
  if (deal) return { label, text: `${label} · ${wordsOfDeal(after, deal)}` };
  const line = after.moves.at(-1)?.lines.at(-1);
  if (!["buy", "lend"].includes(kind) || !line) return { label, text: label };
  const names = after.order.map((_, side) => nameOfSide(after, side));
  return { label, text: `${names[line.side]}: ${reason(words, line, names)}` };
}

function labelOfServer(entry, { deals, moves, undo }) {
  const move = moves.find((moved) => moved.entry === entry);
  const kind = move?.kind ?? (undo?.entry === entry ? undo.kind : "deal");
  const { number } = deals.find(({ id }) => [entry, undo?.deal].includes(id)) ?? {};
  return phrase("item", { kind, number });
}

const piece = (name) => {
  const { content } = document.getElementById("pending");
  return content.querySelector(`[data-piece="${name}"]`).cloneNode(true);
};

/** A piece with its parts filled in, by their names; parts that are empty go. */
function fillPiece(name, values) {
  const made = piece(name);
  for (const [key, value] of Object.entries(values)) {
    const part = made.querySelector(`[data-part="${key}"]`);
    if (value) part.append(value);
    else part.remove();
  }
  return made;
}

/** Show what waits on the sheet: `data` are those with it, `shown` those that the sheet shows. */
export function paintPending(data, shown, items) {
  const sheet = beginSheet(shownSheet(), data);
  sheet.dataset.painted = items.some(isHeldUp) ? "held-up" : "";
  paintEnd(sheet, data);
  // The result of a game that is over by the server is the server's alone.
  if (sheet.querySelector("[data-seats]")) {
    if (!data.over) paintHead(sheet, data);
    paintRows(sheet, data, shown);
  }
  for (const pool of sheet.querySelectorAll("[data-pool]")) {
    pool.querySelector("dd").textContent = (data.next ?? data).pools[pool.dataset.pool];
  }
  // What was noted and answered in play belongs to the deal before.
  sheet.toggleAttribute("data-stale", data.next?.after !== shown.next?.after);
  // All sentences go by the totals, which are moved without a deal too.
  const goesBy = (data) => [data.next?.after, totalsOf(data)];
  sheet.toggleAttribute("data-moved", !isEqual(goesBy(data), goesBy(shown)));
  const noted = "[data-stale] :is([data-noted], [data-last-deal])";
  for (const old of document.querySelectorAll(noted)) old.remove();
  paintNotice(sheet, data, items);
}

const DEALS = "section:has(> .scroller > [data-deals])";

/**
 * A sheet with rows on which `data` can be painted: the server's of a game that is over has none. That
 * of the next game serves also where this one goes on, if its seats are numbered as they sit.
 */
function beginSheet(sheet, data) {
  const isOther = sheet.dataset.game !== data.game;
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

function paintEnd(sheet, { game, over, winners, ...data }) {
  // A sheet of the server's that is over has all of it.
  const endsHere = over && Boolean(sheet.querySelector("[data-seats]"));
  const links = ".links :is([data-end], [data-void], .take-over, [href$='/penalty'])";
  const parts = `.head, .ask, .asking, .sheet-body > .besides, .dock-action, ${links}`;
  for (const part of sheet.querySelectorAll(parts)) part.hidden = endsHere;
  for (const part of sheet.querySelectorAll("[data-painted-end]")) part.remove();
  if (!endsHere) return;
  const names = winners.map((side) => nameOfSide(data, side));
  const title = phrase("have_won", { many: names.length, names: listed(names) });
  sheet.querySelector(".head").before(fillPiece("won", { title }));
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
  const shown = fillPiece("trump", { mark, text });
  if (mark) shown.querySelector("[data-card]").dataset.suit = mark;
  trump.dataset.trump = next.trump;
  // What the server says of it keeps its room.
  trump.replaceChildren(...shown.childNodes, ...trump.querySelectorAll("small"));
}

function paintRows(sheet, data, shown) {
  const { deals, next, over, played, unit, winners } = data;
  const totals = totalsOf(data);
  const places = placesOf(data);
  const before = data.game === shown.game ? totalsOf(shown) : totals;
  const last = deals.slice(unit === "counters" ? -1 : -2);
  const isAhead = (side) => played > 0 && places[side] === 1 && places.some((place) => place > 1);
  for (const [name, seat] of [["deals", next?.dealer], ["leads", next?.eldest]]) {
    const mark = sheet.querySelector(`[data-seats] [data-mark-${name}]`);
    const row = sheet.querySelector(`[data-seats] [data-seat="${seat}"] .row-name`);
    if (mark) mark.hidden = !next;
    if (mark && row && !row.parentElement.contains(mark)) row.after(mark);
  }
  for (const total of sheet.querySelectorAll("[data-seats] [data-total]")) {
    const side = Number(total.dataset.total);
    const row = total.closest(".row");
    const number = next?.part?.totals[side] ?? totals[side];
    total.lastChild.data = plain(number);
    total.toggleAttribute("data-wide", number < -99);
    row.querySelector("[data-waits]")?.remove();
    if (totals[side] !== before[side]) row.querySelector(".row-who").append(piece("waits"));
    row.querySelector(".row-last").replaceChildren(
      ...last.map(({ scores }) => fillPiece("last", { score: written(scores[side], data) })),
    );
    const place = row.querySelector(".row-place");
    // Of places only the crown is known to be true.
    if (over ? winners.includes(side) : isAhead(side)) {
      place.replaceChildren(...piece(over ? "crown-won" : "crown").childNodes);
    } else if (place.querySelector(".crown")) place.replaceChildren();
    for (const has of sheet.querySelectorAll(`[data-has="${side}"]`)) {
      has.textContent = has.textContent.replace(/−?\d+$/, plain(totals[side]));
    }
  }
  sortRows(sheet, places, data);
}

/** Put the rows into the order of their places, if the server has sorted them so. */
function sortRows(sheet, places, data) {
  if (!sheet.querySelector('[data-by-standing][aria-pressed="true"]')) return;
  const rows = [...sheet.querySelectorAll("[data-seats] > .row")];
  const sides = sidesOf(data).toSorted((a, b) => places[a] - places[b]);
  const rankOf = (row) => sides.indexOf(Number(row.querySelector("[data-total]").dataset.total));
  const sorted = rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  // A row that is put anywhere loses the focus.
  if (!isEqual(rows.map(rankOf), sorted.map(rankOf))) rows[0].parentElement.append(...sorted);
}

/** The notice says what was written last, with its Undo. */
function paintNotice(sheet, { redo, undo }, items) {
  const notice = sheet.querySelector("[data-notice]");
  const kept = notice.querySelector("[data-message]");
  const last = items.findLast(({ isStuck }) => !isStuck);
  if (!last) return;
  const { label, text } = last;
  // Where room is short, the rows say the rest.
  const more = text.startsWith(label) ? text.slice(label.length) : "";
  const sentence = fillPiece("notice", { label: more ? label : text, more });
  const buttons = Object.entries({ redo, undo }).flatMap(([name, entry]) => {
    if (!entry) return [];
    const form = piece(name);
    form.elements.entry.value = entry.entry;
    return [form];
  });
  if (undo && redo) buttons.at(-1).querySelector("button").textContent = phrase("undo_more");
  notice.classList.remove("notice-wrong");
  notice.replaceChildren(...(kept ? [kept] : []), sentence, ...buttons);
}

/** A line for each thing that waits, with how far it has come. */
export function paintLines(items, data) {
  const sheet = shownSheet();
  const list = sheet.querySelector("[data-pending]") ?? piece("lines");
  const isAsked = items.some(({ question }) => question);
  const mine = items.filter(({ game }) => game === data.game);
  // What is on its way stands in the notice: nothing moves for a moment.
  const isWaiting = mine.some(isHeldUp);
  list.hidden = !isWaiting;
  sheet.classList.toggle("held-up", isWaiting);
  list.querySelector("ul").replaceChildren(...mine.map((item) => lineOf(item, data)));
  // A question comes first, and all else that waits last.
  if (isAsked) sheet.querySelector(".head, .result").after(list);
  else if (!list.isConnected) sheet.querySelector(".played-by, .links").before(list);
}

const isHeldUp = ({ isStuck }) => isStuck || isCut() || state.connection.trouble;

function lineOf({ content, id: own, isStuck, question, refused, text }, { behind_the_end: behind, deals }) {
  const status = question
    ? ""
    : refused
    ? phrase("not_sent", { why: refused })
    : phrase(isHeldUp({ isStuck }) ? "item_waits" : "sending");
  const line = fillPiece("line", { text, status });
  const link = line.querySelector("[data-correct]");
  // What waits is corrected as all else is: behind it.
  const deal = content.deal ?? own;
  if ([...deals, ...behind].some(({ id }) => id === deal)) line.dataset.deal = deal;
  else link.replaceWith(...link.childNodes);
  line.dataset.item = own;
  if (question) line.insertAdjacentHTML("beforeend", question);
  return line;
}

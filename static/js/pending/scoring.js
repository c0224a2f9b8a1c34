// The game as it will be with what waits on this phone, scored by its own rules.

import { applyCorrection } from "../corrections.js";
import { answersIn } from "../outbox/queue.js";
import { factsInPlay, isOpen } from "../pad/asks.js";
import { beginning, factsOf, foldDeals, fromLeftOf, leftOf, movedBefore } from "../rules/table.js";
import { openNext, standsAfter } from "../rules/table.js";
import { attempt, isEqual } from "../store.js";
import { sidesOf } from "../words.js";
import { isBuyIn } from "./words.js";

// What was noted of each deal, by its game and the deal before it: it comes back with an Undo.
const notes = new Map();

/** Stop where only the server knows what comes of something: what follows is only listed. */
function giveUp() {
  throw new Error("Only the server knows what comes of this.");
}

const openBook = (rules, { behind_the_end: behind, deals, ends, moves, redo, undo }) => ({
  deals: [...deals, ...behind].map((deal) => ({ ...deal })),
  moves: moves.map((move) => ({ ...move })),
  ...{ answers: [], ends, redo, rules, undo },
});

const findDeal = ({ deals }, id) => deals.find((deal) => deal.id === id || deal.same === id);

const changeSince = ({ deals, moves }) =>
  moves.findLast(({ after, seats }) => seats && after === (deals.at(-1)?.id ?? null));

const write = {
  deal(book, { content: { after, before, facts }, id }) {
    if (findDeal(book, id)) return;
    // Of two deals in one place only the server knows which table each had.
    if (before) giveUp();
    const change = changeSince(book);
    if (change?.entry === after) return void book.deals.push({ id, facts });
    const last = after === null ? null : (findDeal(book, after) ?? giveUp());
    const other = book.deals[book.deals.indexOf(last) + 1];
    // Whoever was at the table then may not be now.
    if (!other && change) giveUp();
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
    const { moves, redo, undo } = book;
    const deal = findDeal(book, entry);
    const moved = moves.find((move) => move.entry === entry);
    if (deal) removeDeal(book, deal);
    else if (moved) moves.splice(moves.indexOf(moved), 1);
    else if (redo?.entry === entry && redo.restores) restore(book, redo.restores);
    else if (undo?.entry === entry && undo.kind === "end") book.ends -= 1;
    else if (undo?.entry === entry && undo.facts) rewrite(findDeal(book, undo.deal), undo.facts);
    else giveUp();
  },

  end(book) {
    book.ends += 1;
  },

  change_table(book, item) {
    const last = changeSince(book)?.entry ?? book.deals.at(-1)?.id ?? null;
    if (item.content.after !== last && !book.moves.some(({ entry }) => entry === item.id)) giveUp();
    move(book, item);
  },

  buy: move,
  lend: move,
  adjust: move,

  answers(book, { content: { after, ...content }, ...item }) {
    // It may be the deal of another phone by now.
    const follows = after && (findDeal(book, after)?.id ?? after);
    book.answers.push({ ...item, content: { ...content, after: follows } });
  },
};

/** What was undone is there again, and the next to be undone. */
function restore(book, { content, id, kind }) {
  const { facts } = findDeal(book, content.deal) ?? {};
  write[kind](book, { content, id, kind });
  book.undo = { entry: id, kind, deal: content.deal, facts };
}

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

function move({ deals, moves }, { content, id, kind }) {
  if (moves.some(({ entry }) => entry === id)) return;
  moves.push({ ...content, kind, entry: id, after: deals.at(-1)?.id ?? null });
}

function transferAll(rules, { sides }, moves) {
  let loans = [];
  const sideOf = (seat) => sides[seat] ?? seat;
  return moves.map((move) => {
    const { kind, lender, points, seat, seats, side } = move;
    if (isBuyIn(move)) return { ...move, loans };
    const moved =
      kind === "adjust"
        ? { loans, lines: [{ side, points, key: "adjusted", numbers: { points } }] }
        : seats
          ? { loans, lines: [] }
          : rules.transfer(loans, { ...move, seat: sideOf(seat), lender: sideOf(lender) });
    ({ loans } = moved);
    return { ...move, ...moved };
  });
}

// What is in, open to all and noted of the deal in play, as scorer/rules/in_play.py says it.

function countingOf({ beats = [] }, answers, { dealer, order }) {
  const called = fromLeftOf(order, dealer).filter((seat) => answers[seat]);
  if (!beats.length || called.length < 2) return answers;
  const best = Math.min(...called.map((seat) => beats.indexOf(answers[seat])));
  const first = called.find((seat) => beats.indexOf(answers[seat]) === best);
  return answers.map((answer, seat) => (seat === first || !called.includes(seat) ? answer : null));
}

/** What is known of the next deal, of this table, once the answers that wait are in. */
function answerNext({ asks, sides, ...table }, next, waiting) {
  const { device } = document.querySelector("main").dataset;
  const answered = structuredClone(next.answered ?? {});
  const noted = { ...next.noted };
  let places = next.in ?? [];

  function put(key, at, value) {
    const ask = asks.find((one) => one.key === key);
    if (!ask) return;
    const many = ask.of === "seat" ? sides.length : new Set(sides).size;
    // What a call has opened is hidden again until the server shows it.
    const hideIn = (known) => (known[key] = known[key]?.map((old, place) => (place === at ? null : old)));
    if (!isOpen(ask)) [answered, noted].forEach(hideIn);
    else if (at < 0) answered[key] = value;
    else (answered[key] ??= Array(many + ask.stand_ins).fill(null))[at] = value;
  }

  for (const [key, at, value] of waiting) {
    places = places.filter((place) => place[0] !== key || place[1] !== at);
    // What was cleared has no value.
    if (value !== undefined) places.push([key, at, device]);
    put(key, at, value ?? null);
  }
  for (const ask of asks.filter(isOpen)) {
    const { key, kind, of, when } = ask;
    const nothing = kind === "flag" ? false : null;
    if (!places.some((place) => place[0] === key)) {
      delete answered[key];
      delete noted[key];
    } else if (when === "during" && of === "deal") noted[key] = answered[key] ?? nothing;
    else if (when === "during") {
      noted[key] = countingOf(ask, answered[key], table).map((answer) => answer ?? nothing);
    }
  }
  return { ...next, answered, noted, in: places };
}

function score(data, { answers, deals, ends, moves: written, rules }) {
  const moves = transferAll(rules, data, written);
  const moved = movedBefore({ deals, moves });
  const start = beginning(rules, data);
  const folded = foldDeals(rules, start, deals.map(factsOf), moved);
  const counting = folded.filter(({ behind }) => !behind);
  // What was written behind the end of a stopped game only the server knows.
  if (ends && data.behind_the_end.length) giveUp();
  const stands = standsAfter(rules, counting, folded.length > counting.length ? [] : moved, start);
  const { carry, follows, played } = stands;
  const over = follows.over || ends > 0;
  // Behind the end nothing is lent.
  const late = follows.over ? deals.slice(counting.length - 1) : [];
  const lent = moves.findLast(({ after }) => !late.some(({ id }) => id === after));

  const { order, pack, sides } = stands.seated;
  const joins = moves.flatMap(({ joins = [] }) => joins);
  // Of a number that only a withdrawn change has given to a seat nobody is known.
  const nameOf = (seat) => joins.find((join) => join.seat === seat)?.player.name ?? "";
  const seats = sides.map((_, seat) => data.seats[seat] ?? { seat, name: nameOf(seat) });
  const hasChanged = moves.some(({ seats }) => seats);
  const known = hasChanged ? { first_order: data.first_order ?? data.order } : {};

  const shown = folded.map(({ behind, lines, scores, table: { dealer, order, resting } }, at) => ({
    ...{ ...deals[at], number: at + 1, dealer, lines, dealt: order.filter((seat) => !resting?.includes(seat)) },
    scores: behind ? data.totals.map(() => 0) : scores,
  }));

  function nextDeal() {
    const there = { deals: deals.slice(0, counting.length), moves };
    const after = changeSince(there)?.entry ?? there.deals.at(-1)?.id ?? null;
    // What is answered in play belongs to that deal.
    const isSameDeal = data.next?.after === after;
    const open = isSameDeal ? data.next : { noted: notes.get(`${data.game} ${after}`) ?? {}, answered: {}, in: [] };
    const mine = answersIn(answers, { game: data.game, next: { after } });
    // All that the game may ask: what it asks of this deal goes by what is known of it.
    const before = { ...openNext(rules, stands, {}).table, asks: stands.seated.asks };
    const next = mine.length ? answerNext(before, open, mine) : open;
    const answered = factsInPlay({ ...before, next });
    const { carry: laid, table } = openNext(rules, stands, next.noted, answered);
    const { asks, dealer, order, resting } = table;
    const opened = {
      ...{ ...next, number: counting.length + 1, dealer, eldest: leftOf(order, dealer), after },
      ...{ resting: resting.length ? resting : undefined },
      ...{ totals: laid.totals, pools: laid.pools, part: follows.part, trump: follows.trump },
    };
    return { asks, next: opened, now: laid };
  }

  const { asks = stands.seated.asks, next = null, now = carry } = over ? {} : nextDeal();
  const scored = {
    ...{ ...data, ...known, over, played, ends, moves, loans: data.loans && (lent?.loans ?? []) },
    ...{ totals: carry.totals, pools: carry.pools, bought: carry.bought },
    ...{ asks, next, order, pack, seats, sides },
    to_play: follows.left === null ? null : played + (follows.left ?? 0),
    deals: shown.slice(0, counting.length),
    behind_the_end: shown.slice(counting.length),
  };
  const places = placesOf(scored, now);
  const best = places.flatMap((place, side) => (place === 1 ? [side] : []));
  // How a house breaks a tie and shares what is in the pools, only the server works out.
  return { ...scored, places, winners: over && played ? (follows.winners ?? best) : [] };
}

export const totalsOf = ({ next, totals }) => next?.totals ?? totals;

/** The place of each side: what was bought wins nothing, and what was lent is still the lender's. */
function placesOf({ loans, unit, ...table }, { bought, totals }) {
  const worth = totals.map((total, side) =>
    unit === "penalties" ? -total : total - bought[side],
  );
  for (const { counters, lender, seat } of loans ?? []) {
    worth[seat] -= counters;
    worth[lender] += counters;
  }
  const there = sidesOf(table);
  // Who has left has no place.
  return worth.map((mine, side) =>
    there.includes(side) ? 1 + there.filter((other) => worth[other] > mine).length : 0,
  );
}

/** The game that Same again begins: the places of the last one are its seats. */
function beginNext(rules, data, { game }) {
  const { loans, order, seats, sides, usual_start: usual = data.start } = data;
  const bySides = new Set(sides).size < sides.length;
  // Each begins as the others do.
  const level = (numbers) => (bySides ? numbers : order.map(() => numbers[0]));
  const start = { ...usual, totals: level(usual.totals), bought: level(usual.bought) };
  const { dealer = data.first_dealer, ...last } = data.deals.at(-1) ?? {};
  const before = [null, ...data.deals.slice(0, -1).map(({ id }) => id)];
  const change = data.moves.findLast(({ after, seats }) => seats && before.includes(after));
  const turns = fromLeftOf(change?.seats ?? data.first_order ?? order, dealer);
  const facts = factsOf(last);
  if (!facts || facts.void) turns.unshift(dealer);
  const begun = {
    ...{ ...data, ...start, game, version: 0, answers_version: 0, start, next: null, ends: 0 },
    ...{ deals: [], behind_the_end: [], moves: [], loans: loans && [], redo: null },
    undo: { entry: game, kind: "start" },
    seats: order.map((seat, at) => ({ ...seats[seat], seat: at })),
    order: order.map((_, at) => at),
    ...{ sides: bySides ? sides : order.map((_, at) => at), first_order: undefined },
    first_dealer: order.indexOf(data.next?.dealer ?? turns.find((seat) => order.includes(seat)) ?? order[0]),
  };
  return score(begun, openBook(rules, begun));
}

/** What Undo and Redo take back once these items are written, of which some are `gone`. */
function undoAndRedo({ undo }, all, gone) {
  const items = all.filter(({ kind }) => kind !== "answers");
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

function readOn(rules, data, waiting) {
  // Of what is the newest on the sheet the answer is still to come.
  const items = waiting.filter(({ id }) => ![data.undo?.entry, data.redo?.entry].includes(id));
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
  // What follows one that only the server can work out is only listed.
  attempt(() => items.filter(counts).forEach((item) => write[item.kind](book, item)));
  return attempt(() => ({ ...score(data, book), ...undoAndRedo(data, items, gone) })) ?? data;
}

/** The server's data with what waits, but what is stuck or undone; a game of the server's is `gone` then. */
export function addPending(rules, data, items) {
  const waiting = items.filter(({ isStuck }) => !isStuck);
  if (data.next) notes.set(`${data.game} ${data.next.after}`, data.next.noted);
  const undone = waiting.filter(({ kind }) => kind === "unstart").map(({ game }) => game);
  const isBegun = (game) => waiting.some(({ id, kind }) => kind === "start" && id === game);
  let written = [];
  for (const item of waiting) {
    if (undone.includes(item.game) && isBegun(item.game)) continue;
    if (item.kind === "start") {
      data = beginNext(rules, readOn(rules, data, written), item);
      written = [];
    } else if (item.kind !== "unstart") written.push(item);
  }
  const read = readOn(rules, data, written);
  if (!undone.includes(read.game)) return read;
  return { ...read, gone: true, over: true, next: null, winners: [], undo: null, redo: null };
}

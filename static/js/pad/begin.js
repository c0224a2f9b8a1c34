// How the pad begins: with what the book has of the deal, and with whom a tap on the sheet named.

import { isEqual, state } from "../store.js";

/** The deal as it stands in the book: blank where it is new, but for what was noted in play. */
export function untyped({ asks, inBook, page: { data }, place }) {
  const { next } = state.data;
  const isNext = next && !place.correcting && next.after === place.content.after;
  const typed = asks.read(inBook?.facts ?? (isNext ? factsInPlay(asks.all, next, place.answered) : {}));
  // Of a group each is answered for itself.
  const isOpen = ({ group, key }) => isNext && group && !(key in next.answered);
  const { answers } = asks.nothing();
  for (const { key } of asks.all.filter(isOpen)) typed.answers[key] = answers[key];
  for (const ask of asks.all.filter(({ of }) => of === "seat")) {
    const { begin: startWith, isBlank } = asks.widget(ask);
    if (!startWith) continue;
    typed.answers[ask.key] = typed.answers[ask.key].map((value, seat) =>
      isBlank(value, ask) ? startWith(ask, data.seats, seat) : value,
    );
  }
  return typed;
}

/** The answers of the deal in play that are known here, and `mine`, as the facts of a deal. */
export function factsInPlay(asks, next, mine = {}) {
  const { answered = {}, noted = {} } = next ?? {};
  const facts = {};
  for (const { group, key } of asks) {
    const known = answered[key] ?? noted[key];
    const isEach = Array.isArray(known) && Array.isArray(mine[key]);
    const value = isEach ? known.map((each, at) => mine[key][at] ?? each) : (mine[key] ?? known);
    if (value == null) continue;
    if (group) facts[group] = { ...facts[group], [key]: value };
    else facts[key] = value;
  }
  return facts;
}

/** Begin with this seat: it is the answer of the first question, or has the first row. */
export function begin(pad, seat, draft) {
  const { asks, typed } = pad;
  const { first } = asks;
  if (first) {
    const tapped = seat === null ? null : asks.answerOf(first, seat);
    const before = typed.answers[first.key];
    // Whoever was noted already is not named by another tap.
    const isNoted = pad.noted?.[first.key] != null && before !== null;
    const named = isNoted ? before : tapped ?? before ?? draft?.typed?.answers[first.key] ?? null;
    if (named !== before) pad.setFirst(named);
  } else typed.from = seat ?? typed.from ?? draft?.typed?.from ?? null;
  chooseFirst(pad, seat ?? (typed.active ? null : typed.from));
}

/** Choose what is blank, or what this seat answers; a correction waits for what was wrong. */
export function chooseFirst(pad, seat = null) {
  const { asks, needsFirst, place, typed } = pad;
  if (place.correcting || needsFirst) return;
  const all = asks.keyedCells(typed);
  const required = all.filter(({ key }) => asks.find(key).required);
  const needed = all.filter((cell) => asks.isNeeded(cell));
  const cells = [...required, ...needed, ...all];
  const isMine = ({ key, at }) => at === (asks.find(key).of === "seat" ? seat : asks.sides[seat]);
  const mine = !asks.first && seat !== null && cells.find(isMine);
  if (typed.active && !mine) return;
  const blank = cells.find((cell) => asks.isBlank(typed, cell));
  // What was called already gives way to what comes after the play.
  const first = cells.find(({ key }) => !asks.isCalled(asks.find(key)));
  pad.activate(mine || blank || first || null);
}

/** Begin at the ask that the sheet named, with the first answer that is blank. */
export function chooseAsk(pad, key) {
  const { asks, typed } = pad;
  const all = asks.keyedCells(typed).filter((cell) => cell.key === key);
  // The cards of who stands in lie face down until the play.
  const isUnseen = (cell) => asks.isBeforehand(typed, cell) && asks.isStandIn(cell);
  const cells = all.filter((cell) => !isUnseen(cell));
  const cell = cells.find((other) => asks.isBlank(typed, other)) ?? cells[0];
  if (cell) pad.activate(cell);
}

/**
 * Take over into `typed` what is `noted` of the deal in play; what was changed here since `before`
 * stays. Gives whether anything is new.
 */
export function mergeNotes(asks, typed, noted, before) {
  const [now, was] = [noted, before].map((facts) => asks.read(facts).answers);
  const news = asks.all.filter((ask) => asks.isDuring(ask) && !isEqual(now[ask.key], was[ask.key]));
  const merge = (mine, old, fresh) => (isEqual(mine, old) ? fresh : mine);
  for (const { key, of } of news) {
    const [mine, old, fresh] = [typed.answers, was, now].map((answers) => answers[key]);
    typed.answers[key] =
      of === "deal"
        ? merge(mine, old, fresh)
        : mine.map((value, at) => merge(value, old[at], fresh[at]));
  }
  return news.length > 0;
}

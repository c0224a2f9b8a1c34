// What the pad writes: a deal or a correction, or answers of the deal in play. It closes at once; what
// is refused then is shown on it again. And what one answer does to others.

import { changedAnswers } from "../corrections.js";
import { isKept } from "../outbox/queue.js";
import { openDeal } from "../rules/table.js";
import { showNotice } from "../sheet.js";
import { isCut, isEqual, newId, state, subscribe } from "../store.js";
import { hide, mark, put } from "../elements.js";
import { listed, nameAt, phrase, say, words } from "../words.js";
import { coverTap, showResult, write } from "../write.js";
import { Asks, isCovered, isSame } from "./asks.js";
import { dropDraft, keepDraft, keyAfter, markDraft, placeOf } from "./drafts.js";
import { hiddenAt } from "./pad.js";
import { askBlank, complain, faultText, refuse } from "./preview.js";
import { widgets } from "./view.js";

/** Ask what the game asks of this deal once so much is typed, where that is anything else; whether it is more. */
export function askAnew(pad) {
  const { about, around, asks, typed, variant } = pad;
  // What is said of it is here.
  if (asks.isIn(typed.active)) pad.paint();
  const { before, dealer, moved: [moves] } = around;
  const opened = openDeal(variant, before, dealer, moves, asks.write(typed));
  if (isEqual(opened.table.asks, around.opened.table.asks)) return hideValues(pad);
  around.opened = opened;
  pad.asks = new Asks(pad.data, widgets, { ...about, hidden: asks.hidden });
  typed.answers = { ...pad.asks.nothing().answers, ...typed.answers };
  dropValues(pad.asks, typed);
  pad.build();
  pad.change(({ active }) => active ?? pad.activate(pad.asks.nextBlank(typed) ?? null));
  pad.focusRow();
  return pad.asks.askedCells(typed).length > asks.askedCells(typed).length;
}

/** What was chosen and cannot be any more is still to be chosen. */
function dropValues({ all }, { answers }) {
  for (const { key, kind, of, values } of all) {
    if (kind === "choice" && of === "deal" && !values.includes(answers[key])) answers[key] = null;
  }
}

/** The page has a key for each value that any deal asks for; its word may go by another answer. */
function hideValues({ asks, dialog, typed }) {
  for (const { key, values } of asks.all.filter(({ kind }) => kind === "choice")) {
    for (const tap of dialog.querySelectorAll(`[data-cell="${key}"] > [data-segment]`)) {
      hide(tap, !values.includes(tap.dataset.segment));
      if (!tap.dataset.words) continue;
      const said = JSON.parse(tap.dataset.words);
      put(tap, said[typed.answers[said.by]] ?? said.other);
    }
  }
}

/** Whether the game ends by what is typed, or goes on; null where that is no news. */
export function endOf(data, place, { folded, stands }) {
  const isOver = stands.follows.over;
  // That the last deal is the last goes without saying.
  const isSooner = isOver && data.played + 1 !== data.to_play;
  if (!place.correcting) return isSooner ? phrase("ends_here") : null;
  const numbers = folded.flatMap(({ behind }, at) => (behind ? [place.index + at + 1] : []));
  const known = data.behind_the_end.map(({ number }) => number);
  if (numbers.length && String(numbers) !== String(known)) {
    return phrase("behind_the_end", { many: numbers.length, deals: listed(numbers) });
  }
  if (data.over && !data.ends && !isOver) return phrase("goes_on");
  return !data.over && isOver ? phrase("ends_here") : null;
}

/** Say in place of the rare questions which of them were answered. */
export function paintAside({ children: [summary, list] }) {
  const answered = list.querySelectorAll(":is([data-lit], [aria-pressed='true']):not([hidden])");
  const lit = Array.from(answered, (one) => (one.selectedOptions?.[0] ?? one).textContent);
  put(summary, lit.join(" · ") || words.aside);
  mark(summary, "data-lit", lit.length > 0 && "");
}

export function save(pad) {
  const { asks, dialog, place, refusedId, typed } = pad;
  if (!dialog.open) return undefined;
  // What is hidden here only the server knows; it also asks before anything typed here replaces it.
  const isHidden = !asks.isKnown(typed) || (asks.hidden.length > 0 && !isCut());
  if (place.kind === "answers" || (isHidden && !typed.voided)) return saveAnswers(pad);
  // What was refused and is mended keeps its id, which what came after it goes by.
  return saveAs(pad, place.kind, contentOf(pad), refusedId ?? newId());
}

function contentOf({ asks, inBook, place, shown: { facts } }) {
  if (!place.correcting) return { ...place.content, facts };
  const set = changedAnswers(inBook.facts, facts);
  // An answer on which nothing depends is not asked, and stays with the people it is about.
  const isOther = facts.void || inBook.unread || (asks.first && asks.first.key in set);
  const isAsked = (key) => asks.all.some((ask) => [ask.group, ask.key, "void"].includes(key));
  for (const key of Object.keys(set)) if (!isOther && !isAsked(key)) delete set[key];
  return { ...place.content, set };
}

/** Write what was typed, and take back what this phone had answered and is blank now. */
function saveAnswers(pad) {
  const { asks, place, refusedId, typed } = pad;
  const isOffered = (cell) => cell.at !== null || asks.isNeeded(cell);
  const [cell, more] = asks.keyedCells(typed).filter(isOffered);
  const [fault] = pad.shown.faults;
  if (fault) return refuse(pad, fault);
  if (cell && !more && (asks.isBlank(typed, cell) || asks.isHidden(typed, cell))) return askBlank(pad);
  const set = answersOf(asks, typed);
  const clear = blankNow(pad, set);
  // The whole deal is saved here, also where it waits since an undo.
  const finish = place.kind === "deal" ? "save" : null;
  if (!set.length && !clear.length && !finish) return pad.dialog.close();
  return saveAs(pad, "answers", { after: place.content.after, set, clear, finish }, refusedId ?? newId());
}

function saveAs(pad, kind, content, id) {
  const saved = { ...pad, data: pad.data };
  const answered = writeFrom(pad, kind, content, id);
  const end = subscribe(() => isKept() && (end(), forgetSaved(saved)));
  answered.then(({ error }) => error && end());
  pad.isSaved = true;
  coverTap();
  pad.dialog.close();
  showNotice();
}

async function writeFrom(pad, kind, content, id) {
  const { data, noted, place, typed } = pad;
  const draft = { noted, typed: structuredClone(typed), refusedId: id, open: true, touched: true };
  const answer = await write(kind, content, { id });
  const { error } = answer;
  // By now this may be another number.
  const isNow = state.data.next?.after === place.content.after;
  const now = place.kind === "answers" ? isNow && place : placeOf(state.data, place);
  if (!error || error.html || !now) {
    showResult(answer);
    return answer;
  }
  keepDraft(state.data, now.key, draft);
  await pad.open(now);
  // What one tap has saved may be looked at, and tapped again.
  if (place.savesByTap) pad.activate(pad.asks.keyedCells(pad.typed)[0] ?? null);
  complain(pad, { text: faultText(data, error) }, error);
  return answer;
}

/** Forget a draft; its bids stay until the next deal is saved, for when this one is taken back. */
function forgetSaved({ asks, data, noted, place, typed }) {
  dropDraft(data, place.key);
  markDraft(state.data);
  if (place.kind !== "deal") return;
  dropDraft(data, keyAfter(data.deals[place.index - 2]));
  const [bids, blanks] = [asks.nothing(), asks.nothing()];
  // What was noted in play comes back by itself.
  for (const { key } of asks.all.filter(({ of, when }) => when === "before" && of !== "deal")) {
    const blank = blanks.answers[key];
    // What only followed the tricks was never bid.
    bids.answers[key] = typed.answers[key].map((value, at) => (value?.same ? blank[at] : value));
  }
  if (!isEqual(bids, blanks)) keepDraft(data, place.key, { typed: bids, touched: true, noted });
}

/** Note what was called on a pad that is closed; all else that was typed is still only here. */
export function noteBehind(pad) {
  const { asks, newNotes: { clear, set }, place, typed } = pad;
  writeFrom(pad, "answers", {
    after: place.content.after,
    set: set.map((cell) => answerIn(asks, typed, cell)),
    clear: clear.map(({ key, at }) => [key, at ?? -1]),
  });
  const known = pad.readBook();
  for (const cell of pad.notesIn(typed)) asks.set(known, cell, asks.held(typed, cell));
  pad.untouched = pad.look(known);
  pad.noted = pad.readNotes(pad.noted);
  if (pad.touched) pad.keep();
  else pad.forget();
}

/** Close the pad until the cards are played: what others wait for is noted, the rest kept here. */
export function finish(pad) {
  const { all_answered: says } = words.asks[pad.place.ask] ?? {};
  // What is noted for everybody the sheet says itself.
  const kept = pad.newNotes || !pad.touched ? "" : phrase("kept_here");
  const notice = says && (pad.isDone ? `${says}.` : kept);
  coverTap();
  pad.dialog.close();
  // Undo of the deal before would be taken for that of a bid.
  showResult({ status: 200 }, notice);
}

/** An answer that was typed: [key, place, value], the deal being the place -1. */
const answerIn = (asks, typed, cell) => [cell.key, cell.at ?? -1, asks.written(typed, cell)];

function answersOf(asks, typed) {
  const isThere = (cell) => {
    const ask = asks.find(cell.key);
    if (ask.of === "deal") return asks.isAnswered(typed, cell.key);
    // A bid that is blank after the play has failed; before it, it is still to come.
    const isMissed = isCovered(ask) && !ask.required && !asks.isBeforePlay(typed);
    return !asks.isHidden(typed, cell) && (isMissed || !asks.isBlank(typed, cell));
  };
  return asks.askedCells(typed).filter(isThere).map((cell) => answerIn(asks, typed, cell));
}

/** The places that were answered when the pad was opened, known here, and are blank on it now. */
function blankNow({ asks, place, typed }, set) {
  const isSet = (key, at) => set.some(([name, place]) => name === key && place === at);
  const isHere = ([key, at]) => {
    if (!asks.find(key) || (asks.seat !== null && at !== asks.seat)) return false;
    return !isSet(key, at) && (at < 0 || !asks.isHidden(typed, { key, at }));
  };
  return place.answeredPlaces.filter(isHere).map(([key, at]) => [key, at]);
}

/** That a cell is in, and the way back to that where anything is typed in its place. */
export function inText(pad, cell) {
  const { asks, rows, typed } = pad;
  const name = pad.nameOf(rows.find(({ cells }) => cells.some((other) => isSame(other, cell))));
  const act = () => pad.change((now) => asks.set(now, cell, asks.held(asks.nothing(), cell)));
  const keep = asks.isHidden(typed, cell) ? {} : { label: phrase("keep_theirs", { name }), act };
  return { text: phrase("is_in_hidden", { name }), ...keep };
}

/** What is in by now and hidden is not asked any more; where it is typed here, say so. */
export function learnHidden(pad) {
  const { asks, isNext, place, typed } = pad;
  if (!isNext || asks.seat !== null) return;
  const before = asks.hidden;
  asks.hidden = hiddenAt(place, state.data);
  const isNew = (cell) => asks.isIn(cell) && !before.some((other) => isSame(other, cell));
  const cell = asks.hidden.find((cell) => isNew(cell) && !asks.isEmpty(typed, cell));
  if (cell) pad.message = inText(pad, cell);
}

/** Of several calls one counts: a call takes the place of another seat's, and the pad says so. */
export function replaceCalls(pad, cell) {
  const { asks, data: { seats }, typed } = pad;
  const ask = asks.find(cell.key);
  const isOther = (other) => other.at !== cell.at && asks.held(typed, other) !== null;
  const replaced = ask.beats?.length && asks.cells(ask, typed).find(isOther);
  if (!replaced) return;
  const { answers } = structuredClone(typed);
  asks.set(typed, replaced, null);
  const text = say(words.asks[ask.key].replaced, { name: nameAt(seats, replaced.at) });
  const act = () => pad.change((now) => Object.assign(now, { answers }));
  pad.message = { text, label: phrase("undo"), act };
}

/** All of a group that are still open are answered with one side. */
export function giveRest(pad, { parentElement: { dataset } }, side) {
  const asks = pad.asks.all.filter((ask) => ask.group === dataset.group);
  pad.change(({ answers }) => asks.forEach(({ key }) => (answers[key] ??= Number(side))));
}

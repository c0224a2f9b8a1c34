// Saves what was typed on the pad: a deal, or a correction, goes into the book; answers of the deal in
// play go to the server, which alone knows what others have answered.

import { changedAnswers } from "../corrections.js";
import { showAnswer, writeAnswers, writeNow } from "../forms.js";
import { isKept } from "../outbox/queue.js";
import { save as keep } from "../outbox/save.js";
import { coverTap } from "../second-tap.js";
import { showNotice } from "../sheet.js";
import { isCut, isEqual, mayScore, newId, state, subscribe } from "../store.js";
import { phrase, words } from "../words.js";
import { dropDraft, keepDraft, keyAfter, markDraft, placeOf } from "./drafts.js";
import { faultText } from "./preview.js";

/** Save what the pad holds: in any case where this phone keeps the score, else if the server hears. */
export function save(pad) {
  if (pad.saving || !pad.dialog.open) return undefined;
  // What is hidden here only the server knows; it also asks before anything typed here replaces it.
  const isHidden = !pad.asks.isKnown(pad.typed) || (pad.asks.hidden.length > 0 && !isCut());
  const isVoid = pad.typed.voided;
  if (pad.place.kind === "answers" || (isHidden && !isVoid)) return saveAnswers(pad);
  return mayScore() ? saveByOutbox(pad) : saveByServer(pad);
}

function close({ dialog }, answer = { status: 200 }) {
  coverTap();
  dialog.close();
  showAnswer(answer);
}

function contentOf({ asks, inBook, place, shown: { facts } }) {
  if (!place.correcting) return { ...place.content, facts };
  const set = changedAnswers(inBook.facts, facts);
  // An answer on which nothing depends is not asked, and stays with the people it is about.
  const [now, before] = [facts, inBook.facts].map((of) => of[asks.first?.key]);
  const isAsked = (key) => asks.all.some((ask) => [ask.group, ask.key, "void"].includes(key));
  const idle = facts.void || inBook.unread || now !== before ? [] : Object.keys(set).filter((key) => !isAsked(key));
  for (const key of idle) delete set[key];
  return { ...place.content, set };
}

/** Save a deal, or a correction, whatever comes; what is refused at once is shown again. */
async function saveByOutbox(pad) {
  const { asks, data, noted, place, refusedId, typed } = pad;
  // What was refused and is mended keeps its id, which what came after it goes by.
  const id = refusedId ?? newId();
  const draft = { noted, typed, refusedId: id, open: true, touched: true };
  const answered = keep(place.kind, contentOf(pad), { id });
  const saved = { asks, data, noted, place, typed };
  const end = subscribe(() => isKept() && (end(), forgetSaved(saved)));
  pad.isSaved = true;
  close(pad);
  const { error } = await answered;
  if (!error) return;
  end();
  // By now this may be another number.
  const now = placeOf(state.data, place);
  const text = faultText(data, error);
  if (!now) return showNotice(text, true);
  keepDraft(state.data.game, now.key, draft);
  await pad.open(now);
  pad.complain({ text }, error);
}

/** Forget a draft; its bids stay until the next deal is saved, for when this one is taken back. */
function forgetSaved({ asks, data: { deals, game }, noted, place, typed }) {
  dropDraft(game, place.key);
  markDraft(state.data);
  if (place.correcting) return;
  dropDraft(game, keyAfter(deals[place.index - 2]));
  const [bids, blanks] = [asks.nothing(), asks.nothing()];
  // What was noted in play comes back by itself.
  for (const { key } of asks.all.filter(({ of, when }) => when === "before" && of !== "deal")) {
    const blank = blanks.answers[key];
    // What only followed the tricks was never bid.
    bids.answers[key] = typed.answers[key].map((value, at) => (value?.same ? blank[at] : value));
  }
  if (!isEqual(bids, blanks)) keepDraft(game, place.key, { typed: bids, touched: true, noted });
}

/**
 * Send what needs the server, which keeps what it refuses on the pad unless that `isGone`; gives whether
 * it was taken.
 */
async function send(pad, write, isGone, forget = () => pad.forget()) {
  pad.keep();
  pad.setSaving(true);
  const answer = await write().finally(() => pad.setSaving(false));
  if (answer.status !== 200 && !isGone(answer)) refuse(pad, answer);
  else {
    forget();
    close(pad, answer);
  }
  return answer.status === 200;
}

/** Say on the pad why nothing was written; saved once more, it replaces what another phone wrote. */
function refuse(pad, { error, status }) {
  const none = status ? "no_answer" : mayScore() ? "no_signal" : "tell_the_scorekeeper";
  const text = error ? faultText(pad.data, error) : phrase(none);
  const { replaces } = error ?? {};
  // What one tap has saved may be looked at, and tapped again.
  if (pad.place.savesByTap) pad.activate(pad.asks.keyedCells(pad.typed)[0] ?? null);
  pad.complain({ text: replaces?.length ? `${text} ${phrase("save_to_replace")}` : text, replaces }, error);
  pad.keep();
}

/** The hand of this phone's own seat is corrected. */
function saveByServer(pad) {
  const { place } = pad;
  const write = () => writeNow(place.kind, contentOf(pad));
  return send(pad, write, ({ error }) => error?.html || !placeOf(state.data, place));
}

/** Note what was called on a pad that is closed already. */
export async function noteBehind(pad) {
  const { place } = pad;
  const answer = await writeAnswers({ deal: place.number, ...answersToNote(pad) });
  if (answer.status === 200 && pad.place === place && !pad.dialog.open) {
    keepTheRest(pad);
    pad.noted = pad.readNotes(pad.noted);
    if (pad.touched) pad.keep();
    else pad.forget();
  }
  showAnswer(answer);
}

/** Close the pad until the cards are played: what others wait for is noted, the rest kept here. */
export async function finish(pad) {
  if (pad.saving) return;
  const { all_answered: says } = words.asks[pad.place.ask] ?? {};
  // What is noted for everybody the sheet says itself.
  const kept = pad.newNotes || !pad.touched ? "" : phrase("kept_here");
  const notice = says && (pad.isDone ? `${says}.` : kept);
  if (pad.newNotes) {
    const isSent = await sendAnswers(pad, answersToNote(pad), () => false, () => keepTheRest(pad));
    if (!isSent) return;
  } else {
    coverTap();
    pad.dialog.close();
  }
  // Undo of the deal before would be taken for that of a bid.
  showAnswer({ status: 200 }, notice);
}

function answersToNote({ asks, newNotes: { clear, set }, typed }) {
  const places = clear.map(({ key, at }) => [key, at ?? -1]);
  return { set: set.map((cell) => answerIn(asks, typed, cell)), clear: places };
}

/** The notes are in; all else that was typed is still only here. */
function keepTheRest(pad) {
  const { asks, typed } = pad;
  const known = pad.readBook();
  for (const cell of pad.notesIn(typed)) asks.set(known, cell, asks.held(typed, cell));
  pad.untouched = pad.look(known);
}

/** Write what was typed, and take back what this phone had answered and is blank now. */
function saveAnswers(pad) {
  const { asks, place, typed } = pad;
  const [cell, more] = asks.keyedCells(typed);
  const [fault] = pad.shown.faults;
  if (fault) return pad.refuse(fault);
  if (cell && !more && (asks.isBlank(typed, cell) || asks.isHidden(typed, cell))) {
    return pad.complain({ text: asks.widget(pad.ask).blankText(pad.nameOf(pad.activeRow)) });
  }
  const set = answersOf(asks, typed);
  const clear = blankNow(pad, set);
  // The whole deal is saved here, also where it waits since an undo.
  const finish = place.kind === "deal" ? "save" : null;
  if (!set.length && !clear.length && !finish) return pad.dialog.close();
  const isGone = ({ error }) =>
    error?.code === "deal_is_there" || state.data.next?.after !== place.content.after;
  return sendAnswers(pad, { set, clear, finish }, isGone);
}

function sendAnswers(pad, answers, ...rest) {
  const { message, place } = pad;
  const write = () => writeAnswers({ deal: place.number, replace: message?.replaces, ...answers });
  return send(pad, write, ...rest);
}

/** An answer that was typed: [key, place, value], the deal being the place -1. */
const answerIn = (asks, typed, cell) => [cell.key, cell.at ?? -1, asks.written(typed, cell)];

function answersOf(asks, typed) {
  return asks.asked(typed).flatMap((ask) => {
    // A bid that is blank after the play has failed; before it, it is still to come.
    const isMissed = ask.shown === "when_complete" && !ask.required && !asks.isBeforePlay(typed);
    const isThere = (cell) =>
      ask.of === "deal"
        ? asks.isAnswered(typed, ask.key)
        : !asks.isHidden(typed, cell) && (isMissed || !asks.isBlank(typed, cell));
    const cells = asks.cells(ask, typed).filter(isThere);
    return cells.map((cell) => answerIn(asks, typed, cell));
  });
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

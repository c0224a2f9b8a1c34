// The pad: one deal, or a few of its answers, is typed and previewed, and kept at every tap. It is made
// of what the game asks; how an ask is answered is for its widget. A place (drafts.js, own.js) says of
// which deal, which asks are shown, of which seat, and how what was typed is saved.

import { isEqual, state, subscribe } from "../store.js";
import { nameAt, phrase, say, words } from "../words.js";
import { Asks, factsInPlay, isSame } from "./asks.js";
import { hide, mark, put } from "../elements.js";
import { faultText, faultsOf, foldAround, isAbout, nameOfDeal } from "./preview.js";
import { dealsOf, dropDraft, keepDraft, markDraft, readDraft } from "./drafts.js";
import { missingPrompt, screenReaderText } from "./messages.js";
import { paint } from "./paint.js";
import { findChips, findKeys, listen, makeRows, nameOfRow } from "./view.js";
import { USUAL, choice, flag, seat, side } from "./view.js";

// What comes behind the pad, by its file. An import takes a frame or two, even of what is there.
const behind = {};
const fetchBehind = async (name) => (behind[name] ??= await import(`./${name}.js`));

const PAUSE_MS = 700;

// What is answered where it stands comes with the pad.
const widgets = { choice, flag, seat, side };

export async function makePad(dialog, variant) {
  const names = dialog.dataset.widgets.split(" ").filter(Boolean);
  const fetched = names.map(async (name) => {
    widgets[name] = { ...USUAL, ...(await import(`./widgets/${name}.js`)) };
  });
  await Promise.all(fetched);
  return new Pad(dialog, variant);
}

class Pad {
  constructor(dialog, variant) {
    this.dialog = dialog;
    this.variant = variant;
    this.find = (name) => dialog.querySelector(`[data-${name}]`);
    this.go = this.find("next");
    this.widgets = widgets;
    this.keys = findKeys(this);
    mark(dialog, "data-unit", state.data.unit);
    listen(this);
    closeByBack(dialog);
    this.with("keyboard", () => {});
    dialog.addEventListener("close", () => {
      const isNoted = this.touched && this.newNotes;
      if (this.touched) this.keep();
      else if (!this.isSaved) this.forget();
      if (isNoted) this.with("content", ({ noteBehind }) => noteBehind(this));
      this.with("keyboard", ({ returnFocus }) => returnFocus(this));
      widgets.cover?.sign(widgets);
      left();
    });
    subscribe(({ data }, before) => {
      if (data === before.data) return;
      if (dialog.open) this.learn();
      widgets.cover?.sign(widgets);
    });
    widgets.cover?.sign(widgets);
  }

  /** The data of the game, with the people who sat there at this deal: some may have left since. */
  get data() {
    return { ...state.data, seats: this.inBook?.seats ?? state.data.seats };
  }

  /** The deal that is corrected, as it stands in the book; null of a new one. */
  get inBook() {
    return this.place.correcting ? dealsOf(state.data)[this.place.index] : null;
  }

  get isNext() {
    return !this.place.correcting && state.data.next?.after === this.place.content.after;
  }

  /** The facts of the deal as far as they are known here, besides what is typed. */
  get knownFacts() {
    if (this.inBook) return this.inBook.unread ? {} : this.inBook.facts;
    return this.isNext ? factsInPlay(state.data, this.place.answered) : {};
  }

  /** Open at a place in the book: for a seat, and at one question. */
  open(place, seat = null, ask = null) {
    const { data } = state;
    const draft = readDraft(data.game, place.key);
    this.place = place;
    this.around = foldAround(this.variant, data, place);
    const hidden = this.isNext ? hiddenAt(place, data) : [];
    this.asks = new Asks(data, widgets, { ...place, hidden, known: () => this.knownFacts });
    this.refusedId = draft?.refusedId ?? null;
    this.isSaved = false;
    this.message = this.counted = this.noted = this.openBid = null;
    this.typed = this.readBook();
    this.untouched = this.look();
    if (draft?.touched) {
      this.typed = this.asks.complete(draft.typed);
      // A pad for something else begins anew, and one of bids, so that none is changed by mistake.
      const isAnew = draft.ask !== place.ask || (place.ask && !draft.open);
      const { active } = this.typed;
      // Nor is a secret shown again.
      if (isAnew || (active && this.asks.isSecret(this.typed, active))) this.typed.active = null;
      const text = this.isDone ? "covered" : this.asks.isBeforePlay(this.typed) ? null : "kept";
      if (text) this.message = this.offer(text, "clear_all", () => this.clearAll());
    }
    if (place.refused) this.takeBack(place.refused);
    this.takeOver(draft?.noted);
    this.opened = structuredClone(this.typed);
    this.begin(seat);
    this.chooseAsk(ask, place.ask);
    this.build();
    // Where it opens by itself nobody is at the keys.
    const focusVisible = document.activeElement.matches(":focus-visible");
    if (!this.dialog.open) {
      this.opener = document.activeElement;
      this.dialog.showModal();
    }
    mark(this.dialog, "data-answers", place.looks ?? false);
    this.dialog.dispatchEvent(new CustomEvent("opened", { detail: place }));
    if (!leaving && !isThere()) enter();
    this.paint();
    this.keep();
    this.focusRow({ focusVisible });
    if (ask && this.typed.active?.key !== ask) {
      const place = this.dialog.querySelector(`[data-ask="${ask}"], [data-cell="${ask}"]`);
      (place?.querySelector("button") ?? place)?.focus({ focusVisible: true });
    }
    this.with("content", () => {});
    this.with("large", ({ dress }) => dress(this));
  }

  /** Act with a module that comes behind the pad: at once where it is there. */
  with(name, act, fail = () => {}) {
    return behind[name] ? act(behind[name]) : fetchBehind(name).then(act, fail);
  }

  /** A message with the button that acts on it. */
  offer = (text, label, act) => ({ text: phrase(text), label: phrase(label), act });

  focusRow(options) {
    this.rowsMade.focus((this.activeRow ?? this.rows[0])?.id, options);
  }

  /** Take back what could not be saved, under its id; `text` says why. */
  takeBack({ facts, id, text }) {
    this.typed = this.asks.read(facts);
    this.refusedId = id;
    this.message = { text, wrong: true };
  }

  /** The deal as it stands in the book: blank where it is new, but for what is known of it in play. */
  readBook() {
    const { asks, data } = this;
    const typed = asks.read(this.knownFacts);
    for (const ask of asks.all) {
      const { begin, isBlank } = asks.widget(ask);
      if (!begin) continue;
      const values = typed.answers[ask.key];
      // A hand that comes into a correction is asked as the others of its deal.
      const others = this.inBook ? values.filter((value) => !isBlank(value)) : [];
      const begun = (value) => (isBlank(value) ? begin(ask, data.seats, others) : value);
      typed.answers[ask.key] = values.map(begun);
    }
    return typed;
  }

  /** Begin with this seat: it is the answer of the first question, or answers first. */
  begin(seat) {
    const { asks, noted, typed } = this;
    const { first } = asks;
    if (first) {
      const tapped = seat === null ? null : asks.answerOf(first, { seat });
      const before = typed.answers[first.key];
      // A tap on another name does not replace what was noted, or is half typed.
      const isKept = before !== null && (this.touched || noted?.[first.key] != null);
      if (tapped !== null && !isKept) this.setFirst(tapped);
    }
    this.chooseFirst(seat);
  }

  /** Choose what is blank, or what this seat answers; a correction only what is needed. */
  chooseFirst(seat = null) {
    const { asks, needsFirst, place: { correcting }, typed } = this;
    if (needsFirst) return;
    const all = asks.keyedCells(typed);
    const cells = [...all.filter(({ key }) => asks.find(key).required), ...all];
    const isMine = ({ key, at }) => at === (asks.find(key).of === "seat" ? seat : asks.sides[seat]);
    const mine = !asks.first && seat !== null && cells.find(isMine);
    if (typed.active && !mine) return;
    const isOpen = (cell) => asks.isBlank(typed, cell) && (!correcting || asks.isNeeded(cell));
    // What was called already is changed before the play, and gives way to what comes after it.
    const isNow = ({ key }) => asks.isCalled(asks.find(key)) === asks.isInPlay;
    const first = correcting ? null : cells.find(isNow);
    this.activate(mine || (cells.find(isOpen) ?? first ?? null));
  }

  /** Begin at the ask that the sheet named: the first answer that is blank, or what a call has opened. */
  chooseAsk(key, call) {
    const { asks, typed } = this;
    const isOpened = ({ at, key: of }) =>
      call && asks.find(of).open_with === call && asks.isAnswered(typed, call, at);
    const cells = asks.keyedCells(typed).filter((cell) => cell.key === key || isOpened(cell));
    const cell = cells.find((other) => asks.isBlank(typed, other)) ?? cells[0];
    if (cell) this.activate(cell);
  }

  build() {
    const { dialog, find, place } = this;
    this.paintChips = findChips(this);
    this.rowsMade = makeRows(find("pad-rows"), this);
    this.drawn = this.inView = null;
    // The last deal that was read aloud is another one.
    put(find("heard"), "");
    const title = phrase(place.correcting ? "correct_title" : "deal_title", place);
    put(find("pad-title"), [title, nameOfDeal(this)].filter(Boolean).join(": "));
    mark(dialog, "data-bare", this.asks.all.every(this.asks.hasRow) && "");
    const isAmongNames = dialog.querySelector("option[value='void']");
    hide(find("void-deal"), !place.correcting || !state.data.has_void_deals || isAmongNames);
  }

  /** Forget what was typed; a tap brings it back. */
  clearAll() {
    const before = this.typed;
    const { first } = this.asks;
    this.change(() => {
      const blank = this.readBook();
      this.typed = { ...blank, answers: { ...before.answers, ...blank.answers } };
      if (first) this.typed.answers[first.key] ??= before.answers[first.key];
      this.chooseFirst();
    });
    this.message = this.offer("cleared", "undo", () => this.change(() => (this.typed = before)));
    this.paint();
  }

  /** Name another seat or side; what was typed for it is kept, in case of changing back. */
  setFirst(value) {
    const { asks, typed } = this;
    typed.answers[asks.first.key] = value;
    const active = asks.keyedCells(typed).find((cell) => isSame(cell, typed.active));
    if (active && !asks.isBlank(typed, active)) return;
    typed.active = null;
    this.chooseFirst();
  }

  activate(cell) {
    this.typed.active = cell;
    this.typed.fresh = true;
  }

  /** Whether nobody was named yet whom the first question asks for. */
  get needsFirst() {
    const { first } = this.asks;
    if (!first || !this.asks.asked(this.typed).includes(first)) return false;
    return this.typed.answers[first.key] === null;
  }

  /** All that would be a loss; whom a tap named is none while nothing else is typed. */
  look({ answers, voided } = this.typed) {
    const { first } = this.asks;
    const named = first && !this.place.correcting ? { [first.key]: null } : {};
    return JSON.stringify([{ ...answers, ...named }, voided]);
  }

  /** Whether all is in that is asked before the deal is scored. */
  get isDone() {
    return this.asks.isInPlay && this.asks.isAllIn(this.typed);
  }

  get touched() {
    return !this.isSaved && this.look() !== this.untouched;
  }

  /** Whether a correction waits until something differs from what is in the book. */
  get isUnchanged() {
    return Boolean(this.place.correcting) && !this.touched;
  }

  /**
   * Take over what is noted of the deal in play, and was not `before`; what was changed here stays.
   * Gives whether any of it is new here.
   */
  takeOver(before) {
    if (!this.isNext) return false;
    const { asks, typed } = this;
    this.noted = this.readNotes(before);
    const [now, was] = [this.noted, before ?? {}].map((facts) => asks.read(facts));
    const isSameIn = (a, b, cell) => isEqual(asks.held(a, cell), asks.held(b, cell));
    const news = asks.everyCell(now).filter((cell) => !isSameIn(now, was, cell));
    const isNew = news.some((cell) => !isSameIn(now, typed, cell));
    for (const cell of news) {
      if (isSameIn(typed, was, cell)) asks.set(typed, cell, asks.held(now, cell));
    }
    return isNew;
  }

  /** What is noted; as `before` where this pad does not ask it, for the pad that does. */
  readNotes(before) {
    const noted = state.data.next?.noted;
    return { ...before, ...Object.fromEntries(this.asks.all.map(({ key }) => [key, noted?.[key]])) };
  }

  /** The open pad takes over what another phone has noted of the deal in play. */
  learn() {
    const { touched } = this;
    // What is in by now and hidden is not asked any more.
    if (this.isNext && this.asks.seat === null) this.asks.hidden = hiddenAt(this.place, state.data);
    if (this.takeOver(this.noted)) this.message = { text: phrase("noted_elsewhere") };
    if (!touched) this.untouched = this.look();
    this.paint();
    this.keep();
  }

  keep() {
    const { dialog: { open }, noted, place: { ask, key }, refusedId, touched, typed } = this;
    const begun = touched && !this.asks.isBeforePlay(typed);
    keepDraft(state.data.game, key, { typed, refusedId, touched, begun, open, noted, ask });
    markDraft(state.data);
  }

  forget() {
    dropDraft(state.data.game, this.place.key);
    markDraft(state.data);
    this.untouched = this.look();
  }

  get value() {
    const { active } = this.typed;
    return active && this.asks.value(this.typed, active);
  }

  get ask() {
    return this.typed.active && this.asks.find(this.typed.active.key);
  }

  get activeRow() {
    const { active } = this.typed;
    return this.rows?.find(({ cells }) => cells.some((cell) => isSame(cell, active)));
  }

  withActive(act) {
    if (this.typed.active) act();
    else this.askWhat();
  }

  /** Change what is typed, show what it costs, and keep it. */
  change(act) {
    this.message = null;
    act(this.typed);
    const { active } = this.typed;
    const cells = this.asks.keyedCells(this.typed);
    if (active && !cells.some((cell) => isSame(cell, active))) this.activate(null);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.rest(), PAUSE_MS);
    this.paint();
    // Behind the tap, which has one frame to be painted.
    setTimeout(() => this.dialog.open && this.keep());
  }

  /** Another value for the active cell; while it is `fresh` the next digit replaces it. */
  type(typed, fresh = false) {
    this.withActive(() =>
      this.change((deal) => {
        this.asks.set(deal, deal.active, typed(this.value));
        deal.fresh = fresh;
      }),
    );
  }

  digit(pressed) {
    const { ask, typed } = this;
    this.type((value) => this.asks.widget(ask).digit(value, pressed, ask, typed.fresh));
  }

  /** Erase what is typed; where nothing is, what is covered before it, or go back to that. */
  erase() {
    const { ask, asks, typed } = this;
    const cells = asks.keyedCells(typed);
    const before = cells[cells.findIndex((cell) => isSame(cell, typed.active)) - 1];
    if (!before || !asks.isEmpty(typed, typed.active)) {
      return this.type((value) => asks.widget(ask).erase(value, typed.fresh));
    }
    const isCovered = asks.isSecret(typed, before);
    this.choose(before);
    return isCovered && this.type(() => asks.widget(this.ask).blank());
  }

  /** One tap is the whole answer: on to the next one. */
  tapped(value) {
    const { active } = this.typed;
    this.counted = this.activeRow?.id ?? null;
    const fault = this.faultWith(value);
    this.change((typed) => {
      this.asks.set(typed, active, value);
      // What is wrong by it stays chosen.
      if (fault || this.asks.left(typed, this.ask) < 0) return;
      // In a correction one number was wrong; only what is still missing comes next.
      if (this.place.correcting && active.at !== null && !this.asks.nextBlank(typed)) return;
      // A bid that is open to all is noted by itself.
      const next = isSame(active, this.openBid) ? null : this.asks.nextToType(typed);
      // The keys of a question of the deal go once it is answered, and so do those of the last bid.
      if (next || active.at === null || this.asks.isInPlay) this.activate(next ?? null);
    });
    this.focusRow();
    if (this.place.savesByTap) this.withSaver(({ save }) => save(this));
    else this.finishByTap();
  }

  /** Another answer for everybody of whom nothing was typed. */
  changeBlanks(name, changed) {
    this.change((typed) => {
      for (const cell of this.asks.cells(this.asks.find(name), typed)) {
        const value = this.asks.value(typed, cell);
        if (this.asks.isBlank(typed, cell)) this.asks.set(typed, cell, changed(value));
      }
    });
  }

  isMine(fault) {
    return Boolean(this.activeRow) && isAbout(fault, this.activeRow, this.asks);
  }

  /** The first fault of the active row with another value in its cell; undefined for none. */
  faultWith(value) {
    const typed = structuredClone(this.typed);
    this.asks.set(typed, typed.active, value);
    return faultsOf(this, typed).find((fault) => this.isMine(fault));
  }

  /** After a pause: say what another digit might have cured, and let the result be heard. */
  rest() {
    this.pause = null;
    this.paint();
    put(this.find("heard"), screenReaderText(this));
    this.counted = null;
  }

  nameOf = (row) => (row ? nameOfRow(row, this.data) : "");

  /** Say why not, and choose the row it is about. */
  complain(message, fault = null) {
    const row = fault && this.rows.find((other) => isAbout(fault, other, this.asks));
    if (row && row !== this.activeRow) this.chooseRow(row.id);
    this.message = { ...message, wrong: true };
    this.paint();
    behind.large?.refuse(this);
  }

  askWhat() {
    this.complain({ text: phrase("what_was_wrong", this.place) });
  }

  refuse(fault) {
    this.complain({ text: faultText(this.data, fault) }, fault);
  }

  choose(cell) {
    this.change(() => this.activate(cell));
    this.focusRow();
  }

  /** A tap on a row: what to type there, or whom the first question asks for. */
  chooseRow(id) {
    const { asks, typed } = this;
    const row = this.rows.find((other) => other.id === id);
    // Where nothing is typed in a row, a tap on it can only name somebody else.
    const isNaming = this.needsFirst || (asks.first && (typed.voided || !row.cells.length));
    const named = isNaming ? asks.answerOf(asks.first, row) : null;
    if (named !== null && named === typed.answers[asks.first.key] && !typed.voided) {
      this.message = { text: phrase("named_above") };
      return this.paint();
    }
    if (named !== null) return this.answer({ key: asks.first.key, at: null }, named);
    const cells = asks.keyed(row.cells);
    const sameAsk = cells.find(({ key }) => key === typed.active?.key);
    const blank = cells.find((cell) => asks.isBlank(typed, cell));
    if (cells.length) this.choose(sameAsk ?? blank ?? cells[0]);
    return undefined;
  }

  /** The answer to something that is not typed with keys. */
  answer(cell, value) {
    const { asks } = this;
    this.change((typed) => {
      if (cell.key !== asks.first?.key) {
        this.replaceCalls(cell);
        asks.set(typed, cell, value);
        // Who calls before the play says next what the call opens.
        const isOpened = ({ at, key }) => at === cell.at && asks.find(key).open_with === cell.key;
        const opened = asks.isInPlay && value !== null && asks.keyedCells(typed).find(isOpened);
        if (opened && asks.isBlank(typed, opened)) this.activate((this.openBid = opened));
      } else {
        typed.voided = false;
        this.setFirst(value);
      }
    });
    if (value !== null) this.finishByTap();
  }

  /** Of several calls one counts: a call takes the place of another seat's, and the pad says so. */
  replaceCalls(cell) {
    const { asks, data: { seats }, typed } = this;
    const ask = asks.find(cell.key);
    if (!ask.beats?.length) return;
    const isOther = (other) => other.at !== cell.at && asks.held(typed, other) !== null;
    const [replaced] = asks.cells(ask, typed).filter(isOther);
    if (!replaced) return;
    const back = [[cell, null], [replaced, asks.held(typed, replaced)]];
    const undo = (now) => back.forEach(([of, value]) => asks.set(now, of, value));
    asks.set(typed, replaced, null);
    const text = say(words, words.asks[ask.key].replaced, { name: nameAt(seats, replaced.at) });
    this.message = { text, label: phrase("undo"), act: () => this.change(undo) };
  }

  /** Where nothing else is asked before the deal is scored, the last answer is all there is to do. */
  finishByTap() {
    const { asks, typed } = this;
    const isBlank = (ask) => asks.cells(ask, typed).some((cell) => asks.isBlank(typed, cell));
    if (asks.isInPlay && !asks.asked(typed).some(isBlank)) this.onward();
  }

  /** All of a group that are still open are answered with one side. */
  giveRest(group, side) {
    this.change(({ answers }) => {
      for (const ask of this.asks.all.filter((other) => other.group === group)) {
        answers[ask.key] ??= side;
      }
    });
  }

  makeVoid() {
    this.change((typed) => {
      Object.assign(typed, { voided: !typed.voided, active: null });
      this.chooseFirst();
    });
  }

  /** Next, or Save where nothing else is blank. */
  onward() {
    const { asks, typed } = this;
    const { faults } = this.shown;
    if (asks.isInPlay || this.step.note) return this.withSaver(({ finish }) => finish(this));
    const asked = missingPrompt(this);
    const next = asks.nextBlank(typed);
    const { active } = typed;
    const fault = faults.find((other) => this.isMine(other)) ?? (next ? null : faults[0]);
    if (asked && (asks.first === asks.open(typed, false)[0] || !next)) this.complain(asked);
    else if (active && asks.isNeeded(active) && asks.isBlank(typed, active)) {
      this.complain({ text: asks.widget(this.ask).blankText(this.nameOf(this.activeRow)) });
    } else if (fault) this.refuse(fault);
    else if (next) this.choose(next);
    else if (this.isUnchanged) this.askWhat();
    else this.withSaver(({ save }) => save(this));
    return undefined;
  }

  /**
   * The cells that can be noted of the deal in play and are not, and those that are noted no more:
   * {set, clear}; null for none.
   */
  get newNotes() {
    const { asks, place, typed } = this;
    if (!this.isNext || place.kind !== "deal" || !asks.isBeforePlay(typed)) return null;
    const known = asks.read(this.knownFacts);
    const [now, before] = [typed, known].map((each) => this.notesIn(each));
    const asked = asks.asked(typed);
    const isGone = (cell) => !now.some((other) => isSame(cell, other));
    const set = now.filter((cell) => !isEqual(asks.held(typed, cell), asks.held(known, cell)));
    const clear = before.filter((cell) => asked.includes(asks.find(cell.key)) && isGone(cell));
    return set.length || clear.length ? { set, clear } : null;
  }

  /**
   * The cells that can be noted of the deal in play: what was called, what a call opens, and, where
   * phones hold seats and wait for it, what is answered before the play.
   */
  notesIn(typed) {
    const { asks } = this;
    const isAwaited = state.data.next?.phones?.length > 0;
    const isNoted = ({ open_with: opens, when }, at) =>
      when === "during" || (isAwaited && when === "before") ||
      (opens && asks.isAnswered(typed, opens, at));
    return asks.asked(typed).flatMap((ask) =>
      asks
        .cells(ask, typed)
        .filter(({ key, at }) => asks.isAnswered(typed, key, at) && isNoted(ask, at)),
    );
  }

  withSaver(act) {
    return this.with("content", act, () => this.complain({ text: phrase("no_signal") }));
  }

  paint() {
    paint(this, behind.large);
  }
}

/** The places of the deal in play that are in, and not known to this phone. */
function hiddenAt({ answered }, { next }) {
  const isKnown = ([key, at]) => at < 0 || (next.answered[key]?.[at] ?? answered?.[key]?.[at]) != null;
  return next.in.filter((place) => !isKnown(place));
}

// A pad that is open is a step in the history, so that Back closes it. The step back of a pad that was
// closed comes later, and the pad may be open again by then.
let leaving = false;

const isThere = () => Boolean(history.state?.pad);

/** A step back to an address with a # would take the focus there. */
function enter() {
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  history.pushState({ pad: true }, "");
}

function left() {
  if (leaving || !isThere()) return;
  leaving = true;
  history.back();
}

function closeByBack(dialog) {
  addEventListener("popstate", () => {
    const wasLeft = leaving;
    leaving = false;
    if (isThere() || !dialog.open) return;
    if (wasLeft) enter();
    else dialog.close();
  });
}

// The pad: one deal is typed and previewed, and what is typed is kept at every tap. It is made of
// what the game asks; how an ask is answered is for its widget.

import { isEqual, state, subscribe } from "../store.js";
import { phrase, words } from "../words.js";
import { Asks, isSame } from "./asks.js";
import { begin, chooseAsk, chooseFirst, mergeNotes, untyped } from "./begin.js";
import { hide, key, mark, put } from "../elements.js";
import { faultText, judge, nameOfDeal, preview, rowOfFault, stateBefore } from "./preview.js";
import { dealsOf, dropDraft, keepDraft, readDraft } from "./drafts.js";
import { heard, missing, sentence, whatWasWrong } from "./speech.js";
import { fetchKeyboard, listen, makeChips, makeKeys, makeRows } from "./view.js";
import * as flag from "./widgets/flag.js";
import * as seat from "./widgets/seat.js";

// It comes behind the pad, with what keeps it for when there is no signal. An import takes a frame or
// two, also of what is there already.
let saver = null;
const fetchSave = async () => (saver ??= await import("./save.js"));

const A_PAUSE = 700;
// More rows leave no room for a title on a small phone.
const FEW_ROWS = 6;
// Once its styles are there, which are fetched when the pad is open.
let large = null;

// What the answers of most kinds are.
const USUAL = {
  blank: () => null,
  isBlank: (value) => value === null,
  read: (raw) => raw,
  write: (value) => value,
  hasRow: () => false,
};
// Those of most games come with the pad.
const widgets = { flag: { ...USUAL, ...flag }, seat: { ...USUAL, ...seat } };
const isCalled = (kind, when) => when === "during" && kind === "number";

/** The widgets that are still missing for these asks: of their kinds, and what else they can do. */
function missingFor(asks) {
  const names = asks.flatMap(({ key: name, kind, same_as: sameAs, shown, when }) => [
    kind,
    ...(words.asks[name].aside || isCalled(kind, when) ? ["called"] : []),
    ...(sameAs ? ["same"] : []),
    ...(shown === "when_complete" ? ["cover"] : []),
  ]);
  return [...new Set(names)].filter((name) => !widgets[name]);
}

async function fetchWidgets(asks) {
  const fetched = missingFor(asks).map(async (name) => {
    widgets[name] = { ...USUAL, ...(await import(`./widgets/${name}.js`)) };
  });
  await Promise.all(fetched);
}

export async function makePad(dialog, variant) {
  await fetchWidgets(state.data.asks);
  setTimeout(() => fetchKeyboard().catch(() => {}));
  return new Pad(dialog, variant);
}

class Pad {
  constructor(dialog, variant) {
    this.dialog = dialog;
    this.variant = variant;
    this.find = (name) => dialog.querySelector(`[data-${name}]`);
    this.go = this.find("next");
    this.voidKey = key("void-deal", "", phrase("void"), phrase("void_label"));
    this.voidKey.addEventListener("click", () => this.makeVoid());
    this.find("chips").after(this.voidKey);
    mark(dialog, "data-unit", state.data.unit);
    listen(this);
    closeByBack(dialog);
    dialog.addEventListener("close", () => {
      if (this.touched) this.keep();
      else this.forget();
      widgets.cover?.sign(widgets);
      left();
    });
    subscribe(({ data }, before) => {
      if (data === before.data) return;
      this.learn();
      widgets.cover?.sign(widgets);
    });
    widgets.cover?.sign(widgets);
  }

  /** The page, with the people who sat there at this deal: some may have left since. */
  get page() {
    const seats = this.inBook?.seats ?? state.data.seats;
    return { words, data: { ...state.data, seats } };
  }

  /** The deal that is corrected, as it stands in the book; null of a new one. */
  get inBook() {
    return this.place.correcting ? dealsOf(state.data)[this.place.index] : null;
  }

  /** Open at a place in the book, from drafts.js: for a seat, and at one question. */
  open(place, seat = null, ask = null) {
    const { data } = state;
    if (missingFor(data.asks).length) {
      return fetchWidgets(data.asks).then(() => this.open(place, seat, ask));
    }
    const draft = readDraft(data.game, place.key);
    const known = place.known ?? data.next?.in ?? [];
    this.place = { ...place, hidden: hiddenAt(place, data), known };
    // A place may ask less than a whole deal, and save it its own way.
    this.asks = new (place.Asks ?? Asks)(data, widgets, this.place);
    this.entry = draft?.entry ?? {};
    this.message = this.counted = this.peeked = this.noted = null;
    this.typed = untyped(this);
    this.untouched = this.look();
    this.seen = data.version;
    if (draft?.touched) {
      this.typed = this.asks.complete(draft.typed);
      this.seen = draft.seen ?? this.seen;
      const act = () => this.startAgain();
      this.message = { text: phrase("kept"), label: phrase("start_again"), act };
    }
    if (place.refused) this.takeBack(place.refused);
    this.takeOver(draft?.noted);
    begin(this, seat, draft);
    chooseAsk(this, ask);
    this.build();
    if (!this.dialog.open) this.dialog.showModal();
    entered();
    this.paint();
    this.keep();
    this.rowsMade.focus(this.activeRow?.id ?? this.rows[0]?.id);
    if (ask && this.typed.active?.key !== ask) {
      const place = this.dialog.querySelector(`[data-ask="${ask}"], [data-cell="${ask}"]`);
      place?.focus({ focusVisible: true });
    }
    fetchSave().catch(() => {});
    this.learn();
    import("./large.js").then(async (fetched) => {
      await fetched.dress();
      large = fetched;
      large.show(this);
    }).catch(() => {});
    return undefined;
  }

  /** Take back what could not be saved, under its id; `text` says why. */
  takeBack({ facts, id, seen, text }) {
    this.typed = this.asks.read(facts);
    this.entry = { id, isRefused: true };
    this.seen = seen;
    this.message = { text, wrong: true };
  }

  build() {
    this.paintChips = makeChips(this.find("chips"), this.asks, this.page, this);
    const { asks, find, page: shown } = this;
    this.rowsMade = makeRows(find("pad-rows"), find("row-of"), asks, shown, this);
    this.keys = makeKeys(find, asks, shown, this);
    this.drawn = this.inView = null;
    // What was heard last was of another deal.
    put(find("heard"), "");
    const { correcting } = this.place;
    mark(this.dialog, "data-bare", !find("chips").childElementCount && "");
    mark(this.dialog, "data-correcting", Boolean(correcting) && "");
    hide(this.voidKey, !(correcting && state.data.has_void_deals));
  }

  /** Forget what was typed; a tap brings it back. */
  startAgain() {
    const before = this.typed;
    this.change(() => this.clear());
    const act = () => this.change(() => (this.typed = before));
    this.message = { text: phrase("cleared"), label: phrase("undo"), act };
    this.paint();
  }

  clear() {
    const { first } = this.asks;
    const named = first && this.typed.answers[first.key];
    const { from } = this.typed;
    this.typed = untyped(this);
    this.typed.from = from;
    if (first) this.typed.answers[first.key] ??= named;
    chooseFirst(this);
  }

  /** Name somebody else; what was typed for them is kept, in case of changing back. */
  setFirst(value) {
    const { asks, typed } = this;
    const { active } = typed;
    typed.answers[asks.first.key] = value;
    if (active && asks.keyedCells(typed).some((cell) => isSame(cell, active))) {
      if (!asks.isBlank(typed, active)) return;
    }
    const other = this.place.correcting ? null : asks.keyedCells(typed)[0];
    this.activate(asks.nextBlank({ ...typed, active: null }) ?? other ?? null);
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

  /** All that would be a loss; whom a tap named is none while nothing else is said. */
  look({ answers, voided } = this.typed) {
    const { first } = this.asks;
    const named = first && !this.place.correcting ? { [first.key]: null } : {};
    return JSON.stringify([{ ...answers, ...named }, voided]);
  }

  get touched() {
    return this.look() !== this.untouched;
  }

  /** Take over what is noted of the deal in play, unless it was changed here since `before`. */
  takeOver(before) {
    const { next } = state.data;
    const { correcting, content } = this.place;
    if (correcting || next?.after !== content.after) return false;
    this.noted = next.noted;
    return mergeNotes(this.asks, this.typed, next.noted, before ?? {});
  }

  /** The open pad takes over what another phone has noted of the deal in play. */
  learn() {
    if (!this.dialog.open) return;
    const { touched } = this;
    if (this.takeOver(this.noted)) this.message = { text: phrase("noted_elsewhere") };
    if (!touched) this.untouched = this.look();
    this.seen = state.data.version;
    this.paint();
    this.keep();
  }

  /** Let nothing be typed while what was typed is on its way. */
  setSaving(isSaving) {
    this.saving = isSaving;
    this.paint();
  }

  /** What was noted stands on the sheet; the rest of what was typed is still only here. */
  keepTheRest() {
    this.untouched = this.look(untyped(this));
  }

  keep() {
    const { typed, entry, touched, seen, noted } = this;
    const { open } = this.dialog;
    keepDraft(state.data.game, this.place.key, { typed, entry, touched, seen, open, noted });
  }

  forget() {
    dropDraft(state.data.game, this.place.key);
    this.untouched = this.look();
  }

  /** What was typed of the active cell; null while none is chosen. */
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

  /** Show what is covered, as long as it is held. */
  peek(cell) {
    if (isSame(this.peeked, cell)) return;
    this.peeked = cell;
    this.paint();
  }

  withActive(act) {
    if (this.typed.active) act();
    else this.complain({ text: whatWasWrong(this) });
  }

  /** Change what is typed, show what it costs, and keep it. */
  change(act) {
    if (this.saving) return this.paint();
    this.message = null;
    act(this.typed);
    const { active } = this.typed;
    const cells = this.asks.keyedCells(this.typed);
    if (active && !cells.some((cell) => isSame(cell, active))) this.activate(null);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.rest(), A_PAUSE);
    this.paint();
    this.keep();
  }

  /** Another value for the active cell; it `goesOn` being fresh, or `begins` to be. */
  type(typed, { goesOn = false, begins = false } = {}) {
    this.withActive(() =>
      this.change((deal) => {
        this.asks.set(deal, deal.active, typed(this.value));
        deal.fresh = goesOn ? deal.fresh : begins;
      }),
    );
  }

  digit(pressed) {
    const { ask, typed } = this;
    this.type((value) => this.asks.widget(ask).digit(value, pressed, ask, typed.fresh));
  }

  erase() {
    const { ask, typed } = this;
    this.type((value) => this.asks.widget(ask).erase(value, typed.fresh));
  }

  /** One tap told the whole answer: on to the next one. */
  tapped(value) {
    const { active } = this.typed;
    this.counted = this.activeRow?.id ?? null;
    this.change((typed) => {
      this.asks.set(typed, active, value);
      const { faults } = this.judge(typed);
      if (faults.some((fault) => this.isAbout(fault, this.counted))) return;
      // In a correction one number was wrong; only what is still missing comes next.
      if (this.place.correcting && active.at !== null && !this.asks.nextBlank(typed)) return;
      const next = this.asks.nextToType(typed);
      // The keys of a question of the deal go once it is answered, and so do those of the last bid.
      const isDone = active.at === null || this.asks.isBeforehand(typed, active);
      if (next || isDone) this.activate(next ?? null);
    });
    this.rowsMade.focus(this.activeRow?.id);
    this.place.tapped?.(this);
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

  isAbout(fault, row) {
    return rowOfFault(fault, this.asks).includes(row);
  }

  /** Take the suggestion; its button goes, so the row gets the focus. */
  useSaid() {
    this.sentence.act();
    this.rowsMade.focus(this.activeRow?.id ?? this.rows[0].id);
  }

  /** After a pause: say what another digit might have cured, and let the result be heard. */
  rest() {
    this.pause = null;
    this.paint();
    put(this.find("heard"), heard(this));
    this.counted = null;
  }

  /** Whom or what a row is about, as it says itself. */
  nameOf(row) {
    const line = row && this.find("pad-rows").querySelector(`[data-row="${row.id}"] [data-name]`);
    return line?.textContent ?? "";
  }

  /** Say why not, and choose the row it is about. */
  complain(message, fault = null) {
    const ids = fault ? rowOfFault(fault, this.asks) : [];
    const row = this.rows.find(({ id }) => ids.includes(id));
    if (row && !row.cells.some((cell) => isSame(cell, this.typed.active))) this.chooseRow(row.id);
    this.message = { ...message, wrong: true };
    this.paint();
    large?.refuse(this);
  }

  choose(cell) {
    this.change(() => this.activate(cell));
    this.rowsMade.focus(this.activeRow?.id);
  }

  /** A tap on a row: what to type there, or whom the first question asks for. */
  chooseRow(id) {
    const { asks, typed } = this;
    const row = this.rows.find((other) => other.id === id);
    if (this.needsFirst && row.seat !== null) {
      const named = asks.answerOf(asks.first, row.seat);
      return this.answer({ key: asks.first.key, at: null }, named);
    }
    if (this.needsFirst && row.side !== null && asks.first.kind === "side") {
      return this.answer({ key: asks.first.key, at: null }, row.side);
    }
    const cells = row.cells.filter(({ key }) => asks.isKeyed(asks.find(key)));
    const sameAsk = cells.find(({ key }) => key === typed.active?.key);
    const blank = cells.find((cell) => asks.isBlank(typed, cell));
    if (cells.length) this.choose(sameAsk ?? blank ?? cells[0]);
    return undefined;
  }

  /** The answer to something that is not typed with keys. */
  answer(cell, value) {
    const { asks } = this;
    this.change((typed) => {
      if (cell.key !== asks.first?.key) asks.set(typed, cell, value);
      else {
        typed.voided = false;
        this.setFirst(value);
      }
    });
    if (cell.key === asks.first?.key) this.chooseBlank();
  }

  makeVoid() {
    this.change((typed) => Object.assign(typed, { voided: !typed.voided, active: null }));
    this.chooseBlank();
  }

  /** Where nothing is chosen, what still has to be typed first. */
  chooseBlank() {
    const next = this.asks.nextBlank(this.typed);
    if (!this.typed.active && next && !this.needsFirst) this.choose(next);
  }

  /** Next, or Save where nothing else is blank. */
  onward() {
    const { asks, typed } = this;
    const { faults } = this.shown;
    const asked = missing(this);
    const next = asks.nextBlank(typed);
    const { active } = typed;
    const mine = faults.find((fault) => this.isAbout(fault, this.activeRow?.id));
    if (asked && (asks.first === asks.open(typed, false)[0] || !next)) this.complain(asked);
    else if (active && asks.isNeeded(active) && asks.isBlank(typed, active)) {
      this.complain({ text: asks.widget(this.ask).blankText(this.nameOf(this.activeRow)) });
    } else if (mine) this.complain({ text: faultText(this.page, mine) });
    else if (faults.length && !next) {
      this.complain({ text: faultText(this.page, faults[0]) }, faults[0]);
    } else if (next) this.choose(next);
    else if (this.place.correcting && !this.touched) this.dialog.close();
    else if (this.place.save) this.place.save(this);
    else if (saver) saver.save(this);
    else this.write(fetchSave(), ({ save }) => save(this));
  }

  /** Whether something was called of the deal in play that the sheet does not say yet. */
  get canNote() {
    const { asks, noted, place, typed } = this;
    const { next } = state.data;
    if (place.correcting || next?.after !== place.content.after) return false;
    if (typed.voided || !asks.isBeforePlay(typed)) return false;
    const { answers } = asks.read(noted ?? {});
    return asks
      .noting(typed)
      .some((cell) => !isEqual(asks.held(typed, cell), asks.held({ answers }, cell)));
  }

  /** Note what was called, and put the pad away while the cards are played. */
  noteNow() {
    this.write(import("./answers.js"), ({ note }) => note(this));
  }

  write(fetched, act) {
    fetched.then(act, () => this.complain({ text: phrase("no_signal") }));
  }

  /** What was noted though nothing depends on it stays in the book, with the people it is about. */
  kept() {
    const { asks, inBook, typed } = this;
    const known = new Set(asks.all.flatMap(({ group, key }) => [group, key]));
    const idle = ([key]) => !["void", "dealer"].includes(key) && !known.has(key);
    const { first } = asks;
    if (!inBook || (first && inBook.facts[first.key] !== typed.answers[first.key])) return {};
    return Object.fromEntries(Object.entries(inBook.facts).filter(idle));
  }

  judge(typed) {
    return judge(this.variant, state.data, this.place, this.asks, typed, this.kept());
  }

  /** The answers to an ask that the cards of this game hold no more. */
  usedUp({ key: name }) {
    const { carry } = stateBefore(this.variant, state.data, this.place);
    return this.variant.usedUp?.(state.data, carry)[name];
  }

  /** Whether everybody has a row: where penalties are corrected it shows all totals. */
  get withAll() {
    return Boolean(this.place.correcting) && state.data.unit === "penalties";
  }

  paint() {
    const { asks, dialog, find, go, place, typed } = this;
    const title = phrase(place.correcting ? "correct_title" : "deal_title", place);
    const titles = [title, nameOfDeal(this.variant, { ...state, words }, place)];
    put(find("pad-title"), titles.filter(Boolean).join(": "));
    const rows = asks.rows(typed, { withAll: this.withAll });
    const drawn = rows.map(({ id, cells }) => [id, ...cells.map(({ key }) => key)]).join(";");
    if (this.drawn !== drawn) {
      this.rowsMade.order(rows);
      mark(dialog, "data-many", rows.length > FEW_ROWS && "");
    }
    this.drawn = drawn;
    this.rows = rows;
    this.shown = preview(this.variant, this.page, place, asks, typed, rows, this.kept());
    const { shown } = this;
    for (const row of rows) this.rowsMade.paint(row, shown.rows.get(row.id), typed, this.peeked);
    const there = asks.asked(typed);
    this.paintChips(typed, there);
    const keyed = there.filter((ask) => asks.isKeyed(ask));
    // With digits the last number is still being typed; one that is a tap is there or is missing.
    const isTapped = rows[1] && this.ask && asks.widget(this.ask).isOneTap?.(this.ask);
    const isMissing = isTapped && asks.isNeeded(typed.active) && asks.isBlank(typed, typed.active);
    const isLast = this.needsFirst || (asks.nextBlank(typed) === undefined && !isMissing);
    // Where nothing is chosen, a new deal only waits to be played or saved.
    const isDone = (isLast || asks.isBeforePlay(typed)) && !typed.active && !place.correcting;
    const isAsked = keyed.length > 0 && !this.needsFirst && !isDone;
    const usual = keyed.find((ask) => !asks.isCalled(ask));
    const shownKeys = isAsked ? (typed.active?.key ?? usual?.key ?? null) : null;
    const isHidden = typed.active && asks.isCovered(typed, typed.active);
    this.keys.paint(shownKeys, isHidden ? null : this.value);
    const keys = this.keys.of(shownKeys);
    mark(dialog, "data-keyed", !keys ? "none" : keys.isOneTap(this.value) ? "taps" : "typed");
    mark(dialog, "data-voided", typed.voided && "");
    mark(this.voidKey, "aria-pressed", typed.voided);
    this.paintNews();
    go.toggleAttribute("data-save", isLast);
    go.toggleAttribute("data-next", !isLast);
    // Before the cards are played there is nothing to save yet.
    const { canNote } = this;
    hide(find("note-now"), !canNote);
    hide(go, canNote && Boolean(missing(this)));
    put(go, phrase(this.saving ? "saving" : isLast ? "save" : "next"));
    this.sentence = this.message ?? sentence(this);
    put(find("says"), this.sentence.text);
    mark(find("says"), "data-wrong", Boolean(this.sentence.wrong) && "");
    put(find("use"), this.sentence.label);
    hide(find("use"), !this.sentence.label);
    large?.show(this);
    // What was written above and below the rows may have moved them; last, as it lays out the page.
    const inView = [typed.active?.key, typed.active?.at, dialog.dataset.keyed].join();
    if (this.inView !== inView && this.activeRow) this.rowsMade.show(this.activeRow.id);
    this.inView = inView;
  }

  /** What whoever has no row gains, and what is new for everybody. */
  paintNews() {
    const { gain, news } = this.shown;
    const of = this.asks.bySides ? "side" : "seat";
    const hasRow = this.rows.some((row) => row[of] === gain.side);
    const isGain = gain.side !== undefined && !hasRow;
    for (const name of ["name", "points", "totals", "working"]) {
      put(this.find(`gain-${name}`), isGain ? gain[name] : "");
    }
    hide(this.find("gain"), !isGain);
    put(this.find("news"), news);
  }
}

/** The places of the deal in play that are in, and not known to this phone. */
function hiddenAt({ content, correcting, answered }, { next }) {
  if (correcting || !next || next.after !== content.after) return [];
  const isKnown = ([key, at]) => at < 0 || (next.answered[key]?.[at] ?? answered?.[key]?.[at]) != null;
  return next.in.filter((place) => !isKnown(place));
}

// A pad that is open is a step in the history, so that Back closes it. The step back of a pad that was
// closed takes a moment, and the pad may be open again by then.
let leaving = false;

const isThere = () => Boolean(history.state?.pad);

/** A step back to an address with a # would take the focus there. */
function enter() {
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  history.pushState({ pad: true }, "");
}

function entered() {
  if (!leaving && !isThere()) enter();
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

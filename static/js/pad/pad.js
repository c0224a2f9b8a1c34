// The pad: one deal, or a few of its answers, is typed and previewed, and kept at every tap. It is made
// of what the game asks; how an ask is answered is for its widget. A place (drafts.js, own.js) says of
// which deal, which asks are shown, of which seat, and how what was typed is saved.

import { state, subscribe } from "../store.js";
import { phrase } from "../words.js";
import { Asks, factsInPlay, isSame } from "./asks.js";
import { hide, mark, put } from "../elements.js";
import { askWhat, foldAround } from "./preview.js";
import { dealsOf, dropDraft, keepDraft, markDraft, readDraft } from "./drafts.js";
import { begin, chooseFirst, chooseRow, listen } from "./keys.js";
import { USUAL, findChips, makeRows, nameOfRow, paint, widgets } from "./view.js";

const PAUSE_MS = 700;

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
    // What comes later, by its file. An import takes a frame or two, even of what is there.
    this.behind = {};
    listen(this);
    this.enter = closeByBack(dialog);
    this.with("keyboard");
    dialog.addEventListener("close", () => {
      const isNoted = this.touched && this.newNotes;
      if (this.touched) this.keep();
      else if (!this.isSaved) this.forget();
      if (isNoted) this.with("content", ({ noteBehind }) => noteBehind(this));
      this.with("keyboard", ({ returnFocus }) => returnFocus(this));
      widgets.cover?.sign(widgets);
    });
    subscribe(() => {
      if (dialog.open) this.learn();
      widgets.cover?.sign(widgets);
    }, "data");
    widgets.cover?.sign(widgets);
  }

  /** The data of the game, with the people who sat there at this deal, and what it asks. */
  get data() {
    const { seats = state.data.seats } = this.inBook ?? {};
    return { ...state.data, ...this.around.opened.table, seats };
  }

  /** The deal that is corrected, as it stands in the book; null of a new one. */
  get inBook() {
    return this.place.correcting ? dealsOf(state.data)[this.place.index] : null;
  }

  get isNext() {
    return !this.place.correcting && state.data.next?.after === this.place.content.after;
  }

  get knownFacts() {
    if (this.inBook) return this.inBook.unread ? {} : this.inBook.facts;
    return this.isNext ? factsInPlay(state.data, this.place.answered) : {};
  }

  open(place, seat = null, ask = null) {
    const { data } = state;
    const draft = readDraft(data, place.key);
    this.place = place;
    this.around = foldAround(this.variant, data, place, this.knownFacts);
    this.layKeys();
    const hidden = this.isNext ? hiddenAt(place, data) : [];
    const tapped = [...this.dialog.querySelectorAll("[data-taps]")].map(({ dataset }) => dataset.of);
    this.about = { ...place, hidden, known: () => this.knownFacts, tapped };
    this.asks = new Asks(this.data, widgets, this.about);
    this.refusedId = draft?.refusedId ?? null;
    this.isSaved = false;
    this.message = this.counted = this.noted = null;
    this.typed = this.readBook();
    this.untouched = this.look();
    if (draft?.touched) {
      // An ask that is new since is answered as in the book.
      this.typed = { ...draft.typed, answers: { ...this.typed.answers, ...draft.typed.answers } };
      // A pad for something else begins anew, and one of bids, so that none is changed by mistake.
      const isAnew = draft.ask !== place.ask || (place.ask && !draft.open);
      const { active } = this.typed;
      // Nor is a secret shown again.
      if (isAnew || (active && this.asks.isSecret(this.typed, active))) this.typed.active = null;
      const text = this.isDone ? "covered" : this.asks.isBeforePlay(this.typed) ? null : "kept";
      const act = () => this.clearAll();
      if (text) this.message = { text: phrase(text), label: phrase("clear_all"), act };
    }
    if (place.refused) {
      // What could not be saved keeps its id; the text says why.
      const { facts, id, text } = place.refused;
      this.typed = this.asks.read(facts);
      this.refusedId = id;
      this.message = { text, wrong: true };
    }
    this.takeOver(draft?.noted);
    this.opened = structuredClone(this.typed);
    begin(this, seat, ask);
    this.build();
    // Where it opens by itself nobody is at the keys.
    const focusVisible = document.activeElement.matches(":focus-visible");
    if (!this.dialog.open) {
      this.opener = document.activeElement;
      this.dialog.showModal();
    }
    mark(this.dialog, "data-answers", place.looks ?? false);
    this.dialog.dispatchEvent(new CustomEvent("opened", { detail: place }));
    this.enter();
    this.paint();
    this.keep();
    this.focusRow({ focusVisible });
    if (ask && this.typed.active?.key !== ask) {
      const place = this.dialog.querySelector(`[data-ask="${ask}"], [data-cell="${ask}"]`);
      (place?.querySelector("button") ?? place)?.focus({ focusVisible: true });
    }
    this.askAnew();
    this.with("large", ({ show }) => show(this));
  }

  /** Act with a module that comes behind the pad: at once where it is there. */
  with(name, act = () => {}, fail = () => {}) {
    const { behind } = this;
    if (behind[name]) return act(behind[name]);
    return import(`./${name}.js`).then((module) => act((behind[name] = module)), fail);
  }

  /** The deal as it stands in the book: blank where it is new, but for what is known of it in play. */
  readBook() {
    const { asks } = this;
    const typed = asks.read(this.knownFacts);
    for (const ask of asks.all) {
      const { begun } = asks.widget(ask);
      if (begun) typed.answers[ask.key] = begun(typed.answers[ask.key], ask, this);
    }
    return typed;
  }

  /** Put the keys on the pad that a table of this size needs, where another one was typed on it. */
  layKeys() {
    const keys = document.querySelector(`[data-keys-of="${this.data.order.length}"]`);
    for (const { childNodes, className } of keys?.content.cloneNode(true).children ?? []) {
      this.dialog.getElementsByClassName(className)[0].replaceChildren(...childNodes);
    }
  }

  build() {
    const { dialog, find, place } = this;
    this.paintChips = findChips(this);
    this.rowsMade = makeRows(find("pad-rows"), this);
    this.inView = null;
    // The last deal that was read aloud is another one.
    put(find("heard"), "");
    const title = phrase(place.correcting ? "correct_title" : "deal_title", place);
    const { name } = this.around.before.follows;
    put(find("pad-title"), name ? `${title}: ${name}` : title);
    const isAmongNames = dialog.querySelector("option[value='void']");
    hide(find("void-deal"), !place.correcting || !state.data.has_void_deals || isAmongNames);
  }

  clearAll() {
    const before = this.typed;
    const { first } = this.asks;
    this.change(() => {
      const blank = this.readBook();
      this.typed = { ...blank, answers: { ...before.answers, ...blank.answers } };
      if (first) this.typed.answers[first.key] ??= before.answers[first.key];
      chooseFirst(this);
    });
    const act = () => this.change(() => (this.typed = before));
    this.message = { text: phrase("cleared"), label: phrase("undo"), act };
    this.paint();
  }

  get needsFirst() {
    return this.asks.open(this.typed, false).includes(this.asks.first);
  }

  /** All that would be a loss; whom a tap named is none while nothing else is typed. */
  look({ answers, voided } = this.typed) {
    const [first] = this.asks.naming;
    const named = first && !this.place.correcting ? { [first.key]: null } : {};
    return JSON.stringify([{ ...answers, ...named }, voided]);
  }

  get isDone() {
    const { asks, typed } = this;
    // Where anything is typed with keys, only that.
    const keyed = asks.keyedCells(typed);
    const cells = keyed.length ? keyed : asks.askedCells(typed);
    return asks.isInPlay && cells.every((cell) => !asks.isBlank(typed, cell));
  }

  get touched() {
    return !this.isSaved && this.look() !== this.untouched;
  }

  /** Whether a correction waits until something differs from what is in the book. */
  get isUnchanged() {
    return Boolean(this.place.correcting) && !this.touched;
  }

  /** Take over what was noted since `before` and is not changed here; gives whether what is asked is new. */
  takeOver(before) {
    if (!this.isNext) return false;
    const { asks, typed } = this;
    this.noted = this.readNotes(before);
    const [now, was] = [this.noted, before ?? {}].map((facts) => asks.read(facts));
    const isNews = (cell) => !asks.isSameIn(now, was, cell);
    const isNew = asks.askedCells(typed).some((cell) => isNews(cell) && !asks.isSameIn(now, typed, cell));
    for (const cell of asks.everyCell(now).filter(isNews)) {
      if (asks.isSameIn(typed, was, cell)) asks.set(typed, cell, asks.held(now, cell));
    }
    return isNew;
  }

  /** What is noted; as `before` where this pad does not ask it, for the pad that does. */
  readNotes(before) {
    const noted = state.data.next?.noted;
    return { ...before, ...Object.fromEntries(this.asks.all.map(({ key }) => [key, noted?.[key]])) };
  }

  learn() {
    const { touched } = this;
    this.with("content", ({ learnHidden }) => learnHidden(this));
    if (this.takeOver(this.noted)) this.message = { text: phrase("noted_elsewhere") };
    if (!touched) this.untouched = this.look();
    this.paint();
    this.keep();
  }

  keep() {
    const { dialog: { open }, noted, place: { ask, key }, refusedId, touched, typed } = this;
    const begun = touched && !this.asks.isBeforePlay(typed);
    keepDraft(state.data, key, { typed, refusedId, touched, begun, open, noted, ask });
    markDraft(state.data);
  }

  forget() {
    dropDraft(state.data, this.place.key);
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

  /** Change what is typed; gives whether that asks more. */
  change(act) {
    this.message = null;
    act(this.typed);
    this.asks.nameNext(this.typed);
    const { active } = this.typed;
    const cells = this.asks.keyedCells(this.typed);
    if (active && !cells.some((cell) => isSame(cell, active))) this.activate(null);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.rest(), PAUSE_MS);
    this.paint();
    // Behind the tap, which has one frame to be painted.
    setTimeout(() => this.dialog.open && this.keep());
    return this.variant.asked && this.askAnew();
  }

  /** Another value for the active cell; while it is `fresh` the next digit replaces it. */
  type(typed, fresh = false) {
    if (!this.ask) return askWhat(this);
    return this.change((deal) => {
      this.asks.set(deal, deal.active, typed(this.value));
      deal.fresh = fresh;
    });
  }

  /** After a pause: say what another digit might have cured, and let the result be heard. */
  rest() {
    this.pause = null;
    this.paint();
    this.with("large", ({ readAloud }) => readAloud(this));
  }

  paint = () => paint(this);
  askAnew = () => this.with("content", ({ askAnew }) => askAnew(this));
  activate = (cell) => Object.assign(this.typed, { active: cell, fresh: true });
  focusRow = (options) => this.rowsMade.focus((this.activeRow ?? this.rows[0])?.id, options);
  nameOf = (row) => (row ? nameOfRow(row, this.data) : "");
  chooseRow = (id) => chooseRow(this, id);

  choose(cell) {
    this.change(() => this.activate(cell));
    this.focusRow();
  }

  /** The cells to note of the deal in play, and those noted no more: {set, clear}; null for none. */
  get newNotes() {
    const { asks, place, typed } = this;
    if (!this.isNext || place.kind !== "deal" || !asks.isBeforePlay(typed)) return null;
    const known = asks.read(this.knownFacts);
    const [now, before] = [typed, known].map((each) => this.notesIn(each));
    const asked = asks.asked(typed);
    const isGone = (cell) => !now.some((other) => isSame(cell, other));
    const set = now.filter((cell) => !asks.isSameIn(typed, known, cell));
    const clear = before.filter((cell) => asked.includes(asks.find(cell.key)) && isGone(cell));
    return set.length || clear.length ? { set, clear } : null;
  }

  /** The cells to note in play: what all may see before the end, and bids that phones wait for. */
  notesIn(typed) {
    const { asks } = this;
    const isAwaited = state.data.next?.phones?.length > 0;
    return asks.askedCells(typed).filter((cell) => {
      const { key, shown, when } = asks.find(cell.key);
      const isNow = when !== "after" && (isAwaited || shown !== "when_complete");
      return asks.isAnswered(typed, key, cell.at) && (isNow || asks.isOpened(typed, cell));
    });
  }
}

export function hiddenAt({ answered }, { next }) {
  const cells = next.in.map(([key, at]) => ({ key, at })).filter(({ at }) => at >= 0);
  return cells.filter(({ key, at }) => (next.answered[key]?.[at] ?? answered?.[key]?.[at]) == null);
}

/** Make an open pad a step in the history, so that Back closes it; gives what takes the step. */
function closeByBack(dialog) {
  // The step back of a pad that was closed comes later, and the pad may be open again by then.
  let isLeaving = false;
  const isThere = () => Boolean(history.state?.pad);
  const enter = () => {
    if (isLeaving || isThere()) return;
    history.pushState({ pad: true }, "");
  };
  dialog.addEventListener("close", () => {
    if (isLeaving || !isThere()) return;
    isLeaving = true;
    history.back();
  });
  addEventListener("popstate", () => {
    const wasLeft = isLeaving;
    isLeaving = false;
    if (isThere() || !dialog.open) return;
    if (wasLeft) enter();
    else dialog.close();
  });
  return enter;
}

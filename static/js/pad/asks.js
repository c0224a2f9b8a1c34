// The asks of a deal: which there are now, of whom, and what was typed of them, read from facts and
// written as facts. Nothing here touches the page.
//
// A cell is one answer: {key, at}, where `at` is a seat or side, behind them a stand-in, and null
// for an ask of the deal. What was typed is
//   answers: by key, one value, or a list of them where the ask is of each seat or side
//   voided: whether the deal does not count
//   active: the cell whose keys are shown, or null; while `fresh`, the next digit replaces it
// The form of a value is for its widget.

import { fromLeftOf } from "../rules/table.js";
import { isEqual } from "../store.js";
import { plain, sidesOf } from "../words.js";

/** Whether all see an answer at once. */
export const isOpen = ({ shown }) => shown === "at_once";

/** Whether an answer is covered on the pad until the cards are played; what is asked after that is not. */
export const isCovered = ({ shown, when }) => shown === "when_complete" && when !== "after";

const unique = (list) => [...new Set(list)];
export const isSame = (a, b) => a?.key === b?.key && a?.at === b?.at;

export class Asks {
  /**
   * The asks of a place: those named in `keys`, else all; of one `seat`, whose deal has the facts
   * `known()` besides, else of everybody; with an `ask`, those that are answered before the deal is
   * scored. `widgets` go by kind; `hidden` are the cells that are answered, though not known
   * here; `tapped` are the asks that have a key for each answer.
   */
  constructor(data, widgets, { ask = null, hidden = [], keys, known, seat = null, tapped = [] } = {}) {
    const { asks, resting = [], sides } = data;
    const order = data.order.filter((seat) => !resting.includes(seat));
    const isHere = (key) => !keys || keys.includes(key);
    const hereOrNull = (key) => (isHere(key) ? key : null);
    this.all = asks
      .filter(({ key }) => isHere(key))
      // What depends on an ask that is not shown depends on nothing here.
      .map((ask) => ({
        ...ask,
        but: hereOrNull(ask.but),
        open_with: hereOrNull(ask.open_with),
        same_as: hereOrNull(ask.same_as),
        unless: ask.unless.filter(isHere),
      }));
    Object.assign(this, { order, sides, widgets, hidden, seat, tapped, isInPlay: ask !== null });
    if (seat !== null) Object.assign(this, { known, whole: new Asks(data, widgets) });
    // Whether too little of the deal is here for a score: while bids lie hidden nobody knows one.
    const isBefore = ({ when }) => when === "before";
    this.isPartial = seat === null ? this.all.length < asks.length : asks.some(isBefore);
    this.sidesInOrder = sidesOf({ order, sides });
    this.bySides = new Set(sides).size < sides.length;
    const naming = this.all.filter(
      ({ group, kind, of }) => ["seat", "side"].includes(kind) && of === "deal" && !group,
    );
    // Whom others give no answer for, and whom taps on rows name, one after the other.
    this.without = naming.find(({ key }) => this.all.some(({ but }) => but === key)) ?? null;
    // Nobody may be named where that is asked first.
    const isNamed = (ask) => ask.required || ask === (ask.kind === "seat" ? this.without : naming[0]);
    this.naming = naming.filter(isNamed);
    this.first = this.naming[0] ?? null;
    // The widget of numbers that can be the same as those of another ask.
    this.same = this.all.some((ask) => ask.same_as) ? widgets.same : null;
    // Whether a row can have several numbers or cards, each with a place of its own.
    this.hasColumns = this.all.filter((ask) => this.isKeyed(ask) && ask.of !== "deal").length > 1;
  }

  find = (key) => this.all.find((ask) => ask.key === key);
  widget = ({ counted, kind }) => this.widgets[counted === true ? "counted" : kind];
  isOneTap = (ask, value) => this.tapped.includes(ask.key) && !this.widget(ask).isByCards?.(value);
  isKeyed = (ask) => Boolean(this.widget(ask).keyed);
  // A number that is called before the play stands at the top; who took what comes after it.
  isCalled = ({ kind, of, when }) => when === "during" && kind === "number" && of === "deal";
  hasRow = (ask) => Boolean(ask.group || this.widget(ask).hasRow) && !this.isCalled(ask);
  keyed = (cells) => cells.filter(({ key }) => this.isKeyed(this.find(key)));

  // Who has left has a place as well.
  count = ({ of, stand_ins: more }) =>
    (of === "seat" ? this.sides.length : 1 + Math.max(...this.sides)) + more;
  isThere = ({ of, seats }, at) =>
    (of === "seat" ? this.order : this.sidesInOrder).includes(at) && (seats?.includes(at) ?? true);

  /** The value of a cell as it is kept; with `same`, its number is that of another ask. */
  held = ({ answers }, { key, at }) => (at === null ? answers[key] : answers[key][at]);

  isSameIn = (a, b, cell) => isEqual(this.held(a, cell), this.held(b, cell));

  value(typed, cell) {
    const value = this.held(typed, cell);
    return value?.same ? this.widgets.same.value(this, typed, cell) : value;
  }

  set({ answers }, { key, at }, value) {
    if (at === null) answers[key] = value;
    else answers[key][at] = value;
  }

  /** The answer of an ask that a seat, or a side, stands for; null for none. */
  answerOf = ({ kind }, { seat, side = null }) => (kind === "seat" ? seat : (this.sides[seat] ?? side));

  /** Whether an ask has an answer other than no; of one seat or side where `at` says so. */
  isAnswered({ answers }, key, at = null) {
    const ask = this.find(key);
    const isValue = (value) => value !== false && !this.widget(ask).isBlank(value, ask);
    return at === null ? [answers[key]].flat().some(isValue) : isValue(answers[key][at]);
  }

  asked(typed) {
    if (typed.voided) return [];
    return this.all.filter(
      ({ seats, unless }) =>
        seats?.length !== 0 && !unless.some((key) => this.isAnswered(typed, key)),
    );
  }

  /** All seats, or sides, clockwise: from the left of who gives no answer, or answers last; from who is named. */
  round(of, typed) {
    if (this.seat !== null) return [this.seat];
    const last = this.all.find((ask) => ask.last >= 0)?.last;
    const answer = this.without ? typed.answers[this.without.key] : last;
    const seat = this.without?.kind === "side" ? this.sides.indexOf(answer) : answer;
    const named = this.order.indexOf(typed.answers[this.naming[0]?.key]);
    const seats = fromLeftOf(this.order, seat ?? this.order[named - 1]);
    return of === "seat" ? seats : unique(seats.map((at) => this.sides[at]));
  }

  /** Whom an ask is asked of, clockwise, the stand-ins last. */
  cells(ask, typed) {
    const { key } = ask;
    if (ask.of === "deal") return [{ key, at: null }];
    if (this.seat !== null) return (ask.seats?.includes(this.seat) ?? true) ? [{ key, at: this.seat }] : [];
    const but = ask.but ? typed.answers[ask.but] : null;
    // Nobody answers before it is known who does not.
    if (ask.but && but === null && this.find(ask.but).required) return [];
    const there = this.round(ask.of, typed).filter((at) => at !== but && this.isThere(ask, at));
    // The cards of who stands in lie face down until the play.
    const length = this.isInPlay ? 0 : ask.stand_ins;
    const standIns = Array.from({ length }, (_, at) => this.count(ask) - ask.stand_ins + at);
    return [...there, ...standIns].map((at) => ({ key, at }));
  }

  askedCells = (typed) => this.asked(typed).flatMap((ask) => this.cells(ask, typed));
  keyedCells = (typed) => this.keyed(this.askedCells(typed));

  /** The blanks that the sum fills: {cells, number}, one cell or all with nothing; null for none. */
  filled = (typed, ask) => this.widget(ask).filled?.(this, typed, ask) ?? null;

  /** The number of a cell that is known by the sum; null where it is not. */
  fills(typed, cell) {
    const filled = this.filled(typed, this.find(cell.key));
    return filled?.cells.some((other) => isSame(other, cell)) ? filled.number : null;
  }

  number(typed, cell) {
    const ask = this.find(cell.key);
    return this.widget(ask).number(this.value(typed, cell), ask);
  }

  /** The rest of the sum, below zero where it is passed; null where there is none. */
  left = (typed, ask) => this.widget(ask).left?.(this, typed, ask) ?? null;

  everyCell({ answers }) {
    const placesOf = ({ key, of }) => (of === "deal" ? [null] : [...answers[key].keys()]);
    return this.all.flatMap((ask) => placesOf(ask).map((at) => ({ key: ask.key, at })));
  }

  isEmpty(typed, cell) {
    const ask = this.find(cell.key);
    return this.widget(ask).isBlank(this.value(typed, cell), ask);
  }

  /** Whether a cell is in, and covered here; hidden where nothing else is typed. */
  isIn = (cell) => this.hidden.some((other) => isSame(other, cell)) && this.find(cell.key);
  isHidden = (typed, cell) => this.isIn(cell) && this.isEmpty(typed, cell);

  isKnown = (typed) => !this.isPartial && !this.hidden.some((cell) => this.isHidden(typed, cell));

  isBlank = (typed, cell) =>
    this.isEmpty(typed, cell) && !this.isHidden(typed, cell) && this.fills(typed, cell) === null;

  /** Whether a deal cannot be saved without this answer, as of all of a group and of a stand-in. */
  isNeeded(cell) {
    const { group, kind, required } = this.find(cell.key);
    return required || this.isStandIn(cell) || (Boolean(group) && kind !== "flag");
  }

  isStandIn({ key, at }) {
    const ask = this.find(key);
    return at !== null && at >= this.count(ask) - ask.stand_ins;
  }

  /** The asks of the deal that still have to be answered: with keys, without, or all. */
  open(typed, keyed = null) {
    return this.asked(typed).filter((ask) => {
      if (keyed !== null && this.isKeyed(ask) !== keyed) return false;
      const needed = this.cells(ask, typed).filter((cell) => this.isNeeded(cell));
      return needed.some((cell) => this.isBlank(typed, cell));
    });
  }

  /** Let a tap on a row name who is still to be named, or else the first one anew. */
  nameNext(typed) {
    const next = this.open(typed, false).find((ask) => this.naming.includes(ask));
    this.first = next ?? this.naming[0] ?? null;
  }

  #blanks(typed) {
    const cells = this.keyedCells(typed);
    const active = cells.find((cell) => isSame(cell, typed.active));
    return fromLeftOf(cells, active).filter((cell) => cell !== active && this.isBlank(typed, cell));
  }

  /** The next cell after the active one that has to be typed; undefined for none. */
  nextBlank = (typed) => this.#blanks(typed).find((cell) => this.isNeeded(cell));

  /** The next one that can be typed: of the same ask, one that has to be, any other. */
  nextToType(typed) {
    const blanks = this.#blanks(typed);
    const same = blanks.find(({ key }) => key === typed.active?.key);
    // What is known by the sum can still be typed.
    const known = typed.active ? this.filled(typed, this.find(typed.active.key))?.cells : null;
    const filled = known?.find(({ at }) => at > typed.active.at) ?? known?.[0];
    return same ?? this.nextBlank(typed) ?? filled ?? blanks.find(({ at }) => at !== null);
  }

  /** Whether the cards are still to be played: nothing of what is asked afterwards is answered. */
  isBeforePlay = (typed) =>
    this.asked(typed).every(({ key, when }) => when !== "after" || !this.isAnswered(typed, key));

  isPlayed = (typed) =>
    !this.isBeforePlay(typed) && this.open(typed).every(({ when }) => when !== "after");

  isOpened(typed, { key, at }) {
    const { open_with: opens } = this.find(key);
    return Boolean(opens) && this.isAnswered(typed, opens, at);
  }

  /** Whether nobody else may see yet what stands in a cell. */
  isSecret(typed, cell) {
    const isLater = this.seat === null && isCovered(this.find(cell.key));
    return isLater && !this.isOpened(typed, cell) && !this.isPlayed(typed);
  }

  /** The text of a cell; of what is secret, but for the cell that is `open`, that it is answered. */
  text(typed, cell, open = typed.active) {
    const ask = this.find(cell.key);
    const filled = this.fills(typed, cell);
    if (filled !== null) return plain(filled);
    if (this.isHidden(typed, cell)) return "✓";
    if (this.isSecret(typed, cell) && !isSame(cell, open)) return this.isEmpty(typed, cell) ? "" : "✓";
    return this.widget(ask).text(this.value(typed, cell), ask);
  }

  nothing() {
    const answers = {};
    for (const ask of this.all) {
      const { blank } = this.widget(ask);
      const each = { length: this.count(ask) };
      answers[ask.key] = ask.of === "deal" ? blank() : Array.from(each, blank);
    }
    return { answers, voided: false, active: null, fresh: true };
  }

  read(facts) {
    const typed = this.nothing();
    typed.voided = facts.void ?? false;
    for (const ask of this.all) {
      const widget = this.widget(ask);
      const raw = (ask.group ? facts[ask.group] : facts)?.[ask.key];
      const blank = typed.answers[ask.key];
      const read = (value, none) => (value == null ? none : widget.read(value, ask));
      // In a group null is an answer, and what is still open is left out.
      const none = ask.group && raw === null ? widget.none() : blank;
      typed.answers[ask.key] =
        ask.of === "deal" ? read(raw, none) : blank.map((each, at) => read(raw?.[at], each));
    }
    return typed;
  }

  /** The answer in a cell as a record writes it; null where it is blank. */
  written(typed, cell) {
    const ask = this.find(cell.key);
    return this.fills(typed, cell) ?? this.widget(ask).write(this.value(typed, cell), ask);
  }

  /** What was typed as a record has it, blanks null or left out; of one seat in the deal known here. */
  write(typed) {
    const facts = this.whole ? this.whole.write(this.whole.read(this.known())) : {};
    for (const ask of this.asked(typed)) {
      const { counted, group, key, of, required } = ask;
      const value = this.#writtenOf(ask, typed, facts[key]);
      const isValue = (each) => each !== null && each !== false && !(counted === true && !each);
      // In a group null says nobody, so what is still blank is left out.
      if (group) facts[group] ??= {};
      const isList = of !== "deal" && (required || this.whole);
      if (group && this.isAnswered(typed, key)) facts[group][key] = value;
      else if (!group && (isList || [value].flat().some(isValue))) facts[key] = value;
    }
    return facts;
  }

  #writtenOf(ask, typed, known) {
    if (ask.of === "deal") return this.written(typed, { key: ask.key, at: null });
    const nobody = (_, at) => (this.isThere(ask, at) && this.widget(ask).nobody?.()) || null;
    const list = known ? [...known] : typed.answers[ask.key].map(nobody);
    for (const cell of this.cells(ask, typed)) list[cell.at] = this.written(typed, cell);
    return list;
  }

  /** Whether nothing is asked of a side: what it scores stands as the head of a column. */
  isHead = ({ cells, side }) => side !== null && !cells.length && this.first?.kind !== "side";

  rows(typed, withAll) {
    const asked = this.asked(typed);
    const ofDeal = asked.filter((ask) => ask.of === "deal" && this.hasRow(ask));
    const rows = ofDeal.map((ask) => row(`ask-${ask.key}`, { ask }, [{ key: ask.key, at: null }]));
    const groups = unique(ofDeal.map(({ group, kind }) => kind === "side" && group).filter(Boolean));
    rows.push(...groups.map((group) => row(`rest-${group}`, { rest: group }, [])));
    const each = asked.filter(({ of }) => of !== "deal");
    if (this.isInPlay && !each.length) return rows;
    const isSeat = ({ of }) => of === "seat" || !this.bySides;
    const [ofSeats, others] = [each.filter(isSeat), each.filter((ask) => !isSeat(ask))];
    if (!this.bySides || ofSeats.length) rows.push(...this.#rowsOf("seat", ofSeats, typed, withAll));
    if (this.bySides && this.seat === null) rows.push(...this.#rowsOf("side", others, typed, withAll));
    return rows;
  }

  #rowsOf(of, asks, typed, withAll) {
    const cells = asks.flatMap((ask) => this.cells(ask, typed));
    const inOrder = of === "seat" ? this.order : this.sidesInOrder;
    // Who gives no answer stands elsewhere on the pad, or scores nothing.
    const others = !cells.length ? inOrder : withAll ? this.round(of, typed) : [];
    return unique([...others, ...cells.map(({ at }) => at)]).map((at) => {
      const here = cells.filter((cell) => cell.at === at);
      return row(of === "seat" ? String(at) : `side-${at}`, { [of]: at }, here);
    });
  }
}

const row = (id, about, cells) => ({ id, seat: null, side: null, ...about, cells });

/** The answers of the deal in play that are known here, and `mine`, as the facts of a deal. */
export function factsInPlay({ asks, next }, mine = {}) {
  const theirs = { ...next?.noted, ...next?.answered };
  const facts = {};
  for (const { group, key } of asks) {
    const known = theirs[key];
    const isEach = Array.isArray(known) && Array.isArray(mine[key]);
    const value = isEach ? known.map((each, at) => mine[key][at] ?? each) : (mine[key] ?? known);
    if (group && value !== undefined) facts[group] = { ...facts[group], [key]: value };
    else if (value != null) facts[key] = value;
  }
  return facts;
}

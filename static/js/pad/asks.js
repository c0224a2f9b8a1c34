// What a deal asks: which asks there are now, whom they are asked of, and what was typed of them,
// read from facts and written as facts. Nothing here touches the page.
//
// A cell is one answer: {key, at}, where `at` is a seat or side, behind them a stand-in, and null
// for an ask of the deal. What was typed is
//   answers: by key, one value, or a list of them where the ask is of each seat or side
//   voided: whether the deal does not count
//   active: the cell whose keys are shown, or null; while `fresh`, the next digit replaces it
//   from: the seat that answers first, or null
// What a value looks like is for its widget.

import { clockwiseFrom, fromLeftOf } from "../rules/table.js";

// What an ask leaves out where it is as usual.
const USUAL = {
  ...{ of: "deal", stand_ins: 0, when: "after", shown: "at_once" },
  ...{ required: true, unless: [] },
};
const USUAL_OF = {
  flag: { required: false },
  hands: { of: "seat", counted: "points", nines_asked: true },
  number: { least: 0, most: 100_000, sum: null, same_as: null, beyond: null },
};
const NAMES_SOMEBODY = ["seat", "side"];

// A number of the other sign, or of more than the sum, is for a person to say.
export const isLikely = (number, { sum }) => !sum || (number / sum >= 0 && number / sum <= 1);

const unique = (list) => [...new Set(list)];
export const isSame = (a, b) => a?.key === b?.key && a?.at === b?.at;

export class Asks {
  /** `widgets` go by kind; `hidden` are the places, [key, at], that are answered, though not known here. */
  constructor({ asks, order, sides }, widgets, { hidden = [] } = {}) {
    this.all = asks.map((ask) => ({ ...USUAL, ...USUAL_OF[ask.kind], ...ask }));
    this.order = order;
    this.sides = sides;
    this.widgets = widgets;
    this.hidden = hidden;
    this.bySides = unique(sides).length < sides.length;
    const naming = this.all.filter(
      ({ group, kind, of }) => NAMES_SOMEBODY.includes(kind) && of === "deal" && !group,
    );
    // Whom a tap on the sheet names, and whom others give no answer for.
    this.first = naming.find(({ required }) => required) ?? null;
    this.without = naming.find(({ key }) => this.all.some(({ but }) => but === key)) ?? null;
  }

  /** Whether a row can have several numbers or cards, each with a place of its own. */
  get hasColumns() {
    return this.all.filter((ask) => this.isKeyed(ask) && ask.of !== "deal").length > 1;
  }

  find = (key) => this.all.find((ask) => ask.key === key);
  widget = (ask) => this.widgets[ask.kind];
  isKeyed = (ask) => Boolean(this.widget(ask).keyed);
  // A number that is called before the play stands at the top; who took what comes after it.
  isCalled = ({ kind, of, when }) => when === "during" && kind === "number" && of === "deal";
  hasRow = (ask) => Boolean(this.widget(ask).hasRow(ask)) && !this.isCalled(ask);
  /** Whether it is answered while the cards are played, or opened then. */
  isDuring = (ask) => [ask, this.find(ask.open_with)].some((other) => other?.when === "during");

  count(ask) {
    return (ask.of === "seat" ? this.order.length : unique(this.sides).length) + ask.stand_ins;
  }

  /** What a cell holds, however it was told. */
  held = ({ answers }, { key, at }) => (at === null ? answers[key] : answers[key][at]);

  value(typed, cell) {
    const value = this.held(typed, cell);
    return value?.same ? this.widgets.same.value(this, typed, cell) : value;
  }

  set({ answers }, { key, at }, value) {
    if (at === null) answers[key] = value;
    else answers[key][at] = value;
  }

  /** The side of the seat or side that this ask of the deal was answered with; null for none. */
  sideOf(ask, { answers }) {
    const answer = ask ? answers[ask.key] : null;
    return answer === null ? null : ask.kind === "seat" ? this.sides[answer] : answer;
  }

  /** The answer of an ask that a seat stands for. */
  answerOf = (ask, seat) => (ask.kind === "seat" ? seat : this.sides[seat]);

  /** Whether something was said to an ask, other than no. */
  isAnswered({ answers }, key) {
    const ask = this.find(key);
    const values = ask.of === "deal" ? [answers[key]] : answers[key];
    return values.some((value) => value !== false && !this.widget(ask).isBlank(value, ask));
  }

  /** The asks there are, with what was typed so far. */
  asked(typed) {
    if (typed.voided) return [];
    return this.all.filter(({ unless }) => !unless.some((key) => this.isAnswered(typed, key)));
  }

  /** All seats, or sides, clockwise from the left of who gives no answer. */
  round(of, typed, from = null) {
    const side = this.sideOf(this.without, typed);
    const answer = this.without && typed.answers[this.without.key];
    const seat = this.without?.kind === "seat" ? answer : this.sides.indexOf(side);
    const after = side === null ? clockwiseFrom(this.order, from ?? this.order[0]) : null;
    const seats = after ?? fromLeftOf(this.order, seat);
    return of === "seat" ? seats : unique(seats.map((at) => this.sides[at]));
  }

  /** Whom an ask is asked of, clockwise, the stand-ins last. */
  cells(ask, typed) {
    if (ask.of === "deal") return [{ key: ask.key, at: null }];
    const but = ask.but ? typed.answers[ask.but] : null;
    // Nobody answers before it is known who does not.
    if (ask.but && but === null && this.find(ask.but).required) return [];
    const there = this.round(ask.of, typed, typed.from).filter((at) => at !== but);
    const all = this.count(ask);
    const standIns = Array.from({ length: ask.stand_ins }, (_, at) => all - ask.stand_ins + at);
    return [...there, ...standIns].map((at) => ({ key: ask.key, at }));
  }

  keyedCells(typed) {
    const keyed = this.asked(typed).filter((ask) => this.isKeyed(ask));
    return keyed.flatMap((ask) => this.cells(ask, typed));
  }

  /**
   * The blank numbers that are known by the sum: {cells, number}, one of them, or all where nothing
   * is left; null where there is none.
   */
  filled(typed, ask) {
    const number = this.left(typed, ask);
    if (number === null) return null;
    const blanks = this.cells(ask, typed).filter((cell) => this.#number(typed, cell) === null);
    const isNothing = number === 0 && ask.sum > 0 && ask.least === 0;
    if (!blanks.length || (blanks.length > 1 && !isNothing)) return null;
    if (!isLikely(number, ask) || number < ask.least || number > ask.most) return null;
    return { cells: blanks, number };
  }

  /** The number of a cell that is known by the sum; null where it is not. */
  fills(typed, cell) {
    const filled = this.filled(typed, this.find(cell.key));
    return filled?.cells.some((other) => isSame(other, cell)) ? filled.number : null;
  }

  /** Whether a cell is in, nobody may see it here yet, and nothing else is typed. */
  isHidden(typed, cell) {
    const isIn = this.hidden.some(([key, at]) => key === cell.key && at === cell.at);
    const ask = isIn && this.find(cell.key);
    return Boolean(ask) && this.widget(ask).isBlank(this.value(typed, cell), ask);
  }

  /** Whether all of the deal is known here. */
  isKnown = (typed) =>
    !this.isPartial && !this.hidden.some(([key, at]) => this.find(key) && this.isHidden(typed, { key, at }));

  isBlank(typed, cell) {
    const ask = this.find(cell.key);
    if (!this.widget(ask).isBlank(this.value(typed, cell), ask) || this.isHidden(typed, cell)) return false;
    return this.fills(typed, cell) === null;
  }

  /**
   * Whether a deal cannot be saved without this answer; of a group each has to be said, and who
   * stands in always answers.
   */
  isNeeded(cell) {
    const { group, kind, required } = this.find(cell.key);
    return required || this.isStandIn(cell) || (Boolean(group) && kind !== "flag");
  }

  /** Whether this is the answer of somebody who does not sit there. */
  isStandIn({ key, at }) {
    const ask = this.find(key);
    return at !== null && at >= this.count(ask) - ask.stand_ins;
  }

  /** The asks of the deal that still have to be answered, typed with keys or not. */
  open(typed, keyed) {
    return this.asked(typed).filter((ask) => {
      if (this.isKeyed(ask) !== keyed) return false;
      const needed = this.cells(ask, typed).filter((cell) => this.isNeeded(cell));
      return needed.some((cell) => this.isBlank(typed, cell));
    });
  }

  /** The blank cells after the active one, going round. */
  #blanks(typed) {
    const cells = this.keyedCells(typed);
    const at = cells.findIndex((cell) => isSame(cell, typed.active));
    const others = [...cells.slice(at + 1), ...cells.slice(0, Math.max(at, 0))];
    return others.filter((cell) => this.isBlank(typed, cell));
  }

  /** The next cell after the active one that has to be typed; undefined for none. */
  nextBlank(typed) {
    return this.#blanks(typed).find((cell) => this.isNeeded(cell));
  }

  /**
   * The next one that can be typed: of the same ask, one that has to be, any other. What is told
   * before the play leads to nothing that is seen after it.
   */
  nextToType(typed) {
    const blanks = this.#blanks(typed);
    const isEarly = this.isBeforehand(typed, typed.active);
    const same = blanks.find(({ key }) => key === typed.active?.key);
    if (isEarly) return same && !this.isStandIn(same) ? same : undefined;
    // Whoever goes on typing noughts that are known types them there, and nowhere else.
    const known = typed.active ? this.filled(typed, this.find(typed.active.key))?.cells : null;
    if (known?.length > 1) return known.find(({ at }) => at > typed.active.at) ?? known[0];
    return same ?? this.nextBlank(typed) ?? blanks[0];
  }

  /** Whether the cards are still to be played: nothing of what is asked afterwards is answered. */
  isBeforePlay(typed) {
    const later = this.asked(typed).filter(({ when }) => when === "after");
    return !later.some(({ key }) => this.isAnswered(typed, key));
  }

  /** Whether a cell is answered before the play, and the cards are still to be played. */
  isBeforehand = (typed, cell) =>
    cell !== null && this.find(cell.key).when === "before" && this.isBeforePlay(typed);

  isPlayed(typed) {
    const later = this.asked(typed).filter(({ when }) => when === "after");
    const needed = later.flatMap((ask) => this.cells(ask, typed)).filter((cell) => this.isNeeded(cell));
    return !this.isBeforePlay(typed) && !needed.some((cell) => this.isBlank(typed, cell));
  }

  /** Whether nobody may see yet what stands in a cell. */
  isCovered(typed, cell) {
    const { shown } = this.find(cell.key);
    return shown === "when_complete" && this.widgets.cover.isCovered(this, typed, cell);
  }

  /** What stands in a cell; how far it is told, while it is covered and nobody looks at it. */
  text(typed, cell, peeked = null) {
    const ask = this.find(cell.key);
    const filled = this.fills(typed, cell);
    if (filled !== null) return String(filled).replace("-", "−");
    if (this.isHidden(typed, cell)) return "✓";
    const widget = this.widget(ask);
    const value = this.value(typed, cell);
    if (!this.isCovered(typed, cell) || isSame(peeked, cell)) return widget.text(value, ask);
    return this.widgets.cover.text(widget, value, ask);
  }

  /** What is left of the sum, below zero where it is passed; null where there is none. */
  left(typed, ask) {
    if (ask.kind !== "number" || ask.sum === null || ask.of === "deal") return null;
    const numbers = this.cells(ask, typed).map((cell) => this.#number(typed, cell) ?? 0);
    return ask.sum - numbers.reduce((sum, number) => sum + number, 0);
  }

  #number(typed, cell) {
    const ask = this.find(cell.key);
    return this.widget(ask).number(this.value(typed, cell), ask);
  }

  nothing() {
    const answers = {};
    for (const ask of this.all) {
      const blank = () => this.widget(ask).blank();
      const each = { length: this.count(ask) };
      answers[ask.key] = ask.of === "deal" ? blank() : Array.from(each, blank);
    }
    return { answers, voided: false, active: null, fresh: true, from: null };
  }

  /** A deal as a record tells it, typed. */
  read(facts) {
    const typed = this.nothing();
    typed.voided = facts.void ?? false;
    for (const ask of this.all) {
      const raw = (ask.group ? facts[ask.group] : facts)?.[ask.key];
      if (raw == null) {
        // In a group that was told, null is an answer.
        const isAnswered = ask.group && facts[ask.group];
        if (isAnswered) typed.answers[ask.key] = this.widget(ask).none?.() ?? this.widget(ask).blank();
        continue;
      }
      const read = (value, at) =>
        value == null ? (typed.answers[ask.key][at] ?? null) : this.widget(ask).read(value, ask);
      typed.answers[ask.key] = ask.of !== "deal" ? raw.map(read) : read(raw);
    }
    return typed;
  }

  /** What a draft holds, with what has been asked since it was kept. */
  complete(draft) {
    const { answers } = this.nothing();
    for (const [key, blank] of Object.entries(answers)) {
      const kept = draft.answers[key];
      const isWhole = Array.isArray(blank) ? kept?.length === blank.length : !Array.isArray(kept);
      if (kept !== undefined && isWhole) answers[key] = kept;
    }
    return { ...this.nothing(), ...draft, answers };
  }

  /** The cells that can be noted of the deal in play: what was called, and what a call has opened. */
  noting(typed) {
    const asked = this.asked(typed).filter((ask) => this.isDuring(ask));
    const isSaid = (cell) => {
      const value = this.value(typed, cell);
      return value !== false && !this.widget(this.find(cell.key)).isBlank(value, this.find(cell.key));
    };
    return asked.flatMap((ask) => {
      const cells = this.cells(ask, typed).filter(isSaid);
      return ask.when === "during" ? cells : cells.filter(({ at }) => isSaid({ key: ask.open_with, at }));
    });
  }

  /** All that was typed in the form of a record; what is blank is null, or left out. */
  write(typed) {
    const facts = {};
    for (const ask of this.asked(typed)) {
      const value = this.#written(ask, typed);
      // In a group null says nobody, so what is still blank is left out.
      if (ask.group && this.isAnswered(typed, ask.key)) {
        facts[ask.group] = { ...facts[ask.group], [ask.key]: value };
      } else if (ask.group) facts[ask.group] ??= {};
      else if (value !== undefined) facts[ask.key] = value;
    }
    return facts;
  }

  #written(ask, typed) {
    const widget = this.widget(ask);
    const answer = typed.answers[ask.key];
    if (ask.of === "deal") {
      const value = widget.write(answer, ask);
      return ask.group ? value : value === null || value === false ? undefined : value;
    }
    const list = answer.map(() => widget.nobody?.() ?? null);
    for (const cell of this.cells(ask, typed)) {
      list[cell.at] = this.fills(typed, cell) ?? widget.write(this.value(typed, cell), ask);
    }
    const isAnswered = list.some((value) => value !== null && value !== false);
    return ask.required || isAnswered ? list : undefined;
  }

  /** The rows of the pad: each what it is about, and the cells it has. */
  rows(typed, { withAll = false } = {}) {
    const asked = this.asked(typed);
    // While keys are shown for what was called, there is no room for who took what.
    const isCalling = Boolean(typed.active) && this.isCalled(this.find(typed.active.key));
    const ofDeal = asked.filter(
      (ask) => ask.of === "deal" && this.hasRow(ask) && !(isCalling && ask.group),
    );
    const rows = ofDeal.map((ask) => row(`ask-${ask.key}`, { ask }, [{ key: ask.key, at: null }]));
    const ofSides = ofDeal.filter(({ group, kind }) => group && kind === "side");
    const groups = unique(ofSides.map(({ group }) => group));
    for (const group of groups) {
      const last = rows.findLastIndex(({ ask }) => ask?.group === group);
      rows.splice(last + 1, 0, row(`rest-${group}`, { rest: group }, []));
    }
    const each = asked.filter(({ of }) => of !== "deal");
    const isSeat = ({ of }) => of === "seat" || !this.bySides;
    const seatAsks = each.filter(isSeat);
    if (!this.bySides || seatAsks.length) {
      rows.push(...this.#rowsOf("seat", seatAsks, typed, withAll));
    }
    if (this.bySides) {
      rows.push(...this.#rowsOf("side", each.filter((ask) => !isSeat(ask)), typed, withAll));
    }
    return rows;
  }

  #rowsOf(of, asks, typed, withAll) {
    const cells = asks.flatMap((ask) => this.cells(ask, typed));
    const standIns = cells.filter((cell) => cell.at >= this.count({ of, stand_ins: 0 }));
    const there = cells.length ? this.round(of, typed) : this.#inOrder(of);
    // Who gives no answer stands elsewhere on the pad, or scores nothing.
    const shown = there.filter(
      (at) => withAll || !cells.length || cells.some((cell) => cell.at === at),
    );
    const places = [...shown, ...unique(standIns.map(({ at }) => at))];
    return places.map((at) => {
      const here = cells.filter((cell) => cell.at === at);
      return row(of === "seat" ? String(at) : `side-${at}`, { [of]: at }, here);
    });
  }

  #inOrder = (of) => (of === "seat" ? this.order : unique(this.order.map((at) => this.sides[at])));
}

const row = (id, about, cells) => ({ id, seat: null, side: null, ...about, cells });

// What the pad shows: its chips and rows are made and painted, its keys, button and sentence painted.

import { capital, nameAt, nameOfSide, phrase, say, words } from "../words.js";
import { state } from "../store.js";
import { isSame } from "./asks.js";
import { isAskedInRows, padMessage, preview } from "./preview.js";
import { hide, make, mark, onHold, put } from "../elements.js";

const LONG_ANSWER = 5;
// More rows leave no room for a title on a small phone.
const FEW_ROWS = 6;
// What the line of a row shows.
const TEXTS = ["working", "typed", "cost", "totals"];
const MARKS = ["blank", "fault", "filled"];

export const titleOf = ({ key }) => capital(words.asks[key].title ?? words.asks[key].what);

export function nameOfRow({ ask, seat, side }, data) {
  if (ask) return titleOf(ask);
  if (side !== null) return nameOfSide(data, side);
  if (data.seats[seat]) return nameAt(data.seats, seat);
  return words.stand_ins?.[seat - data.seats.length] ?? phrase("stand_in");
}

export function cellOf({ dataset: { ask, at, cell } }) {
  return { key: cell ?? ask, at: at === undefined ? null : Number(at) };
}

function nameAnswers(element, pad) {
  const ask = pad.asks.find(cellOf(element).key);
  const { nameOf } = pad.asks.widget(ask);
  if (!nameOf) return;
  // A void deal is for who keeps the score.
  const isVoid = element.querySelector("[value='void']");
  if (isVoid) isVoid.hidden = isVoid.disabled = pad.place.kind === "answers";
  const { chip } = words.asks[ask.key];
  if (element.matches("select")) {
    const [none, ...more] = [...element.options].filter(({ dataset }) => !dataset.at);
    const options = pad.asks[ask.kind === "seat" ? "order" : "sidesInOrder"].map((at) => {
      const name = nameOf(pad.data, at);
      return make("option", { value: at, "data-at": at }, chip ? say(chip, { name }) : name);
    });
    element.replaceChildren(none, ...options, ...more);
  }
  for (const key of element.querySelectorAll("[data-segment]:not([data-segment='-1'])")) {
    nameSide(key, key.dataset.segment, (name) => `${titleOf(ask)}: ${name}`, pad);
  }
}

/** The key of a side stands below its name, where partners play. */
function nameSide(key, side, label, { asks, data }) {
  const name = nameOfSide(data, Number(side));
  put(key, asks.bySides ? "" : name);
  mark(key, "aria-label", label(name));
}

function paintAnswer(element, label, pad) {
  const { asks, typed } = pad;
  const cell = cellOf(element);
  if (asks.isKeyed(asks.find(cell.key))) {
    const text = asks.text(typed, cell);
    put(element, text);
    mark(element, "aria-label", text ? `${label}, ${text}` : label);
    mark(element, "data-filled", asks.fills(typed, cell) !== null && "");
    mark(element, "data-wordy", text.length > LONG_ANSWER && "");
    // A card has the colour of its suit; several may have different ones.
    mark(element, "data-suit", !text.includes(" ") && /[♡♢]$/.test(text) && text.at(-1));
    mark(element, "aria-current", isSame(cell, typed.active) && "true");
    return;
  }
  const value = asks.value(typed, cell);
  if (element.matches("select")) {
    element.value = typed.voided ? "void" : (value ?? "");
    mark(element, "data-lit", value !== null && "");
  } else if (element.matches("button")) mark(element, "aria-pressed", value);
  else {
    for (const key of element.children) mark(key, "aria-pressed", key.dataset.segment === `${value ?? ""}`);
  }
}

/** The short questions at the top, which the page has. */
export function findChips(pad) {
  const { asks, dialog } = pad;
  const all = [...dialog.querySelectorAll("[data-ask]")];
  for (const element of all) hide(element, !asks.find(element.dataset.ask));
  const chips = all.filter((element) => !element.hidden);
  for (const element of chips) nameAnswers(element, pad);
  const aside = pad.find("aside");
  if (aside) hide(aside, !chips.some((element) => aside.contains(element)));
  return () => {
    const { typed } = pad;
    const there = asks.asked(typed);
    const named = isAskedInRows(pad) ? asks.first : null;
    for (const element of chips) {
      const ask = asks.find(element.dataset.ask);
      const isThere = there.includes(ask);
      // What the rows ask has no menu of names besides.
      hide(element, ask === named || (!isThere && !typed.voided));
      // A void deal may turn out to have been played after all.
      mark(element, "data-idle", !isThere && typed.voided && ask !== asks.first && "");
      paintAnswer(element, titleOf(ask), pad);
    }
    if (aside) pad.with("content", ({ paintAside }) => paintAside(aside));
    const isBare = chips.every(({ hidden }) => hidden);
    mark(dialog, "data-bare", isBare && (named ? "names" : ""));
  };
}

/** The rows: who or what, what was typed, and what it will cost. */
export function makeRows(list, pad) {
  const { asks, data } = pad;
  const made = new Map();
  let drawn = [];
  const clone = (name) => pad.find(name).content.firstElementChild.cloneNode(true);

  function makeCell(element, label) {
    mark(element, "aria-label", label);
    nameAnswers(element, pad);
    return () => paintAnswer(element, label, pad);
  }

  /** A question of the deal, or a key for each side that takes the rest of a group. */
  function makeRowOfDeal({ ask, id }) {
    const item = clone(`row-of="${id}"`);
    for (const key of item.querySelectorAll("[data-rest-to]")) {
      nameSide(key, key.dataset.restTo, (name) => phrase("rest_to_side", { name }), pad);
    }
    const cells = [...item.querySelectorAll("[data-cell]")];
    return { item, paints: cells.map((element) => makeCell(element, titleOf(ask))) };
  }

  /** The answers of a seat or side, in columns where one can be the same as another. */
  function makeCells(place, row, name) {
    const isStandIn = row.cells.some((cell) => asks.isStandIn(cell));
    const paints = [];
    place.style.setProperty("--columns", place.querySelectorAll("button, select").length);
    place.classList.toggle("pad-columns", Boolean(asks.same));
    for (const element of [...place.children]) {
      const { cell: key, same } = element.dataset;
      const cell = row.cells.find((other) => other.key === (key ?? same));
      const isCell = key && cell && (asks.hasColumns || !asks.isKeyed(asks.find(key)));
      const isShown = isCell || (same && cell && asks.same && !isStandIn);
      const keys = element.childElementCount || 1;
      if (!isShown) {
        // Who stands in has fewer answers, each in its column.
        const length = isStandIn && !paints.length ? keys : 0;
        element.replaceWith(...Array.from({ length }, () => make("span")));
        continue;
      }
      element.dataset.at = cell.at;
      element.style.setProperty("--answers", keys);
      if (same) paints.push(asks.same.makeKey(element, cell, name, pad));
      else paints.push(makeCell(element, `${name}: ${titleOf(asks.find(key))}`));
    }
    return paints;
  }

  function makeRow(row) {
    if (row.ask || row.rest) return makeRowOfDeal(row);
    // The head of a column is not tapped, nor a name whose answers in columns leave it no room.
    const isStill = asks.isHead(row) || (asks.same && !asks.first);
    const item = clone(isStill ? "still-row" : "tapped-row");
    const named = ["line", "name", ...TEXTS].map((part) => [part, item.querySelector(`[data-${part}]`)]);
    const parts = Object.fromEntries(named);
    const name = nameOfRow(row, data);
    if (asks.isHead(row)) {
      const members = data.order.filter((seat) => data.sides[seat] === row.side);
      const names = members.map((seat) => make("span", {}, nameAt(data.seats, seat)));
      parts.name.append(...names.flatMap((each) => [each, " "]));
    } else parts.name.textContent = name;
    // Of whoever left the seat since, the sheet has no mark any more.
    const isThere = data.seats[row.seat]?.name === state.data.seats[row.seat]?.name;
    const look = isThere && document.querySelector(`[data-sheet] [data-seat="${row.seat}"] .look`);
    if (look) parts.name.prepend(look.cloneNode(true));
    parts.line.dataset.row = row.id;
    const place = clone(`cells-of="${row.seat === null ? "side" : "seat"}"`);
    const paints = makeCells(place, row, name);
    if (paints.length) item.append(place);
    item.classList.toggle("pad-answers", paints.length > 0);
    const [keyed] = asks.keyed(row.cells);
    const { hold } = keyed ? asks.widget(asks.find(keyed.key)) : {};
    if (hold) onHold(parts.line, () => hold(pad, keyed), () => {});
    return { item, paints, parts };
  }

  const rowAt = (row) => {
    const keys = row.cells.map(({ key }) => key).join();
    if (made.get(row.id)?.keys !== keys) made.set(row.id, { ...makeRow(row), keys });
    return made.get(row.id);
  };

  return {
    /** Put the rows into the list, where they are others than before. */
    order(rows) {
      const items = rows.map((row) => rowAt(row).item);
      if (items.length === drawn.length && items.every((item, at) => item === drawn[at])) return;
      drawn = items;
      const heads = items.filter((_, at) => asks.isHead(rows[at]));
      const head = heads.length ? [make("li", { class: "pad-heads" }, make("ul", {}, ...heads))] : [];
      list.replaceChildren(...head, ...items.filter((item) => !heads.includes(item)));
      mark(pad.dialog, "data-many", rows.length > FEW_ROWS && "");
      // Who did none of it has a column too.
      const hasNobody = asks.all.some(({ group, required }) => group && !required);
      list.style.setProperty("--sides", asks.sidesInOrder.length + Number(hasNobody));
      mark(pad.dialog, "data-heads", heads.length > 0 && "");
    },
    focus(id, options) {
      const { item } = made.get(id) ?? {};
      const cell = item?.querySelector("[data-cell][aria-current]") ?? item?.querySelector("button");
      const target = item?.querySelector("button[data-line]") ?? cell;
      // It lays out the page, also where the focus is there already.
      if (target !== document.activeElement) target?.focus({ preventScroll: true, ...options });
    },
    show: (id) => made.get(id)?.item.scrollIntoView({ block: "nearest" }),
    paint(row, shown) {
      const { paints, parts } = rowAt(row);
      for (const paint of paints) paint();
      if (!parts) return;
      for (const name of TEXTS) put(parts[name], shown[name]);
      for (const name of MARKS) parts.line.toggleAttribute(`data-${name}`, Boolean(shown[name]));
      mark(parts.line, "aria-current", row === pad.activeRow && "true");
    },
  };
}

/** Paint all of the pad, and what is typed in large letters where that is there. */
export function paint(pad) {
  const { asks, dialog, find, place, rowsMade, typed } = pad;
  // Where penalties are corrected everybody has a row, which shows all totals.
  pad.rows = asks.rows(typed, Boolean(place.correcting) && state.data.unit === "penalties");
  rowsMade.order(pad.rows);
  pad.shown = preview(pad);
  for (const row of pad.rows) rowsMade.paint(row, pad.shown.rows.get(row.id));
  pad.paintChips();
  pad.step = stepOf(pad);
  paintKeys(pad);
  mark(dialog, "data-voided", typed.voided && "");
  mark(find("void-deal"), "aria-pressed", typed.voided);
  paintButton(pad);
  paintTexts(pad);
  pad.behind.large?.show(pad);
  // What was written above and below the rows may have moved them; last, as it lays out the page.
  const inView = [typed.active?.key, typed.active?.at, dialog.dataset.keyed].join();
  if (pad.inView !== inView && pad.activeRow) rowsMade.show(pad.activeRow.id);
  pad.inView = inView;
}

/** What is next: the ask whose `keys` are shown, whether the button is the last one, and its `note`. */
function stepOf(pad) {
  const { ask, asks, needsFirst, place, rows, typed, value } = pad;
  const note = labelOfNotes(pad);
  // With digits the last number is still being typed; one that is a tap is there or is missing.
  const isTapped = rows[1] && ask && asks.isOneTap(ask, value);
  const isMissing = isTapped && asks.isNeeded(typed.active) && asks.isBlank(typed, typed.active);
  // Before the play a part may be all that is known.
  const isWhole = asks.isInPlay ? pad.touched || pad.isDone : !asks.nextBlank(typed);
  const isLast = needsFirst || note !== "" || (isWhole && !isMissing);
  // Where nothing is chosen, a new deal only waits to be played or saved.
  const isDone = (isLast || asks.isBeforePlay(typed)) && !typed.active && !place.correcting;
  const keyed = needsFirst || isDone ? [] : asks.asked(typed).filter(asks.isKeyed);
  const first = keyed.find((other) => !asks.isCalled(other)) ?? null;
  return { isLast, keys: keyed.length ? (ask ?? first) : null, note };
}

/** The label of the button while there is something to note, and all is that goes with it. */
function labelOfNotes({ asks, newNotes, typed }) {
  if (!newNotes || asks.open(typed).some(({ when }) => when === "during")) return "";
  const { set } = newNotes;
  // A bid names the button, not the call that opens it.
  const opened = set.filter(({ key }) => asks.find(key).open_with);
  const labels = [...opened, ...set].map(({ key }) => words.asks[key].note);
  return labels.find(Boolean) ?? phrase("save");
}

/** The keys of one ask at a time, which the page has. */
function paintKeys(pad) {
  const { asks, dialog, find, step: { keys: ask }, value } = pad;
  for (const part of dialog.querySelectorAll("[data-of]")) hide(part, part.dataset.of !== ask?.key);
  const widget = ask ? asks.widget(ask) : {};
  const isOneTap = ask && asks.isOneTap(ask, value);
  const usesDigits = ask && !isOneTap && !widget.isByCards?.(value);
  hide(find("digits"), !usesDigits);
  hide(find("keys"), !ask || (usesDigits && Boolean(widget.isByCards)));
  const keys = (marked) => dialog.querySelectorAll(`[data-of="${ask.key}"] [data-${marked}]`);
  widget.paintKeys?.(keys, value, ask, pad);
  mark(dialog, "data-keyed", !ask ? "none" : isOneTap ? "taps" : "typed");
  // What takes several taps can be taken back.
  mark(dialog, "data-by-cards", ask?.counted === true ? "counted" : Boolean(ask?.cards) && "");
}

/** The button is Next, and at last Save, which says what it will do. */
function paintButton(pad) {
  const { asks, go, needsFirst, shown, step: { isLast, note }, typed } = pad;
  const isDoubt = isLast && Boolean(shown.doubt);
  const names = isLast && asks.same?.label(pad);
  const save = asks.isInPlay ? "done" : isDoubt ? "save_anyway" : "save";
  // Nobody has to bid, but to save nothing is no bid.
  const isBare = pad.place.savesByTap && pad.ask && asks.isBlank(typed, typed.active);
  const lacks = isLast && !note && (isBare || asks.open(typed).length > 0);
  const marks = { save: isLast, next: !isLast, names, doubt: isDoubt, notes: note, lacks };
  for (const [name, holds] of Object.entries(marks)) go.toggleAttribute(`data-${name}`, Boolean(holds));
  put(go, note || names || phrase(isLast ? save : "next"));
  const isIdle = pad.isUnchanged || (needsFirst && !asks.isInPlay);
  mark(go, "aria-disabled", isLast && isIdle && "true");
}

/** The sentence, who gains without a row, and what is new for everybody. */
function paintTexts(pad) {
  const { find, shown: { gain, news } } = pad;
  const { doubt, label, text, wrong } = (pad.sentence = pad.message ?? padMessage(pad));
  put(find("says"), text);
  mark(find("says"), "data-doubt", Boolean(doubt) && "");
  mark(find("says"), "data-wrong", Boolean(wrong) && "");
  put(find("use"), label);
  hide(find("use"), !label);
  for (const name of ["name", "points", "totals", "working"]) put(find(`gain-${name}`), gain?.[name]);
  hide(find("gain"), !gain);
  put(find("news"), news);
}

// The defaults of a widget.
export const USUAL = {
  blank: () => null,
  isBlank: (value) => value === null,
  read: (raw) => raw,
  write: (value) => value,
};

// The answer that it is nobody, which is not the same as blank.
const NOBODY = -1;
const notNobody = (value) => (value === NOBODY ? null : value);

// By kind: those of what is answered where it stands; all others are fetched.
export const widgets = {
  choice: { ...USUAL, hasRow: true },
  flag: { ...USUAL, blank: () => false, nobody: () => false, isBlank: () => false },
  seat: { ...USUAL, nameOf: ({ seats }, at) => nameAt(seats, at) },
  side: { ...USUAL, none: () => NOBODY, write: notNobody, nameOf: nameOfSide },
};

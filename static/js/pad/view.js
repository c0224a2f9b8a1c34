// Makes the elements of the pad - chips, rows, keys - and hears taps on them.

import { capital, nameAt, nameOfSide, phrase, say, words } from "../words.js";
import { state } from "../store.js";
import { isSame } from "./asks.js";
import { promptOf } from "./messages.js";
import { hide, make, mark, onHold, put } from "../elements.js";

const LONG_NAME = 18;
const LONG_ANSWER = 5;

export function titleOf({ key }) {
  const { title, what } = words.asks[key];
  return capital(title ?? what);
}

export function nameOfRow({ ask, seat, side }, data) {
  if (ask) return titleOf(ask);
  if (side !== null) return nameOfSide(data, side);
  if (data.seats[seat]) return nameAt(data.seats, seat);
  return words.stand_ins?.[seat - data.seats.length] ?? phrase("stand_in");
}

function stackNames(element, side, { order, seats, sides }) {
  const names = order.filter((seat) => sides[seat] === side).map((seat) => nameAt(seats, seat));
  element.replaceChildren(...names.flatMap((name) => [make("span", {}, name), " "]));
}

function cellOf({ dataset: { ask, at, cell } }) {
  return { key: cell ?? ask, at: at === undefined ? null : Number(at) };
}

function nameAnswers(element, ask, pad) {
  const { asks, data } = pad;
  const { nameOf } = asks.widget(ask);
  if (!nameOf) return;
  // A void deal is for who keeps the score.
  const none = element.querySelector("[value='void']");
  if (none) none.hidden = none.disabled = pad.place.kind === "answers";
  const { chip } = ask.of === "deal" ? words.asks[ask.key] : {};
  for (const option of element.querySelectorAll("option:not([value=''], [value='void'])")) {
    const name = nameOf(data, Number(option.value));
    put(option, chip ? say(words, chip, { name }) : name);
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
    mark(element, "data-blank", text === "" && "");
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
    for (const key of element.children) {
      mark(key, "aria-pressed", key.dataset.segment === String(value));
    }
  }
}

/** The short questions at the top, which the page has. */
export function findChips(pad) {
  const { asks, dialog } = pad;
  const all = [...dialog.querySelectorAll("[data-ask]")];
  for (const element of all) hide(element, !asks.find(element.dataset.ask));
  const chips = all.filter((element) => !element.hidden);
  for (const element of chips) nameAnswers(element, asks.find(element.dataset.ask), pad);
  const aside = pad.find("aside");
  if (aside) hide(aside, !chips.some((element) => aside.contains(element)));
  return (typed, there) => {
    for (const element of chips) {
      const ask = asks.find(element.dataset.ask);
      const isThere = there.includes(ask);
      hide(element, !isThere && !typed.voided);
      // A void deal may turn out to have been played after all.
      mark(element, "data-idle", !isThere && typed.voided && ask !== asks.first && "");
      paintAnswer(element, titleOf(ask), pad);
    }
    if (aside) paintAside(aside);
  };
}

/** Say in place of the rare questions which of them was answered. */
function paintAside({ firstElementChild: summary, lastElementChild: list }) {
  const answered = [...list.querySelectorAll("[data-lit], [aria-pressed='true']")];
  const lit = answered.find(({ hidden }) => !hidden);
  put(summary, lit ? (lit.selectedOptions?.[0] ?? lit).textContent : words.aside);
  mark(summary, "data-lit", Boolean(lit) && "");
}

/** The rows: who or what, what was typed, and what it will cost. */
export function makeRows(list, pad) {
  const { asks, data } = pad;
  const made = new Map();
  const clone = (name) => pad.find(name).content.firstElementChild.cloneNode(true);

  function makeCell(element, label) {
    const cell = cellOf(element);
    const ask = asks.find(cell.key);
    mark(element, "aria-label", label);
    nameAnswers(element, ask, pad);
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
    // The head of a column is not tapped, nor is a name with its answers in columns, where it has no
    // room for a finger.
    const isStill = asks.isHead(row) || (asks.same && !asks.first);
    const item = clone(isStill ? "still-row" : "tapped-row");
    const parts = {};
    for (const name of ["line", "name", "working", "typed", "cost", "totals"]) {
      parts[name] = item.querySelector(`[data-${name}]`);
    }
    const name = nameOfRow(row, data);
    if (asks.isHead(row)) stackNames(parts.name, row.side, data);
    else parts.name.textContent = name;
    parts.name.toggleAttribute("data-long", name.length > LONG_NAME);
    // Of whoever left the seat since, the sheet has no mark any more.
    const isThere = data.seats[row.seat]?.player === state.data.seats[row.seat]?.player;
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
    const drawn = row.cells.map(({ key }) => key).join();
    const known = made.get(row.id);
    if (known?.drawn !== drawn) made.set(row.id, { ...makeRow(row), drawn });
    return made.get(row.id);
  };

  return {
    order(rows) {
      const itemsOf = (some) => some.map((row) => rowAt(row).item);
      const heads = itemsOf(rows.filter(asks.isHead));
      const head = heads.length ? [make("li", { class: "pad-heads" }, make("ul", {}, ...heads))] : [];
      list.replaceChildren(...head, ...itemsOf(rows.filter((row) => !asks.isHead(row))));
      // Who did none of it has a column too.
      const isNobody = ({ group, kind, required }) => group && kind === "side" && !required;
      const columns = new Set(asks.sides).size + Number(asks.all.some(isNobody));
      list.style.setProperty("--sides", columns);
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
    paint(row, { blank = false, fault = false, filled = false, ...texts }, typed) {
      const { paints, parts } = rowAt(row);
      for (const paint of paints) paint();
      if (!parts) return;
      const isHere = row.cells.some((cell) => isSame(cell, typed.active));
      for (const name of ["working", "typed", "cost", "totals"]) put(parts[name], texts[name]);
      mark(parts.line, "data-blank", blank && "");
      mark(parts.line, "data-fault", fault && "");
      mark(parts.line, "data-filled", filled && "");
      mark(parts.line, "aria-current", isHere && "true");
    },
  };
}

/** The keys that the page has for the asks; those of one are shown at a time. */
export function findKeys({ dialog, find, widgets }) {
  const parts = [...dialog.querySelectorAll("[data-of]")];
  const isByCards = (ask, value) => Boolean(widgets[ask.kind].isByCards?.(value));
  const isOneTap = (ask, value) =>
    !isByCards(ask, value) && parts.some(({ dataset: { of, taps } }) => of === ask.key && taps === "");
  return {
    isOneTap,
    paint(ask, value, pad) {
      for (const part of parts) hide(part, part.dataset.of !== ask?.key);
      const usesDigits = ask && !isByCards(ask, value) && !isOneTap(ask, value);
      hide(find("digits"), !usesDigits);
      hide(find("keys"), !ask || (usesDigits && Boolean(widgets[ask.kind].isByCards)));
      const keys = (marked) => dialog.querySelectorAll(`[data-of="${ask.key}"] [data-${marked}]`);
      if (ask) widgets[ask.kind].paintKeys(keys, value, ask, pad);
    },
  };
}

const closeAside = (element) => element.closest("details")?.toggleAttribute("open", false);

/** A tap on an answer: its keys are wanted, or it is the answer, or takes it back. */
function tapAnswer(pad, element, { ariaPressed, dataset: { segment } }) {
  const cell = cellOf(element);
  const ask = pad.asks.find(cell.key);
  if (pad.asks.isKeyed(ask)) return pad.choose(cell);
  closeAside(element);
  const isLit = ariaPressed === "true";
  if (ask.kind === "flag") return pad.answer(cell, !isLit);
  return pad.answer(cell, isLit ? null : ask.kind === "choice" ? segment : Number(segment));
}

export function listen(pad) {
  const { dialog } = pad;
  const taps = {
    digit: (digit) => pad.digit(digit),
    delete: () => pad.erase(),
    row: (id) => pad.chooseRow(id),
    "void-deal": () => pad.makeVoid(),
    same: (key, _, { dataset }) => pad.asks.same.toggle(pad, { key, at: Number(dataset.at) }),
    "rest-to": (side, _, { parentElement }) => pad.giveRest(parentElement.dataset.group, Number(side)),
    // The button of a suggestion goes, so the row gets the focus.
    use: () => {
      pad.sentence.act();
      pad.focusRow();
    },
    next: () => pad.onward(),
    save: () => pad.onward(),
    close: () => dialog.close(),
    leave: () => dialog.close(),
  };

  dialog.addEventListener("click", ({ target }) => {
    const tapped = target.closest("button");
    const answer = tapped?.closest("[data-ask], [data-cell]");
    if (answer) return tapAnswer(pad, answer, tapped);
    const { of } = tapped?.closest("[data-of]")?.dataset ?? {};
    const keys = of ? pad.asks.widget(pad.asks.find(of)).taps : taps;
    const name = tapped && Object.keys(keys).find((tap) => tapped.hasAttribute(`data-${tap}`));
    if (!name) return undefined;
    const act = () => keys[name](tapped.getAttribute(`data-${name}`), pad, tapped);
    return of ? pad.withActive(act) : act();
  });
  dialog.addEventListener("change", ({ target }) => {
    closeAside(target);
    if (target.value === "void") return pad.makeVoid();
    return pad.answer(cellOf(target), target.value === "" ? null : Number(target.value));
  });

  // Keys do not take the focus from the row they write into.
  dialog.addEventListener("mousedown", (press) => {
    if (press.target.closest("[data-digits], [data-keys], .pad-row")) press.preventDefault();
  });

  // Few phones have any keys: what they mean comes behind the pad.
  dialog.addEventListener("keydown", (press) => {
    const isOfBrowser = press.altKey || press.ctrlKey || press.metaKey;
    if (!isOfBrowser) pad.with("keyboard", ({ hear }) => hear(pad, press));
  });
}

// The defaults of a widget, and the kinds that are answered where they stand.
export const USUAL = {
  blank: () => null,
  isBlank: (value) => value === null,
  read: (raw) => raw,
  write: (value) => value,
  prompt: (name, value, ask) => promptOf(ask, name),
  blankText: (name) => phrase("blank", { name }),
  instead: (value, other) => ({ ...value, digits: String(other), cards: null }),
};
export const flag = { ...USUAL, blank: () => false, nobody: () => false, isBlank: () => false };
export const seat = { ...USUAL, nameOf: ({ seats }, at) => nameAt(seats, at) };
export const choice = { ...USUAL, hasRow: true };

// The answer that it is nobody, which is not the same as blank.
const NOBODY = -1;
export const side = {
  ...USUAL,
  none: () => NOBODY,
  write: (value) => (value === NOBODY ? null : value),
  nameOf: nameOfSide,
};

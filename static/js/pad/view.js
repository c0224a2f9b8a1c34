// Makes the elements of the pad - chips, rows, keys - and hears taps on them.

import { capital, nameAt, nameOfSide, phrase, say } from "../words.js";
import { state } from "../store.js";
import { isSame } from "./asks.js";
import { button, hide, make, makeSelect, mark, onHold, put } from "../elements.js";

const LONG_NAME = 18;
const LONG_ANSWER = 5;

export function titleOf({ key }, { words }) {
  const { title, what } = words.asks[key];
  return capital(title ?? what);
}

function nameOfRow({ ask, rest, seat, side }, page) {
  const { data, words } = page;
  if (ask) return titleOf(ask, page);
  if (rest) return phrase("rest_to");
  if (side !== null) return nameOfSide(data, side);
  if (data.seats[seat]) return nameAt(data.seats, seat);
  return words.stand_ins?.[seat - data.seats.length] ?? phrase("stand_in");
}

/** A cell that is typed with keys; what is covered is shown as long as it is held. */
function keyedCell(cell, label, pad) {
  const { asks } = pad;
  const element = button({ "data-cell": cell.key }, "", () => pad.choose(cell));
  const isSecret = asks.find(cell.key).shown === "when_complete";
  if (isSecret) asks.widgets.cover.holdToLook(element, cell, pad);
  return {
    element,
    paint(typed, peeked) {
      const text = asks.text(typed, cell, peeked);
      put(element, text);
      mark(element, "aria-label", text ? `${label}, ${text}` : label);
      mark(element, "data-filled", asks.fills(typed, cell) !== null && "");
      mark(element, "data-blank", text === "" && "");
      mark(element, "data-wordy", text.length > LONG_ANSWER && "");
      // A card has the colour of its suit; several may have different ones.
      mark(element, "data-suit", !text.includes(" ") && /[♡♢]$/.test(text) && text.at(-1));
      mark(element, "aria-current", isSame(cell, typed.active) && "true");
    },
  };
}

/** A cell that is answered where it stands, as its widget makes it. */
function tappedCell(cell, make, pad) {
  const { element, paint } = make((value) => pad.answer(cell, value));
  return { element, paint: (typed) => paint(pad.asks.value(typed, cell)) };
}

/** The short questions at the top: of the deal, and without a row of their own. */
export function makeChips(place, pad) {
  const { asks, page } = pad;
  const asked = asks.all.filter((ask) => ask.of === "deal" && !asks.hasRow(ask));
  // What was noted while the cards were played comes last: it is answered already.
  asked.sort((a, b) => Number(a.when === "during") - Number(b.when === "during"));
  const chips = asked.map((ask) => {
    const cell = { key: ask.key, at: null };
    const made = asks.isCalled(ask)
      ? keyedCell(cell, titleOf(ask, page), pad)
      : tappedCell(cell, (answered) => asks.widget(ask).chip(ask, page, answered), pad);
    made.element.dataset.ask = ask.key;
    mark(made.element, "data-during", ask.when === "during" && "");
    return { ask, ...made };
  });
  const aside = asks.widgets.aside?.makeAside(chips, asks, page);
  place.replaceChildren(...chips.filter((chip) => !aside?.has(chip)).map(({ element }) => element));
  if (aside) place.append(aside.element);
  const during = asked.filter(({ when }) => when === "during").length;
  mark(place, "data-chips", asked.length - during);
  mark(place, "data-asks-during", during > 0 && "");
  return (typed, there) => {
    for (const { ask, element, paint } of chips) {
      const isThere = there.includes(ask);
      hide(element, !isThere && !typed.voided);
      // A void deal may turn out to have been played after all.
      mark(element, "data-idle", !isThere && typed.voided && ask !== asks.first && "");
      paint(typed);
    }
    aside?.paint(typed, there);
  };
}

/** The rows: who or what, what was typed, and what it will cost. */
export function makeRows(list, pad) {
  const { asks, page } = pad;
  const made = new Map();

  function makeCell(cell, row, name) {
    const ask = asks.find(cell.key);
    if (asks.isKeyed(ask)) {
      if (!asks.hasColumns && !row.ask) return [];
      const made = keyedCell(cell, `${name}: ${titleOf(ask, page)}`, pad);
      const title = page.words.asks[ask.key].short ?? titleOf(ask, page);
      if (ask.of !== "deal") made.element.dataset.title = title;
      return [made];
    }
    const label = row.ask ? name : `${name}: ${titleOf(ask, page)}`;
    const draw = row.ask ? asks.widget(ask).segments : asks.widget(ask).cell;
    const made = tappedCell(cell, (answered) => draw(ask, label, page, answered, pad), pad);
    made.element.dataset.cell = cell.key;
    return [made];
  }

  function makeRow(row) {
    const isOfDeal = Boolean(row.ask || row.rest);
    const { same } = asks;
    // The head of a column is not tapped, nor is a name with its answers in columns, where it has no
    // room for a finger.
    const isStill = asks.isHead(row) || (same && !asks.first && !isOfDeal);
    const item = pad.find(isStill ? "still-row" : "row-of").content.firstElementChild.cloneNode(true);
    const parts = {};
    for (const name of ["line", "name", "working", "typed", "cost", "totals"]) {
      parts[name] = item.querySelector(`[data-${name}]`);
    }
    const name = nameOfRow(row, page);
    parts.name.textContent = name;
    parts.name.toggleAttribute("data-long", name.length > LONG_NAME);
    // Of whoever left the seat since, the sheet has no mark any more.
    const isThere = page.data.seats[row.seat]?.player === state.data.seats[row.seat]?.player;
    const look = isThere && document.querySelector(`[data-seats] [data-seat="${row.seat}"] .look`);
    if (look) parts.name.prepend(look.cloneNode(true));
    parts.line.dataset.row = row.id;
    item.className = isOfDeal ? "pad-of-deal" : "pad-of-seat";
    const cells = row.cells.flatMap((cell) => makeCell(cell, row, name));
    if (same) cells.push(...row.cells.flatMap((cell) => same.keysOf(cell, asks, name, page, pad)));
    const [keyed] = asks.keyed(row.cells);
    const { hold } = keyed ? asks.widget(asks.find(keyed.key)) : {};
    if (hold) onHold(parts.line, () => hold(pad, keyed), () => {});
    // Nothing is chosen by tapping a question that is answered where it stands.
    if (row.rest || (row.ask && !asks.isKeyed(row.ask))) {
      parts.line.replaceWith(make("span", { class: "pad-title-of" }, name));
    }
    const answers = row.rest ? [asks.widgets.side.restOf(row.rest, page, pad)] : [];
    answers.push(...cells.map(({ element }) => element));
    if (answers.length) {
      const place = make("div", { class: "pad-cells" }, ...answers);
      if (!isOfDeal) same?.alignColumns(place, row, asks);
      item.append(place);
      item.classList.add("pad-answers");
    }
    return { item, parts, cells };
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
      const sides = heads.length ? [make("li", { class: "pad-heads" }, make("ul", {}, ...heads))] : [];
      list.replaceChildren(...sides, ...itemsOf(rows.filter((row) => !asks.isHead(row))));
      // Who did none of it has a column too.
      const isNobody = ({ group, kind, required }) => group && kind === "side" && !required;
      list.style.setProperty("--sides", heads.length + Number(asks.all.some(isNobody)));
      mark(pad.dialog, "data-heads", heads.length > 0 && "");
    },
    focus(id) {
      const { item, parts } = made.get(id) ?? {};
      const cell = item?.querySelector("[data-cell][aria-current]") ?? item?.querySelector("button");
      const isTapped = parts?.line.matches("button") && item.contains(parts.line);
      const target = isTapped ? parts.line : cell;
      // It lays out the page, also where the focus is there already.
      if (target !== document.activeElement) target?.focus({ preventScroll: true });
    },
    show: (id) => made.get(id)?.item.scrollIntoView({ block: "nearest" }),
    paint(row, { blank = false, fault = false, filled = false, ...texts }, typed, peeked) {
      const { cells, parts } = rowAt(row);
      const isHere = !row.ask && row.cells.some((cell) => isSame(cell, typed.active));
      for (const name of ["working", "typed", "cost", "totals"]) put(parts[name], texts[name]);
      mark(parts.line, "data-blank", blank && "");
      mark(parts.line, "data-fault", fault && "");
      mark(parts.line, "data-filled", filled && "");
      mark(parts.line, "aria-current", isHere && "true");
      for (const { paint } of cells) paint(typed, peeked);
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

export function listen(pad) {
  const { dialog } = pad;
  const taps = {
    digit: (digit) => pad.digit(digit),
    delete: () => pad.erase(),
    row: (id) => pad.chooseRow(id),
    "void-deal": () => pad.makeVoid(),
    // The button of a suggestion goes, so the row gets the focus.
    use: () => {
      pad.sentence.act();
      pad.focusRow();
    },
    next: () => pad.onward(),
    save: () => pad.onward(),
    // What was called is noted, and the pad is put away while the cards are played.
    "note-now": () => pad.withSaver(({ note }) => note(pad)),
    close: () => dialog.close(),
    leave: () => dialog.close(),
  };

  // While a deal is on its way nothing on the pad changes.
  dialog.addEventListener("click", (tap) => pad.saving && tap.stopPropagation(), true);
  dialog.addEventListener("click", ({ target }) => {
    const tapped = target.closest("button");
    const { of } = tapped?.closest("[data-of]")?.dataset ?? {};
    const keys = of ? pad.asks.widget(pad.asks.find(of)).taps : taps;
    const name = tapped && Object.keys(keys).find((tap) => tapped.hasAttribute(`data-${tap}`));
    if (!name) return;
    const act = () => keys[name](tapped.getAttribute(`data-${name}`), pad, tapped);
    if (of) pad.withActive(act);
    else act();
  });

  // Keys do not take the focus from the row they write into.
  dialog.addEventListener("mousedown", (press) => {
    if (press.target.closest("[data-digits], [data-keys], .pad-row")) press.preventDefault();
  });

  // Few phones have any keys: what they mean is fetched behind the pad.
  let hear = null;
  const fetched = import("./keyboard.js").then((keys) => {
    ({ hear } = keys);
    keys.returnFocus(pad);
  }).catch(() => {});
  dialog.addEventListener("keydown", (press) => {
    if (press.altKey || press.ctrlKey || press.metaKey) return;
    if (hear) hear(pad, press);
    else fetched.then(() => hear?.(pad, press));
  });
}

// The defaults of a widget, and the kinds that most games ask: whether it happened, and which seat.
export const USUAL = {
  blank: () => null,
  isBlank: (value) => value === null,
  read: (raw) => raw,
  write: (value) => value,
  hasRow: () => false,
};

function toggle(ask, text, label, changed) {
  const toggled = () => changed(element.getAttribute("aria-pressed") !== "true");
  const element = button({ "data-flag": ask.key, "aria-label": label }, text, toggled);
  return { element, paint: (value) => mark(element, "aria-pressed", value) };
}

const nameOfFlag = (ask, { words }) => words.asks[ask.key].chip ?? words.asks[ask.key].what;

export const flag = {
  ...USUAL,
  blank: () => false,
  nobody: () => false,
  isBlank: () => false,
  says: (value, ask, page) => nameOfFlag(ask, page),

  chip(ask, page, changed) {
    const made = toggle(ask, nameOfFlag(ask, page), null, changed);
    // Red means a red nine and nothing else.
    mark(made.element, "data-red", Boolean(page.words.asks[ask.key].red_nine) && "");
    return made;
  },

  /** The same for one row, which has the name already. */
  cell: (ask, label, page, changed) =>
    toggle(ask, nameOfFlag(ask, page).replace("{name}", "").trim(), label, changed),
};

/** A kind that is answered by one of `options(page)`, [answer, name], in a small list. */
export const listOf = (options) => ({
  chip(ask, page, changed) {
    const { aside, chip, prompt, what } = page.words.asks[ask.key];
    // A rare question has its title there already.
    const says = (name) => (chip && !aside ? say(page.words, chip, { name }) : name);
    const blank = ask.required ? (prompt ?? what) : says(phrase("nobody"));
    const named = options(page).map(([answer, name]) => [answer, says(name)]);
    return makeSelect(what, named, { blank, stays: !ask.required, chosen: changed });
  },

  cell: (ask, label, page, changed) =>
    makeSelect(label, options(page), { blank: "–", stays: true, chosen: changed }),
});

export const seat = {
  ...USUAL,
  ...listOf(({ data }) => data.order.map((at) => [at, nameAt(data.seats, at)])),
  says: (value, ask, { data }) => nameAt(data.seats, value),
};

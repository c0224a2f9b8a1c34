// What the pad looks like - chips, rows, keys - and what taps on it mean.

import { capital, nameAt, nameOfSide, phrase } from "../words.js";
import { isSame } from "./asks.js";
import { hide, key, make, mark, put } from "../elements.js";

const LONG_NAME = 18;
const LONG_ANSWER = 6;

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

/** The short questions at the top: of the deal, and without a row of their own. */
export function makeChips(place, asks, page, pad) {
  const asked = asks.all.filter((ask) => ask.of === "deal" && !asks.hasRow(ask));
  // What was noted while the cards were played comes last: it is answered already.
  asked.sort((a, b) => Number(a.when === "during") - Number(b.when === "during"));
  const chips = asked.map((ask) => {
    const cell = { key: ask.key, at: null };
    const answered = (value) => pad.answer(cell, value);
    const made = asks.isCalled(ask)
      ? asks.widgets.called.chip(cell, ask, asks, page, pad)
      : asks.widget(ask).chip(ask, page, answered);
    made.element.dataset.ask = ask.key;
    mark(made.element, "data-during", ask.when === "during" && "");
    return { ask, ...made };
  });
  const aside = asks.widgets.called?.asideOf(chips, asks, page);
  place.replaceChildren(...chips.filter((chip) => !aside?.has(chip)).map(({ element }) => element));
  if (aside) place.append(aside.element);
  const during = asked.filter(({ when }) => when === "during").length;
  mark(place, "data-chips", asked.length - during);
  mark(place, "data-asks-during", during > 0 && "");
  return (typed, there) => {
    for (const { ask, element, paint } of chips) {
      const isThere = there.includes(ask);
      hide(element, !isThere && !typed.voided);
      // Of a void deal somebody may still say that it was played after all.
      mark(element, "data-idle", !isThere && typed.voided && ask !== asks.first && "");
      paint(typed.answers[ask.key], typed);
    }
    aside?.paint(typed, there);
  };
}

/** The rows: who or what, what was typed, and what it will cost. */
export function makeRows(list, template, asks, page, pad) {
  const made = new Map();

  function makeRow(row) {
    const item = template.content.firstElementChild.cloneNode(true);
    const part = (name) => item.querySelector(`[data-${name}]`);
    const name = nameOfRow(row, page);
    let line = part("line");
    part("name").textContent = name;
    part("name").toggleAttribute("data-long", name.length > LONG_NAME);
    line.dataset.row = row.id;
    item.className = row.ask || row.rest ? "pad-of-deal" : "pad-of-seat";
    const answered = row.cells.map((cell) => asks.find(cell.key));
    const keyed = answered.filter((ask) => asks.isKeyed(ask));
    const cells = row.cells.flatMap((cell, at) => {
      const ask = answered[at];
      if (asks.isKeyed(ask)) return asks.hasColumns || row.ask ? [keyedCell(cell, ask, name)] : [];
      const label = row.ask ? name : `${name}: ${titleOf(ask, page)}`;
      const draw = row.ask ? asks.widget(ask).segments : asks.widget(ask).cell;
      const made = draw(ask, label, page, (value) => pad.answer(cell, value), pad);
      made.element.dataset.cell = cell.key;
      return [{ cell, ...made }];
    });
    // Nothing is chosen by tapping a question that is answered beside it.
    if ((row.ask && !keyed.length) || row.rest) {
      line.replaceWith(make("span", { class: "pad-title-of" }, name));
    }
    // Nor by tapping a side of which nothing is asked: its row tells what it scores.
    if (row.side !== null && !row.cells.length && asks.first?.kind !== "side") {
      const { side } = asks.widgets;
      if (side) part("name").dataset.sign = side.signOfSide(page.data, row.side);
      item.classList.add("pad-told");
      return { item, part, line: untapped(line, row), cells, row };
    }
    const { same } = asks.widgets;
    // Nor by tapping a name with its answers in columns, where it has no room for a finger.
    if (same && !asks.first && !row.ask && !row.rest) line = untapped(line, row);
    if (same) cells.push(...row.cells.flatMap((cell) => same.keysOf(cell, asks, name, page, pad)));
    const answers = row.rest
      ? [asks.widgets.side.restOf(row.rest, page, pad)]
      : cells.map(({ element }) => element);
    if (answers.length) {
      const place = make("div", { class: "pad-cells" }, ...answers);
      if (!row.ask && !row.rest) same?.alignColumns(place, row, asks);
      item.append(place);
      item.classList.add("pad-answers");
    }
    return { item, part, line, cells, row };
  }

  function untapped(line, row) {
    const untappable = make("div", { class: "pad-line", "data-row": row.id }, ...line.childNodes);
    line.replaceWith(untappable);
    return untappable;
  }

  /** A cell that is typed with keys; what is covered is shown as long as it is held. */
  function keyedCell(cell, ask, name) {
    const title = page.words.asks[ask.key].short ?? titleOf(ask, page);
    const element = key("cell", ask.key, "");
    const label = `${name}: ${titleOf(ask, page)}`;
    if (ask.of !== "deal") element.dataset.title = title;
    element.addEventListener("click", () => pad.choose(cell));
    if (ask.shown === "when_complete") asks.widgets.cover.holdToLook(element, cell, pad);
    return { cell, element, isKeyed: true, label };
  }

  const rowAt = (row) => {
    const drawn = row.cells.map(({ key }) => key).join();
    const known = made.get(row.id);
    if (known?.drawn !== drawn) made.set(row.id, { ...makeRow(row), drawn });
    return made.get(row.id);
  };

  return {
    order: (rows) => list.replaceChildren(...rows.map((row) => rowAt(row).item)),
    focus(id) {
      const { item, line } = made.get(id) ?? {};
      const cell = item?.querySelector("[data-cell][aria-current]") ?? item?.querySelector("button");
      (line?.matches("button") ? line : cell)?.focus({ preventScroll: true });
    },
    show: (id) => made.get(id)?.item.scrollIntoView({ block: "nearest" }),
    paint(row, { blank = false, fault = false, filled = false, ...texts }, typed, peeked) {
      const { cells, line, part } = rowAt(row);
      const isHere = (cell) => isSame(cell, typed.active);
      if (part("name")) {
        for (const name of ["working", "typed", "cost", "totals"]) put(part(name), texts[name]);
      }
      mark(line, "data-blank", blank && "");
      mark(line, "data-fault", fault && "");
      mark(line, "data-filled", filled && "");
      mark(line, "aria-current", !row.ask && row.cells.some(isHere) && "true");
      for (const { cell, element, isKeyed, label, paint, paintAll } of cells) {
        if (paintAll) paintAll(typed);
        else if (!isKeyed) paint(asks.value(typed, cell));
        else {
          const text = asks.text(typed, cell, peeked);
          put(element, text);
          mark(element, "aria-label", text ? `${label}, ${text}` : label);
          mark(element, "data-filled", asks.fills(typed, cell) !== null && "");
          mark(element, "data-blank", text === "" && "");
          mark(element, "data-wordy", text.length > LONG_ANSWER && "");
          mark(element, "aria-current", isHere(cell) && "true");
        }
      }
    },
  };
}

/** The keys of every ask that is typed with keys; those of one are shown at a time. */
export function makeKeys(find, asks, page, pad) {
  const made = new Map();
  for (const place of ["keys", "more", "switch"]) find(place).replaceChildren();
  for (const ask of asks.all.filter(asks.isKeyed)) {
    const keys = asks.widget(ask).makeKeys(ask, page, pad);
    const places = { keys: keys.element, more: keys.extra, switch: keys.dock };
    const parts = Object.entries(places).filter(([, part]) => part);
    for (const [place, part] of parts) find(place).append(part);
    made.set(ask.key, { ...keys, keys, parts: parts.map(([, part]) => part) });
  }
  return {
    of: (name) => made.get(name)?.keys,
    paint(name, value) {
      for (const [other, { parts }] of made) parts.forEach((part) => hide(part, other !== name));
      const keys = made.get(name)?.keys;
      hide(find("digits"), !keys?.usesDigits(value));
      hide(find("keys"), !keys?.hasKeys(value));
      keys?.paint(value);
    },
  };
}

// What keys mean comes behind the pad: few phones have any.
let keyboard = null;
let fetching = null;

/** Fetch it once: all keys that were pressed before it is there are heard in their order. */
export function fetchKeyboard() {
  fetching ??= import("./keyboard.js").then((fetched) => (keyboard = fetched));
  fetching.catch(() => (fetching = null));
  return fetching;
}

function hearKey(pad, press) {
  if (keyboard) return keyboard.hear(pad, press);
  // What it means is not known yet, but that Enter is no tap.
  if (press.key === "Enter" && press.target.closest("[data-row], [data-cell]")) press.preventDefault();
  return fetchKeyboard().then(({ hear }) => hear(pad, press), () => {});
}

export function listen(pad) {
  const { dialog } = pad;
  const taps = {
    digit: (digit) => pad.digit(digit),
    delete: () => pad.erase(),
    row: (id) => pad.chooseRow(id),
    use: () => pad.useSaid(),
    next: () => pad.onward(),
    save: () => pad.onward(),
    "note-now": () => pad.noteNow(),
    close: () => dialog.close(),
  };

  // While a deal is on its way nothing on the pad changes.
  dialog.addEventListener(
    "click",
    (tap) => {
      if (pad.saving) tap.stopPropagation();
    },
    true,
  );
  dialog.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const name = button && Object.keys(taps).find((tap) => button.hasAttribute(`data-${tap}`));
    if (name) taps[name](button.getAttribute(`data-${name}`));
  });

  // Keys do not take the focus from the row they write into.
  dialog.addEventListener("mousedown", (press) => {
    if (press.target.closest("[data-digits], [data-keys], .pad-row")) press.preventDefault();
  });

  dialog.addEventListener("keydown", (press) => {
    if (!press.altKey && !press.ctrlKey && !press.metaKey) hearKey(pad, press);
  });
}

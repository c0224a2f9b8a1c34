// The kinds that most games ask, in chips at the top: whether it happened, a chip that is lit or not,
// and which seat it was. They come with the pad.

import { button, makeSelect, mark } from "../../elements.js";
import { nameAt, phrase, say } from "../../words.js";

// The defaults of a widget.
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

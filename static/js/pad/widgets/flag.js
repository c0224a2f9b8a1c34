// Whether it happened: a chip that is lit or not.

import { key, mark } from "../../elements.js";

export const blank = () => false;
export const nobody = () => false;
export const isBlank = () => false;
export const says = (value, ask, { words }) => words.asks[ask.key].chip ?? words.asks[ask.key].what;

function toggle(ask, text, label, changed) {
  const button = key("flag", ask.key, text, label);
  button.addEventListener("click", () => changed(button.getAttribute("aria-pressed") !== "true"));
  return { element: button, paint: (value) => mark(button, "aria-pressed", value) };
}

export function chip(ask, page, changed) {
  const words = page.words.asks[ask.key];
  const made = toggle(ask, words.chip ?? words.what, null, changed);
  // Red means a red nine and nothing else.
  mark(made.element, "data-red", Boolean(words.red_nine) && "");
  return made;
}

/** The same for one row, which has the name already. */
export function cell(ask, label, page, changed) {
  const { chip, what } = page.words.asks[ask.key];
  return toggle(ask, (chip ?? what).replace("{name}", "").trim(), label, changed);
}

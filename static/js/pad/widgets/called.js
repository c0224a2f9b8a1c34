// The top of the pad in games that are bid for: what was called, and what is rarely asked.

import { say } from "../../words.js";
import { isSame } from "../asks.js";
import { key, make, mark, put } from "../../elements.js";
import { titleOf } from "../view.js";

/** What was called and is typed with keys, such as a bid. */
export function chip(cell, ask, asks, page, pad) {
  const element = key("cell", ask.key, "");
  element.addEventListener("click", () => pad.choose(cell));
  const label = titleOf(ask, page);
  return {
    element,
    paint(_, typed) {
      const text = asks.text(typed, cell);
      put(element, text);
      mark(element, "aria-label", text ? `${label}, ${text}` : label);
      mark(element, "data-blank", text === "" && "");
      mark(element, "aria-current", isSame(cell, typed.active) && "true");
    },
  };
}

/** What is rarely asked lies behind a button that says which of it was answered. */
export function asideOf(chips, asks, page) {
  const rare = chips.filter(({ ask }) => page.words.asks[ask.key].aside);
  if (!rare.length) return null;
  const element = make("details", { class: "pad-aside" });
  const summary = make("summary", {}, page.words.aside);
  const list = make("div", { class: "pad-aside-list" });
  for (const { ask, element: chip } of rare) {
    if (ask.kind !== "flag") list.append(make("span", {}, titleOf(ask, page)));
    list.append(chip);
    chip.addEventListener(ask.kind === "flag" ? "click" : "change", () => (element.open = false));
  }
  element.append(summary, list);
  return {
    element,
    has: (chip) => rare.includes(chip),
    paint({ answers }, there) {
      const isSaid = ({ ask }) => there.includes(ask) && ![null, false].includes(answers[ask.key]);
      const answered = rare.find(isSaid)?.ask;
      const name = answered && asks.widget(answered).says(answers[answered.key], answered, page);
      const { chip: short } = answered ? page.words.asks[answered.key] : {};
      put(summary, answered ? (short ? say(page.words, short, { name }) : name) : page.words.aside);
      mark(summary, "data-lit", Boolean(answered) && "");
    },
  };
}

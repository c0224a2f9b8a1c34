// The rare questions at the top of the pad.

import { say } from "../../words.js";
import { make, mark, put } from "../../elements.js";
import { titleOf } from "../view.js";

/** The rare questions behind a button that says which of them was answered. */
export function makeAside(chips, asks, page) {
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
      const isAnswered = ({ ask }) => there.includes(ask) && ![null, false].includes(answers[ask.key]);
      const answered = rare.find(isAnswered)?.ask;
      const name = answered && asks.widget(answered).says(answers[answered.key], answered, page);
      const { chip: short } = answered ? page.words.asks[answered.key] : {};
      put(summary, answered ? (short ? say(page.words, short, { name }) : name) : page.words.aside);
      mark(summary, "data-lit", Boolean(answered) && "");
    },
  };
}

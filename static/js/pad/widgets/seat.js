// Which seat it was: a chip that names people.

import { nameAt, phrase, say } from "../../words.js";
import { makeSelect } from "../../elements.js";

export const says = (value, ask, { data }) => nameAt(data.seats, value);

/** The answers there are, as [answer, name]. */
const options = ({ data }) => data.order.map((seat) => [seat, nameAt(data.seats, seat)]);

/** A chip that names one of these. */
export function chipOf(ask, answers, { words }, changed) {
  const { aside, chip, prompt, what } = words.asks[ask.key];
  // What lies aside has its title beside it.
  const says = (name) => (chip && !aside ? say(words, chip, { name }) : name);
  const blank = ask.required ? (prompt ?? what) : says(phrase("nobody"));
  const chosen = answers.map(([answer, name]) => [answer, says(name)]);
  return makeSelect(what, chosen, { blank, stays: !ask.required, chosen: changed });
}

export const chip = (ask, page, changed) => chipOf(ask, options(page), page, changed);

/** The same question for one row, as a small list. */
export function cell(ask, label, page, changed) {
  const select = { blank: "–", stays: true, chosen: changed };
  return makeSelect(label, options(page), select);
}

// Which seat it was: a chip that names people.

import { nameAt, phrase, say } from "../../words.js";
import { makeMany, makeSelect } from "../parts.js";

export const blank = () => null;
export const isBlank = (value) => value === null;
export const read = (raw) => raw;
export const write = (value) => value;
export const hasRow = () => false;
export const says = (value, ask, { data }) => nameAt(data.seats, value);

/** The answers there are, as [seat, words]; `chip` is what is said of whom. */
const options = ({ data }, chip) =>
  data.order.map((seat) => [seat, chip(nameAt(data.seats, seat))]);

const wordsOf = (ask, words) => words.asks[ask.key];

export function chip(ask, page, changed) {
  const words = wordsOf(ask, page.words);
  const chip = (name) => (words.chip ? say(page.words, words.chip, { name }) : name);
  if (ask.many) {
    const add = words.prompt ?? words.what;
    const named = (seat) => chip(nameAt(page.data.seats, seat));
    return makeMany(words.what, options(page, (name) => name), { add, says: named, changed });
  }
  const nobody = ask.required ? (words.prompt ?? words.what) : chip(phrase("nobody"));
  const select = { blank: nobody, stays: !ask.required, chosen: changed };
  return makeSelect(words.what, options(page, chip), select);
}

/** The same question for one row, as a small list. */
export function cell(ask, label, page, changed) {
  const select = { blank: "–", stays: true, chosen: changed };
  return makeSelect(label, options(page, (name) => name), select);
}

// Which of a few it was: all of them in a row, or for each seat a small list.

import { makeMany, makeSegments, makeSelect, SUITS } from "../parts.js";

export const blank = () => null;
export const isBlank = (value) => value === null;
export const read = (raw) => raw;
export const write = (value) => value;
export const hasRow = ({ many }) => !many;

/** What a value is called; a suit by its sign. */
const word = (ask, { words }, value) =>
  words.asks[ask.key].options?.[value] ?? SUITS[value] ?? value;
export const says = (value, ask, page) => word(ask, page, value);

const options = (ask, page) => ask.values.map((value) => [value, word(ask, page, value)]);

/** Asks of many answers have a chip. */
export function chip(ask, page, changed) {
  const { prompt, what } = page.words.asks[ask.key];
  const named = (value) => word(ask, page, value);
  return makeMany(what, options(ask, page), { add: prompt ?? what, says: named, changed });
}

export const segments = (ask, label, page, changed) =>
  makeSegments(label, options(ask, page), { chosen: changed });

export function cell(ask, label, page, changed) {
  return makeSelect(label, options(ask, page), { blank: "–", stays: true, chosen: changed });
}

// Which side it was: a chip, or where several are asked together a row of all sides each.

import { inColumns, markOfSide, nameOfSide, sidesOf } from "../../sides.js";
import { say } from "../../words.js";
import { makeMany, makeSegments, makeSelect } from "../parts.js";
import { PAD } from "../sentences.js";

// Said of an ask that nobody answers: known to be nobody, which is not the same as blank.
const NOBODY = -1;

export const blank = () => null;
export const none = () => NOBODY;
export const isBlank = (value) => value === null;
export const read = (raw) => raw;
export const write = (value) => (value === NOBODY ? null : value);
export const hasRow = ({ group }) => Boolean(group);
export const says = (value, ask, { data }) => nameOfSide(data, value);

const options = ({ data }, chip = (name) => name) =>
  sidesOf(data).map((side) => [side, chip(nameOfSide(data, side))]);

export function chip(ask, page, changed) {
  const words = page.words.asks[ask.key];
  // What lies aside has its title beside it.
  const isNamed = !words.chip || words.aside;
  const chip = (name) => (isNamed ? name : say(page.words, words.chip, { name }));
  if (ask.many) {
    const named = (side) => chip(nameOfSide(page.data, side));
    const add = words.prompt ?? words.what;
    return makeMany(words.what, options(page), { add, says: named, changed });
  }
  const nobody = ask.required ? (words.prompt ?? words.what) : chip(PAD.nobody);
  const select = { blank: nobody, stays: !ask.required, chosen: changed };
  return makeSelect(words.what, options(page, chip), select);
}

export function cell(ask, label, page, changed) {
  return makeSelect(label, options(page), { blank: "–", stays: true, chosen: changed });
}

/** All sides in a row, each by its mark; and nobody, where that is an answer. */
export function segments(ask, label, page, changed) {
  const { data, words } = page;
  const sides = sidesOf(data).map((side) => [
    side,
    markOfSide(data, side),
    `${label}: ${nameOfSide(data, side)}`,
  ]);
  const nobody = words.asks[ask.key].none ?? PAD.nobody;
  const none = ask.required ? [] : [[NOBODY, nobody, `${label}: ${nobody}`]];
  const made = makeSegments(label, [...sides, ...none], { chosen: changed });
  if (ask.group) inColumns(made.element, ask.group, data);
  return made;
}

// Which side it was: a chip, or where several are asked together a row of all sides each.

import { nameOfSide, phrase, sidesOf } from "../../words.js";
import { makeSegments } from "../../elements.js";
import { listOf } from "../view.js";

// The answer that it is nobody, which is not the same as blank.
const NOBODY = -1;

export const none = () => NOBODY;
export const write = (value) => (value === NOBODY ? null : value);
export const hasRow = ({ group }) => Boolean(group);
export const says = (value, ask, { data }) => nameOfSide(data, value);

export const { cell, chip } = listOf(({ data }) =>
  sidesOf(data).map((side) => [side, nameOfSide(data, side)]),
);

/** A key in the column of each side, and one for nobody where that is an answer. */
export function segments(ask, label, { data, words }, changed) {
  const sides = sidesOf(data).map((side) => [side, "", `${label}: ${nameOfSide(data, side)}`]);
  const nobody = words.asks[ask.key].none ?? phrase("nobody");
  const none = ask.required ? [] : [[NOBODY, nobody, `${label}: ${nobody}`]];
  return makeSegments(label, [...sides, ...none], changed);
}

/** A key for each side that takes all of a group that are still open. */
export function restOf(group, { data }, pad) {
  const says = (side) => phrase("rest_to_side", { name: nameOfSide(data, side) });
  const sides = sidesOf(data).map((side) => [side, "", says(side)]);
  const chosen = (side) =>
    pad.change(({ answers }) => {
      const open = pad.asks.asked(pad.typed).filter((ask) => ask.group === group);
      for (const { key } of open) answers[key] ??= side;
    });
  return makeSegments(phrase("rest_to"), sides, chosen).element;
}

// What was noted of a deal in play; the twin of given.py, as far as a phone knows the answers.

import { giveUp } from "./entries.js";

/**
 * What was `noted` at this table, with what page.data tells of it besides where phones answer;
 * `notes` are the answers in the order of the book.
 */
export function readNotes({ asks }, { order, plays, sides }, notes) {
  const count = ({ of, stand_ins: standIns = 0 }) =>
    (of === "side" ? new Set(sides).size : order.length) + standIns;
  const noted = {};
  const given = [];
  for (const { beats, key, kind, many, of, open_with: opener, when, ...ask } of asks) {
    const mine = notes.filter((one) => one.key === key);
    const isOpened = ({ seat }) => notes.some((one) => one.key === opener && one.seat === seat);
    const isNewest = ({ seat }, at) => !mine.slice(at + 1).some((one) => one.seat === seat);
    const told = mine.filter(isNewest).sort((one, other) => one.seat - other.seat);
    if (!told.length) continue;
    // What seats answer for themselves is for the server, and which of several answers counts.
    if ((when !== "during" && !mine.every(isOpened)) || many || (beats && told.length > 1)) giveUp();
    given.push(...told);
    noted[key] = told[0].value;
    if (!of) continue;
    noted[key] = Array(count({ of, ...ask })).fill(kind === "flag" ? false : null);
    for (const { seat, value } of told) noted[key][seat] = value;
  }
  if (notes.some(({ key }) => !(key in noted))) giveUp();
  const isAnswered = (key) => noted[key] != null && noted[key] !== false;
  const missing = asks.flatMap((ask) => {
    const { but, group, key, kind, many, required = kind !== "flag", shown, unless = [] } = ask;
    const of = kind === "hands" ? "seat" : ask.of;
    const isAsked = required || group || shown || kind === "hands";
    if (!isAsked || many || unless.some(isAnswered)) return [];
    const isOpen = (at) =>
      !given.some((one) => one.key === key && one.seat === at) && (!of || at !== noted[but]);
    const isThere = (at) => of !== "seat" || at >= order.length || plays.includes(at);
    const seats = of ? [...Array(count({ ...ask, of })).keys()] : [null];
    return seats.filter((at) => isOpen(at) && isThere(at)).map((at) => [key, at]);
  });
  const told = given.map(({ key, seat }) => [key, seat]);
  return { noted, in: told, answered: noted, missing, counted: false, final: [], open: [] };
}

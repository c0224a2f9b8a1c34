// Which card it was: its rank, then its suit. A value is {rank, suit}, "" while not known. Where no
// rank needs to be known the suit alone is a card, and the record has an x for its rank.

import { SUITS, cardName, phrase } from "../../words.js";
import { button, make, mark, tapRow } from "../../elements.js";
import { promptOf } from "../speech.js";

const ANY = "x";

/** A card as a record writes it, in two parts; the joker has no suit. */
function parts(card) {
  const [, rank, suit] = card.match(/^(.+?)([CDHS]?)$/);
  return { rank, suit };
}

export const keyed = true;
export const isOneTap = () => true;
export const blank = () => ({ rank: "", suit: "" });
export const hasRow = () => true;
export const isBlank = ({ rank, suit }, ask) => !ask.values.includes(rank + suit);
export const read = parts;
export const write = (value, ask) => (isBlank(value, ask) ? null : value.rank + value.suit);
export const text = ({ rank, suit }) =>
  suit && rank === ANY ? SUITS[suit] : `${cardName(rank)}${SUITS[suit] ?? ""}`;
export const says = (value) => text(parts(value));
export const instead = (value, other) => parts(other);
export const blankText = (name) => phrase("blank", { name });
export const erase = ({ rank, suit }) => (suit ? { rank, suit: "" } : blank());

export const prompt = (name, value, ask, page) => promptOf(ask, page, name);

const offered = ({ offers, values }) => (offers ?? values).map(parts);
const ranksOf = (ask) => [...new Set(offered(ask).map(({ rank }) => rank))];
const suitsOf = (ask) =>
  Object.keys(SUITS).filter((suit) => offered(ask).some((card) => card.suit === suit));
const isAny = (rank, ask) => rank === ANY && suitsOf(ask).length > 0;

function choose(part, pad, ask) {
  const whole = ask.values.includes(part.rank);
  // After a whole card a suit alone begins another one.
  const before = isBlank(pad.value, ask) ? pad.value : blank();
  const value = whole ? { ...part, suit: "" } : { ...before, ...part };
  if (value.suit && !value.rank && ask.values.includes(ANY + value.suit)) value.rank = ANY;
  if (isBlank(value, ask)) pad.type(() => value);
  else pad.tapped(value);
}

export function letter(pressed, pad, ask) {
  const typed = pressed === "1" ? "10" : pressed.toUpperCase();
  const rank = ranksOf(ask).find((name) => name === typed || (name.length > 2 && name[0] === typed));
  if (rank) return () => choose({ rank }, pad, ask);
  return suitsOf(ask).includes(typed) ? () => choose({ suit: typed }, pad, ask) : undefined;
}

export function makeKeys(ask, page, pad) {
  const tapsOf = (name, parts, word) =>
    parts.map((part) => {
      const marks = { [`data-${name}`]: SUITS[part] ?? part, "data-word": part.length > 2 && "" };
      return [part, button(marks, word(part), () => choose({ [name]: part }, pad, ask))];
    });
  const { options } = page.words.asks[ask.key];
  const named = ranksOf(ask).filter((rank) => !isAny(rank, ask));
  const ranks = tapsOf("rank", named, (rank) => options?.[rank] ?? cardName(rank));
  const suits = tapsOf("suit", suitsOf(ask), (suit) => SUITS[suit]);
  // A few keys are one row of them.
  const isFew = ranks.length + suits.length <= 6;
  const rows = (isFew ? [[...suits, ...ranks]] : [ranks, suits]).flatMap((taps) =>
    tapRow(taps.map(([, tap]) => tap), taps.length > 7 ? Math.ceil(taps.length / 2) : taps.length),
  );
  return {
    element: make("div", { class: "pad-taps" }, ...rows),
    paint(value) {
      for (const [rank, tap] of ranks) mark(tap, "aria-pressed", rank === value?.rank);
      for (const [suit, tap] of suits) mark(tap, "aria-pressed", suit === value?.suit);
    },
  };
}

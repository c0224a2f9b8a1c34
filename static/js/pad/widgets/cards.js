// Which card it was: its rank, then its suit. A value is {rank, suit}, "" while not known. Where no
// rank needs to be known the suit alone is a card, and the record has an x for its rank.

import { SUITS, cardName, phrase } from "../../words.js";
import { mark } from "../../elements.js";
import { tapped } from "../keys.js";
import { promptOf } from "./number.js";

const ANY = "x";

export const keyed = true;
export const blank = () => ({ rank: "", suit: "" });
export const hasRow = true;
export const isBlank = ({ rank, suit }, ask) => !ask.values.includes(rank + suit);
/** A card as a record writes it, in two parts; the joker has no suit. */
export function read(card) {
  const [, rank, suit] = card.match(/^(.+?)([CDHS]?)$/);
  return { rank, suit };
}
export const prompt = (name, value, ask) => promptOf(ask, name);
export const blankText = (name) => phrase("blank", { name });
export const write = (value, ask) => (isBlank(value, ask) ? null : value.rank + value.suit);
export const text = ({ rank, suit }) =>
  suit && rank === ANY ? SUITS[suit] : `${cardName(rank)}${SUITS[suit] ?? ""}`;
export const erase = ({ rank, suit }) => (suit ? { rank, suit: "" } : blank());

function choose(part, pad) {
  const { ask } = pad;
  const whole = ask.values.includes(part.rank);
  // After a whole card a suit alone begins another one.
  const before = isBlank(pad.value, ask) ? pad.value : blank();
  const value = whole ? { ...part, suit: "" } : { ...before, ...part };
  if (value.suit && !value.rank && ask.values.includes(ANY + value.suit)) value.rank = ANY;
  if (isBlank(value, ask)) pad.type(() => value);
  else tapped(pad, value);
}

export const taps = {
  rank: (rank, pad) => choose({ rank }, pad),
  suit: (_, pad, { value }) => choose({ suit: value }, pad),
};

export function paintKeys(keys, value) {
  for (const tap of keys("rank")) mark(tap, "aria-pressed", tap.dataset.rank === value?.rank);
  for (const tap of keys("suit")) mark(tap, "aria-pressed", tap.value === value?.suit);
}

// Which card it was: its rank, then its suit. A value is {rank, suit}, "" while not known.

import { key, make, mark, SUITS } from "../parts.js";
import { PAD, promptOf } from "../sentences.js";


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
export const text = ({ rank, suit }) => `${rank}${SUITS[suit] ?? ""}`;
export const says = (value) => text(parts(value));
export const instead = (value, other) => parts(other);
export const blankText = PAD.blank;
export const erase = ({ rank, suit }) => (suit ? { rank, suit: "" } : blank());

export const prompt = (name, value, ask, { words }) => promptOf(ask, words, name);

const ranksOf = ({ values }) => [...new Set(values.map((card) => parts(card).rank))];
const suitsOf = ({ values }) =>
  Object.keys(SUITS).filter((suit) => values.some((card) => parts(card).suit === suit));

function choose(part, pad, ask) {
  const whole = ask.values.includes(part.rank);
  const value = whole ? { ...part, suit: "" } : { ...pad.value, ...part };
  if (isBlank(value, ask)) pad.type(() => value);
  else pad.tapped(value);
}

export function letter(pressed, pad, ask) {
  const typed = pressed === "1" ? "10" : pressed.toUpperCase();
  if (ranksOf(ask).includes(typed)) return () => choose({ rank: typed }, pad, ask);
  return suitsOf(ask).includes(typed) ? () => choose({ suit: typed }, pad, ask) : undefined;
}

export function makeKeys(ask, page, pad) {
  const element = make("div", { class: "pad-taps" });
  const row = (name, list, words) => {
    const place = make("div", { class: "pad-tap-row", role: "group" });
    place.style.setProperty("--keys", list.length > 7 ? Math.ceil(list.length / 2) : list.length);
    const taps = list.map((part) => {
      const tap = key(name, part, words(part));
      tap.addEventListener("click", () => choose({ [name]: part }, pad, ask));
      return [part, tap];
    });
    place.append(...taps.map(([, tap]) => tap));
    if (taps.length) element.append(place);
    return taps;
  };
  const { options } = page.words.asks[ask.key];
  const ranks = row("rank", ranksOf(ask), (rank) => options?.[rank] ?? rank);
  const suits = row("suit", suitsOf(ask), (suit) => SUITS[suit]);
  return {
    element,
    isOneTap: () => true,
    usesDigits: () => false,
    hasKeys: () => true,
    paint(value) {
      for (const [rank, tap] of ranks) mark(tap, "aria-pressed", rank === value?.rank);
      for (const [suit, tap] of suits) mark(tap, "aria-pressed", suit === value?.suit);
    },
  };
}

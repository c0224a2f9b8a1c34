// A whole number: one tap where there are only a few, else digits, which + adds up; or the cards
// that stand for it. A value is {digits, cards}: digits such as "10+5-3" or "", or cards, else null;
// with `same` it is the number of another ask.

import { cardName, phrase, say, words } from "../../words.js";
import { hide, mark, put } from "../../elements.js";
import { isKnown, isSpared, sum } from "../../rules/table.js";
import { changeBlanks, tapped } from "../keys.js";

export const keyed = true;
export const blank = () => ({ digits: "", cards: null });
export const hasRow = true;

const cardsOf = ({ cards }, ask) => (cards?.length === ask.card_count ? cards : null);

/** The number that was typed; null where there is none yet, or where the deal decides it. */
export function number(value, ask) {
  if (value.cards) {
    const counts = cardsOf(value, ask)?.map((card) => ask.cards[card]) ?? [null];
    return counts.includes(null) ? null : counts.reduce((sum, count) => sum + count, 0);
  }
  const terms = value.digits.match(/[+-]?\d+/g);
  return terms && terms.reduce((sum, term) => sum + Number(term), 0);
}

export const isBlank = (value, ask) => !cardsOf(value, ask) && number(value, ask) === null;
export const write = (value, ask) => cardsOf(value, ask) ?? number(value, ask);
export const read = (raw) =>
  Array.isArray(raw) ? { digits: "", cards: [...raw] } : { digits: String(raw), cards: null };

export const text = ({ digits, cards }) =>
  cards?.map(cardName).join(" ") ?? digits.replaceAll(/(?<=\d)[+-]/g, " $& ").replaceAll("-", "−");

/** A number of the other sign, or of more than the sum, is for a person to say. */
export const isLikely = (number, { sum }) => !sum || (number / sum >= 0 && number / sum <= 1);

/** The rest of the sum, below zero where it is passed; null where there is none. */
export function left(asks, typed, ask) {
  if (ask.sum == null || asks.seat !== null) return null;
  const numbers = asks.cells(ask, typed).map((cell) => asks.number(typed, cell)).filter(isKnown);
  return isSpared(numbers, ask.sum) ? null : ask.sum - sum(numbers);
}

/** The blanks that the sum fills, as `asks.filled` gives them. */
export function filled(asks, typed, ask) {
  const number = left(asks, typed, ask);
  if (number === null) return null;
  const blanks = asks.cells(ask, typed).filter((cell) => asks.number(typed, cell) === null);
  const isNothing = number === 0 && ask.least === 0;
  if (!blanks.length || (blanks.length > 1 && !isNothing)) return null;
  if (!isLikely(number, ask) || number < ask.least || number > ask.most) return null;
  return { cells: blanks, number };
}

export function promptOf({ key }, name) {
  const { prompt, what } = words.asks[key];
  return prompt ? say(prompt, { name }) : `${name}: ${what}`;
}

/** What is asked; of a few cards how many are missing. */
export function prompt(name, { cards }, ask) {
  const more = cards?.length ? ask.card_count - cards.length : 0;
  return more ? phrase("more_cards", { name, more }) : promptOf(ask, name);
}

/** Where nothing can be saved yet. */
export const blankText = (name, { ask, value }) =>
  value.cards?.length ? prompt(name, value, ask) : phrase("blank", { name });

export function fault(value, ask) {
  const { least, most } = ask;
  const typed = number(value, ask);
  if (typed === null || (typed >= least && typed <= most)) return null;
  // Another digit may make it large enough, and never small enough.
  return { code: "number_not_between", what: ask.key, least, most, stays: typed > most };
}

export function digit(value, pressed, { least, most }, fresh) {
  const longest = String(Math.max(-least, most)).length;
  const stands = fresh || value.cards ? "" : value.digits;
  const [, before, last] = stands.match(/^(.*?)(\d*)$/);
  const typed = last === "0" ? pressed : last + pressed;
  return { digits: typed.length > longest ? stands : before + typed, cards: null };
}

export function erase(value, fresh) {
  if (value.cards) return { digits: "", cards: value.cards.slice(0, -1) };
  return { digits: fresh ? "" : value.digits.slice(0, -1), cards: null };
}

const plus = ({ digits }) => ({ digits: digits.replace(/(\d)$/, "$1+"), cards: null });

function minus({ digits }) {
  const [, before, sign, last] = digits.match(/^(.*?)([+-]?)(\d*)$/);
  const other = sign === "-" ? (before ? "+" : "") : "-";
  return { digits: before + other + last, cards: null };
}

function addCard(card, pad) {
  const { ask, value } = pad;
  const held = value.cards && !cardsOf(value, ask) ? value.cards : [];
  const added = { digits: "", cards: [...held, card] };
  if (cardsOf(added, ask)) tapped(pad, added);
  else pad.type(() => added);
}

export const taps = {
  suit: (_, pad, { value }) => addCard(value, pad),
  number(count, pad, { ariaDisabled, ariaPressed }) {
    if (ariaDisabled) return pad.asks.widgets.last.refuse(pad, count);
    // Whoever comes back to a number and taps it again wants just that.
    if (ariaPressed === "true" && !pad.ask.required && !pad.typed.fresh) return pad.type(blank);
    return tapped(pad, read(count));
  },
  named: (name, pad) => tapped(pad, read(pad.ask.keys[name])),
  minus: (_, pad) => pad.type(minus),
  plus: (_, pad) => pad.type(plus),
  rest: (_, pad) => changeBlanks(pad, pad.ask, () => read(0)),
};

export function paintKeys(keys, value, ask, pad) {
  const shown = value && !value.cards ? number(value, ask) : null;
  // The keys are those of any deal of this game, each in its place.
  const isThere = ({ dataset: { number } }) => number >= ask.least && number <= ask.most;
  for (const tap of keys("number")) {
    const number = Number(tap.dataset.number);
    mark(tap, "aria-pressed", number === shown);
    mark(tap, "aria-disabled", (pad.asks.widgets.last?.bars(pad, number) ?? false) && "true");
    mark(tap, "data-not", !isThere(tap) && "");
    hide(tap.parentElement, ![...tap.parentElement.querySelectorAll("button")].some(isThere));
  }
  const isOpen = (cell) => pad.asks.isBlank(pad.typed, cell);
  for (const tap of keys("rest")) hide(tap, !pad.asks.cells(ask, pad.typed).some(isOpen));
  for (const tap of keys("named")) {
    const worth = ask.keys?.[tap.dataset.named];
    hide(tap, worth === undefined);
    put(tap.lastElementChild, worth);
    mark(tap, "aria-pressed", worth === shown);
  }
}

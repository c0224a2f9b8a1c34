// A whole number: one tap where there are only a few, else digits, which + adds up; or the cards
// that stand for it. A value is {digits, cards}: digits such as "10+5-3" or "", or cards, else null;
// with `same` it is the number of another ask.

import { cardName, phrase } from "../../words.js";
import { hide, mark } from "../../elements.js";
import { changeBlanks, tapped } from "../keys.js";
import { promptOf } from "../preview.js";

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

/** What is asked; of a few cards how many are missing. */
export function prompt(name, { cards }, ask) {
  const more = cards?.length ? ask.card_count - cards.length : 0;
  return more ? phrase("more_cards", { name, more }) : promptOf(ask, name);
}

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
  number(count, pad, { ariaPressed }) {
    // Whoever comes back to a number and taps it again wants just that.
    if (ariaPressed === "true" && !pad.ask.required && !pad.typed.fresh) pad.type(blank);
    else tapped(pad, read(count));
  },
  minus: (_, pad) => pad.type(minus),
  plus: (_, pad) => pad.type(plus),
  rest: (_, pad) => changeBlanks(pad, pad.ask, () => read(0)),
};

export function paintKeys(keys, value, ask) {
  const shown = value && !value.cards ? number(value, ask) : null;
  for (const tap of keys("number")) {
    const number = Number(tap.dataset.number);
    mark(tap, "aria-pressed", number === shown);
    // The keys are those of any deal of this game.
    hide(tap, number < ask.least || number > ask.most);
  }
}

// A whole number: one tap where there are only a few, else digits, which + adds up; or the cards
// that stand for it. A value is {digits, cards}: digits such as "10+5-3" or "", or cards, else null;
// with `same` it is the number of another ask.

import { cardName, phrase } from "../../words.js";
import { button, make, mark, tapRow } from "../../elements.js";
import { promptOf } from "../speech.js";

// So many numbers have a key each; of the whole deal, as there is more room for one alone.
const MOST_KEYS = 14;
const MOST_KEYS_OF_DEAL = 18;
// From here on a number may be added up from several.
const LARGE = 100;

export const keyed = true;
export const blank = () => ({ digits: "", cards: null });
export const hasRow = () => true;
export const isOneTap = ({ least, most, of }) =>
  most - least < (of === "deal" ? MOST_KEYS_OF_DEAL : MOST_KEYS);

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
export const says = (value) => String(value).replace("-", "−");
export const instead = (value, other) => ({ ...value, digits: String(other), cards: null });
export const blankText = (name) => phrase("blank", { name });

export const text = ({ digits, cards }) =>
  cards
    ? cards.map(cardName).join(" ")
    : digits.replaceAll(/(?<=\d)[+-]/g, " $& ").replaceAll("-", "−");

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

/** The sign of the number that is being typed, of several that are added up. */
function minus({ digits }) {
  const [, before, sign, last] = digits.match(/^(.*?)([+-]?)(\d*)$/);
  const other = sign === "-" ? (before ? "+" : "") : "-";
  return { digits: before + other + last, cards: null };
}

/** The action of a key of the keyboard, besides digits; undefined where there is none. */
export function letter(pressed, pad, ask) {
  if (pressed === "-" && ask.least < 0) return () => pad.type(minus);
  if (pressed === "+" && ask.most >= LARGE) return () => pad.type(plus);
  const card = Object.keys(ask.cards ?? {}).find((name) => name[0] === pressed.toUpperCase());
  return card && (() => addCard(card, pad, ask));
}

function addCard(card, pad, ask) {
  const { cards } = pad.value;
  const held = cards && !cardsOf(pad.value, ask) ? cards : [];
  const value = { digits: "", cards: [...held, card] };
  if (cardsOf(value, ask)) pad.tapped(value);
  else pad.type(() => value);
}

export const prompt = (name, value, ask, page) => promptOf(ask, page, name);

export function makeKeys(ask, page, pad) {
  const isTapped = isOneTap(ask);
  const many = isTapped ? ask.most - ask.least + 1 : 0;
  const taps = Array.from({ length: many }, (_, at) => {
    const count = ask.least + at;
    return button({ "data-number": count }, says(count), ({ currentTarget: tap }) => {
      const isLit = tap.getAttribute("aria-pressed") === "true";
      if (isLit && !ask.required) pad.type(blank);
      else pad.tapped(read(count));
    });
  });
  // The dearest card first, as they are counted.
  const cards = Object.entries(ask.cards ?? {}).sort(([, a], [, b]) => b - a);
  const suits = cards.map(([card, worth]) => {
    const marks = { "data-suit": cardName(card), "data-word": card.length > 2 && "" };
    return button(marks, `${cardName(card)} ${worth ?? ""}`.trim(), () => addCard(card, pad, ask));
  });
  // The numbers stay where they are in the answers of other asks.
  const element = make("div", { class: "pad-taps" }, ...tapRow(suits, suits.length));
  element.append(...tapRow(taps, many > 14 ? 6 : many > 7 ? Math.ceil(many / 2) : many));
  const extra = make("div", { class: "pad-more" });
  const more = (name, text, label, act) =>
    extra.append(button({ [`data-${name}`]: "", "aria-label": phrase(label) }, text, act));
  const rest = () => pad.changeBlanks(ask.key, () => read(0));
  if (!isTapped && ask.least < 0) more("minus", "±", "minus", () => pad.type(minus));
  if (!isTapped && ask.most >= LARGE) more("plus", "+", "plus", () => pad.type(plus));
  if (!isTapped && ask.of !== "deal" && ask.least <= 0) {
    more("rest", phrase("rest"), "rest_label", rest);
  }
  return {
    element,
    extra,
    paint(value) {
      const shown = value && !value.cards ? number(value, ask) : null;
      for (const [at, tap] of taps.entries()) mark(tap, "aria-pressed", ask.least + at === shown);
    },
  };
}

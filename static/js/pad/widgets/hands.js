// The hands held when a player went out: a sum and its red nines, or the cards one by one. A value
// is {digits, nines, cards}: cards is null where the sum is asked.

import { CARDS, RED_NINE, count } from "../../rules/hands.js";
import { phrase } from "../../words.js";
import { button, hide, make, mark, put } from "../../elements.js";
import { faultText } from "../preview.js";
import { recall, remember } from "../../storage.js";

const LONGEST = 3;
const MOST_NINES = 6;
// A row has room for so many keys; larger hands are typed in digits.
const MOST_KEYS = 9;
// More keys than these fill a narrow phone from edge to edge.
const WITH_GAPS = 7;
const NINE_IN = { points: 9, cards: 1 };
const CARD_OF_KEY = { 0: "10", 1: "10", R: RED_NINE };
const BY_CARDS = "scorer:by-cards";

export const keyed = true;
export const isOneTap = ({ counted }) => counted === "cards";
export const blank = () => ({ digits: "", nines: 0, cards: null });
export const nobody = () => [];
export const isBlank = ({ cards, digits, nines }) => !(cards ? cards.length : digits || nines);
export const blankText = (name) => phrase("blank_hand", { name });
export const instead = (value, other) => ({ ...value, digits: String(other) });

const byCards = () => ({ ...blank(), cards: [] });

// A table is known by who sits there.
const keyOfTable = ({ counted }, seats) =>
  `${BY_CARDS}:${counted}:${seats.map(({ player }) => player).sort()}`;

/** A blank hand, asked as this table asks it; older releases kept more than that here. */
export const begin = (ask, seats) =>
  recall(keyOfTable(ask, seats)) === true ? byCards() : blank();

export function read(raw, { counted }) {
  if (raw.length === 0) return blank();
  if (Array.isArray(raw)) return { ...blank(), cards: [...raw] };
  return { digits: String(raw[counted]), nines: raw.red_nines, cards: null };
}

export function write(hand, { counted }) {
  if (isBlank(hand) || hand.cards) return hand.cards?.length ? hand.cards : null;
  const sum = hand.digits === "" ? hand.nines * NINE_IN[counted] : Number(hand.digits);
  return { [counted]: sum, red_nines: hand.nines };
}

/** The digits, which may not be what the hand costs. */
export const text = ({ digits, cards }) => (cards ? "" : digits);

export function digit(hand, pressed, ask, fresh) {
  const stands = fresh || hand.digits === "0" ? "" : hand.digits;
  return stands.length < LONGEST ? { ...hand, digits: stands + pressed } : hand;
}

/** The last card or digit is taken back, or all digits just chosen; then the nines. */
export function erase(hand, fresh) {
  if (hand.cards) return { ...hand, cards: hand.cards.slice(0, -1) };
  if (!hand.digits) return { ...hand, nines: Math.max(0, hand.nines - 1) };
  return { ...hand, digits: fresh ? "" : hand.digits.slice(0, -1) };
}

export const nines = ({ cards, nines: lit }) => (cards ? count(cards, RED_NINE) : lit);

/** The nth small nine: sets n of them, or takes the last lit one back. */
const nine = (hand, nth) => ({ ...hand, nines: hand.nines === nth ? nth - 1 : nth });

export function letter(pressed, pad, ask) {
  const upper = pressed.toUpperCase();
  const card = CARD_OF_KEY[upper] ?? upper;
  if (pad.value.cards) return CARDS.includes(card) ? () => addCard(card, pad) : undefined;
  if (upper !== "R" || !ask.nines_asked) return undefined;
  return () => pad.type((hand) => nine(hand, hand.nines + 1), { goesOn: true });
}

/** A card that the pack cannot hold is refused on the spot. */
function addCard(card, pad) {
  const value = { ...byCards(), cards: [...pad.value.cards, card] };
  const typed = structuredClone(pad.typed);
  pad.asks.set(typed, typed.active, value);
  const fault = pad.faultIn(typed, pad.activeRow.id);
  if (fault) pad.complain({ text: faultText(pad.page, fault) });
  else pad.type(() => value);
}

function promptFor(hand, { counted }, keys) {
  if (hand.cards) return "tap_cards";
  if (counted === "points") return "add_up";
  if (!keys.isOneTap(hand)) return "how_many";
  return keys.ninesLeft ? "how_many_by_red_keys" : "how_many_by_keys";
}

export const prompt = (name, hand, ask, page, keys) => phrase(promptFor(hand, ask, keys), { name });

const face = (card) => card.replace("r", "");

/** Gives whether the game refuses a hand in the active cell, where it refuses nothing without it. */
function refuser({ shown: { facts, laid, table }, typed: { active }, variant }) {
  const hands = active && facts[active.key];
  const isRefused = (mine) => {
    const all = hands.map((hand, at) => (at === active.at ? mine : hand));
    return Boolean(variant.check?.({ ...facts, [active.key]: all }, table, laid));
  };
  return hands && !isRefused(null) ? isRefused : () => false;
}

/** How many red nines a hand can have, at most so many. */
function ninesFor(refuses, { counted }, most) {
  for (let lit = most; lit > 0; lit -= 1) {
    if (!refuses({ [counted]: lit * NINE_IN[counted], red_nines: lit })) return lit;
  }
  return 0;
}

export function makeKeys(ask, page, pad) {
  const { data, words } = page;
  const { pack } = data;
  const nameOf = (card) => words.keys[card] ?? card;
  const mostNines = ask.nines_asked ? (pack.copies[RED_NINE] ?? 0) : 0;

  const group = (name, label) =>
    make("div", { class: `pad-${name}`, [`data-${name}`]: "", role: "group", "aria-label": label });
  const strip = group("strip", phrase("count_keys", { nines: 0 }));
  const cardKeys = group("cards", phrase("cards"));
  const cards = CARDS.filter((card) => pack.copies[card]).map((card) => {
    const add = () => pad.withActive(() => addCard(card, pad));
    const tap = button({ "data-card": card }, face(card), add);
    return { card, tap, left: tap.appendChild(make("small")) };
  });
  cardKeys.append(...cards.map(({ tap }) => tap));

  const small = group("nines", words.what.red_nines);
  const taps = Array.from({ length: Math.min(mostNines, MOST_NINES) }, (_, at) => {
    const marks = { "data-nine": at + 1, "aria-label": phrase("nine_key", { nines: at + 1 }) };
    return button(marks, "9", () => pad.type((hand) => nine(hand, at + 1), { goesOn: true }));
  });
  small.append(...taps);
  // The cards stand where the red nines of a sum do, so that nothing moves.
  const extra = make("div", {}, strip, small);

  const isCounted = ask.counted === "cards" && pack.hand <= MOST_KEYS;
  const counts = isCounted ? makeCounts(pack.hand, mostNines, pad) : null;

  const dockMarks = { class: "pad-by-cards", "data-by-cards": "" };
  const dock = button(dockMarks, phrase("cards"), () => pad.withActive(switchCards));

  /** Ask this hand by cards or by its sum, and from now on all of this table. */
  function switchCards() {
    const isByCards = !pad.value.cards;
    const switched = (hand) => {
      // What was typed before is kept until there is a card.
      if (!hand.cards?.length) return { ...hand, cards: isByCards ? [] : null };
      const sumOf = ask.counted === "cards" ? (cards) => cards.length : pad.variant.sumOfHand;
      const sum = sumOf(hand.cards, data.rules);
      return { digits: String(sum), nines: nines(hand), cards: null };
    };
    pad.type(switched, { begins: true });
    pad.changeBlanks(ask.key, (hand) => ({ ...hand, cards: isByCards ? [] : null }));
    remember(keyOfTable(ask, pad.page.data.seats), isByCards);
  }

  function paintCards(hand, ninesLeft) {
    const held = hand.cards.map((card, at) => {
      const label = phrase("take_out", { card: nameOf(card) });
      const marks = { "data-held": at, "aria-label": label, "data-red": card === RED_NINE && "" };
      return button(marks, face(card), () =>
        pad.type((now) => ({ ...now, cards: now.cards.filter((_, other) => other !== at) })),
      );
    });
    strip.replaceChildren(...held);
    const all = pad.asks.cells(ask, pad.typed);
    const there = all.flatMap((cell) => pad.asks.value(pad.typed, cell).cards ?? []);
    for (const { card, tap, left } of cards) {
      const most = card === RED_NINE ? ninesLeft : pack.copies[card];
      const found = card === RED_NINE ? hand.cards : there;
      const copies = Math.max(0, most - count(found, card));
      put(left, copies);
      mark(tap, "aria-label", phrase("copies_left", { card: nameOf(card), copies }));
      mark(tap, "aria-disabled", copies < 1);
    }
  }

  const keys = {
    element: make("div", { class: "pad-hand-keys" }, cardKeys, ...(counts ? [counts.element] : [])),
    extra,
    dock,
    ninesLeft: 0,
    isOneTap: (hand) => isCounted && !hand?.cards,
    usesDigits: (hand) => !isCounted && !hand?.cards,
    hasKeys: (hand) => isCounted || Boolean(hand?.cards),
    paint(hand) {
      const inCards = Boolean(hand?.cards);
      const lit = hand?.nines ?? 0;
      const most = ask.nines_asked || inCards ? (pack.copies[RED_NINE] ?? 0) : 0;
      const refuses = refuser(pad);
      keys.ninesLeft = hand ? Math.max(lit, ninesFor(refuses, ask, most)) : 0;
      hide(strip, !inCards);
      hide(cardKeys, !inCards);
      if (counts) hide(counts.element, inCards);
      mark(dock, "aria-pressed", inCards);
      hide(small, !hand || inCards || !mostNines);
      for (const [at, tap] of taps.entries()) {
        hide(tap, at >= keys.ninesLeft);
        mark(tap, "aria-pressed", at < lit);
      }
      if (inCards) paintCards(hand, keys.ninesLeft);
      else counts?.paint(hand, keys.ninesLeft, refuses);
    },
  };
  return keys;
}

/** One tap says how many cards, in a row for each number of red nines. Keys keep their places. */
function makeCounts(hand, mostNines, pad) {
  const element = make("div", { class: "pad-counts" });
  const taps = [];
  for (let nines = 0; nines <= mostNines; nines += 1) {
    const label = phrase("count_keys", { nines });
    const row = make("div", { class: "pad-count-row", role: "group", "aria-label": label });
    for (let cards = 1; cards <= hand; cards += 1) {
      const label = phrase("count_key", { cards, nines });
      const marks = { "data-count": cards, "data-nines": nines, "aria-label": label };
      const tap = button({ ...marks, "data-red": nines > 0 && "" }, cards, () =>
        pad.withActive(() => pad.tapped({ digits: String(cards), nines, cards: null })),
      );
      if (nines) tap.append(make("small", {}, Array(nines).fill("9").join(" ")));
      row.append(tap);
      taps.push({ cards, nines, tap });
    }
    element.append(row);
  }
  element.style.setProperty("--keys", hand);
  mark(element, "data-edge-to-edge", hand > WITH_GAPS && "");
  return {
    element,
    paint(now, ninesLeft, refuses) {
      for (const { cards, nines, tap } of taps) {
        const can = nines <= ninesLeft && cards >= nines;
        const offered = can && !refuses({ cards, red_nines: nines });
        // What cannot be is left out of its place.
        mark(tap, "data-not", !offered && "");
        mark(tap, "aria-pressed", now?.nines === nines && now.digits === String(cards));
      }
    },
  };
}

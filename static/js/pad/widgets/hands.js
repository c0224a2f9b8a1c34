// The hands held when a player went out: a sum and its red nines, or the cards one by one. A value
// is {digits, nines, cards}: cards is null where the sum is asked.

import { RED_NINE, count } from "../../rules/hands.js";
import { phrase, words } from "../../words.js";
import { hide, make, mark, put } from "../../elements.js";
import { recall, remember, state } from "../../store.js";
import { changeBlanks, tapped } from "../keys.js";
import { faultWith, refuse } from "../preview.js";

const LONGEST = 3;
const NINE_IN = { points: 9, cards: 1 };

export const keyed = true;
export const isByCards = (hand) => Boolean(hand?.cards);
export const blank = () => ({ digits: "", nines: 0, cards: null });
export const nobody = () => [];
export const isBlank = ({ cards, digits, nines }) => !(cards ? cards.length : digits || nines);
export const blankText = (name) => phrase("blank_hand", { name });

const keyOfTable = ({ counted }, seats) =>
  `scorer:by-cards:${counted}:${seats.map(({ name }) => name).sort()}`;

/** Hands of which the blank ones are asked as this table asks them; older releases kept more here. */
export function begun(hands, ask, { data, inBook }) {
  // A hand that comes into a correction is asked as the others of its deal.
  const others = inBook ? hands.filter((hand) => !isBlank(hand)) : [];
  const isKept = () => recall(keyOfTable(ask, data.seats)) === true;
  const cards = (others.length ? others.every(isByCards) : isKept()) ? [] : null;
  return hands.map((hand) => (isBlank(hand) ? { ...blank(), cards } : hand));
}

export function read(raw, { counted }) {
  if (Array.isArray(raw)) return { ...blank(), cards: raw.length ? [...raw] : null };
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

function addCard(card, pad) {
  const value = { ...blank(), cards: [...pad.value.cards, card] };
  const fault = faultWith(pad, value);
  if (fault) refuse(pad, fault);
  else pad.type(() => value);
}

function promptFor(hand, ask, pad) {
  if (hand.cards) return "tap_cards";
  const left = ninesLeft(hand, ask, pad);
  if (ask.counted === "points") {
    if (!left) return "add_up_without_nines";
    return left < ninesOfPack(pad) ? "add_up_nines_left" : "add_up";
  }
  if (!pad.asks.isOneTap(ask, hand)) return left ? "how_many_and_nines" : "how_many";
  return left ? "how_many_by_red_keys" : "how_many_by_keys";
}

export const prompt = (name, hand, ask, pad) =>
  phrase(promptFor(hand, ask, pad), { name, left: ninesLeft(hand, ask, pad), all: ninesOfPack(pad) });

const ninesOfPack = (pad) => pad.data.pack.copies[RED_NINE] ?? 0;

const nameOf = (card) => words.keys[card] ?? card;

/** Gives whether the game refuses a hand in the active cell, where it refuses nothing without it. */
function refuser({ asks, shown: { laid, table, written }, typed: { active }, variant }) {
  const hands = active && asks.find(active.key).kind === "hands" && written[active.key];
  const isRefused = (mine) => {
    const all = hands.map((hand, at) => (at === active.at ? mine : hand));
    return Boolean(variant.check?.({ ...written, [active.key]: all }, table, laid));
  };
  return hands && !isRefused(null) ? isRefused : () => false;
}

function ninesLeft(hand, { counted, nines_asked: asked }, pad) {
  const refuses = refuser(pad);
  for (let lit = asked || hand.cards ? ninesOfPack(pad) : 0; lit > hand.nines; lit -= 1) {
    if (!refuses({ [counted]: lit * NINE_IN[counted], red_nines: lit })) return lit;
  }
  return hand.nines;
}

function switched(hand, isByCards, { counted }, pad) {
  // What was typed before is kept until there is a card.
  if (!hand.cards?.length) return { ...hand, cards: isByCards ? [] : null };
  if (isByCards) return hand;
  const sumOf = counted === "cards" ? (cards) => cards.length : pad.variant.sumOfHand;
  return { digits: String(sumOf(hand.cards, state.data.rules)), nines: nines(hand), cards: null };
}

/** Ask the hands of this table by cards or by sums from now on: the active one, and what is blank. */
function switchAll(isByCards, pad) {
  const { ask } = pad;
  pad.type((hand) => switched(hand, isByCards, ask, pad), true);
  changeBlanks(pad, ask, (hand) => ({ ...hand, cards: isByCards ? [] : null }));
  remember(keyOfTable(ask, pad.data.seats), isByCards);
}

/** A long press on a name asks for this hand alone the other way. */
export function hold(pad, cell) {
  pad.choose(cell);
  pad.type((hand) => switched(hand, !hand.cards, pad.ask, pad), true);
}

export const taps = {
  card: addCard,
  held: (at, pad) => pad.type((hand) => ({ ...hand, cards: hand.cards.toSpliced(Number(at), 1) })),
  // Sets so many of the small nines, or takes the last lit one back.
  nine(nth, pad) {
    const nines = Number(nth) - Number(pad.value.nines === Number(nth));
    pad.type((hand) => ({ ...hand, nines }), pad.typed.fresh);
  },
  count: (digits, pad, { dataset }) =>
    tapped(pad, { digits, nines: Number(dataset.nines), cards: null }),
  "by-sums": (_, pad) => switchAll(false, pad),
  "by-cards": (_, pad) => switchAll(true, pad),
};

export function paintKeys(keys, hand, ask, pad) {
  const inCards = Boolean(hand?.cards);
  const shown = { strip: inCards, cards: inCards, counts: !inCards, nines: hand && !inCards };
  for (const [name, isShown] of Object.entries(shown)) {
    for (const part of keys(name)) hide(part, !isShown);
  }
  for (const tap of keys("by-cards")) mark(tap, "aria-pressed", inCards);
  for (const tap of keys("by-sums")) mark(tap, "aria-pressed", !inCards);
  const most = hand ? ninesLeft(hand, ask, pad) : 0;
  if (inCards) return paintCards(keys, hand, most, pad);
  for (const tap of keys("nine")) {
    hide(tap, tap.dataset.nine > most);
    mark(tap, "aria-pressed", tap.dataset.nine <= hand?.nines);
    const factor = pad.variant.factorOfNines?.(Number(tap.dataset.nine), state.data.rules);
    if (factor) put(tap.lastChild, `×${factor}`);
  }
  const refuses = refuser(pad);
  for (const tap of keys("count")) {
    const [cards, lit] = [Number(tap.dataset.count), Number(tap.dataset.nines)];
    const can = lit <= most && cards >= lit && !refuses({ cards, red_nines: lit });
    // What cannot be is left out of its place.
    mark(tap, "data-not", !can && "");
    mark(tap, "aria-pressed", hand?.nines === lit && hand.digits === String(cards));
  }
}

function paintCards(keys, hand, most, { asks, ask, data: { pack }, shown, typed, variant }) {
  const held = hand.cards.map((card, at) => {
    const label = phrase("take_out", { card: nameOf(card) });
    const marks = { "data-held": at, "aria-label": label, "data-red": card === RED_NINE && "" };
    return make("button", { type: "button", ...marks }, card.replace("r", ""));
  });
  keys("strip")[0].replaceChildren(...held);
  const there = asks.cells(ask, typed).flatMap((cell) => asks.value(typed, cell).cards ?? []);
  const left = variant.copiesLeft?.(shown.written, pack) ?? pack.copies;
  for (const tap of keys("card")) {
    const { card } = tap.dataset;
    const isNine = card === RED_NINE;
    const all = isNine ? most : left[card];
    const copies = Math.max(0, all - count(isNine ? hand.cards : there, card));
    put(tap.lastChild, copies);
    mark(tap, "aria-label", phrase("copies_left", { card: nameOf(card), copies }));
    mark(tap, "aria-disabled", copies < 1);
  }
}

// Cards, hands, and the pack as their referee: for games that ask what was held.
// The twin of cards.py, of what asks.py says of hands, and of referee.py but for its long search.

import { sum } from "./table.js";

export const RED_NINE = "9r";
export const NINE = 9;
export const CARDS = "A 2 3 4 5 6 7 8 9 9r 10 J Q K".split(" ");

const rankOf = (card) => (card === RED_NINE ? "9" : card);

export const count = (cards, card) => cards.filter((held) => held === card).length;

/** A hand as a record writes it: a list of cards or a sum. A blank hand (null) stays null. */
export function readHand(raw) {
  if (!raw) return null;
  if (Array.isArray(raw)) return { cards: raw, count: raw.length, redNines: count(raw, RED_NINE) };
  return { points: raw.points, count: raw.cards, redNines: raw.red_nines };
}

const isEmpty = (hand) => !hand.points && !hand.count && !hand.redNines;

/** What is wrong with the hands of a deal in which somebody has gone out. */
export function faultOfHands({ hands: raw = [], on_red_nine: onRedNine, out }, { pack }) {
  const hands = raw.map(readHand);
  for (const [seat, hand] of hands.entries()) {
    const fault = hand && faultOfHand(hand, seat === out, pack);
    if (fault) return { seat, ...fault };
  }
  return faultOfRedNines(hands, onRedNine, pack) ?? faultOfRanks(hands, pack);
}

function faultOfHand(hand, isOut, pack) {
  if (isOut) return isEmpty(hand) ? null : { code: "winner_has_cards" };
  if (isEmpty(hand)) return { code: "no_cards" };
  const held = hand.count > pack.hand ? hand.count : hand.redNines;
  if (held > pack.hand) return { code: "too_many_cards", held, dealt: pack.hand };
  if (hand.redNines > hand.count) {
    return { code: "more_red_nines_than_cards", red_nines: hand.redNines, held: hand.count };
  }
  return null;
}

/** The first seat by which more of something is held than there is, and how much; null for none. */
export function firstBeyond(there, counts) {
  let held = 0;
  const seat = counts.findIndex((count) => (held += count) > there);
  return seat < 0 ? null : { seat, held };
}

function faultOfRedNines(hands, onRedNine, pack) {
  const there = pack.copies[RED_NINE];
  const beyond = firstBeyond(there - (onRedNine ? 1 : 0), hands.map((hand) => hand?.redNines ?? 0));
  const code = onRedNine ? "too_many_red_nines_after_out" : "too_many_red_nines";
  return beyond && { code, ...beyond, red_nines: there };
}

function faultOfRanks(hands, pack) {
  const there = [];
  for (const [seat, hand] of hands.entries()) {
    for (const card of hand?.cards?.filter((card) => card !== "x") ?? []) {
      there.push(card);
      const rank = rankOf(card);
      const ofRank = CARDS.filter((other) => rankOf(other) === rank);
      const copies = sum(ofRank.map((other) => pack.copies[other]));
      const alike = there.filter((other) => rankOf(other) === rank).length;
      const held = count(there, card);
      if (!copies) return { code: "rank_not_in_pack", seat, rank };
      if (alike > copies) return { code: "too_many_of_rank", seat, held: alike, rank, copies };
      if (card !== RED_NINE && held > pack.copies[card]) {
        return { code: "too_many_black_nines", seat, held, black_nines: pack.copies[card] };
      }
    }
  }
  return null;
}

/** The dearest sum of at most `room` cards, given as [value, copies], the dearest first. */
function dearestOf(cards, room) {
  return cards.reduce((sum, [value, copies]) => {
    const taken = Math.min(copies, room);
    room -= taken;
    return sum + taken * value;
  }, 0);
}

function byValue(copies, values) {
  const cards = Object.entries(copies).filter(([card]) => card !== RED_NINE);
  return cards.map(([card, n]) => [values[card], n]).sort((a, b) => b[0] - a[0]);
}

function faultOfSum({ points, redNines }, whole, room) {
  const least = NINE * redNines;
  const numbers = { points, red_nines: redNines };
  if (points < least) {
    return { code: `less_than_its_red_nine${redNines > 1 ? "s" : ""}`, ...numbers, least };
  }
  if (points === least + 1 && !whole.some(([value]) => value === 1)) {
    return { code: `one_point${redNines ? "_beside_red_nines" : ""}`, ...numbers };
  }
  const dearest = least + dearestOf(whole, room);
  return points > dearest ? { code: "dearer_than_any_hand", ...numbers, dearest } : null;
}

/** What is wrong with a sum, or with all of them together. */
export function faultOfSums(hands, values, pack) {
  const whole = byValue(pack.copies, values);
  const left = { ...pack.copies };
  const sums = [];
  for (const [seat, hand] of hands.entries()) {
    for (const card of hand?.cards ?? []) left[card] -= 1;
    if (!hand || hand.cards || isEmpty(hand)) continue;
    const room = pack.hand - hand.redNines;
    const fault = faultOfSum(hand, whole, room);
    if (fault) return { seat, ...fault };
    sums.push([hand.points - NINE * hand.redNines, room]);
  }
  const rest = byValue(left, values);
  let total = 0;
  let room = 0;
  for (const [plain, slots] of sums.sort((a, b) => b[0] - a[0] || b[1] - a[1])) {
    total += plain;
    room += slots;
    if (total > dearestOf(rest, room)) return { code: "dearer_than_the_pack", points: total };
  }
  return null;
}

// What has been typed of one deal, how taps change it, what it will cost, and what to say of it.
// Nothing here touches the page. A hand is {digits, nines, cards}: cards is null where its sum is
// asked. `active` is the seat whose hand is typed; while `fresh`, the next digit replaces it.
// Where hands cost nothing the deal is `handless`, and none is asked.

import { RED_NINE, after, count, foldDeals, fromLeftOf } from "../rules/table.js";
import { SAYS, nameAt, say, working } from "../words.js";

const LONGEST = 3;
const NINE_IN = { points: 9, cards: 1 };

export const isBlank = ({ cards, digits, nines }) => !(cards ? cards.length : digits || nines);

/** A deal as a record tells it, typed; `byCards` tells for each seat how its hand is asked. */
export function typedFrom(asks, facts, byCards) {
  const answers = {};
  let hands = byCards.map((cards) => ({ digits: "", nines: 0, cards: cards ? [] : null }));
  for (const { key, pad, by } of asks) {
    if (pad !== "hands") answers[key] = facts[key] ?? (pad === "yes_no" ? false : null);
    else hands = hands.map((blank, seat) => typedHand(facts[key]?.[seat], by) ?? blank);
  }
  return { answers, hands, active: null, fresh: true };
}

function typedHand(raw, by) {
  if (!raw || raw.length === 0) return null;
  if (Array.isArray(raw)) return { digits: "", nines: 0, cards: [...raw] };
  return { digits: String(raw[by]), nines: raw.red_nines, cards: null };
}

function told(hand, by) {
  if (isBlank(hand) || hand.cards) return hand.cards?.length ? hand.cards : null;
  const sum = hand.digits === "" ? hand.nines * NINE_IN[by] : Number(hand.digits);
  return { [by]: sum, red_nines: hand.nines };
}

/** All that was typed in the form of a record; blank hands are null. */
export function factsOf(asks, { answers, hands, handless }) {
  const facts = {};
  for (const { key, pad, by } of asks) {
    const answer = answers[key];
    const held = (hand, seat) => (seat === answers.out ? [] : told(hand, by));
    if (pad === "hands") Object.assign(facts, handless ? {} : { [key]: hands.map(held) });
    else if (answer !== null && answer !== false) facts[key] = answer;
  }
  return facts;
}

/** The seats whose hands are asked: clockwise from the winner's left, as the phone goes round. */
export const seatsAsked = (order, { answers, handless }) =>
  handless ? [] : fromLeftOf(order, answers.out).slice(0, -1);

/** The next hand after the active one that is still blank, going round; undefined for none. */
export function nextBlank(order, typed) {
  const asked = seatsAsked(order, typed);
  const at = asked.indexOf(typed.active);
  const rest = [...asked.slice(at + 1), ...asked.slice(0, Math.max(at, 0))];
  return rest.find((seat) => isBlank(typed.hands[seat]));
}

/** How many of a card nobody has been found with yet. */
export function copiesLeft(typed, pack, card) {
  const { out, on_red_nine: onRedNine } = typed.answers;
  const red = card === RED_NINE;
  return typed.hands.reduce(
    (left, { cards, nines }, seat) =>
      seat === out ? left : left - (cards ? count(cards, card) : red ? nines : 0),
    pack.copies[card] - (red && onRedNine ? 1 : 0),
  );
}

export function select(typed, seat) {
  typed.active = seat;
  typed.fresh = true;
}

/** Name another winner; what was typed for him is kept, in case of changing back. */
export function goOut(typed, seat, order) {
  const { active, answers, hands } = typed;
  answers.out = seat;
  if (active === null || (active !== seat && !isBlank(hands[active]))) return;
  typed.active = null;
  select(typed, nextBlank(order, typed) ?? seatsAsked(order, typed)[0]);
}

/** A tap on a digit. */
export function digit(typed, key) {
  const hand = typed.hands[typed.active];
  const stands = typed.fresh || hand.digits === "0" ? "" : hand.digits;
  if (stands.length < LONGEST) hand.digits = stands + key;
  typed.fresh = false;
}

/** A tap on delete: the last card or digit, or all digits just chosen; then the nines. */
export function erase(typed) {
  const hand = typed.hands[typed.active];
  if (hand.cards) hand.cards.pop();
  else if (!hand.digits) hand.nines = Math.max(0, hand.nines - 1);
  else hand.digits = typed.fresh ? "" : hand.digits.slice(0, -1);
  typed.fresh = false;
}

/** A tap on the nth small nine: sets n of them, or takes the last lit one back. */
export function nine(typed, nth) {
  const hand = typed.hands[typed.active];
  hand.nines = hand.nines === nth ? nth - 1 : nth;
}

/** Ask the active hand by cards, or by the sum that its cards make. */
export function switchCards(typed, sumOf) {
  const hand = typed.hands[typed.active];
  if (hand.cards?.length) {
    hand.digits = String(sumOf(hand.cards));
    hand.nines = count(hand.cards, RED_NINE);
  }
  hand.cards = hand.cards ? null : [];
  typed.fresh = true;
}

// Faults that the next digit may cure, as 1 becomes 12. They are not shouted while typing.
const CURABLE = /^(one_point|less_than_its|no_cards)/;

/** This deal with these facts, and the carry after all deals. Earlier deals are folded once. */
function fold(variant, data, place, facts) {
  const told = data.deals.map((deal) => deal.facts);
  place.moved ??= variant.movedBefore?.(data) ?? [];
  place.earlier ??= foldDeals(variant, data, told.slice(0, place.index), place.moved).at(-1) ?? {};
  const { carry: start = data.start, dealer: first_dealer = data.first_dealer } = place.earlier;
  const later = place.correcting ? told.slice(place.index + 1) : [];
  const moved = place.moved.slice(place.index);
  const folded = foldDeals(variant, { ...data, start, first_dealer }, [facts, ...later], moved);
  const { carry, dealer } = folded.at(-1);
  const end = place.correcting ? after(carry, moved.at(-1) ?? [], carry.marks) : carry;
  return { ...folded[0], end, next: { ...folded[0].table, dealer } };
}

/** All faults, one a hand at most, the first one first. */
function faultsOf(variant, facts, table) {
  const faults = [];
  const hands = [...(facts.hands ?? [])];
  for (;;) {
    const fault = variant.check({ ...facts, hands }, table);
    if (fault) faults.push(fault);
    if (!hands[fault?.seat]) return faults;
    hands[fault.seat] = null;
  }
}

/** What was typed, scored: the facts, what they move, and all faults. */
export function judge(variant, data, place, typed, facts = factsOf(data.asks, typed)) {
  const { answers, hands, handless } = typed;
  const dealer = place.correcting && data.deals[place.index].facts.dealer;
  if (dealer != null && dealer !== false) facts.dealer = dealer;
  const folded = fold(variant, data, place, facts);
  const faults = faultsOf(variant, facts, folded.table);
  const told = (hand, seat) => handless || seat === answers.out || !isBlank(hand);
  return { ...folded, facts, faults, ready: !faults.length && hands.every(told) };
}

/** The facts, a row to show for each seat, the first fault, and a remark on the active hand. */
export function preview(variant, { data, words }, place, typed) {
  const { answers, hands } = typed;
  const judged = judge(variant, data, place, typed);
  const { end, facts, faults, lines, ready, scores, table } = judged;
  const [fault] = faults;

  function row(seat) {
    const hand = hands[seat];
    const shown = { active: seat === typed.active };
    if (place.correcting) shown.totals = `${data.totals[seat]} → ${ready ? end.totals[seat] : "…"}`;
    if (seat === answers.out) return { ...shown, cost: String(scores[seat]) };
    if (isBlank(hand)) return { ...shown, blank: true };
    const broken = faults.some((one) => one.seat === seat);
    const cost = broken ? "" : String(scores[seat]);
    const sum = broken ? [] : lines.filter((line) => line.seat === seat);
    const says = sum.map((line) => working(words, line)).filter(Boolean);
    if (!hand.cards && hand.digits !== cost) shown.typed = hand.digits;
    if (sum.length > 1) shown.working = says.join(", ");
    return { ...shown, cost, fault: broken };
  }

  const remarks = fault ? [] : variant.remarks(facts, table);
  const remark = remarks.find(({ seat }) => seat === typed.active);
  return { facts, rows: hands.map((_, seat) => row(seat)), fault, remark };
}

/** A fault as people read it: the sentence of the server, with the name before it. */
export function faultText({ data, words }, fault) {
  const sentence = fault.message ?? say(words, words.errors[fault.code], fault);
  return data.seats[fault.seat] ? `${nameAt(data.seats, fault.seat)}: ${sentence}` : sentence;
}

/** The one sentence of the pad; `hasty` while a digit was tapped just now. */
export function sentence(page, place, typed, { fault, remark }, hasty) {
  const { active, hands } = typed;
  const wait = hasty && fault?.seat === active && CURABLE.test(fault.code);
  if (fault && !wait) return { text: faultText(page, fault) };
  if (remark) {
    const { half } = remark.numbers;
    const text = say(page.words, page.words.remarks[remark.key], remark.numbers);
    const act = () => Object.assign(hands[active], { digits: String(half) });
    return half ? { text, label: SAYS.use(half), act } : { text };
  }
  if (active === null) return { text: SAYS.correcting(place.number) };
  const by = hands[active].cards ? "pack" : page.data.asks.find(({ pad }) => pad === "hands").by;
  return { text: SAYS.ask[by](nameAt(page.data.seats, active)) };
}

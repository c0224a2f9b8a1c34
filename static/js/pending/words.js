// What waits on this phone, in words.

import { factsOf, isKnown } from "../rules/table.js";
import { isGroup } from "../store.js";
import { RED_NINE, cardName, fill, listed, nameAt, nameOfSide, phrase, plain } from "../words.js";
import { reason, sidesOf, signed, words } from "../words.js";

/** A score as the sheet has it: counters are won and lost. */
export const written = (number, { unit }) => (unit === "counters" ? signed : plain)(number);

/** Whether who was out comes back. */
export const isBuyIn = ({ counters, kind }) => kind === "buy" && !isKnown(counters);

const nameOf = { seat: ({ seats }, seat) => nameAt(seats, seat), side: nameOfSide };

function wordsOfDeal(data, { scores, ...deal }) {
  const facts = factsOf(deal);
  if (facts.void) return phrase("void_deal");
  const who = data.asks.flatMap(({ key, kind }) => {
    const { chip } = words.asks[key] ?? {};
    if (!chip || !nameOf[kind] || facts[key] == null) return [];
    const named = [facts[key]].flat().map((at) => nameOf[kind](data, at));
    return named.length ? fill(chip, { name: listed(named) }) : [];
  });
  const there = sidesOf({ ...data, order: deal.dealt ?? data.order });
  const { key } = data.asks.find(({ kind, of }) => kind === "choice" && of === "side") ?? {};
  const each = there.map((side) => {
    const parts = [nameOfSide(data, side), written(scores[side], data), facts[key]?.[side]];
    return parts.filter(isKnown).join(" ");
  });
  return [...who, each.join(", ")].join(" · ");
}

/** What a seat answers, as its owner reads it: a hand by its sum, or its cards, and the red nines in it. */
export function wordsOfValue(value) {
  const { cards, points = cards, red_nines: nines } = isGroup(value) ? value : { points: value ?? [] };
  const parts = [points, Array(nines ?? 0).fill(RED_NINE)].flat();
  return parts.map((part) => cardName(String(part))).join(" ");
}

/** The words of the key by which something is answered. */
const wordsOfKey = (ask, value) =>
  document.querySelector(`[data-ask="${ask}"] [data-segment="${value}"]`)?.textContent.trim();

/** An answer of the deal in play; one that a seat or side gives, which may be hidden, is only named. */
function wordsOfAnswer(data, [ask, at, value]) {
  const { kind, of } = data.asks.find(({ key }) => key === ask);
  const { chip, what } = words.asks[ask];
  if (of === "deal") {
    if (!isKnown(value)) return what;
    if (chip) return fill(chip, { name: nameOf[kind]?.(data, value) });
    return `${what}: ${wordsOfKey(ask, value) ?? value}`;
  }
  const many = of === "seat" ? data.order.length : sidesOf(data).length;
  const name = at < many ? nameOf[of](data, at) : (words.stand_ins?.[at - many] ?? phrase("stand_in"));
  return phrase("own_answer", { hand: kind === "hands", name, what: what.replace(/^the /, "") });
}

/**
 * What was answered of the deal in play: of a deal "Noted: Ann swept the aces", else "Ann’s hand"; `typed`
 * says to who typed it what that is.
 */
function describeAnswers({ clear = [], set = [] }, { next, ...before }) {
  const isNo = ([, , value]) => value === false;
  const noted = set.filter((answer) => !isNo(answer));
  const known = { ...next?.answered, ...next?.noted };
  const gone = [...clear, ...set.filter(isNo)].map(([key, at]) => [key, at, known[key]]);
  const named = (noted.length ? noted : gone).map((answer) => wordsOfAnswer(before, answer));
  const label = named.join(" · ") || phrase("item", { kind: "answers" });
  if (!noted.length) return { label, text: named.length ? phrase("undo_what", { label }) : label };
  if (noted.some(([, at]) => at < 0)) return { label, text: phrase("noted", { what: label }) };
  const valueOf = ([ask, , value]) => (value === true ? "" : (wordsOfKey(ask, value) ?? wordsOfValue(value)));
  const typed = named.map((name, at) => `${name} ${valueOf(noted[at])}`.trim()).join(" · ");
  return { label, text: label, typed };
}

/** An item in words: its `label`, such as "deal 3", and all the `text` of its line, by the data with it. */
export function describeItem({ content, id: own, kind }, items, before, after) {
  if (kind === "answers") return describeAnswers(content, before);
  if (["unstart", "withdraw"].includes(kind)) {
    const target = items.find(({ id }) => id === content.entry);
    const label = target?.label ?? labelOfServer(content.entry, before);
    const isRedo = target?.kind === "withdraw" || before.redo?.entry === content.entry;
    return { label, text: phrase(isRedo ? "redo_what" : "undo_what", { label }) };
  }
  const deals = [...after.deals, ...after.behind_the_end];
  const deal = deals.find(({ id }) => [own, content.deal].includes(id));
  if (isBuyIn({ ...content, kind })) {
    const text = phrase("buys_in", { name: nameAt(after.seats, content.seat) });
    return { label: text, text };
  }
  // What nothing is known of yet has no number.
  const label = phrase("item", { kind, number: deal?.number ?? "" }).trim();
  if (deal) return { label, text: `${label} · ${wordsOfDeal(after, deal)}` };
  const move = after.moves.find(({ entry }) => entry === own);
  if (move?.seats) {
    const text = sentenceOfChange(move, before, after);
    return { label: text, text };
  }
  const line = move?.lines.at(-1);
  if (!line) return { label, text: label };
  const names = after.totals.map((_, side) => nameOfSide(after, side));
  const why = kind === "adjust" ? content.why : reason(line, names);
  const points = kind === "adjust" ? ` ${signed(line.points)}` : "";
  return { label, text: `${names[line.side]}${points}: ${why}` };
}

/** Who has joined, come back and left; the twin of scorer/rules/table_changes.py. */
function sentenceOfChange({ joins, seats: order }, { order: was }, { seats }) {
  const nameOf = (seat) => nameAt(seats, seat);
  const came = order.filter((seat) => !was.includes(seat)).map((seat) => {
    const join = joins.find((other) => other.seat === seat);
    const at = order.indexOf(seat);
    const [right, left] = [order.at(at - 1), order[(at + 1) % order.length]].map(nameOf);
    const numbers = { name: nameOf(seat), right, left, total: join?.total };
    return phrase(join ? "table_joined" : "table_came_back", numbers);
  });
  const gone = was.filter((seat) => !order.includes(seat)).map(nameOf);
  if (gone.length) came.push(phrase("table_left", { names: listed(gone) }));
  return came.join("; ") || phrase("table_sits_anew", { names: listed(order.map(nameOf)) });
}

function labelOfServer(entry, { behind_the_end: behind, deals, game, moves, redo, undo }) {
  if (entry === game) return phrase("item", { kind: "start" });
  const back = redo?.entry === entry ? redo.restores : null;
  const known = back ?? [undo, ...moves].find((other) => other?.entry === entry);
  const about = [entry, known?.deal, back?.content.deal];
  const { number } = [...deals, ...behind].find(({ id }) => about.includes(id)) ?? {};
  const kind = known?.kind ?? (number ? "deal" : "entry");
  return phrase("item", { kind, number: number ?? deals.length + 1 });
}

// What waits on this phone, in words.

import { factsOf } from "../rules/table.js";
import { fill, listed, nameAt, nameOfSide, phrase, plain, reason } from "../words.js";
import { sidesOf, signed, words } from "../words.js";

/** A score as the sheet has it: counters are won and lost. */
export const written = (number, { unit }) => (unit === "counters" ? signed : plain)(number);

/** What a deal says of itself: who was out, and what each side scored. */
function wordsOfDeal(data, { scores, ...deal }) {
  const facts = factsOf(deal);
  if (facts.void) return phrase("void_deal");
  const nameOf = { seat: (seat) => nameAt(data.seats, seat), side: (side) => nameOfSide(data, side) };
  const who = data.asks.flatMap(({ key, kind }) => {
    const { chip } = words.asks[key] ?? {};
    if (!chip || !nameOf[kind] || facts[key] == null) return [];
    // An ask may be answered by several at once.
    const named = [facts[key]].flat().map(nameOf[kind]);
    return named.length ? fill(words, chip, { name: listed(named) }) : [];
  });
  const each = sidesOf(data).map((side) => `${nameOfSide(data, side)} ${written(scores[side], data)}`);
  return [...who, each.join(", ")].join(" · ");
}

/**
 * What an item is, in words: its `label`, such as "deal 3", and the whole `text` of its line. `after`
 * are the data with it, `before` those without.
 */
export function describeItem({ content, id: own, kind }, items, before, after) {
  if (kind === "withdraw") {
    const target = items.find(({ id }) => id === content.entry);
    const label = target?.label ?? labelOfServer(content.entry, before);
    return { label, text: phrase(target?.kind === "withdraw" ? "redo_what" : "undo_what", { label }) };
  }
  const deals = [...after.deals, ...after.behind_the_end];
  const deal = deals.find(({ id }) => [own, content.deal].includes(id));
  const label = phrase("item", { kind, number: deal?.number });
  if (deal) return { label, text: `${label} · ${wordsOfDeal(after, deal)}` };
  const line = after.moves.find(({ entry }) => entry === own)?.lines.at(-1);
  if (!line) return { label, text: label };
  const names = after.order.map((_, side) => nameOfSide(after, side));
  if (kind === "adjust") {
    return { label, text: `${names[line.side]} ${signed(line.points)}: ${content.why}` };
  }
  return { label, text: `${names[line.side]}: ${reason(words, line, names)}` };
}

function labelOfServer(entry, { deals, moves, undo }) {
  const move = moves.find((moved) => moved.entry === entry);
  const kind = move?.kind ?? (undo?.entry === entry ? undo.kind : "deal");
  const { number } = deals.find(({ id }) => [entry, undo?.deal].includes(id)) ?? {};
  return phrase("item", { kind, number });
}

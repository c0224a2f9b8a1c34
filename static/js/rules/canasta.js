// Canasta; the twin of scorer/rules/variants/canasta.py.

import { isKnown, next, over, sum } from "./table.js";

const SIX = 6;
const WORTH = { natural: 500, mixed: 300, wild: 1000 };
const [MANY_CANASTAS, HIGH_DEAL, LITTLE_TO_GO_OUT] = [5, 3000, 35];

/** What all cards count, and how many red threes there are: six play with three packs. */
const packsOf = ({ order }) => (order.length === SIX ? [1770, 6] : [1180, 4]);

/** Who is out may be concealed; who has red threes and no more may have no meld. */
export function asked(table, carry, { out, ...answers }) {
  const [most] = packsOf(table);
  const counted = [...Object.keys(WORTH), "red_threes"].flatMap((key) => answers[key] ?? []);
  const sidesOf = (key) => (answers[key] ?? []).flatMap((it, side) => (it > 0 ? [side] : []));
  const melded = [out, ...["cards", ...Object.keys(WORTH)].flatMap(sidesOf)];
  const seats = sidesOf("red_threes").filter((side) => !melded.includes(side));
  return table.asks.flatMap((ask) => {
    if (ask.key === "concealed") return isKnown(out) ? [ask] : [];
    if (ask.key === "cards" && counted.some((number) => number)) return [{ ...ask, least: -most, most }];
    return [ask.key === "laid_nothing" ? { ...ask, seats } : ask];
  });
}

/** How many canastas of each kind a side has. */
const canastasOf = (side, facts) =>
  Object.keys(WORTH).flatMap((key) => (facts[key]?.[side] ? [[key, facts[key][side]]] : []));


/** What the packs do not have, and who went out without a canasta. */
export function check(facts, table) {
  const [, most] = packsOf(table);
  if (sum(facts.red_threes ?? []) > most) return { code: "too_many_red_threes", most };
  const isCanasta = facts.cards.some((_, side) => canastasOf(side, facts).length > 0);
  for (const [side, points] of facts.cards.entries()) {
    const has = canastasOf(side, facts).length > 0;
    if (points % 5) return { code: "not_a_multiple", step: 5 };
    if (facts.out === side && isCanasta && !has) return { code: "out_without_canasta" };
  }
  return null;
}

/** What is much, and little for who is out. */
export function remarks(facts, table) {
  const found = facts.cards.flatMap((cards, side) => {
    const doubts = {
      many_canastas: sum(canastasOf(side, facts).map(([, number]) => number)) > MANY_CANASTAS,
      high_deal: sum(linesOf(side, facts, table).map(({ points }) => points)) > HIGH_DEAL,
      little_to_go_out: facts.out === side && isKnown(cards) && cards < LITTLE_TO_GO_OUT,
    };
    const seat = table.order.find((at) => table.sides[at] === side);
    const keys = Object.keys(doubts).filter((key) => doubts[key]);
    return keys.map((key) => ({ seat, key, numbers: {} }));
  });
  const { most } = table.asks.find(({ key }) => key === "cards");
  const isMore = sum(facts.cards.map(Math.abs)) > most;
  return isMore ? [...found, { seat: null, key: "more_than_all_cards", numbers: {} }] : found;
}

/** What a side scores; all four red threes, and five or six of six, count double. */
function linesOf(side, facts, table) {
  const { rules } = table;
  if (!isKnown(facts.cards[side])) return [];
  const lines = [];
  const add = (key, points, number) => lines.push({ side, points, key, numbers: { points, number } });
  add("cards", facts.cards[side], 1);
  for (const [key, number] of canastasOf(side, facts)) add(`${key}_canasta`, WORTH[key] * number, number);
  const threes = facts.red_threes?.[side] ?? 0;
  const isAll = threes >= (table.order.length === SIX ? 5 : 4);
  const worth = isAll ? 200 : 100;
  if (threes && facts.laid_nothing?.[side]) {
    add("red_threes_lost", rules.red_threes_unmelded === "minus" ? -worth * threes : 0, threes);
  } else if (threes) add(isAll ? "all_red_threes" : "red_threes", worth * threes, threes);
  if (facts.out === side && facts.concealed) add("concealed", rules.concealed, 1);
  else if (facts.out === side) add("went_out", 100, 1);
  return lines;
}

/** What each side scores. */
export const score = (facts, table) => ({
  lines: facts.cards.flatMap((_, side) => linesOf(side, facts, table)),
});

/** The game ends at the target, unless the best are level. */
export function after(table, facts, { totals }, played) {
  const [best, second] = totals.toSorted((a, b) => b - a);
  const isWon = table.rules.ties === "shared" || best > second;
  return played && facts && best >= table.rules.target && isWon ? over() : next(table, facts);
}

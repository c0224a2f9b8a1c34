// Who was let in without signal may have another seat in the book: what waits behind that goes there.

import { comparisonKey } from "../names.js";
import { isGroup, state } from "../store.js";
import { edit, isOfGame } from "./queue.js";

const mapValues = (values, map) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(key, value)]));

/** What an item says, where whoever had the seat `from`, or one behind it, sits `by` seats on. */
function contentAt(content, { asks, by, from }) {
  const at = (seat) => (seat >= from ? seat + by : seat);
  const findAsk = (key) => asks.find((ask) => ask.key === key);
  const ofDeal = ({ kind }, value) => (["seat", "side"].includes(kind) ? at(value) : value);

  function answerAt(key, value) {
    const ask = findAsk(key);
    if (ask?.of === "deal") return ofDeal(ask, value);
    if (Array.isArray(value)) return value.toSpliced(from, 0, ...Array(by).fill(null));
    if (!isGroup(value)) return value;
    if (!ask) return mapValues(value, answerAt);
    return Object.fromEntries(Object.entries(value).map(([seat, answer]) => [at(Number(seat)), answer]));
  }

  const ways = {
    ...{ seat: at, lender: at, side: at, seats: (seats) => seats.map(at) },
    joins: (joins) => joins.map((join) => ({ ...join, seat: at(join.seat) })),
    facts: (facts) => mapValues(facts, answerAt),
    clear: (places) => places.map(([key, seat]) => [key, at(seat)]),
    set: (set) =>
      Array.isArray(set)
        ? set.map(([key, seat, value]) => [key, at(seat), ofDeal(findAsk(key), value)])
        : mapValues(set, answerAt),
  };
  return mapValues(content, (key, value) => ways[key]?.(value) ?? value);
}

/** Let what waits behind a change of the table be about the seats that the book has for it. */
export function reseat(change) {
  const { asks, order, seats } = state.server.data;
  const [{ player, seat: from } = {}] = change.content.joins;
  const isThere = (seat) => comparisonKey(seats[seat].name) === comparisonKey(player.name);
  const by = player ? (order.find(isThere) ?? from) - from : 0;
  if (by <= 0) return null;
  return edit((items) => {
    const changed = items.findIndex(({ id }) => id === change.id);
    const isBehind = (item, at) => at > changed && isOfGame(item, change);
    const moved = ({ content, ...item }) => ({ ...item, content: contentAt(content, { asks, by, from }) });
    return items.map((item, at) => (isBehind(item, at) ? moved(item) : item));
  });
}

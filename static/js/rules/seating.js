// Somebody joins, somebody leaves: a game sees those at the table alone, numbered from 0; the sheet
// keeps all. The twin of seating.py, and of what fold.py says of a change of the table.

import { isEqual, isGroup } from "../store.js";
import { circuitsOf, fromLeftOf, judge, next } from "./table.js";
import { nextDealer, over, sum, tableAfter } from "./table.js";

// What a game is asked of a table.
const METHODS = "after asked check inPlay opening remarks resting score voided".split(" ");
// What is a seat, or several, in what it gives; as SEAT_NUMBERS in types.py has them of numbers.
const SEATS =
  "seat seats side dealer last resting winners bidder bidders from having there to who winning"
    .split(" ");

const mapValues = (values, map) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));

/** The two ways between the seats of the sheet and places at a table. */
function seatingOf({ asks, order, sides }) {
  const seats = order.toSorted((a, b) => a - b);
  const placeOf = (seat) => seats.indexOf(seat);
  const pick = (values) => seats.map((seat) => values[seat]);

  /** Facts, or an answer; a list has a value for each seat, also where nobody is asked it. */
  function factsOf(value, key) {
    const { kind, of } = asks.find((ask) => ask.key === key) ?? {};
    if (isGroup(value)) return mapValues(value, factsOf);
    if (Array.isArray(value) && of !== "deal") return pick(value);
    return value != null && ["seat", "side"].includes(kind) ? placeOf(value) : value;
  }

  function toTable(value) {
    if (!isGroup(value)) return value;
    if (value.totals) {
      const { bought, by_side: bySide, totals } = value;
      const picked = { totals: pick(totals), bought: pick(bought) };
      return { ...value, ...picked, by_side: mapValues(bySide, pick) };
    }
    if (!value.order) return factsOf(value);
    const { dealer, owes, resting = [] } = value;
    return {
      ...{ ...value, order: order.map(placeOf), dealer: placeOf(dealer), sides: [...order.keys()] },
      ...{ owes: owes && pick(owes), resting: resting.map(placeOf) },
    };
  }

  /** What the game gives, in the seats of the sheet; who has left keeps what it remembered in `carry`. */
  function toSheet(value, carry, key) {
    const seatAt = (place) => seats[place] ?? place;
    const spread = (values, others = []) =>
      sides.map((_, seat) => values[placeOf(seat)] ?? others[seat] ?? 0);
    if (value === null || value === undefined) return value;
    if (SEATS.includes(key)) return Array.isArray(value) ? value.map(seatAt) : seatAt(value);
    if (key === "totals") return spread(value);
    if (key === "by_side") return mapValues(value, (each, name) => spread(each, carry?.by_side[name]));
    if (Array.isArray(value)) return value.map((each) => toSheet(each, carry));
    return isGroup(value) ? mapValues(value, (each, name) => toSheet(each, carry, name)) : value;
  }

  return { toSheet, toTable };
}

/** What a method of a game gives; both have the seats of the sheet. */
const play = (method, name) => (...known) => {
  const table = known.find((value) => value?.order);
  if (table.order.length === table.sides.length) return method(...known);
  const { toSheet, toTable } = seatingOf(table);
  return toSheet(method(...known.map(toTable)), known.find((value) => value?.totals), name);
};

// Once somebody has joined or left, the deal passes to the next who owes one.

const from = (order, seat) => [seat, ...fromLeftOf(order, seat).slice(0, -1)];

const firstWhoOwes = ({ order }, seat, owes) => from(order, seat).find((at) => owes[at]) ?? seat;

function byRounds(table, facts) {
  const { owes } = table;
  if (!owes) return null;
  const dealer = firstWhoOwes(table, nextDealer(table, facts), owes);
  return sum(owes) ? next(table, facts, { left: sum(owes), dealer }) : over();
}

/** The table of these seats, of so many that the sheet has; raises where its asks are not here. */
function seat({ data, rules }, order, seats) {
  const { asks, pack } = data.tables?.[order.length] ?? (order.length === data.order.length && data);
  return { asks, data, order, pack, rules, sides: [...Array(seats).keys()] };
}

const seating = {
  /** Who is at the table before the first deal; `due` says how many deals each still has to deal. */
  begin(data) {
    const { first_order: first, rules, sides, start } = data;
    const circuits = circuitsOf(rules);
    const due = circuits && start.totals.map(() => circuits);
    const seated = first ? seat({ data, rules }, first, first.length) : { ...data, data, sides };
    return { ...seated, due };
  },

  /** Who still has to deal once a deal was dealt: of who owes none, the next on the left who does. */
  dealt(seated, table, facts) {
    const { due } = seated;
    if (!due || facts.void) return seated;
    const dealer = firstWhoOwes(seated, table.dealer, due);
    const now = due.map((deals, at) => (at === dealer ? Math.max(deals - 1, 0) : deals));
    return { ...seated, due: now, owes: seated.owes && now };
  },

  change(variant, stands, { joins, seats }) {
    const { carry, follows, last = stands, seated } = stands;
    const { order, sides } = seated;
    const many = Math.max(sides.length, ...joins.map((join) => join.seat + 1));
    const more = Array.from({ length: many - sides.length }, (_, at) => sides.length + at);
    const none = more.map(() => 0);
    const totals = more.map((at) => joins.find((join) => join.seat === at)?.total ?? 0);
    const now = seat(seated, seats, many);
    if (seated.due) {
      const most = Math.max(...order.map((at) => seated.due[at]));
      const back = (deals, at) =>
        seats.includes(at) && !order.includes(at) ? Math.min(deals, most) : deals;
      now.due = now.owes = [...seated.due, ...more.map(() => most)].map(back);
    }
    // Whose turn it was deals, or else the first on his left who is still there.
    const turn = follows.dealer ?? nextDealer(last.table, last.facts);
    const there = from(order, order.includes(turn) ? turn : order[0]).filter((at) => seats.includes(at));
    const changed = {
      ...{ ...stands, last, seated: now, facts: null },
      carry: {
        ...carry,
        ...{ totals: [...carry.totals, ...totals], bought: [...carry.bought, ...none] },
        by_side: mapValues(carry.by_side, (each) => [...each, ...none]),
      },
    };
    changed.table = tableAfter(changed, [...there, ...seats][0]);
    changed.follows = judge(variant, changed);
    // The last deal goes on, where all sit again as they did.
    const isSame = last.facts && isEqual([last.table.order, last.table.sides], [seats, now.sides]);
    return isSame ? { ...changed, table: last.table, facts: last.facts } : changed;
  },
};

/** Let a game know of tables that change. */
export function seatPeople(rules) {
  if (rules.seating) return rules;
  const { after } = rules;
  const known = { ...rules, after: (table, ...more) => after({ ...table, byRounds }, ...more) };
  const methods = METHODS.filter((name) => name in rules).map((name) => [name, play(known[name], name)]);
  return Object.assign(rules, Object.fromEntries(methods), { seating });
}

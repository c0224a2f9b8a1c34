// What every game shares: cards, hands, seats, the pack as referee, and the fold over all deals.
// The twin of cards.py, table.py, referee.py, of sums.py but for its long search, and of what
// asks.py, variant.py and fold.py say of hands, carries and scores. A fault is returned as
// {code, seat, ...numbers}, or null where nothing is wrong; blank hands are passed over.

export const RED_NINE = "9r";
export const CARDS = "A 2 3 4 5 6 7 8 9 9r 10 J Q K".split(" ");

const rankOf = (card) => (card === RED_NINE ? "9" : card);

export const count = (cards, card) => cards.filter((one) => one === card).length;

/** How many cards of a rank a pack holds, red and black together. */
const copiesOfRank = ({ copies }, rank) =>
  CARDS.reduce((sum, card) => sum + (rankOf(card) === rank ? (copies[card] ?? 0) : 0), 0);

/** A hand as a record writes it: a list of cards or a sum. A blank hand (null) stays null. */
export function readHand(raw) {
  if (!raw) return null;
  if (Array.isArray(raw)) return { cards: raw, count: raw.length, redNines: count(raw, RED_NINE) };
  return { points: raw.points, count: raw.cards, redNines: raw.red_nines };
}

const isEmpty = (hand) => !hand.points && !hand.count && !hand.redNines;

const NINE = 9;

/** What is wrong with these hands when `out` went out. */
export function faultOfHands(hands, out, onRedNine, pack) {
  for (const [seat, hand] of hands.entries()) {
    const fault = hand && (seat === out ? faultOfWinner(hand) : faultOfOne(hand, pack));
    if (fault) return { seat, ...fault };
  }
  return faultOfRedNines(hands, onRedNine, pack) ?? faultOfRanks(hands, pack);
}

const faultOfWinner = (hand) => (isEmpty(hand) ? null : { code: "winner_has_cards" });

function faultOfOne(hand, pack) {
  if (isEmpty(hand)) return { code: "no_cards" };
  const held = hand.count > pack.hand ? hand.count : hand.redNines;
  if (held > pack.hand) return { code: "too_many_cards", held, dealt: pack.hand };
  if (hand.redNines > hand.count) {
    return { code: "more_red_nines_than_cards", red_nines: hand.redNines, held: hand.count };
  }
  return null;
}

function faultOfRedNines(hands, onRedNine, pack) {
  const there = pack.copies[RED_NINE];
  let held = 0;
  for (const [seat, hand] of hands.entries()) {
    held += hand?.redNines ?? 0;
    if (held > there - (onRedNine ? 1 : 0)) {
      const code = onRedNine ? "too_many_red_nines_after_out" : "too_many_red_nines";
      return { code, seat, held, red_nines: there };
    }
  }
  return null;
}

function faultOfRanks(hands, pack) {
  const held = {};
  const add = (key) => (held[key] = (held[key] ?? 0) + 1);
  for (const [seat, hand] of hands.entries()) {
    for (const card of hand?.cards ?? []) {
      if (card === "x") continue;
      const rank = rankOf(card);
      const copies = copiesOfRank(pack, rank);
      if (!copies) return { code: "rank_not_in_pack", seat, rank };
      const same = add(card);
      const alike = add(`rank ${rank}`);
      if (alike > copies) return { code: "too_many_of_rank", seat, held: alike, rank, copies };
      if (card !== RED_NINE && same > pack.copies[card]) {
        return { code: "too_many_black_nines", seat, held: same, black_nines: pack.copies[card] };
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
  return cards.map(([card, n]) => [values[card], n]).sort((one, other) => other[0] - one[0]);
}

function faultOfSum({ points, redNines }, whole, room) {
  const least = NINE * redNines;
  const numbers = { points, red_nines: redNines };
  if (points < least) {
    return { code: `less_than_its_red_nine${redNines > 1 ? "s" : ""}`, ...numbers, least };
  }
  if (points === least + 1) {
    return { code: `one_point${redNines ? "_beside_red_nines" : ""}`, ...numbers };
  }
  const dearest = least + dearestOf(whole, room);
  return points > dearest ? { code: "dearer_than_any_hand", ...numbers, dearest } : null;
}

/** What is wrong with a sum, or with all of them together. */
export function faultOfSums(hands, values, pack) {
  const whole = byValue(pack.copies, values);
  const left = { ...pack.copies };
  const asked = [];
  for (const [seat, hand] of hands.entries()) {
    for (const card of hand?.cards ?? []) left[card] -= 1;
    if (!hand || hand.cards || isEmpty(hand)) continue;
    const room = pack.hand - hand.redNines;
    const fault = faultOfSum(hand, whole, room);
    if (fault) return { seat, ...fault };
    asked.push([hand.points - NINE * hand.redNines, room]);
  }
  const rest = byValue(left, values);
  let total = 0;
  let room = 0;
  for (const [plain, slots] of asked.sort((one, other) => other[0] - one[0] || other[1] - one[1])) {
    total += plain;
    room += slots;
    if (total > dearestOf(rest, room)) return { code: "dearer_than_the_pack", points: total };
  }
  return null;
}

const leftOf = (order, seat) => order[(order.indexOf(seat) + 1) % order.length];

/** All seats clockwise, beginning on the left of one and ending with it. */
export function fromLeftOf(order, seat) {
  const at = order.indexOf(seat) + 1;
  return [...order.slice(at), ...order.slice(0, at)];
}

/** What is handed on once these lines are written. */
export function after(carry, lines, marks) {
  const totals = [...carry.totals];
  const bought = [...carry.bought];
  const pools = { ...carry.pools };
  for (const { seat, points, pool } of lines) {
    totals[seat] += points;
    if (pool === "bank") bought[seat] += points;
    else if (pool) pools[pool] = (pools[pool] ?? 0) - points;
  }
  return { totals, bought, pools, marks };
}

/**
 * Each deal's table, lines (`scored` once it was over), scores, and what it hands on: the carry
 * and the next dealer.
 * `told` gives the facts of each deal in the form of a record, `moved` the lines of counters
 * that were bought or lent before each.
 */
export function foldDeals(variant, { order, rules, pack, ...data }, told, moved = []) {
  let carry = data.start;
  let dealer = data.first_dealer;
  return told.map((facts, at) => {
    const table = { order, rules, pack, dealer: facts.dealer ?? dealer };
    const brought = after(carry, moved[at] ?? [], carry.marks);
    const opening = variant.opening?.(table, brought) ?? { lines: [], marks: carry.marks };
    const laid = after(brought, opening.lines, opening.marks);
    const scored = facts.void
      ? (variant.voided?.(table, laid) ?? { lines: [], marks: laid.marks })
      : variant.score(facts, table, laid);
    carry = after(laid, scored.lines, scored.marks);
    dealer = facts.void ? table.dealer : leftOf(order, table.dealer);
    const scores = carry.totals.map((now, seat) => now - brought.totals[seat]);
    const lines = [...opening.lines, ...scored.lines];
    return { table, lines, scored: scored.lines, scores, carry, dealer };
  });
}

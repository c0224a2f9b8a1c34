// What the pad of a counter game says by itself.

const ofDue = (amount, due) => (amount === due ? amount : `${amount} of ${due}`);
const counted = (count, one) => (count ? [`${count} ${one}${count > 1 ? "s" : ""}`] : []);
const held = ({ cards, red_nines: nines }) =>
  [...counted(cards, "card"), ...counted(nines, "red nine")].join(", ");

export const COUNTED = {
  ask: (name, nines) => `${name}: how many cards?${nines ? " Red keys: with red nines." : ""}`,
  beforeAndAfter: (number) => `Before → after deal ${number}`,
  beforeSharing: "Before sharing, now → then",
  bothSwept: "both pools → 0",
  key: (cards, nines) => counted(cards, "card") + (nines && `, ${nines}`),
  keys: ["Cards in this hand", "With a red nine", "With both red nines"],
  // What one seat moves in a deal, by how the reason's key begins; the first that fits is said.
  moves: {
    buys_in: (counters) => `buys ${counters}`,
    dresses: (amount, due) => `dress ${ofDue(amount, due)}`,
    antes: (amount, due) => `stake ${ofDue(amount, due)}`,
    sweeps_red_aces: (amount) => `swept ${amount}`,
    sweeps: (amount) => `pool ${amount}`,
    pays: (amount, due, hand, name) => `${ofDue(amount, due)} → ${name(hand.to)} for ${held(hand)}`,
    receives: (amount) => `receives ${amount}`,
  },
  nobodyAsked: (name) => `Nothing else is asked. ${name} takes the pool.`,
  noted: (says, takenBack, otherwise) =>
    `Another phone ${takenBack ? "took back" : "noted"}: ${says}.` +
    (otherwise ? " This pad says otherwise." : ""),
  nowAndThen: (number) => `Now, after deal ${number} → then`,
  nowAndThenLaid: (laid, number) => `Now, with ${laid} of deal ${number} → then`,
  // What lies there before the next deal is played, by how the reason's key begins.
  laid: { dresses: "the dress", antes: "the stakes" },
  void: "Void",
  voidLabel: "This deal is void",
  voided: (number) => `Deal ${number} is void: it does not count and is dealt again.`,
  whoWentOut: "Who went out?",
  whoWentOutHere: "Who went out? Tap a row.",
  withNines: ["", "with a red nine", "with both red nines"],
};

// What the pad of a counter game says by itself.

export const COUNTED = {
  ask: (name, nines) => `${name}: how many cards?${nines ? " Red keys: with red nines." : ""}`,
  bought: (counters) => `buys ${counters}`,
  gain: (name, points) => `${name} ${points}`,
  key: (cards, nines) => (nines ? `${cards}, ${nines}` : cards),
  keys: ["Cards in this hand", "With a red nine", "With both red nines"],
  nobodyAsked: (name) => `Nothing else is asked. ${name} takes the pool.`,
  onlyNines: ["", "One red nine", "Two red nines"],
  part: (amount, due) => `${amount} of ${due}`,
  pays: (amount, to) => `${amount} → ${to}`,
  paysHeard: (amount, to) => `pays ${to} ${amount}`,
  swept: (amount) => `swept ${amount}`,
  withNines: ["", "with a red nine", "with both red nines"],
};

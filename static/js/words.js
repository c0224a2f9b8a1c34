// The words people read: `say`, `reason` and `working` are the twins of scorer/rules/words, and
// fill in what words/en.json says; SAYS is what the phone says by itself.

/** The template with its numbers filled in, beginning with a capital; `names` go by seat. */
export function say(words, template, numbers, names = []) {
  const sentence = template.replace(/\{(\w+)(?:\|(\w+))?\}/g, (_, name, table) => {
    const value = String(numbers[name]);
    return (table === "names" ? names : words[table])?.[value] ?? value;
  });
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The sentence that explains one line of a score. */
export const reason = (words, { key, numbers }, names) =>
  say(words, words.reasons[key].says, numbers, names);

/** The same reason as a piece of a sum, such as "×2 = 82"; empty where there is none. */
export const working = (words, { key, numbers }) =>
  say(words, words.reasons[key].working ?? "", numbers);

export const SAYS = {
  ask: {
    cards: (name) => `${name}: how many cards are left?`,
    pack: (name) => `Tap the cards ${name} still holds.`,
    points: (name) => `${name}: add up the cards, a red nine as 9.`,
  },
  blank: (name) => `Nothing is typed for ${name}. Everyone who did not go out holds a card.`,
  close: "OK",
  correcting: (number) => `Deal ${number}: tap the hand that was wrong.`,
  correctTitle: (number) => `Correct deal ${number}`,
  dealTitle: (number) => `Deal ${number}`,
  held: (cards) => `Held: ${cards}`,
  kept: "What you typed before is still here.",
  left: (card, copies) => `${card}, ${copies} left`,
  next: "Next",
  nines: (count, n) => `9, ${n > 1 ? `${count} red nines` : "red"}`,
  noSignal: "No signal. What you typed is kept; tap Save again.",
  noSignalHere: "No signal. Try again in a moment.",
  nobody: "nobody",
  save: "Save",
  saving: "Saving…",
  startAgain: "Start again",
  sum: "Together",
  takeBack: (card) => `${card}: take back`,
  trouble: "No answer from the server. What you typed is kept; tap Save again.",
  use: (points) => `Use ${points}`,
  whyTitle: (name, number) => `${name}, deal ${number}`,
};

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** A person's name, kept from turning a sentence round where it is written right to left. */
export function nameAt(seats, seat) {
  const { name } = seats[seat];
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

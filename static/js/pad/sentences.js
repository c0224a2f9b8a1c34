// What the pad says by itself.

import { say } from "../words.js";

const counted = (count, noun) => (count ? [`${count} ${noun}${count > 1 ? "s" : ""}`] : []);

/** A hand of so many cards: "3 cards, 1 red nine". */
export const held = ({ cards, red_nines: nines }) =>
  [...counted(cards, "card"), ...counted(nines, "red nine")].join(", ");

/** What is asked of somebody, as the words of the ask have it. */
export function promptOf({ key }, words, name) {
  const { prompt, what } = words.asks[key];
  return prompt ? say(words, prompt, { name }) : PAD.asked(name, what);
}

export const PAD = {
  addUp: (name) => `${name}: add up the cards. A red nine counts 9 here.`,
  allPools: (pools) => `${pools === 2 ? "both" : "all"} pools → 0`,
  asked: (name, what) => `${name}: ${what}`,
  beforeAndAfter: (number) => `Before → after deal ${number}`,
  beforeSharing: "Before sharing, now → then",
  behind: (numbers) =>
    numbers.length > 1
      ? `deals ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} come after the end`
      : `deal ${numbers[0]} comes after the end`,
  blank: (name) => `${name}: nothing is typed yet.`,
  blankHand: (name) => `Nothing is typed for ${name}. Everyone who did not go out holds a card.`,
  byCards: (name, cards) => `${name}: ${cards ? "cards" : "sums"} from now on.`,
  cards: "Cards",
  cleared: "Everything you typed is cleared.",
  correcting: (number, what, above) =>
    `Deal ${number}: tap the ${what} that was wrong${above ? `, or change ${above} above` : ""}.`,
  correctTitle: (number, called) => `Correct deal ${number}${called && `: ${called}`}`,
  countKey: (cards, nines) => counted(cards, "card") + (nines && `, ${nines}`),
  countKeys: ["Cards in this hand", "With a red nine", "With both red nines"],
  covered: "Hold a ✓ to see it. After the play, tap a blank.",
  dealTitle: (number, called) => `Deal ${number}${called && `: ${called}`}`,
  endsHere: "the game then ends",
  forAll: (cards) => `${cards ? "Cards" : "Sums"} for all`,
  goesOn: "the game then continues",
  hand: "hand",
  howMany: (name) => `${name}: how many cards are left?`,
  howManyByKeys: (name, nines) =>
    `${name}: how many cards?${nines ? " Red keys: with red nines." : ""}`,
  kept: "What you typed before is still here.",
  leftOver: (prompt, left) => `${prompt} · ${String(left).replace("-", "−")} left`,
  left: (card, copies) => `${card}, ${copies} left`,
  minus: "Minus",
  next: "Next",
  nines: (count, n) => `9, ${n > 1 ? `${count} red nines` : "red"}`,
  noSignal: "No signal. What you typed is kept; tap Save again.",
  nobody: "nobody",
  nothingElse: "Nothing else is needed.",
  noted: (says, takenBack, otherwise) =>
    `Another phone ${takenBack ? "undid" : "noted"}: ${says}.` +
    (otherwise ? " You typed something else." : ""),
  nowAndThen: (number) => `Now, after deal ${number} → then`,
  nowAndThenLaid: (laid, number) => `Now, with ${laid} of deal ${number} → then`,
  plus: "Plus",
  rest: "Rest 0",
  restLabel: "0 for everybody else",
  restTo: "Rest to…",
  restToSide: (name) => `Rest to ${name}`,
  row: "row",
  save: "Save",
  saving: "Saving",
  standIn: "Dummy",
  startAgain: "Start again",
  tapARow: (asks) => `${asks} Tap a row.`,
  tapCards: (name) => `Tap the cards ${name} still holds.`,
  takeBack: (card) => `${card}: remove`,
  tooMuch: (told, sum) => `That makes ${told}, but there are only ${sum}.`,
  trouble: "No answer from the server. What you typed is kept; tap Save again.",
  undo: "Undo",
  use: (number) => `Use ${number}`,
  void: "Void",
  voidLabel: "This deal is void",
  voided: (number) => `Deal ${number} is void: it does not count and is dealt again.`,
  yoursIsKept: "Yours is kept. To replace theirs, note it again.",
  withNines: ["", "with a red nine", "with both red nines"],
};

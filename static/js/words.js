// The words people read: `say`, `reason` and `working` are the twins of scorer/rules/words, and
// fill in what the words of a game say; SAYS is what the sheet says by itself on the phone.

const listed = (list) =>
  list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;

/** A value in a sentence; numbers as people write them: "−100,000", "5000". */
function write(value) {
  if (typeof value !== "number") return String(value);
  const group = Math.abs(value) < 10_000 ? /(?!)/ : /\B(?=(\d{3})+$)/g;
  return String(value).replace(group, ",").replace("-", "−");
}

/** The template with its numbers filled in, beginning with a capital; `names` go by seat. */
export function say(words, template, numbers, names = []) {
  const sentence = template.replace(/\{(\w+)(?:\|(\w+))?\}/g, (_, name, table) => {
    const value = numbers[name];
    if (table === "names") return listed([value].flat().map((seat) => names[seat] ?? seat));
    return words[table]?.[value] ?? write(value);
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
  close: "OK",
  held: "Held:",
  noSignalHere: "No signal. Try again in a moment.",
  red: "red",
  sum: "Together",
  whyTitle: (name, number) => `${name}, deal ${number}`,
};

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** A person's name, kept from turning a sentence round where it is written right to left. */
export function nameAt(seats, seat) {
  const { name } = seats[seat];
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

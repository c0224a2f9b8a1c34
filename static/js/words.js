// The words people read: `say`, `fill`, `reason` and `working` are the twins of scorer/rules/words,
// whose words come with the page as far as its scripts say them.

export const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Learn what comes with a sheet. */
export function addWords({ asks, phrases }) {
  Object.assign(words.phrases, phrases);
  for (const [key, ask] of Object.entries(asks)) Object.assign(words.asks[key], ask);
}

// Made when they are first needed: that takes longer than all else that runs before the first tap.
let lists;
let plurals;

export function listed(list) {
  lists ??= new Intl.ListFormat(words.language);
  return lists.format(list.map(String));
}

/** A value in a sentence; numbers as people write them: "−100,000", "5000". */
function write(value) {
  if (typeof value !== "number") return String(value);
  const group = Math.abs(value) < 10_000 ? /(?!)/ : /\B(?=(\d{3})+$)/g;
  return String(value).replace(group, ",").replace("-", "−");
}

/** Numbers as the sheet has them; of counters what was won has its sign. */
export const plain = (number) => String(number).replace("-", "−");
export const signed = (number) => (number > 0 ? `+${number}` : plain(number));

/** What a table says of just this value, or of a number of its plural category; else the value. */
function wordFor(table, value) {
  if (!table) return write(value);
  plurals ??= new Intl.PluralRules(words.language);
  const category = typeof value === "number" ? plurals.select(value) : value;
  return (table[value] ?? table[category] ?? "{}").replace("{}", () => write(value));
}

/** The template with its numbers filled in, for the middle of a sentence; `names` go by seat. */
export function fill(template, numbers, names = []) {
  const { by } = template;
  const text = by ? wordFor(template, numbers[by]) : template;
  return text.replace(/\{(\w+)(?:\|(\w+))?\}/g, (_, name, table) => {
    const value = numbers[name];
    if (table === "names") return listed([value].flat().map((seat) => names[seat] ?? seat));
    return wordFor(words[table], value);
  });
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The template filled in as a sentence. */
export const say = (...filled) => capital(fill(...filled));

/** The sentence that explains one line of a score. */
export const reason = ({ key, numbers }, names) => say(words.reasons[key].says, numbers, names);

/** The same reason as a piece of a sum, such as "×2 = 82"; empty where there is none. */
export const working = ({ key, numbers }) => say(words.reasons[key].working ?? "", numbers);

/** What the page says by itself, by its key. */
export const phrase = (key, numbers) => fill(words.phrases[key], numbers);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** A person's name, kept from turning a sentence round where it is written right to left. */
export function nameAt(seats, seat) {
  const { name } = seats[seat];
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** The sides, each where its first seat sits, clockwise. */
export const sidesOf = ({ order, sides }) => [...new Set(order.map((seat) => sides[seat]))];

/** "Ann and Cat", or the one who plays for itself. */
export function nameOfSide({ order, seats, sides }, side) {
  const members = order.filter((seat) => sides[seat] === side);
  // Who has left played for itself.
  return listed((members.length ? members : [side]).map((seat) => nameAt(seats, seat)));
}

// Suits are ink: those that are red on the card are in outline.
export const SUITS = { C: "♣", D: "♢", H: "♡", S: "♠" };

export const RED_NINE = "9r";

/** A card as people write it in a row of them: a suit by its sign, "JOKER" as a word. */
export const cardName = (card) =>
  SUITS[card] ?? (card.length > 2 ? card.toLowerCase() : card);

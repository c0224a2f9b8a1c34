// What the phone says while a game is set up.

const COUNT = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

export const FIELDS = {
  full: (most) => `${most} letters at most.`,
};

export const SETUP = {
  add: "Add",
  all: (many) => `All ${many}`,
  another: (name) => `${name} sits here already. Another one? Add a letter.`,
  deals: ", deals first",
  dealsFirst: "Deals first",
  draw: "Draw",
  drawn: (name) => `Drawn: ${name} deals first.`,
  firstName: "Type a name",
  full: (why) => `The table is full: ${why}`,
  known: "People who have played before",
  lifted: "Arrow keys move, Escape puts down.",
  moved: "Tap a name to move it.",
  name: "Find or add a name",
  noAnswer: "No answer. Tap Start again.",
  partners: (names) => new Intl.ListFormat("en-GB").format(names),
  place: (name, at, many) => `${name}, place ${at} of ${many}.`,
  ready: (name) => `${name} deals first.`,
  remove: "Remove",
  removed: (name) => `${name} is removed.`,
  same: (players) => `Same ${COUNT[players]} as last time`,
  satDown: (name) => `${name} sits down too. Start?`,
  swapped: (one, other) => `${one} and ${other} have changed places.`,
  table: "The table, clockwise",
  tapFirst: "Tap who deals first, then the others clockwise.",
  tapNext: "Now the others, clockwise.",
  tooFew: (more) => (more === 1 ? "One more person is needed." : `${more} more people are needed.`),
  tooMany: (many) => (many === 1 ? "One person too many." : `${many} people too many.`),
  total: (name) => `Total ${name} brings along`,
  typeFirst: "Type who deals first, then the others clockwise.",
  whichOne: (name) => `There is more than one ${name}. Tap the right one.`,
};

// What the phone says while a game is set up.

const COUNT = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

export const FIELDS = {
  full: (most) => `${most} letters at most.`,
};

export const SETUP = {
  add: "Add",
  all: (many) => `All ${many}`,
  dealer: "Deals?",
  deals: "Deals",
  dealsLabel: (name) => `${name} deals first`,
  down: (name) => `${name} one seat on`,
  draw: "Draw the dealer",
  drawn: (name) => `Drawn: ${name} deals first.`,
  full: (most) => ` The table is full: ${most} at most.`,
  hint: "Tap everybody in the order they sit, clockwise.",
  known: "People who have played before",
  newName: "Somebody new",
  noDealer: "Who deals first? Tap “Deals?” beside a name, or draw.",
  partners: (names) => new Intl.ListFormat("en-GB").format(names),
  ready: (name) => `${name} deals first.`,
  remove: (name) => `${name} does not play`,
  same: (players) => `Same ${COUNT[players]}`,
  sitsHere: (name) => `${name} sits here already.`,
  tooFew: (more) => (more === 1 ? "One more person is needed." : `${more} more people are needed.`),
  whoDeals: (question) => `${question} Tap “Deals?” beside the name.`,
  total: (name) => `Total ${name} brings along`,
  up: (name) => `${name} one seat back`,
};

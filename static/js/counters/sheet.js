// What the small forms on the sheet of a counter game write into the book: [kind, content].

import { page } from "../page.js";

const inPlay = (facts) => ({ after: page.data.next.after, facts });

/** Somebody did, while the deal is still being played, what is asked of it: swept the red aces. */
export const note = ({ dataset }) => ["note", inPlay({ [dataset.note]: Number(dataset.seat) })];

/** What was noted is taken back. */
export const takeBack = ({ dataset }) => ["withdraw", { entry: dataset.takeBack }];

/** Counters that were lent are given back. */
export const giveBack = ({ dataset }) => {
  const [counters, seat, lender] = ["giveBack", "seat", "lender"].map((key) => Number(dataset[key]));
  return ["lend", { after: page.data.next.after, seat, lender, counters }];
};

const voidDeal = () => ["deal", inPlay({ void: true })];

export { voidDeal as void };

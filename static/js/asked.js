// What seats are asked of themselves just now, by the data of the sheet or of news that wait.

import { state } from "./store.js";

// Where an ask of the deal is answered.
export const OF_DEAL = -1;

export const isIn = (list, key, at) => list?.some(([name, place]) => name === key && place === at);

/** Whether a seat answers this of itself. */
export const isOwn = ({ by }) => by === "seat";
export const isBefore = ({ when }) => when === "before";
export const findAsk = (key) => state.data.asks.find((ask) => ask.key === key);
// What stays hidden until all of it is in.
export const isSecret = ({ kind, shown }) => kind === "hands" || shown === "when_complete";

/** What a draft of answers to the deal in play goes by. */
export const keyOf = (name) => `own:${state.data.next?.after}:${name}`;

export const ownOf = ({ asks } = state.data) => asks.filter(isOwn);

/** What this phone may answer for a seat now: what is missing, and what may still be changed. */
export const asksOf = (seat, data = state.data) =>
  ownOf(data).filter(({ key }) => data.next?.asked?.[seat]?.includes(key));

export const outsOf = (data = state.data) =>
  ownOf(data).map(({ but }) => data.next?.answered?.[but] ?? null);

/** Who is out, and how: "Ben is out on a red nine"; "" while nobody is. */
export const whoIsOut = ({ next } = state.data) => next?.out_says ?? "";

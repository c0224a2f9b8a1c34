// What seats are asked of themselves just now, by the data of the sheet or of news that wait.

import { mayScore, state } from "./store.js";
import { fill, nameAt, words } from "./words.js";

// Where an ask of the deal is answered.
export const OF_DEAL = -1;

export const isIn = (list, key, at) => list?.some(([name, place]) => name === key && place === at);

/** Whether a seat answers this of itself; hands always are answered so. */
export const isOwn = ({ by, kind }) => (by ?? (kind === "hands" ? "seat" : "anybody")) === "seat";
export const isBefore = ({ when }) => when === "before";
export const findAsk = (key) => state.data.asks.find((ask) => ask.key === key);
// What stays hidden until all of it is in.
export const isSecret = ({ kind, shown }) => kind === "hands" || shown === "when_complete";

/** What a draft of answers to the deal in play goes by. */
export const keyOf = (name) => `own:${state.data.next?.after}:${name}`;

export const ownOf = ({ asks } = state.data) => asks.filter(isOwn);

/** What a seat answers of itself now, whether it has or not; without what is asked too early. */
export function asksOf(seat, data = state.data) {
  const { answered = {}, final, in: answeredPlaces, missing } = data.next ?? {};
  return ownOf(data).filter((ask) => {
    const out = answered[ask.but];
    const isAsked = (isBefore(ask) || !ask.but || out != null) && out !== seat;
    // Once all are in a bid stays, but for whoever keeps the score.
    const mayChange = isIn(answeredPlaces, ask.key, seat) && (mayScore(data) || !final?.includes(ask.key));
    return isAsked && (mayChange || isIn(missing, ask.key, seat));
  });
}

export const missingOf = (seat, data = state.data) =>
  asksOf(seat, data).filter(({ key }) => isIn(data.next.missing, key, seat));

/** What is asked of a seat after the play and not answered yet. */
export const toCount = (seat, data = state.data) =>
  seat !== null && data.next?.counted ? missingOf(seat, data).filter((ask) => !isBefore(ask)) : [];

export const outsOf = (data = state.data) =>
  ownOf(data).map(({ but }) => data.next?.answered?.[but] ?? null);

/** Who is out, and how: "Ben is out on a red nine"; "" while nobody is. */
export function whoIsOut(data = state.data) {
  const { answered = {} } = data.next ?? {};
  const out = data.asks.find(({ key }) => ownOf(data).some(({ but }) => but === key));
  const at = answered[out?.key];
  if (at == null) return "";
  const { chip = "{name}" } = words.asks[out.key];
  const flags = data.asks.filter(
    ({ key, kind, of, when }) => kind === "flag" && !of && !when && answered[key],
  );
  const how = flags.map(({ key }) => words.asks[key].chip ?? words.asks[key].what);
  return [fill(words, chip, { name: nameAt(data.seats, at) }), ...how].join(" ");
}

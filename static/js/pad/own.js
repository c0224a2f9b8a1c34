// The pad for a few answers of a deal instead of all of it: a seat's own hand or bid, or what anybody
// answers. It needs the server, and what others have answered is left alone.

import { findAsk, isBefore, isIn, isOwn, isSecret, keyOf, ownOf } from "../asked.js";
import { state } from "../store.js";
import { capital, phrase } from "../words.js";
import { saveAnswers } from "./answers.js";
import { Asks } from "./asks.js";
import { factsInPlay } from "./begin.js";
import { dealPlace, nextPlace } from "./drafts.js";

// What an ask says of other asks, and of who may see it, is for the pad of all.
const ALONE = { but: null, unless: [], same_as: null, open_with: null, shown: "at_once", sum: null };
// What the widgets of other asks would do.
const NOT_HERE = { same: undefined, called: undefined };

/** The asks of which one seat answers those that are named in `place.keys`. */
class SeatAsks extends Asks {
  constructor(data, widgets, place) {
    const { base, keys, seat } = place;
    const all = new Asks(data, widgets);
    const asks = data.asks.filter(({ key }) => keys.includes(key)).map((ask) => ({ ...ask, ...ALONE }));
    super({ ...data, asks }, { ...widgets, ...NOT_HERE }, place);
    this.seat = seat;
    // While bids lie hidden nobody knows what anything scores.
    this.bySides = !base && data.asks.some((ask) => isBefore(ask) && isSecret(ask));
    // Others go on answering while this is typed.
    this.known = () => base ?? all.write(all.read(factsInPlay(all.all, state.data.next)));
  }

  /** Whose hand it is stands there in large letters. */
  shortened(prompt, pad) {
    const [row] = pad.rows;
    const name = pad.nameOf(row);
    if (this.isHidden(pad.typed, row.cells[0])) return phrase("is_in_hidden", { name });
    return capital(prompt.replace(`${name}: `, ""));
  }

  cells = ({ key }) => [{ key, at: this.seat }];
  isCovered = () => false;
  round = () => [this.seat];
  rows = (typed) => super.rows(typed).filter(({ seat }) => seat !== null);

  /** The whole deal as far as it is known here. */
  write(typed) {
    const facts = { ...this.known() };
    for (const ask of this.all) {
      const list = [...(facts[ask.key] ?? Array(this.count(ask)).fill(null))];
      list[this.seat] = this.widget(ask).write(this.value(typed, { key: ask.key, at: this.seat }), ask);
      facts[ask.key] = list;
    }
    return facts;
  }
}

/** The asks that anybody answers, for a phone that does not keep the score. */
class SharedAsks extends Asks {
  constructor(data, widgets, place) {
    // What opens a hand is called for that seat.
    const isOpener = ({ key, of }) => of !== undefined && ownOf(data).some((ask) => ask.open_with === key);
    const asks = data.asks.filter((ask) => !isOwn(ask) && !isOpener(ask));
    const isHere = (key) => (asks.some((ask) => ask.key === key) ? key : null);
    const alone = ({ but, open_with: opens, same_as: same, unless = [], ...ask }) => ({
      ...{ ...ask, but: isHere(but), open_with: isHere(opens), same_as: isHere(same) },
      unless: unless.filter(isHere),
    });
    super({ ...data, asks: asks.map(alone) }, widgets, place);
    // What seats have answered of themselves is not known here.
    this.isPartial = asks.length < data.asks.length;
  }
}

/** The place of what a seat answers of the deal in play; `answered` are its answers that are known here. */
export function placeOfSeat(name, seat, keys, answered = {}) {
  const key = keyOf(name);
  const known = [...state.data.next.in];
  const place = { ...nextPlace(state.data), kind: "own", key, seat, keys, answered, known };
  Object.assign(place, { Asks: SeatAsks, save: saveAnswers });
  // One bid is told by one tap, and then covered.
  if (keys.every((name) => isBefore(findAsk(name)))) place.tapped = saveAnswers;
  return place;
}

/** The place of what anybody answers of the deal in play. */
export const placeOfShared = () => ({
  ...nextPlace(state.data),
  ...{ kind: "own", key: keyOf("shared"), Asks: SharedAsks, save: saveAnswers },
});

/** The place of a seat's own answers in a deal that is complete. */
export function placeOfCorrection(deal, seat) {
  const place = dealPlace(state.data, deal);
  const { facts } = state.data.deals.find(({ id }) => id === deal);
  const keys = ownOf().filter((ask) => !isBefore(ask)).map(({ key }) => key);
  return { ...place, key: `${place.key}:${seat}`, seat, keys, base: facts, Asks: SeatAsks };
}

/** Whether another phone has answered this since the pad was opened. */
export const cameIn = ({ known }, key, at) => isIn(state.data.next?.in, key, at) && !isIn(known, key, at);

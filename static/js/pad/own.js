// The pad for a few answers of a deal instead of all of it: a seat's own hand or bid, or what anybody
// answers. It needs the server, and what others have answered is left alone.

import { findAsk, isBefore, isIn, isOwn, isSecret, keyOf, ownOf } from "../asked.js";
import { showAnswer } from "../forms.js";
import { writeAnswers } from "../outbox/direct.js";
import { showNotice } from "../sheet.js";
import { mayScore, state } from "../store.js";
import { capital, phrase } from "../words.js";
import { Asks } from "./asks.js";
import { factsInPlay } from "./begin.js";
import { faultText } from "./preview.js";
import { answersOf } from "./save.js";
import { dealPlace, nextPlace } from "./saving.js";

// What an ask says of other asks, and of who may see it, is for the pad of all.
const ALONE = { but: null, unless: [], same_as: null, open_with: null, shown: "at_once", sum: null };
// What the widgets of other asks would do.
const NOT_HERE = { same: undefined, called: undefined };

/** The asks of which one seat answers those that are named in `place.keys`. */
class SeatAsks extends Asks {
  constructor(data, widgets, plays, place) {
    const { base, keys, seat } = place;
    const all = new Asks(data, widgets, plays);
    const asks = data.asks.filter(({ key }) => keys.includes(key)).map((ask) => ({ ...ask, ...ALONE }));
    super({ ...data, asks }, { ...widgets, ...NOT_HERE }, plays, place);
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
  constructor(data, widgets, plays, place) {
    // What opens a hand is called for that seat.
    const isOpener = ({ key, of }) => of !== undefined && ownOf(data).some((ask) => ask.open_with === key);
    const asks = data.asks.filter((ask) => !isOwn(ask) && !isOpener(ask));
    const isHere = (key) => (asks.some((one) => one.key === key) ? key : null);
    const alone = ({ but, open_with: opens, same_as: same, unless = [], ...ask }) => ({
      ...{ ...ask, but: isHere(but), open_with: isHere(opens), same_as: isHere(same) },
      unless: unless.filter(isHere),
    });
    super({ ...data, asks: asks.map(alone) }, widgets, plays, place);
    // What seats have answered of themselves is not known here.
    this.isPartial = asks.length < data.asks.length;
  }
}

/** The place of what a seat answers of the deal in play; `given` are its answers that are known here. */
export function placeOfSeat(name, seat, keys, given = {}) {
  const key = keyOf(name);
  const known = [...state.data.next.in];
  const place = { ...nextPlace(state.data), kind: "own", key, seat, keys, given, known };
  Object.assign(place, { Asks: SeatAsks, save: saveAnswers });
  // One bid is told by one tap, and then covered.
  if (keys.every((one) => isBefore(findAsk(one)))) place.tapped = saveAnswers;
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

/** Write what was typed, and take back what this phone had answered and is blank now. */
export async function saveAnswers(pad) {
  const { asks, place, typed } = pad;
  if (pad.saving || place.isHalted) return;
  const cells = asks.keyedCells(typed);
  const { faults } = pad.shown;
  if (faults.length) return pad.complain({ text: faultText(pad.page, faults[0]) }, faults[0]);
  if (cells.length === 1 && (asks.isBlank(typed, cells[0]) || asks.isHidden(typed, cells[0]))) {
    return pad.complain({ text: asks.widget(pad.ask).blankText(pad.nameOf(pad.activeRow)) });
  }
  const set = answersOf(asks, typed);
  const clear = blankNow(pad, set);
  if (!set.length && !clear.length) return pad.dialog.close();
  pad.saving = place.isSaving = true;
  pad.paint();
  const { number: deal, replaces: replace } = place;
  const answer = await writeAnswers({ deal, set, clear, replace });
  pad.saving = place.isSaving = false;
  const { error, status } = answer;
  const isHere = state.data.next?.after === place.content.after;
  if (status === 200 || !isHere || error?.code === "deal_is_there") {
    pad.forget();
    pad.dialog.close();
    if (status === 200) showNotice();
    else showAnswer(answer);
    return undefined;
  }
  // Saved once more, it replaces what another phone has answered.
  place.replaces = error?.code === "replaces";
  const text = error ? faultText(pad.page, error) : noAnswer(status);
  pad.complain({ text: place.replaces ? `${text} ${phrase("save_to_replace")}` : text }, error);
  pad.keep();
  place.update?.();
  return undefined;
}

/** The places that were answered when the pad was opened, known here, and are blank on it now. */
function blankNow({ asks, place, typed }, set) {
  const isSet = (key, at) => set.some((one) => one[0] === key && one[1] === at);
  const isHere = ([key, at]) => {
    if (!asks.find(key) || (place.seat !== undefined && at !== place.seat)) return false;
    return !isSet(key, at) && (at < 0 || !asks.isHidden(typed, { key, at }));
  };
  return place.known.filter(isHere).map(([key, at]) => [key, at]);
}

/** That nothing was heard; without signal another phone can still be told. */
function noAnswer(status) {
  if (status) return phrase("no_answer");
  return phrase(mayScore() ? "no_signal" : "tell_the_scorekeeper");
}

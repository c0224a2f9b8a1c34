// The pad for a few answers of a deal instead of all of it: a seat's own hand or bid, those of
// seats that have not answered, or what is seen after the play where the bids are in already. Each
// answer is an entry of its own, and what others have answered is left alone.

import { findAsk, isBefore, isIn, isOwn, isSecret, keyOf, ownOf } from "../asked.js";
import { writeNow } from "../outbox/direct.js";
import { showNotice } from "../sheet.js";
import { mayScore, state } from "../store.js";
import { capital, phrase } from "../words.js";
import { Asks } from "./asks.js";
import { isEqual } from "./begin.js";
import { faultText } from "./preview.js";
import { dealPlace, nextPlace } from "./saving.js";

// What an ask says of other asks, and of who may see it, is for the pad of all.
const ALONE = { but: null, unless: [], same_as: null, open_with: null, shown: "at_once" };
// What the widgets of other asks would do.
const NOT_HERE = { same: undefined, opened: undefined, called: undefined };

/** What all may see of the deal in play; of several calls the one that counts. */
const answered = () => ({ ...state.data.next?.answered, ...state.data.next?.noted });

/** The asks of which a place names the cells: {key: seats}. */
class SomeAsks extends Asks {
  constructor(data, widgets, plays, { base, cells, given, known }) {
    const isHere = ({ key }) => cells[key];
    const all = new Asks(data, widgets, plays);
    const isWhole = ({ key }) => cells[key].length === all.count(all.find(key));
    const asks = data.asks.filter(isHere).map((ask) => ({
      ...ask,
      ...ALONE,
      // What is left of a sum is known where all of it is asked.
      sum: isWhole(ask) ? ask.sum : null,
    }));
    super({ ...data, asks }, { ...widgets, ...NOT_HERE }, plays);
    this.places = cells;
    this.given = given;
    this.inBefore = known;
    // While bids lie hidden nobody knows what anything scores.
    this.bySides = !base && data.asks.some((ask) => isBefore(ask) && isSecret(ask));
    // Others go on answering while this is typed.
    this.known = () => base ?? all.write(all.read(answered()));
  }

  /** What scores nothing yet stands in a place of its own, but the only answer in large letters. */
  get hasColumns() {
    return super.hasColumns || (this.bySides && Object.values(this.places).flat().length > 1);
  }

  /** Whose hand it is stands there in large letters, where it is only one. */
  shortened(prompt, pad) {
    const [row, other] = pad.rows;
    if (other) return prompt;
    const name = pad.nameOf(row);
    if (this.isHidden(pad.typed, row.cells[0])) return phrase("is_in_hidden", { name });
    return capital(prompt.replace(`${name}: `, ""));
  }

  /** Whether this is in, nobody may see it here yet, and nothing else is typed. */
  isHidden(typed, cell) {
    const { key, at } = cell;
    return isIn(this.inBefore, key, at) && !this.given?.[key] && this.isBlank(typed, cell);
  }

  text(typed, cell, peeked) {
    return this.isHidden(typed, cell) ? "✓" : super.text(typed, cell, peeked);
  }

  cells = ({ key }) => this.places[key].map((at) => ({ key, at }));
  isCovered = () => false;
  // Who answers most stands in their order.
  round = () => {
    const lists = Object.values(this.places).sort((one, other) => other.length - one.length);
    return [...new Set(lists.flat())];
  };
  rows = (typed) => super.rows(typed).filter(({ seat }) => seat !== null);

  /** What stood in the book, with what was answered from this phone. */
  read(facts) {
    return super.read({ ...facts, ...this.given });
  }

  /** The whole deal as far as it is known here. */
  write(typed) {
    const facts = { ...this.known() };
    for (const ask of this.all) {
      const nobody = Array(this.count(ask)).fill(null);
      const list = [...(facts[ask.key] ?? nobody)];
      for (const cell of this.cells(ask)) {
        const told = this.widget(ask).write(this.value(typed, cell), ask);
        list[cell.at] = this.fills(typed, cell) ?? told;
      }
      facts[ask.key] = list;
    }
    return facts;
  }
}

/** The place of answers to the deal in play; `given` are those known here, as a record has them. */
export function placeOfAnswers(name, cells, given = {}) {
  const next = nextPlace(state.data);
  const known = [...state.data.next.in];
  const kept = { key: keyOf(name), cells, given, known, written: {} };
  const place = { ...next, ...kept, kind: "own", Asks: SomeAsks, save, isOvertaken };
  const asked = Object.entries(cells).map(([of, seats]) => [findAsk(of), seats]);
  // One bid is told by one tap, and then covered.
  if (asked.every(([ask, seats]) => isBefore(ask) && seats.length === 1)) place.tapped = save;
  return place;
}

/** What has come in from elsewhere since the pad was opened. */
export const cameIn = ({ known }, key, at) => isIn(state.data.next?.in, key, at) && !isIn(known, key, at);

/** Whether somebody else has answered what is asked here: who writes it too has not seen that. */
function isOvertaken() {
  return Object.entries(this.cells).some(([key, seats]) => seats.some((at) => cameIn(this, key, at)));
}

/** The place of a seat's own answers in a deal that is complete. */
export function placeOfCorrection(deal, seat) {
  const place = dealPlace(state.data, deal);
  const { facts } = state.data.deals.find(({ id }) => id === deal);
  const cells = Object.fromEntries(
    ownOf()
      .filter((ask) => !isBefore(ask))
      .map(({ key }) => [key, [seat]]),
  );
  return { ...place, key: `${place.key}:${seat}`, cells, base: facts, Asks: SomeAsks };
}

/** Whether nothing is asked or in but what is typed here: then it is a deal as any other. */
function isWhole({ asks, place, typed }) {
  const { in: given, missing } = state.data.next;
  const isHere = ([key, at]) => place.cells[key]?.includes(at);
  const isSeen = ([key, at]) => !isOwn(findAsk(key)) || isHere([key, at]);
  const isTyped = (cell) => !asks.isBlank(typed, cell);
  const isNow = state.data.next.after === place.content.after;
  return isNow && missing.every(isHere) && given.every(isSeen) && asks.keyedCells(typed).every(isTyped);
}

/**
 * What is still to be written: each answer that is new, and those of the deal in one entry. Whoever
 * types all of it writes the deal: of two who do so unseen one question is asked, not one a seat.
 */
function entriesOf(pad) {
  const { asks, place, typed } = pad;
  const { after } = place.content;
  const facts = asks.write(typed);
  if (mayScore() && asks.keyedCells(typed).length > 1 && isWhole(pad)) return [["deal", { after, facts }]];
  const written = asks.all.flatMap((ask) => {
    const list = facts[ask.key];
    if (!isOwn(ask)) return [["answers", { after, facts: { [ask.key]: list } }]];
    return asks.cells(ask).flatMap(({ at }) => {
      const value = list[at];
      const isThere = place.given[ask.key] && isEqual(place.given[ask.key][at], value);
      // A bid that is blank after the play has failed; before it somebody is still to tell it.
      const isOpen = value === null && asks.all.every(isBefore);
      return isThere || isOpen ? [] : [["answer", { after, key: ask.key, seat: at, value }]];
    });
  });
  // What completes the deal comes last.
  return written.sort(([one], [other]) => one.localeCompare(other));
}

/** Write what was typed, answer by answer. */
async function save(pad) {
  const { asks, place, typed } = pad;
  if (pad.saving || place.isHalted) return;
  const cells = asks.keyedCells(typed);
  const blank = cells.find((cell) => asks.isBlank(typed, cell));
  const isMine = cells.length === 1;
  const { faults } = pad.shown;
  if (faults.length) return pad.complain({ text: faultText(pad.page, faults[0]) }, faults[0]);
  if (blank && isMine) {
    return pad.complain({ text: asks.widget(pad.ask).blankText(pad.nameOf(pad.activeRow)) });
  }
  const entries = entriesOf(pad);
  const [[kind, content] = []] = entries;
  // Whoever keeps the score saves a whole deal in any case; all else needs the server.
  if (kind === "deal") return (await import("./save.js")).saveByOutbox(pad, kind, content);
  pad.saving = place.isSaving = true;
  pad.paint();
  const { notice, wrong } = await writeAll(pad, entries);
  pad.saving = place.isSaving = false;
  const isHere = state.data.next?.after === place.content.after;
  if (!wrong || !isHere) {
    pad.forget();
    pad.dialog.close();
    showNotice(wrong?.text ?? notice, Boolean(wrong));
  } else {
    pad.complain(wrong, wrong.fault);
    pad.keep();
    place.tell();
  }
  return undefined;
}

/** That nothing was heard; without signal another phone can still be told. */
function noAnswer(status) {
  if (status) return phrase("no_answer");
  return phrase(mayScore() ? "no_signal" : "tell_the_scorekeeper");
}

async function writeAll(pad, entries) {
  pad.entry.isSent = true;
  pad.keep();
  let told;
  const { written } = pad.place;
  for (const [kind, content] of entries) {
    const said = JSON.stringify(content);
    if (written[content.key]?.[content.seat] === said) continue;
    const { status, error, notice } = await writeNow(kind, content, pad.seen);
    if (status !== 200) {
      if (status === 409) pad.seen = state.data.version;
      return { wrong: { text: error ? faultText(pad.page, error) : noAnswer(status), fault: error } };
    }
    (written[content.key] ??= {})[content.seat] = said;
    if (kind === "answer") pad.place.known.push([content.key, content.seat]);
    if (!pad.place.isOvertaken()) pad.seen = state.data.version;
    told = notice || told;
  }
  return { notice: told };
}

// What the pad says: its sentence, and what is missing or wrong.

import { capital, phrase, say, words } from "../words.js";
import { isLikely } from "./asks.js";
import { faultText, faultsOf, isAbout, isMine } from "./preview.js";

// Faults that the next digit may cure, as 1 becomes 12. They are not shouted while typing.
const CURABLE = /^(one_point|less_than_its|no_cards|number_not_between)/;

export function promptOf({ key }, name) {
  const { prompt, what } = words.asks[key];
  return prompt ? say(prompt, { name }) : `${name}: ${what}`;
}

export const questionOf = ({ key }) =>
  words.asks[key].prompt ?? say(words.errors.missing, { what: key });

/** Whether the rows are tapped to answer the first question, which is open. */
export const isNaming = ({ asks, needsFirst, rows }) =>
  needsFirst && rows.some((row) => !row.ask && asks.answerOf(asks.first, row) !== null);

/** A message that asks for the next answer that has no keys and is needed; null for none. */
export function missingPrompt(pad) {
  const { asks, dialog, typed } = pad;
  const [ask] = asks.open(typed, false);
  if (!ask) return null;
  const prompt = questionOf(ask);
  const way = dialog.querySelector("[value='void']") ? "tap_a_row_or_nobody" : "tap_a_row";
  return { text: ask === asks.first && isNaming(pad) ? phrase(way, { prompt }) : prompt };
}

/** The one sentence of the pad, and what its button does. */
export function padMessage(pad) {
  const { activeRow, ask, asks, place, shown, typed } = pad;
  const { doubt, faults: [fault] } = shown;
  const isHasty = Boolean(pad.pause) && fault && isMine(pad, fault);
  if (fault && !(isHasty && !fault.stays && CURABLE.test(fault.code))) {
    return { text: faultText(pad.data, fault), wrong: true };
  }
  if (doubt) return doubtOf(pad, doubt);
  if (typed.voided) return { text: voidText(pad) };
  if (shown.soFar && !typed.active) {
    const isThen = ({ key }) => words.asks[key].then && asks.isAnswered(typed, key);
    const answered = shown.ready ? null : asks.asked(typed).find(isThen);
    if (answered) return { text: words.asks[answered.key].then };
    const { key, numbers } = shown.soFar;
    const open = asks.open(typed, false);
    const last = open.length === 1 ? ` · ${questionOf(open[0])}` : "";
    return { text: say(words.so_far[key], numbers) + last };
  }
  const asked = missingPrompt(pad);
  if (asked && (pad.needsFirst || !typed.active)) return asked;
  if (asks.isInPlay && !typed.active) {
    const isOpen = ({ key, of }) => of === "deal" && asks.isBlank(typed, { key, at: null });
    const open = asks.asked(typed).find(isOpen);
    const isSecret = pad.isDone && asks.all.some(({ shown }) => shown === "when_complete");
    return { text: open ? questionOf(open) : phrase(isSecret ? "covered" : "nothing_else") };
  }
  const text = asked ? null : asks.same?.prompt(pad);
  if (text) return { text };
  if (!ask) return { text: phrase(pad.isUnchanged ? "what_was_wrong" : "nothing_else", place) };
  const asking = asks.widget(ask).prompt(pad.nameOf(activeRow), pad.value, ask, pad);
  const prompt = asks.seat === null ? asking : shortened(asking, pad);
  const left = asks.left(typed, ask);
  if (left < 0 && ask.least >= 0) {
    return { text: phrase("too_much", { typed: ask.sum - left, sum: ask.sum }), wrong: true };
  }
  const isDone = asks.isOneTap(ask, pad.value) && !asks.isBlank(typed, typed.active);
  if ((isDone || left === 0) && shown.ready && !place.correcting) {
    return { text: phrase("nothing_else") };
  }
  if (left < 0 && ask.sum > 0) {
    return { text: phrase("over_the_sum", { prompt, over: -left }), doubt: true };
  }
  const isNews = left !== 0 || (ask.sum > 0 && !shown.ready);
  const isSaid = left !== null && isNews && isLikely(left, ask);
  if (!isSaid || asks.fills(typed, typed.active) !== null) return { text: prompt };
  return { text: phrase("left_over", { prompt, left }) };
}

/** The first fault of the active row with another value in its cell; undefined for none. */
export function faultWith(pad, value) {
  const typed = structuredClone(pad.typed);
  pad.asks.set(typed, typed.active, value);
  return faultsOf(pad, typed).find((fault) => isMine(pad, fault));
}

/** Say why not, and choose the row it is about. */
export function complain(pad, message, fault = null) {
  const row = fault && pad.rows.find((other) => isAbout(fault, other, pad.asks));
  if (row && row !== pad.activeRow) pad.chooseRow(row.id);
  pad.message = { ...message, wrong: true };
  pad.paint();
  pad.behind.large?.refuse(pad);
}

export const refuse = (pad, fault) => complain(pad, { text: faultText(pad.data, fault) }, fault);

export const askBlank = (pad) =>
  complain(pad, { text: pad.asks.widget(pad.ask).blankText(pad.nameOf(pad.activeRow)) });

export const askWhat = (pad) => complain(pad, { text: phrase("what_was_wrong", pad.place) });

function voidText({ around, data, place }) {
  const text = phrase("voided", place);
  const isLaid = Object.values(around.opened.laid.pools ?? {}).some(Boolean);
  if (!words.void_leaves || !isLaid) return text;
  return `${text} ${say(words.void_leaves, data.rules)}.`;
}

function shortened(prompt, pad) {
  const [row] = pad.rows;
  const name = pad.nameOf(row);
  if (pad.asks.isHidden(pad.typed, row.cells[0])) return phrase("is_in_hidden", { name });
  return capital(prompt.replace(`${name}: `, ""));
}

function doubtOf(pad, { key, numbers, seat }) {
  const row = pad.rows.find((other) => seat !== null && other.seat === seat);
  const name = row && row !== pad.activeRow ? `${pad.nameOf(row)}: ` : "";
  const says = { text: name + say(words.remarks[key], numbers), doubt: true };
  if (numbers.instead === undefined) return says;
  const act = () => {
    if (name) pad.chooseRow(row.id);
    pad.type((value) => ({ ...value, digits: String(numbers.instead), cards: null }));
  };
  return { ...says, label: phrase("use", numbers), act };
}

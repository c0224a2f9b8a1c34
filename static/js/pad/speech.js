// What the pad says: the one sentence, what is still missing, and what is only heard.

import { state } from "../store.js";
import { phrase, say, words } from "../words.js";
import { isLikely } from "./asks.js";
import { faultText } from "./preview.js";

// Faults that the next digit may cure, as 1 becomes 12. They are not shouted while typing.
const CURABLE = /^(one_point|less_than_its|no_cards|number_not_between)/;

/** What is asked of somebody, as the words of the ask have it. */
export function promptOf({ key }, { words }, name) {
  const { prompt, what } = words.asks[key];
  return prompt ? say(words, prompt, { name }) : `${name}: ${what}`;
}

/** What a correction waits for. */
export function whatWasWrong({ asks: { all, first }, place: { number } }) {
  const isHands = all.some(({ kind }) => kind === "hands");
  if (!first) return phrase(isHands ? "wrong_hand" : "wrong_row", { number });
  const above = words.asks[first.key].what;
  return phrase(isHands ? "wrong_hand_or_above" : "wrong_row_or_above", { number, above });
}

/** What has to be answered before the deal can be saved, as people are asked for it; or null. */
export function missing({ asks, rows, typed }) {
  const [ask] = asks.open(typed, false);
  if (!ask) return null;
  const prompt = words.asks[ask.key].prompt ?? say(words, words.errors.missing, { what: ask.key });
  const isNamedByRow = ask === asks.first && rows.some(({ seat }) => seat !== null);
  return { text: isNamedByRow ? phrase("tap_a_row", { prompt }) : prompt };
}

/** The one sentence of the pad, and what its button does. */
export function sentence(pad) {
  const { activeRow, ask, asks, place, shown, typed } = pad;
  const { fault, remark } = shown;
  // The finger that holds it lies on the place where it stands.
  const seen = pad.peeked && asks.widgets.cover.looked(pad);
  if (seen) return { text: seen };
  const isHasty = Boolean(pad.pause) && fault && pad.isAbout(fault, activeRow?.id);
  if (fault && !(isHasty && !fault.stays && CURABLE.test(fault.code))) {
    return { text: faultText(pad.page, fault), wrong: true };
  }
  if (remark) return remarkOf(pad, remark);
  if (typed.voided) return { text: phrase("voided", place) };
  if (shown.soFar && !typed.active) {
    const { key, numbers } = shown.soFar;
    return { text: say(words, words.so_far[key], numbers) };
  }
  const asked = missing(pad);
  if (asked && (pad.needsFirst || !typed.active)) return asked;
  if (ask) {
    const keys = pad.keys.of(ask.key);
    const prompt = asks.widget(ask).prompt(pad.nameOf(activeRow), pad.value, ask, pad.page, keys);
    const text = asks.shortened?.(prompt, pad) ?? prompt;
    const left = asks.left(typed, ask);
    if (left < 0 && ask.least >= 0) {
      const numbers = { typed: ask.sum - left, sum: ask.sum };
      return { text: phrase("too_much", numbers), wrong: true };
    }
    const either = asks.widgets.same?.prompt(pad, text);
    if (either) return { text: either };
    const isTold = keys.isOneTap(pad.value) && !asks.isBlank(typed, typed.active);
    if ((isTold || left === 0) && shown.ready && !place.correcting) {
      return { text: phrase("nothing_else") };
    }
    const isOpen = left && asks.fills(typed, typed.active) === null;
    if (!isOpen || !isLikely(left, ask)) return { text };
    return { text: phrase("left_over", { prompt: text, left }) };
  }
  if (asks.widgets.cover?.isWaiting(asks, typed)) return { text: phrase("covered") };
  const isTyped = asks.keyedCells(typed).length > 0;
  return { text: isTyped && place.correcting ? whatWasWrong(pad) : phrase("nothing_else") };
}

function remarkOf(pad, { key, numbers }) {
  const { instead } = numbers;
  const text = say(words, words.remarks[key], numbers);
  const act = () => pad.type((value) => pad.asks.widget(pad.ask).instead(value, instead));
  return instead === undefined ? { text } : { text, label: phrase("use", numbers), act };
}

/** What somebody who does not look hears of what was just typed; "" where nothing is known yet. */
export function heard(pad) {
  const row = pad.rows.find(({ id }) => id === pad.counted) ?? pad.activeRow;
  const { cost, totals, working } = pad.shown.rows.get(row?.id) ?? {};
  if (!cost) return "";
  const isPaid = state.data.unit === "counters";
  const parts = isPaid ? [working, `${cost}, ${totals}`] : [working || cost];
  return [pad.nameOf(row), ...parts].filter(Boolean).join(": ");
}

// Answers of the deal in play that were typed on the pad go to the server, which alone knows what
// others have answered.

import { showAnswer } from "../forms.js";
import { writeAnswers } from "../outbox/direct.js";
import { coverTap } from "../second-tap.js";
import { showNotice } from "../sheet.js";
import { mayScore, state } from "../store.js";
import { phrase } from "../words.js";
import { faultText } from "./preview.js";

/** Close the pad of what was written. */
export function close({ dialog }) {
  coverTap();
  dialog.close();
  showNotice();
}

/** Say on the pad why nothing was written; saved once more, it replaces what another phone wrote. */
export function refuse(pad, { error, status }) {
  const none = status ? "no_answer" : mayScore() ? "no_signal" : "tell_the_scorekeeper";
  const text = error ? faultText(pad.page, error) : phrase(none);
  const replaces = error?.code === "replaces";
  pad.complain({ text: replaces ? `${text} ${phrase("save_to_replace")}` : text, replaces }, error);
  pad.keep();
}

async function send(pad, answers) {
  const { message, place } = pad;
  pad.setSaving(true);
  const replace = message?.replaces;
  const answer = await writeAnswers({ deal: place.number, replace, ...answers });
  pad.setSaving(false);
  return answer;
}

/** Note what was called, and close the pad until the cards are played. */
export async function note(pad) {
  if (pad.saving) return undefined;
  const { asks, typed } = pad;
  const noted = asks.noting(typed).map(({ key, at }) => `${key} ${at ?? -1}`);
  const set = answersOf(asks, typed).filter(([key, at]) => noted.includes(`${key} ${at}`));
  const answer = await send(pad, { set });
  if (answer.status !== 200) return refuse(pad, answer);
  pad.keepTheRest();
  return close(pad);
}

/** Write what was typed, and take back what this phone had answered and is blank now. */
export async function saveAnswers(pad) {
  const { asks, place, typed } = pad;
  if (pad.saving) return undefined;
  const [cell, more] = asks.keyedCells(typed);
  const [fault] = pad.shown.faults;
  if (fault) return pad.complain({ text: faultText(pad.page, fault) }, fault);
  if (cell && !more && (asks.isBlank(typed, cell) || asks.isHidden(typed, cell))) {
    return pad.complain({ text: asks.widget(pad.ask).blankText(pad.nameOf(pad.activeRow)) });
  }
  const set = answersOf(asks, typed);
  const clear = blankNow(pad, set);
  if (!set.length && !clear.length) return pad.dialog.close();
  const answer = await send(pad, { set, clear });
  const isHere = state.data.next?.after === place.content.after;
  if (answer.status === 200 || !isHere || answer.error?.code === "deal_is_there") {
    pad.forget();
    pad.dialog.close();
    return showAnswer(answer);
  }
  return refuse(pad, answer);
}

/** What is typed, answer by answer: [key, place, value], the deal being the place -1. */
function answersOf(asks, typed) {
  const facts = asks.write(typed);
  return asks.asked(typed).flatMap((ask) => {
    const { group, key } = ask;
    const value = group ? facts[group]?.[key] : facts[key];
    if (ask.of === "deal") return value === undefined ? [] : [[key, -1, value]];
    // A bid that is blank after the play has failed; before it somebody is still to tell it.
    const isMissed = ask.shown === "when_complete" && !ask.required && !asks.isBeforePlay(typed);
    const isTold = (cell) => !asks.isHidden(typed, cell) && (isMissed || !asks.isBlank(typed, cell));
    return asks.cells(ask, typed).filter(isTold).map(({ at }) => [key, at, value?.[at] ?? null]);
  });
}

/** The places that were answered when the pad was opened, known here, and are blank on it now. */
function blankNow({ asks, place, typed }, set) {
  const isSet = (key, at) => set.some(([name, place]) => name === key && place === at);
  const isHere = ([key, at]) => {
    if (!asks.find(key) || (place.seat !== undefined && at !== place.seat)) return false;
    return !isSet(key, at) && (at < 0 || !asks.isHidden(typed, { key, at }));
  };
  return place.known.filter(isHere).map(([key, at]) => [key, at]);
}

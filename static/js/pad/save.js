// What the pad holds goes into the book.

import { changedAnswers } from "../corrections.js";
import { showAnswer } from "../forms.js";
import { writeAnswers, writeNow } from "../outbox/direct.js";
import { save as keep } from "../outbox/save.js";
import { coverTap } from "../second-tap.js";
import { showNotice } from "../sheet.js";
import { mayScore, newId, state } from "../store.js";
import { phrase } from "../words.js";
import { untyped } from "./begin.js";
import { faultText } from "./preview.js";
import { dealPlace, keepDraft, placeAfter } from "./saving.js";

const contentOf = ({ inBook, place, shown: { facts } }) =>
  place.correcting
    ? { ...place.content, set: changedAnswers(inBook.facts, facts) }
    : { ...place.content, facts };

/** What is typed, as a draft keeps it. */
const draftOf = ({ noted, seen, typed }) => ({ noted, seen, typed, open: true, touched: true });

/** Open the pad again with what was just typed and is refused, and say why. */
function comeBack(pad, place, draft, error, text = faultText(pad.page, error)) {
  keepDraft(state.data.game, place.key, draft);
  pad.open(place);
  pad.complain({ text }, error);
}

function close({ dialog }) {
  coverTap();
  dialog.close();
  showNotice();
}

/** Note what was called, and close the pad until the cards are played; this needs the server. */
export async function note(pad) {
  if (pad.saving) return;
  const { asks, place, typed } = pad;
  const noted = asks.noting(typed).map(({ key, at }) => `${key} ${at ?? -1}`);
  const set = answersOf(asks, typed).filter(([key, at]) => noted.includes(`${key} ${at}`));
  pad.saving = true;
  pad.paint();
  const answer = await writeAnswers({ deal: place.number, set, replace: place.replaces });
  pad.saving = false;
  const { error, status } = answer;
  if (status === 200) {
    learn(pad);
    close(pad);
    return;
  }
  // Noted once more, it replaces what another phone has noted.
  place.replaces = error?.code === "replaces";
  const text = error ? faultText(pad.page, error) : phrase("no_signal_here");
  pad.complain({ text: place.replaces ? `${text} ${phrase("save_to_replace")}` : text }, error);
  pad.keep();
}

/** What is typed, answer by answer: [key, place, value], the deal being the place -1. */
export function answersOf(asks, typed) {
  const facts = asks.write(typed);
  return asks.asked(typed).flatMap((ask) => {
    const { group, key } = ask;
    const value = group ? facts[group]?.[key] : facts[key];
    if (ask.many || ask.of === "deal") return value === undefined ? [] : [[key, -1, value]];
    // A bid that is blank after the play has failed; before it somebody is still to tell it.
    const isMissed = ask.shown === "when_complete" && !ask.required && !asks.isBeforePlay(typed);
    const isTold = (cell) => !asks.isHidden(typed, cell) && (isMissed || !asks.isBlank(typed, cell));
    return asks.cells(ask, typed).filter(isTold).map(({ at }) => [key, at, value?.[at] ?? null]);
  });
}

/** What was noted stands on the sheet; the rest of what was typed is still only here. */
function learn(pad) {
  const { typed } = pad;
  pad.typed = untyped(pad);
  pad.untouched = pad.look();
  pad.typed = typed;
}

/** Save what the pad holds: in any case where this phone keeps the score, else if the server hears. */
export function save(pad) {
  if (pad.saving || !pad.dialog.open) return;
  if (!mayScore()) saveByServer(pad);
  else if (pad.asks.isKnown(pad.typed)) saveByOutbox(pad);
  // What is hidden here only the server knows.
  else import("./own.js").then(({ saveAnswers }) => saveAnswers(pad));
}

/** The place of what was typed, where the book still has it: by now this may be another number. */
const placeNow = ({ correcting }, { after, deal }) =>
  correcting ? dealPlace(state.data, deal) : placeAfter(state.data, after);

/** Save a deal, or a correction, whatever comes; what is refused at once is shown again. */
async function saveByOutbox(pad) {
  const { entry, page: shown, place } = pad;
  const content = contentOf(pad);
  // What was refused and is mended keeps its id, which what came after it goes by.
  const id = entry.isRefused ? entry.id : newId();
  const draft = { ...draftOf(pad), entry: { id, isRefused: true } };
  const answered = keep(place.kind, content, { id, seen: pad.seen });
  pad.forget();
  close(pad);
  const { error } = await answered;
  if (!error) return;
  const now = placeNow(place, content);
  if (now) comeBack(pad, now, draft, error);
  else showNotice(faultText(shown, error), true);
}

/** The hand of this phone's own seat is corrected; whatever goes wrong, what was typed is kept. */
async function saveByServer(pad) {
  const content = contentOf(pad);
  pad.saving = true;
  pad.keep();
  pad.paint();
  const answer = await writeNow(pad.place.kind, content, pad.seen);
  pad.saving = false;
  const { error, status } = answer;
  if (status === 200 || error?.html || !placeNow(pad.place, content)) {
    pad.forget();
    pad.dialog.close();
    showAnswer(answer);
    return;
  }
  const nothing = phrase(status ? "no_answer" : "tell_the_scorekeeper");
  pad.complain({ text: error ? faultText(pad.page, error) : nothing }, error);
  pad.keep();
}

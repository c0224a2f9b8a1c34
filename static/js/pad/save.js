// A deal, or a correction, that was typed on the pad goes into the book.

import { changedAnswers } from "../corrections.js";
import { showAnswer } from "../forms.js";
import { writeNow } from "../outbox/direct.js";
import { save as keep } from "../outbox/save.js";
import { showNotice } from "../sheet.js";
import { mayScore, newId, state } from "../store.js";
import { close, refuse, saveAnswers } from "./answers.js";
import { dealPlace, keepDraft, placeAfter } from "./drafts.js";
import { faultText } from "./preview.js";

/** Save what the pad holds: in any case where this phone keeps the score, else if the server hears. */
export function save(pad) {
  if (pad.saving || !pad.dialog.open) return;
  if (!mayScore()) saveByServer(pad);
  else if (pad.asks.isKnown(pad.typed)) saveByOutbox(pad);
  // What is hidden here only the server knows.
  else saveAnswers(pad);
}

const contentOf = ({ inBook, place, shown: { facts } }) =>
  place.correcting
    ? { ...place.content, set: changedAnswers(inBook.facts, facts) }
    : { ...place.content, facts };

/** The place of what was typed, where the book still has it: by now this may be another number. */
const placeNow = ({ correcting }, { after, deal }) =>
  correcting ? dealPlace(state.data, deal) : placeAfter(state.data, after);

/** Save a deal, or a correction, whatever comes; what is refused at once is shown again. */
async function saveByOutbox(pad) {
  const { entry, noted, page: shown, place, seen, typed } = pad;
  const content = contentOf(pad);
  // What was refused and is mended keeps its id, which what came after it goes by.
  const id = entry.isRefused ? entry.id : newId();
  const draft = { noted, seen, typed, entry: { id, isRefused: true }, open: true, touched: true };
  const answered = keep(place.kind, content, { id, seen });
  pad.forget();
  close(pad);
  const { error } = await answered;
  if (!error) return;
  const now = placeNow(place, content);
  const text = faultText(shown, error);
  if (!now) return showNotice(text, true);
  keepDraft(state.data.game, now.key, draft);
  pad.open(now);
  pad.complain({ text }, error);
}

/** The hand of this phone's own seat is corrected; whatever goes wrong, what was typed is kept. */
async function saveByServer(pad) {
  const content = contentOf(pad);
  pad.keep();
  pad.setSaving(true);
  const answer = await writeNow(pad.place.kind, content, pad.seen);
  pad.setSaving(false);
  const { error, status } = answer;
  if (status !== 200 && !error?.html && placeNow(pad.place, content)) return refuse(pad, answer);
  pad.forget();
  pad.dialog.close();
  return showAnswer(answer);
}

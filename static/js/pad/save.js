// What the pad holds goes into the book.

import { writeNow } from "../outbox/direct.js";
import { save as keep } from "../outbox/save.js";
import { showNotice } from "../sheet.js";
import { mayScore, newId, state } from "../store.js";
import { phrase } from "../words.js";
import { untyped } from "./begin.js";
import { faultText } from "./preview.js";
import { dealPlace, keepDraft, placeAfter } from "./saving.js";

const A_MOMENT = 700;

const contentOf = ({ place, shown }) => ({ ...place.content, facts: shown.facts });

/** What is typed, as a draft keeps it. */
const draftOf = ({ noted, seen, typed }) => ({ noted, seen, typed, open: true, touched: true });

/** Open the pad again with what was just typed and is refused, and say why. */
function comeBack(pad, place, draft, error, text = faultText(pad.page, error)) {
  keepDraft(state.data.game, place.key, draft);
  pad.open(place);
  pad.complain({ text }, error);
}

/** Close the pad; the second tap of a nervous finger hits nothing of what lay under its button. */
function close({ dialog }, button) {
  const { height, left, top, width } = button.getBoundingClientRect();
  const cover = document.createElement("i");
  const at = Object.entries({ height, left, top, width }).map(([name, size]) => [name, `${size}px`]);
  Object.assign(cover.style, { position: "fixed", zIndex: 9 }, Object.fromEntries(at));
  document.body.append(cover);
  setTimeout(() => cover.remove(), A_MOMENT);
  dialog.close();
  showNotice();
}

/** Say on the sheet what the server adds, unless something else is typed by now. */
const sayOnSheet = (pad, ...said) => pad.dialog.open || showNotice(...said);

/** Note what was called, and close the pad until the cards are played; this needs the server. */
export async function note(pad) {
  if (pad.saving) return;
  const { after } = pad.place.content;
  pad.noting = true;
  const answer = await writeFromPad(pad, "answers", { after, facts: pad.asks.noting(pad.typed) });
  pad.noting = false;
  const { error, notice, status } = answer;
  if (status === 200) {
    learn(pad);
    close(pad, pad.find("note-now"));
    showNotice(notice);
    return;
  }
  const text = error ? faultText(pad.page, error) : phrase("no_signal_here");
  pad.complain({ text }, error);
  // What others have noted is no reason to lose it.
  if (status === 409 && pad.canNote) pad.complain({ text: `${text} ${phrase("yours_is_kept")}` });
  pad.keep();
}

/** Write what the pad holds: it stays until the server has answered. */
async function writeFromPad(pad, kind, content) {
  pad.saving = true;
  pad.keep();
  pad.paint();
  const answer = await writeNow(kind, content, pad.seen);
  pad.saving = false;
  if (answer.status === 409) pad.seen = state.data.version;
  return answer;
}

/** What was noted stands on the sheet; the rest of what was typed is still only here. */
function learn(pad) {
  const { typed } = pad;
  pad.typed = untyped(pad);
  pad.untouched = pad.look();
  pad.typed = { ...typed, said: {} };
}

/** Save what the pad holds: in any case where this phone keeps the score, else if the server hears. */
export function save(pad) {
  if (pad.saving) return;
  if (mayScore()) saveByOutbox(pad);
  else saveByServer(pad);
}

/** The place of what was typed, where the book still has it: by now this may be another number. */
const placeNow = ({ correcting }, { after, deal }) =>
  correcting ? dealPlace(state.data, deal) : placeAfter(state.data, after);

/** Save a deal, or a correction, whatever comes; what is refused at once is shown again. */
export async function saveByOutbox(pad, kind = pad.place.kind, content = contentOf(pad)) {
  const { entry, page: shown, place } = pad;
  // What was refused and is mended keeps its name, which what came after it goes by.
  const name = entry.isRefused ? entry.name : newId();
  const draft = { ...draftOf(pad), entry: { name, isRefused: true } };
  const answered = keep(kind, content, { name, seen: pad.seen });
  pad.forget();
  close(pad, pad.go);
  const { error, notice, status } = await answered;
  if (status === 200) sayOnSheet(pad, notice);
  if (!error) return;
  if (status === 409) draft.seen = state.data.version;
  const now = placeNow(place, content);
  if (now) comeBack(pad, now, draft, error);
  else showNotice(faultText(shown, error), true);
}

/** The hand of this phone's own seat is told again; whatever goes wrong, what was typed is kept. */
async function saveByServer(pad) {
  const content = contentOf(pad);
  const { status, error, notice } = await writeFromPad(pad, pad.place.kind, content);
  const nothing = phrase(status ? "no_answer" : "tell_the_scorekeeper");
  const text = error ? faultText(pad.page, error) : nothing;
  const place = placeNow(pad.place, content);
  if (status === 200 || !place) {
    pad.forget();
    pad.dialog.close();
    showNotice(status === 200 ? notice : text, status !== 200);
    return;
  }
  pad.place = place;
  pad.complain({ text }, error);
  pad.keep();
}

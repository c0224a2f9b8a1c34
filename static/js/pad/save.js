// What the pad holds goes into the book.

import { ask } from "../outbox/ask.js";
import { send } from "../outbox/outbox.js";
import { mayScore, newName, page, tell } from "../page.js";
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
  keepDraft(page.data.game, place.key, draft);
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
  tell();
}

/** Say on the sheet what the server adds, unless something else is typed by now. */
const sayOnSheet = (pad, ...said) => pad.dialog.open || tell(...said);

/** Note what was called, and close the pad until the cards are played. */
export async function note(pad) {
  const { after } = pad.place.content;
  const content = { after, facts: pad.asks.noting(pad.typed) };
  const draft = { ...draftOf(pad), mine: Object.keys(content.facts) };
  pad.noting = true;
  const answered = send(newName(), "answers", content, pad.seen);
  pad.noting = false;
  learn(pad);
  close(pad, pad.find("note-now"));
  const { error, notice, status } = await answered;
  if (status === 200) sayOnSheet(pad, notice);
  if (!error) return;
  const isTaken = status === 409;
  if (isTaken) draft.seen = page.data.version;
  comeBack(pad, placeAfter(page.data, after), draft, error);
  if (isTaken && pad.canNote) {
    pad.complain({ text: `${pad.message.text} ${phrase("yours_is_kept")}` });
  }
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
  correcting ? dealPlace(page.data, deal) : placeAfter(page.data, after);

/** Save a deal, or a correction, whatever comes; what is refused at once is shown again. */
export async function saveByOutbox(pad, kind = pad.place.kind, content = contentOf(pad)) {
  const { entry, page: shown, place } = pad;
  // What was refused and is mended keeps its name, which what came after it goes by.
  const name = entry.isRefused ? entry.name : newName();
  const draft = { ...draftOf(pad), entry: { name, isRefused: true } };
  const answered = send(name, kind, content, pad.seen);
  pad.forget();
  close(pad, pad.go);
  const { error, notice, status } = await answered;
  if (status === 200) sayOnSheet(pad, notice);
  if (!error) return;
  if (status === 409) draft.seen = page.data.version;
  const now = placeNow(place, content);
  if (now) comeBack(pad, now, draft, error);
  else tell(faultText(shown, error), true);
}

/** The hand of this phone's own seat is told again; whatever goes wrong, what was typed is kept. */
async function saveByServer(pad) {
  const content = contentOf(pad);
  // The same facts keep their name, so that a second try cannot be written twice.
  const said = JSON.stringify(content);
  if (pad.entry.said !== said) pad.entry = { said, name: newName() };
  pad.saving = true;
  pad.keep();
  pad.paint();
  const { status, error, notice } = await ask(pad.entry.name, pad.place.kind, content, pad.seen);
  pad.saving = false;
  if (status === 409) pad.seen = page.data.version;
  const nothing = phrase(status ? "no_answer" : "tell_the_scorekeeper");
  const text = error ? faultText(pad.page, error) : nothing;
  const place = placeNow(pad.place, content);
  if (status === 200 || !place) {
    pad.forget();
    pad.dialog.close();
    tell(status === 200 ? notice : text, status !== 200);
    return;
  }
  pad.place = place;
  pad.complain({ text }, error);
  pad.keep();
}

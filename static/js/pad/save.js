// What the pad holds goes into the book.

import { newName, page, send, tell } from "../page.js";
import { phrase } from "../words.js";
import { untyped } from "./begin.js";
import { faultText } from "./preview.js";
import { dealPlace, isFilled, placeAfter } from "./saving.js";

const contentOf = ({ place, shown }) => ({ ...place.content, facts: shown.facts });

/** Send a deal again that got no clear answer, where the book has gone on since. */
export function sendAgain(pad) {
  const { entry, place } = pad;
  const unchanged = entry.said === JSON.stringify(contentOf(pad));
  if (!pad.dialog.open || place.correcting || place.save || !entry.sent || !unchanged) return;
  if (isFilled(page.data, place)) save(pad);
}

/** Note what was called, and close the pad until the cards are played. */
export async function note(pad) {
  if (pad.saving) return;
  const { after } = pad.place.content;
  const content = { after, facts: pad.asks.noting(pad.typed) };
  const said = JSON.stringify(content);
  if (pad.calling?.said !== said) pad.calling = { said, name: newName() };
  pad.saving = pad.noting = true;
  pad.paint();
  const { status, error, notice } = await send(pad.calling.name, "answers", content, pad.seen);
  pad.saving = pad.noting = false;
  const isThere = placeAfter(page.data, after);
  if (status === 200) learn(pad);
  if (status === 200 || !isThere) {
    pad.dialog.close();
    tell(status === 200 ? notice : faultText(pad.page, error), status !== 200);
    return;
  }
  const text = error ? faultText(pad.page, error) : phrase(status ? "no_answer" : "no_signal");
  const isKept = status === 409 && pad.canNote;
  pad.complain({ text: isKept ? `${text} ${phrase("yours_is_kept")}` : text });
}

/** What was noted stands on the sheet; the rest of what was typed is still only here. */
function learn(pad) {
  const { typed } = pad;
  pad.typed = untyped(pad);
  pad.untouched = pad.look();
  pad.typed = { ...typed, said: {} };
}

/** Save what the pad holds; whatever goes wrong, what was typed is kept. */
export async function save(pad) {
  if (pad.saving) return;
  const { kind, save: saveOwn } = pad.place;
  if (saveOwn) {
    await saveOwn(pad);
    return;
  }
  const content = contentOf(pad);
  // The same facts keep their name, so that a second try cannot be written twice.
  const said = JSON.stringify(content);
  if (pad.entry.said !== said) pad.entry = { said, name: newName() };
  pad.entry.sent = true;
  pad.saving = true;
  pad.keep();
  pad.paint();
  const { status, error, notice } = await send(pad.entry.name, kind, content, pad.seen);
  pad.saving = false;
  pad.entry.sent = !status || status >= 500;
  if (status === 409) pad.seen = page.data.version;
  const text = error ? faultText(pad.page, error) : phrase(status ? "no_answer" : "no_signal");
  // Where the deal before was taken back this is another number by now.
  const { deal, after } = content;
  const place = pad.place.correcting ? dealPlace(page.data, deal) : placeAfter(page.data, after);
  if (status === 200 || !place) {
    pad.forget();
    pad.dialog.close();
    tell(status === 200 ? notice : text, status !== 200);
    return;
  }
  pad.place = place;
  pad.complain({ text }, error);
  pad.keep();
  if (!pad.dialog.open) tell(text, true);
}

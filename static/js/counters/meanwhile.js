// What another phone noted of the deal in play while the pad was open.

import { page } from "../page.js";
import { nameAt, say } from "../words.js";
import { COUNTED } from "./sentences.js";

function sentence(key, seat, takenBack, otherwise) {
  const name = nameAt(page.data.seats, seat);
  const says = say(page.words, page.words.in_play[key].says, { name });
  return COUNTED.noted(says, takenBack, otherwise);
}

/**
 * The pad takes over what was noted, unless it was answered on this pad; where Save was refused
 * because of it, it is taken over all the same, so that saving again works.
 */
export function learn(pad) {
  const { correcting, content } = pad.place ?? {};
  const { next } = page.data;
  if (!pad.dialog.open || correcting || next?.after !== content.after) return;
  for (const { key } of pad.inPlay) {
    const then = pad.noted?.[key] ?? null;
    const now = next.noted[key] ?? null;
    if (now === then) continue;
    const { touched } = pad;
    if (pad.saving || !pad.typed.said?.[key]) pad.takeOver(key, now);
    if (!touched) pad.untouched = pad.look();
    const otherwise = pad.typed.answers[key] !== now;
    pad.message = { text: sentence(key, now ?? then, now === null, otherwise) };
  }
  pad.noted = next.noted;
  pad.seen = page.data.version;
  pad.paint();
  pad.keep();
}

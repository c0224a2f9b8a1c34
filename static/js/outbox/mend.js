// What could not be saved is mended on the pad of its deal.

import { openPad, taps } from "../actions.js";
import { applyCorrection } from "../corrections.js";
import { dealsOf, placeOf } from "../pad/drafts.js";
import { state } from "../store.js";
import { find, load } from "./queue.js";

/** Open the pad with what could not be saved, where the list of what waits has led here for that. */
async function mend(hash) {
  await load();
  const item = find(hash.slice(1));
  if (!item?.refused || item.question) return;
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  document.querySelector("dialog[open]")?.close();
  const { content, id, refused: text } = item;
  const place = placeOf(state.data, item);
  const known = dealsOf(state.data)[place?.index];
  const facts = content.facts ?? (known && applyCorrection(known.facts, content.set));
  openPad(place && { ...place, refused: { facts, id, text } });
}

taps.mend = (link) => link.pathname === location.pathname && mend(link.hash);
mend(location.hash);

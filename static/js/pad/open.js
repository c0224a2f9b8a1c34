// Opens the pad, which is fetched once the rows can be tapped; a tap that was too early waits for it.

import { fetchStyle } from "../sheet.js";
import { state } from "../store.js";

const dialog = document.querySelector("dialog[data-pad]");

async function fetchPad() {
  const { edition, variant } = state.data;
  const [rules, { makePad }] = await Promise.all([
    import(`../rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`),
    import("./pad.js"),
    ...dialog.dataset.styles.split(" ").map(fetchStyle),
  ]);
  return makePad(dialog, rules);
}

/** The pad; null where this phone writes nothing. */
export const pad = dialog && fetchPad();
// Where it cannot be had, a tap on a row leads to the plain form.
pad?.catch(() => {});

/** Open the pad for a seat or at one question; the plain form where no pad can be had. */
export function openPad(place, { seat = null, ask = null, href = location.href } = {}) {
  if (!dialog || !place) return false;
  pad.then((made) => made.open(place, seat, ask), () => location.assign(href));
  return true;
}

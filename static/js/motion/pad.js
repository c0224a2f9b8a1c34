// What moves on the pad: the card of a red nine turns over, and the numbers it doubles count up; what
// was refused shakes.

import { make } from "../elements.js";
import { plain, signed } from "../words.js";
import { COUNT_MS, countTo, isStill } from "./count.js";

const GAP = 4;
const SHAKE_MS = 300;
const STEPS = [0, -6, 6, -4, 4, 0].map((pixels) => `translateX(${pixels}px)`);

function turn(card) {
  const timing = { duration: COUNT_MS, easing: "ease-in-out" };
  card.animate({ transform: ["scaleX(-1)", "scaleX(0)", "scaleX(1)"] }, timing);
  const back = { opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] };
  return card.animate(back, { ...timing, pseudoElement: "::after" });
}

/** Turn one over at the side of a place of the pad, where none is drawn; it is gone after that. */
function turnAt(dialog, { left, top, height }) {
  const card = make("span", { class: "large-card turned-card", "data-red": "" }, "9");
  card.ariaHidden = "true";
  dialog.append(card);
  const { width, height: tall } = card.getBoundingClientRect();
  card.style.left = `${Math.max(left - width - GAP, 0)}px`;
  card.style.top = `${top + (height - tall) / 2}px`;
  turn(card).finished.then(() => card.remove(), () => card.remove());
}

const read = (text) => (/^[+−]?\d+$/.test(text ?? "") ? Number(text.replace("−", "-")) : null);

function count(element, before) {
  const [from, to] = [read(before), read(element.textContent)];
  if (from === null || to === null) return;
  countTo(element, from, to, element.textContent.startsWith("+") ? signed : plain);
}

/**
 * Show that a red nine has come. `card` is drawn already where there is room, else it is turned over
 * at the side of `place`; `numbers` are [element, its text before].
 */
export function showRedNine({ dialog, card, place, numbers }) {
  if (isStill()) return;
  for (const [element, before] of numbers) count(element, before);
  if (card?.getClientRects().length) turn(card);
  else if (place) turnAt(dialog, place.getBoundingClientRect());
}

/** Move what was refused from side to side. */
export function shake(element) {
  if (!isStill()) element.animate({ transform: STEPS }, SHAKE_MS);
}

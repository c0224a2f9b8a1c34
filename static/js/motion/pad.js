// What moves on the pad: the card of a red nine turns over, and the numbers it doubles count up; what
// was refused shakes.

import { plain, signed } from "../words.js";
import { COUNT_MS, countTo, isStill } from "./count.js";

const SHAKE_MS = 300;
const STEPS = [0, -6, 6, -4, 4, 0].map((pixels) => `translateX(${pixels}px)`);

function turn(card) {
  const timing = { duration: COUNT_MS, easing: "ease-in-out" };
  card.animate({ transform: ["scaleX(-1)", "scaleX(0)", "scaleX(1)"] }, timing);
  const back = { opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] };
  card.animate(back, { ...timing, pseudoElement: "::after" });
}

const read = (text) => (/^[+−]?\d+$/.test(text ?? "") ? Number(text.replace("−", "-")) : null);

function count(element, before) {
  const [from, to] = [read(before), read(element.textContent)];
  if (from === null || to === null) return;
  countTo(element, from, to, element.textContent.startsWith("+") ? signed : plain);
}

/** Show that a red nine has come: its `card`, where one is drawn, and `numbers`, [element, its text before]. */
export function showRedNine(card, numbers) {
  if (isStill()) return;
  for (const [element, before] of numbers) count(element, before);
  if (card) turn(card);
}

/** Move what was refused from side to side. */
export function shake(element) {
  if (!isStill()) element.animate({ transform: STEPS }, SHAKE_MS);
}

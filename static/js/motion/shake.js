// What was refused moves from side to side for a moment.

import { isStill } from "./count.js";

const A_MOMENT = 300;
const STEPS = [0, -6, 6, -4, 4, 0].map((pixels) => `translateX(${pixels}px)`);

export function shake(element) {
  if (!isStill()) element.animate({ transform: STEPS }, A_MOMENT);
}

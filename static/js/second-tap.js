// The second tap of a nervous finger hits nothing: neither what the first one has brought under it,
// nor the same once more.

import { subscribe } from "./store.js";

const COVER_MS = 700;
const FINGER_PIXELS = 24;

let last = null;
let covered = null;
let coveredUntil = 0;
let isAnswered = true;

function isCovered({ clientX, clientY, timeStamp }) {
  const reach = Math.max(Math.abs(clientX - covered?.clientX), Math.abs(clientY - covered?.clientY));
  return timeStamp < coveredUntil && reach <= FINGER_PIXELS;
}

function hear(tap) {
  // A key has no place.
  if (tap.detail && isCovered(tap)) {
    tap.preventDefault();
    tap.stopPropagation();
  } else last = tap;
}

document.addEventListener("click", hear, true);

const cover = () => (coveredUntil = performance.now() + COVER_MS);

/** Cover the place of the last tap for a moment, and again when the sheet shows what came of it. */
export function coverTap() {
  if (!last?.detail) return;
  covered = last;
  isAnswered = false;
  cover();
}

subscribe(({ data, isMine }, before) => {
  if (data === before.data || !isMine || isAnswered) return;
  isAnswered = true;
  cover();
});

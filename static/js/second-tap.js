// The second tap of a nervous finger hits nothing: neither what the first one has brought under it,
// nor the same once more.

import { subscribe } from "./store.js";

const COVER_MS = 700;
const FINGER = "48px";

const cover = document.createElement("i");
Object.assign(cover.style, { position: "fixed", zIndex: 9, translate: "-50% -50%" });
Object.assign(cover.style, { width: FINGER, height: FINGER });
let last = null;
let isAnswered = true;
let timer;

document.addEventListener("click", (tap) => (last = tap), true);

function show() {
  clearTimeout(timer);
  document.body.append(cover);
  timer = setTimeout(() => cover.remove(), COVER_MS);
}

/** Cover the place of the last tap for a moment, and again when the sheet shows what came of it. */
export function coverTap() {
  // A key has no place.
  if (!last?.detail) return;
  isAnswered = false;
  cover.style.left = `${last.clientX}px`;
  cover.style.top = `${last.clientY}px`;
  show();
}

subscribe(({ data, isMine }, before) => {
  if (data === before.data || !isMine || isAnswered) return;
  isAnswered = true;
  show();
});

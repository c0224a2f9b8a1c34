// The second tap of a nervous finger hits nothing: neither what the first one has brought under it,
// nor the same once more.

const COVER_MS = 700;
const FINGER = "48px";

const cover = document.createElement("i");
Object.assign(cover.style, { position: "fixed", zIndex: 9, translate: "-50% -50%" });
Object.assign(cover.style, { width: FINGER, height: FINGER });
let last = null;
let timer;

document.addEventListener("click", (tap) => (last = tap), true);

/** Cover the place of the last tap for a moment. */
export function coverTap() {
  // A key has no place.
  if (!last?.detail) return;
  Object.assign(cover.style, { left: `${last.clientX}px`, top: `${last.clientY}px` });
  document.body.append(cover);
  clearTimeout(timer);
  timer = setTimeout(() => cover.remove(), COVER_MS);
}

// The keys of a hand that costs by the card: one tap says how many, in a row for each number of
// red nines among them. Keys keep their places; what cannot be is left out of its place.

import { make, mark, put } from "../pad/view.js";
import { COUNTED } from "./sentences.js";

// More keys than these fill a narrow phone from edge to edge.
const WITH_GAPS = 7;

/** Make the keys for hands of so many cards, and what paints them. */
export function makeCounts(place, hand, mostNines, tapped) {
  const rows = Array.from({ length: mostNines + 1 }, (_, nines) => {
    const row = document.createElement("div");
    row.className = "pad-count-row";
    row.role = "group";
    row.ariaLabel = COUNTED.keys[nines];
    const keys = Array.from({ length: hand }, (_, at) => {
      const label = COUNTED.key(at + 1, COUNTED.withNines[nines]);
      const key = make("count", at + 1, String(at + 1), label);
      key.dataset.nines = nines;
      if (nines) {
        const small = key.appendChild(document.createElement("small"));
        put(small, Array(nines).fill("9").join(" "));
      }
      return key;
    });
    row.append(...keys);
    return { row, keys };
  });
  place.replaceChildren(...rows.map(({ row }) => row));
  place.style.setProperty("--keys", hand);
  mark(place, "data-edge-to-edge", hand > WITH_GAPS && "");

  place.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-count]");
    if (key) tapped(Number(key.dataset.count), Number(key.dataset.nines));
  });
  // Keys do not take the focus from the hand they write into.
  place.addEventListener("mousedown", (press) => press.preventDefault());

  return (held, ninesLeft, most) => {
    for (const [nines, { keys }] of rows.entries()) {
      for (const [at, key] of keys.entries()) {
        const can = nines <= ninesLeft && at + 1 >= Math.max(nines, 1) && at < most;
        mark(key, "data-not", !can && "");
        const lit = held?.nines === nines && held.digits === String(at + 1);
        mark(key, "aria-pressed", lit);
      }
    }
  };
}

// A number that counts up to its new value before one's eyes. What stands in the page, and is read
// aloud, is the new value from the beginning.

export const COUNT_MS = 350;

// When the count of an element that counts began.
const counts = new WeakMap();

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Show an element counting from one number to another, which it says already. */
export function countTo(element, from, to, format = String) {
  if (isStill() || from === to) return;
  const final = element.textContent;
  const begun = performance.now();
  counts.set(element, begun);
  const step = (now) => {
    // Another count of the same element takes over from this one.
    if (counts.get(element) !== begun) return;
    const passed = Math.min(1, Math.max(0, (now - begun) / COUNT_MS));
    // Another number has come since, or it is there.
    if (passed === 1 || element.textContent !== final) {
      delete element.dataset.counting;
      return;
    }
    // Fast at first, slower towards the end.
    const eased = 1 - (1 - passed) ** 3;
    element.dataset.counting = format(Math.round(from + (to - from) * eased));
    requestAnimationFrame(step);
  };
  step(begun);
}

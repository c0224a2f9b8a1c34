// What somebody has opened, chosen and in view on a part of a page stays so when a newer one takes
// its place.

function nameOf(element) {
  const { className, dataset, tagName } = element;
  const around = element.closest("form, details, [data-seat], [data-deal]");
  const own = [tagName, className, element.getAttribute("href"), element.value, dataset];
  return JSON.stringify([own, around?.className, around?.dataset]);
}

/** The element that is what another one was: of several alike, the same in order. */
export function twin(element, before, after) {
  const name = nameOf(element);
  const alike = (within) =>
    [...within.querySelectorAll(element.tagName)].filter(
      (other) => other.className === element.className && nameOf(other) === name,
    );
  return alike(after)[alike(before).indexOf(element)];
}

const PLACES = ["h1", "h2", "tr", "summary", ".row", ".podium-row", ".links > *"].join();

const topOf = (element) => element.getBoundingClientRect().top;

/** Remember how a part of the page is used; then make the newer one so, its focus gone to `instead`. */
export function keep(before) {
  const opened = [...before.querySelectorAll("details[open]")];
  const offsets = [...before.querySelectorAll(".scroller")].map(({ scrollLeft }) => scrollLeft);
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const isSeen = (element) => element.offsetHeight > 0 && topOf(element) >= 0;
  const seen = scrollY > 0 && [...before.querySelectorAll(PLACES)].find(isSeen);
  const was = seen && topOf(seen);
  return (after, instead) => {
    for (const details of opened) twin(details, before, after)?.setAttribute("open", "");
    for (const [at, scroller] of after.querySelectorAll(".scroller").entries()) {
      scroller.scrollLeft = offsets[at] ?? 0;
    }
    if (focused) {
      const other = instead(after);
      const there = after.contains(focused) ? focused : (twin(focused, before, after) ?? other);
      // The table view has nothing to go to instead.
      if (there && there === other) there.tabIndex = -1;
      there?.focus({ preventScroll: true });
    }
    const now = seen && twin(seen, before, after);
    if (now) scrollBy({ top: topOf(now) - was, behavior: "instant" });
  };
}

let touches = 0;

/** Whether a finger is on the screen: it must find what it saw there. */
export const isTouched = () => touches > 0;

/** Call `settle` once nobody touches or types in the page any more. */
export function onRest(settle) {
  const later = () => setTimeout(settle);
  for (const type of ["touchstart", "touchend", "touchcancel"]) {
    const count = (touch) => {
      touches = touch.touches.length;
      if (!touches) later();
    };
    document.addEventListener(type, count, { passive: true });
  }
  document.addEventListener("focusout", later);
  for (const type of ["close", "toggle"]) document.addEventListener(type, later, true);
}

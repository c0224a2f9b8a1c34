// Whether somebody touches or types in the page, which must stay as it is until that is over.

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

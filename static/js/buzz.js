// Whether this phone buzzes when it has saved something, where it can.

import { recall, remember } from "./storage.js";

const NO_BUZZ = "scorer:no-buzz";
const BUZZ_MS = 20;

/** Buzz shortly, unless that was turned off; a browser allows it once the page was tapped. */
export function buzz() {
  if (recall(NO_BUZZ) || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(BUZZ_MS);
}

const choice = document.querySelector("[data-buzz]");
if (choice && navigator.vibrate) {
  const box = choice.querySelector("input");
  box.checked = !recall(NO_BUZZ);
  box.addEventListener("change", () => {
    remember(NO_BUZZ, !box.checked);
    buzz();
  });
  choice.hidden = false;
}

// Keeps the screen awake, or says so where that is not allowed.

import { recall, remember } from "./pad/saving.js";

const NOTED = "scorer:awake-noted";

function note() {
  const sentence = document.querySelector("[data-awake-note]");
  if (!sentence || recall(NOTED)) return;
  sentence.hidden = false;
  sentence.querySelector("[data-dismiss]").addEventListener("click", () => {
    sentence.hidden = true;
    remember(NOTED, true);
  });
}

/** Hiding the page ends it, so it is asked for again. */
async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    note();
  }
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);

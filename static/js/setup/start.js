// Starting: the game takes the place of the form in the history, so that Back goes home.

import { forget } from "./plain.js";

const PATIENCE = 15_000;

/** Send the form; false where nobody answered. What is refused comes back as a page. */
export async function startGame(form) {
  const body = new URLSearchParams(new FormData(form));
  const signal = AbortSignal.timeout?.(PATIENCE);
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body, signal, redirect: "manual" });
  } catch {
    return false;
  }
  if (answer.type === "opaqueredirect") {
    forget();
    location.replace(form.dataset.game);
  } else form.submit();
  return true;
}

/** Another kind of game takes the place of this one. */
export function replaceHere(link) {
  link.addEventListener("click", (tap) => {
    if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
    tap.preventDefault();
    location.replace(link.href);
  });
}

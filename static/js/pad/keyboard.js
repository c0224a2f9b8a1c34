// The keys of a keyboard on the pad.

import { twin } from "../keep.js";
import { shownSheet } from "../sheet.js";

/** A digit is typed; else the key that has this letter is tapped, of the small nines the next one. */
function letter(pad, pressed) {
  const { ask, asks, dialog, value } = pad;
  const asked = ask ?? asks.all.find(asks.isKeyed);
  const isDigit = /^\d$/.test(pressed) && asked && asks.widget(asked).digit && !value?.cards;
  if (isDigit) return () => pad.digit(pressed);
  const taps = [...dialog.querySelectorAll(".pad-board [data-letter]")];
  const tap = taps.find(
    ({ ariaPressed, dataset, parentElement }) =>
      ask && dataset.letter.includes(pressed.toUpperCase()) && !parentElement.closest("[hidden]") &&
      !(dataset.nine && ariaPressed === "true"),
  );
  return tap && (() => tap.click());
}

/** Do the action of a key, where it has one, instead of what the browser would do with it. */
export function hear(pad, press) {
  const { key, target } = press;
  if (target.closest("select")) return;
  const isOnward = key === "Enter" && target.closest("[data-row], [data-cell]");
  const ofKey = key === "Backspace" ? () => pad.erase() : letter(pad, key);
  const act = isOnward ? () => pad.onward() : ofKey;
  if (act) press.preventDefault();
  act?.();
}

/**
 * Return the focus, when the pad is closed, to what opened it. The browser does that by itself, but
 * not where the sheet was replaced behind the pad.
 */
export function returnFocus({ opener }) {
  const replaced = !opener.isConnected && opener.closest("[data-sheet]");
  if (replaced) twin(opener, replaced, shownSheet())?.focus({ preventScroll: true });
}

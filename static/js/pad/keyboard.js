// The keys of a keyboard on the pad.

import { twin } from "../keep.js";
import { shownSheet } from "../sheet.js";
import { digit, erase, onward } from "./keys.js";

// Not those of another ask, nor a small nine that is lit.
const LETTERED = ".pad-board [data-letter]:not([hidden] *, [data-nine][aria-pressed='true'])";

function letter(pad, pressed) {
  const { ask, asks, dialog, value } = pad;
  const asked = ask ?? asks.all.find(asks.isKeyed);
  const isDigit = /^\d$/.test(pressed) && asked && asks.widget(asked).digit && !value?.cards;
  if (isDigit) return () => digit(pad, pressed);
  const taps = ask ? [...dialog.querySelectorAll(LETTERED)] : [];
  const tap = taps.find(({ dataset }) => dataset.letter.includes(pressed.toUpperCase()));
  return tap && (() => tap.click());
}

/** Do the action of a key, where it has one, instead of what the browser would do with it. */
export function hear(pad, press) {
  const { key, target } = press;
  if (target.closest("select")) return;
  const isOnward = key === "Enter" && target.closest("[data-row], [data-cell]");
  const act = isOnward ? onward : key === "Backspace" ? erase : letter(pad, key);
  if (act) press.preventDefault();
  act?.(pad);
}

/** Return the focus to what opened the pad, as the browser does but for a sheet that was replaced. */
export function returnFocus({ opener }) {
  const replaced = !opener.isConnected && opener.closest("[data-sheet]");
  if (replaced) twin(opener, replaced, shownSheet())?.focus({ preventScroll: true });
}

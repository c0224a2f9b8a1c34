// What nobody else may see before the deal is complete. Fetched where something is asked like that.

import { isSame } from "../asks.js";

// So long a finger rests before it looks, or a tap would show what it covers.
const A_HOLD = 350;

/** Whether nobody may see yet what stands in a cell. */
export function isCovered(asks, typed, { key, at }) {
  const { open_with: opens } = asks.find(key);
  const opened = opens && asks.held(typed, { key: opens, at });
  return (opened == null || opened === false) && asks.isBeforePlay(typed);
}

/** What stands in a covered cell: that it is told, or how much of it is. */
export function text(widget, value, ask) {
  if (!widget.isBlank(value, ask)) return "✓";
  return "•".repeat(value.cards?.length ?? widget.text(value).length);
}

/** Let a cell be looked at while it is held, by a finger or by Space. */
export function holdToLook(element, cell, pad) {
  let held = null;
  const begin = () => (held ??= setTimeout(() => pad.peek(cell), A_HOLD));
  const end = () => {
    clearTimeout(held);
    held = null;
    pad.peek(null);
  };
  element.addEventListener("pointerdown", begin);
  element.addEventListener("keydown", ({ key }) => key === " " && begin());
  for (const name of ["pointerup", "pointercancel", "pointerleave", "keyup", "blur"]) {
    element.addEventListener(name, end);
  }
  // A long press opens no menu of the browser over what is looked at.
  element.addEventListener("contextmenu", (press) => press.preventDefault());
}

/** What is looked at, said where no finger lies on it. */
export function looked(pad) {
  const { asks, page, peeked, rows, typed } = pad;
  const row = rows.find(({ cells }) => cells.some((cell) => isSame(cell, peeked)));
  const told = asks.text(typed, peeked, peeked);
  return told ? `${pad.nameOf(row)}, ${page.words.asks[peeked.key].what}: ${told}` : "";
}

// While something lies over the sheet, such as the pad or why a number is what it is, a bar says
// that the hand of this phone is asked; a tap puts the other thing away.

import { toCount, whoIsOut } from "./asked.js";
import { make, put } from "./pad/parts.js";
import { words } from "./words.js";

const bar = make("div", { class: "asked-bar", role: "status" });
const says = make("p");
const go = make("button", { type: "button", class: "button" });
bar.append(says, go);

let open = () => {};

go.addEventListener("click", () => {
  const over = bar.closest("dialog");
  // News that waited for this come first, and may turn the phone to its hand by themselves.
  over.addEventListener("close", () => setTimeout(() => setTimeout(open)), { once: true });
  over.close();
});

/** Show what a seat is asked by this data over `dialog`, or nothing; `act` opens its own pad. */
export function showAsked(dialog, seat, data, act) {
  const asks = dialog ? toCount(seat, data) : [];
  open = act;
  if (!asks.length) {
    bar.remove();
    return;
  }
  if (bar.parentElement !== dialog) {
    if (dialog.matches("[data-pad]")) dialog.prepend(bar);
    else dialog.append(bar);
  }
  const out = whoIsOut(data);
  put(says, out && `${out}.`);
  put(go, words.asks[asks.at(-1).key].own);
}

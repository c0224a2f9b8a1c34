// Sends what waits on this phone from a page on which nothing is scored, and says there where it
// cannot be sent, or lists all of it.

import { make } from "../elements.js";
import { state, subscribe } from "../store.js";
import { load, waiting } from "./queue.js";
import { flush } from "./send.js";

const sign = () => document.querySelector("[data-waits-here]");
// An answer to what is sent now could come after that to joining, and take its cookie away.
const isShutOut = sign()?.dataset.waitsHere === "shut-out";

function show() {
  const items = waiting();
  const isHeldUp = isShutOut || state.connection.trouble !== null;
  sign()?.toggleAttribute("hidden", !items.some(({ isStuck }) => isStuck || isHeldUp));
  const titles = new Set(items.map(({ title }) => title));
  sign()?.querySelector("[data-waits-of]")?.replaceChildren([...titles].join("; "));
  const lines = items.map(({ text }) => make("li", {}, text));
  sign()?.querySelector("[data-waits-list]")?.replaceChildren(...lines);
}

subscribe(show);
// The front page replaces its own content.
document.addEventListener("fresh", show);
await load();
if (!isShutOut) flush();
if (document.querySelector("[data-games]")) (await import("./list.js")).showList(document);

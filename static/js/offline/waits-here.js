// Sends what waits on this phone from a page that shows no sheet, and says there where it cannot be.

import { flush, inTheWay } from "../outbox/send.js";
import { all, read, stuck } from "../outbox/store.js";

const told = () => document.querySelector("[data-waits-here]");
// An answer to what is sent now could come behind that to joining, and take its cookie away.
const isShutOut = told()?.dataset.waitsHere === "shut-out";

function show() {
  const isHeldUp = isShutOut || inTheWay() !== null;
  const cannotBeSent = stuck().size > 0 || (all().length > 0 && isHeldUp);
  told()?.toggleAttribute("hidden", !cannotBeSent);
}

document.addEventListener("outbox", show);
// The front page takes its own place.
document.addEventListener("sheet", show);
read().then(isShutOut ? show : flush);

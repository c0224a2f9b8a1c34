// Sends what waits on this phone from a page that shows no sheet, and says there where it cannot be.

import { flush, inTheWay } from "../outbox/send.js";
import { all, read, stuck } from "../outbox/store.js";

function show() {
  const told = document.querySelector("[data-waits-here]");
  const cannotBeSent = stuck().size > 0 || (all().length > 0 && inTheWay() !== null);
  told?.toggleAttribute("hidden", !cannotBeSent);
}

document.addEventListener("outbox", show);
// The front page takes its own place.
document.addEventListener("sheet", show);
read().then(flush);

// The totals of the sheet as the deal that is typed would leave them, where the sheet is in view.

import { state } from "../store.js";
import { plain } from "../words.js";

// Where the sheet was read.
let top = null;

const totals = () => document.querySelectorAll("[data-seats] [data-total]");

document.querySelector("dialog[data-pad]").addEventListener("close", () => {
  for (const total of totals()) delete total.dataset.running;
  if (top !== null) scrollTo(0, top);
  top = null;
});

export function show({ dialog: { open }, place: { correcting }, shown }) {
  if (open && top === null) {
    top = scrollY;
    document.querySelector("[data-seats]").scrollIntoView({ block: "end" });
  }
  const { data } = state;
  const { laid, now, ready, unknown } = shown;
  const before = correcting ? (data.next ?? data).totals : laid.totals;
  const isKnown = open && (correcting ? ready : !unknown);
  for (const total of totals()) {
    const side = Number(total.dataset.total);
    const change = isKnown ? now.totals[side] - before[side] : 0;
    const stands = data.next?.part?.totals[side] ?? before[side];
    if (change) total.dataset.running = plain(stands + change);
    else delete total.dataset.running;
  }
}

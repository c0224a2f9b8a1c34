// Who bids last may not say every number while the deal is in play: its key is grey and says why.

import { phrase } from "../../words.js";
import { tapped } from "../keys.js";
import { complain, faultText } from "../preview.js";
import { read } from "./number.js";

export const bars = ({ ask, asks, place, typed }, number) =>
  number === ask?.barred &&
  typed.active.at === ask.last &&
  !place.correcting &&
  asks.isBeforePlay(typed);

/** Say why not; whoever keeps the score may say that it was so. */
export function refuse(pad, count) {
  const text = faultText(pad.data, { code: "barred", number: Number(count), seat: pad.ask.last });
  const act = () => tapped(pad, read(count));
  const label = phrase("use", { instead: count });
  complain(pad, pad.asks.seat === null ? { text, label, act } : { text });
}

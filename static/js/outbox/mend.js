// What could not be saved is mended on the pad of its deal, or of its answers.

import { openPad, taps } from "../actions.js";
import { club } from "../club.js";
import { applyCorrection } from "../corrections.js";
import { dealsOf, placeOf } from "../pad/drafts.js";
import { isKnown } from "../rules/table.js";
import { state } from "../store.js";
import { say, words } from "../words.js";
import { clubOf, find, load } from "./queue.js";

/** The asks of a deal whose answer names somebody who is not at the table now. */
function findGone({ asks, order, sides }, facts) {
  const there = { seat: order, side: order.map((seat) => sides[seat]) };
  const isGone = ({ key, kind }) => isKnown(facts[key]) && there[kind]?.includes(facts[key]) === false;
  return asks.filter(isGone).map(({ key }) => key);
}

/** Open the pad with what could not be saved, such as where the list of what waits has led here. */
export async function mend(id) {
  await load();
  const item = find(id);
  if (!item?.refused || item.question) return null;
  document.querySelector("dialog[open]")?.close();
  const { content, kind, refused } = item;
  if (kind === "answers") return (await import("../own.js")).mendAnswers(item);
  const place = placeOf(state.data, item);
  const known = dealsOf(state.data)[place?.index];
  const facts = { ...(content.facts ?? applyCorrection(known?.facts, content.set)) };
  const gone = content.facts ? findGone(state.data, facts) : [];
  for (const key of gone) facts[key] = null;
  const text = gone.length ? say(words.errors.missing, { what: gone[0] }) : refused;
  return openPad(place && { ...place, refused: { facts, id, text } });
}

taps.mend = ({ hash, pathname }) => {
  const id = hash.slice(1);
  return pathname === location.pathname && clubOf(find(id)) === club && mend(id);
};
mend(location.hash.slice(1));

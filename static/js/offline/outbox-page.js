// The page of what waits on this phone: each thing with the reason where it was refused; it can be
// mended on the pad or thrown away, and all of it saved as a file.

import { flush, inTheWay, secondsAgo } from "../outbox/send.js";
import { all, drop, read, stuck } from "../outbox/store.js";
import { saveAsFile } from "../outbox/file.js";
import { phrase, words } from "../words.js";

const UNITS = [
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
];
// What the pad can tell again.
const TYPED = ["deal", "correct_deal"];

const find = (name, within = document) => within.querySelector(`[data-${name}]`);
const every = (name, within = document) => within.querySelectorAll(`[data-${name}]`);

function ago(item) {
  const seconds = secondsAgo(item);
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? [];
  const told = new Intl.RelativeTimeFormat(words.language);
  return unit ? told.format(-Math.floor(seconds / size), unit) : "";
}

function rowOf(item, isBehind) {
  const row = find("waiting").content.cloneNode(true);
  const { game, isRedo, kind, name, refused, says = "", what } = item;
  const told = phrase("what_waits", { kind: isRedo ? "redo" : (kind ?? what) });
  find("what", row).textContent = item.number ? `${told} ${item.number}` : told;
  find("ago", row).textContent = ago(item);
  find("says", row).textContent = says;
  find("why", row).textContent = refused ?? (isBehind ? phrase("waits_behind") : "");
  for (const element of every("wrong", row)) element.hidden = !refused;
  find("mend", row).href = `/games/${game}#${name}`;
  if (!TYPED.includes(kind)) find("mend", row).remove();
  find("throw-away", row).addEventListener("click", () => drop(name).then(show));
  return row;
}

const usual = find("why-not").textContent;

/** Show all of it, by game. */
function show() {
  const behind = stuck();
  const games = new Map();
  for (const item of all()) {
    if (!games.has(item.game)) {
      const part = document.createElement("section");
      part.className = "block";
      part.append(document.createElement("h2"), document.createElement("ol"));
      games.set(item.game, part);
    }
    // A start that waits does not say of which game it is.
    if (item.title) games.get(item.game).firstChild.textContent = item.title;
    games.get(item.game).lastChild.append(rowOf(item, behind.has(item.name)));
  }
  find("games").replaceChildren(...games.values());
  find("nothing").hidden = games.size > 0;
  for (const element of every("something")) element.hidden = !games.size;
  find("why-not").textContent = inTheWay()?.error?.message ?? usual;
}

find("as-file").addEventListener("click", saveAsFile);

document.addEventListener("outbox", show);
read().then(() => {
  show();
  flush();
});

// The page of what waits on this phone, by game: what was refused can be mended on the pad or thrown
// away, and all of it saved as a file.

import { make } from "../elements.js";
import { state, subscribe } from "../store.js";
import { phrase, words } from "../words.js";
import { load, remove, saveAsFile, waiting } from "./queue.js";
import { flush, secondsAgo } from "./send.js";

const TIME = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
// What the pad can tell again.
const TYPED = ["deal", "correct"];

const find = (name, within = document) => within.querySelector(`[data-${name}]`);
const findAll = (name, within = document) => within.querySelectorAll(`[data-${name}]`);

/** When something was saved; "" just now, or by a clock that was wrong. */
const timeOf = (item) =>
  secondsAgo(item) ? new Date(item.at).toLocaleString(words.language, TIME) : "";

function rowOf(item) {
  const row = find("waiting").content.cloneNode(true);
  const { id, isStuck, kind, page, refused, text } = item;
  find("what", row).textContent = text;
  find("time", row).textContent = timeOf(item);
  find("why", row).textContent = refused ?? (isStuck ? phrase("waits_behind") : "");
  for (const element of findAll("wrong", row)) element.hidden = !refused;
  find("mend", row).href = `${page}#${id}`;
  if (!TYPED.includes(kind)) find("mend", row).remove();
  find("throw-away", row).addEventListener("click", () => remove(id));
  return row;
}

const usual = find("why-not").textContent;

function show() {
  const games = new Map();
  for (const item of waiting()) {
    if (!games.has(item.game)) {
      const title = make("h2", {}, make("a", { href: item.page }, item.title));
      games.set(item.game, make("section", { class: "block" }, title, make("ol")));
    }
    games.get(item.game).lastChild.append(rowOf(item));
  }
  find("games").replaceChildren(...games.values());
  find("nothing").hidden = games.size > 0;
  for (const element of findAll("something")) element.hidden = !games.size;
  find("why-not").hidden = waiting().every(({ isStuck, refused }) => refused || isStuck);
  find("why-not").textContent = state.connection.trouble?.error?.message ?? usual;
}

find("as-file").addEventListener("click", saveAsFile);
subscribe(show);
load().then(() => {
  flush();
  show();
});

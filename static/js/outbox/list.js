// The list of what waits on this phone, by game, each with its state: what was refused can be mended on
// the pad, that and what may not be sent thrown away, and all of it saved as a file.

import { club } from "../club.js";
import { make } from "../elements.js";
import { isCut, state, subscribe } from "../store.js";
import { phrase, words } from "../words.js";
import { clubOf, isOfGame, waiting } from "./queue.js";
import { isShutOut, secondsAgo, throwAway } from "./send.js";

const TIME = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

const timeOf = (item) =>
  secondsAgo(item) ? new Date(item.at).toLocaleString(words.language, TIME) : "";

/** Whether an item is not on its way. */
export const isHeldUp = ({ isStuck }) => isStuck || isCut() || Boolean(state.connection.trouble);

/** How far an item has come, in words. */
export function stateOf(item) {
  if (item.question) return phrase("is_asked");
  const isAsked = waiting().some((other) => other.question && isOfGame(other, item));
  if (item.isStuck) return item.refused ?? phrase(isAsked ? "waits_for_answer" : "waits_behind");
  return state.connection.trouble?.error?.message ?? phrase(isHeldUp(item) ? "item_waits" : "sending");
}

/** Whether a signal is not enough, since this phone may not send it. */
const isShut = () => isShutOut(state.connection.trouble ?? {});

/** Keep a list true, within an element that has its parts. */
export function showList(root) {
  const find = (name, within = root) => within.querySelector(`[data-${name}]`);
  const findAll = (name, within = root) => within.querySelectorAll(`[data-${name}]`);

  function rowOf(item) {
    const row = find("waiting").content.cloneNode(true);
    const { content, id, kind, page, question, refused, text, typed = text } = item;
    find("what", row).textContent = typed;
    find("time", row).textContent = timeOf(item);
    find("state", row).textContent = stateOf(item);
    for (const element of findAll("wrong", row)) element.hidden = question || !(refused || isShut());
    find("mend", row).href = `${page}#${id}`;
    // The pad takes only these.
    const isForPad = ["deal", "correct"].includes(kind) || (kind === "answers" && content.set.length > 0);
    if (!refused || !isForPad) find("mend", row).remove();
    find("throw-away", row).addEventListener("click", () => throwAway(id));
    const fold = row.querySelector("details");
    fold.dataset.of = id;
    fold.open = opened.includes(id);
    return row;
  }

  // What is opened stays so while the list is made anew.
  let opened = [];

  function show() {
    opened = [...root.querySelectorAll("details[open]")].map(({ dataset }) => dataset.of);
    const games = new Map();
    for (const item of waiting()) {
      const game = `${clubOf(item)} ${item.game}`;
      if (!games.has(game)) {
        const isHere = clubOf(item) === club && item.page.startsWith(location.pathname);
        const title = make("h3", {}, isHere ? item.title : make("a", { href: item.page }, item.title));
        games.set(game, make("section", { class: "block" }, title, make("ol")));
      }
      games.get(game).lastChild.append(rowOf(item));
    }
    find("games").replaceChildren(...games.values());
    find("by-itself").hidden = isShut() || waiting().every(({ isStuck }) => isStuck);
    find("nothing").hidden = games.size > 0;
    for (const element of findAll("something")) element.hidden = !games.size;
  }

  find("as-file").addEventListener("click", () => {
    const href = URL.createObjectURL(new Blob([JSON.stringify(waiting(), null, 1)]));
    make("a", { href, download: "outbox.json" }).click();
  });
  show();
  subscribe(show);
}

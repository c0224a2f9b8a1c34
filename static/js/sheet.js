// The sheet on the page: the server's replaces it, and what waits on this phone is shown over it.

import { isStill, make } from "./elements.js";
import { keep } from "./keep.js";
import { gameData, isolate, state, update } from "./store.js";

/** The sheet that is shown; any may be replaced by another one. */
export const shownSheet = () => document.querySelector("[data-sheet]");

const meta = (page) => page.querySelector('meta[name="csrf-token"]');

// A form has the token of this page: sheets that many phones get have none.
document.addEventListener("submit", ({ target: { elements: { csrf_token: field } } }) => {
  if (field) field.value = meta(document).content;
}, true);

export const replaceSheet = (html) => (shownSheet().outerHTML = html);

// Paints over a sheet of the server what waits on this phone, and returns the data with it.
let overlay = ({ data }) => data;
let animate = () => {};

/** The data that are shown: those of the server alone where what waits cannot be painted. */
const paintOver = (server) => isolate(() => overlay(server), server.data);

export const setOverlay = (painter) => (overlay = painter);
export const setAnimation = (animation) => (animate = animation);

/** Show a sheet of the server, with what is `kept` of a notice; what is open, focused and seen stays so. */
export function showSheet(server, kept) {
  const before = shownSheet();
  const restore = keep(before);
  replaceSheet(server.html);
  if (kept) shownSheet().querySelector("[data-notice]").prepend(kept);
  update({ server, data: paintOver(server) });
  isolate(() => restore(shownSheet(), (sheet) => sheet.querySelector("[data-notice]")));
  isolate(() => animate({ before }));
}

/** Show what waits on this phone as it stands now, on the sheet that is there; `isMine` where it is new. */
export function repaint(isMine) {
  const before = isStill() ? shownSheet() : shownSheet().cloneNode(true);
  update({ data: paintOver(state.server) });
  isolate(() => animate({ before, isMine }));
}

/** Fetch this page anew and take its token; gives the page. */
export async function fetchPage() {
  const answer = await fetch(location.href, { cache: "no-store" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !meta(page)) throw new Error(`No page: ${answer.status}`);
  meta(document).content = meta(page).content;
  return page;
}

/** Whether these are data of the game that is shown, and none older. */
const isCurrent = ({ game, version }) =>
  game === state.server.data.game && version >= state.server.data.version;

/** Fetch the sheet anew and show it, unless its data are not `wanted`. */
export async function refreshSheet(wanted = isCurrent) {
  const page = await fetchPage();
  const data = gameData(page);
  if (wanted(data)) showSheet({ data, html: page.querySelector("[data-sheet]").outerHTML });
}

const fetched = {};

const styles = new URL("../", import.meta.url);

/** Fetch a style sheet of this release, unless it is there. */
export function fetchStyle(name) {
  return (fetched[name] ??= new Promise((done, failed) => {
    const link = make("link", { rel: "stylesheet", href: new URL(name, styles) });
    link.onload = done;
    link.onerror = () => {
      delete fetched[name];
      failed();
    };
    document.head.append(link);
  }));
}

/** Put a sentence on the notice of the sheet, where nothing moves for it; gives the notice. */
export function writeNotice(sentence, isWrong = false) {
  const notice = document.querySelector("[data-notice]");
  notice.querySelector("[data-message]")?.remove();
  notice.classList.toggle("notice-wrong", isWrong);
  if (sentence) notice.prepend(make("p", { class: "notice-words", "data-message": "" }, sentence));
  return notice;
}

/** Move to the notice, with a sentence where there is one. */
export function showNotice(sentence, isWrong) {
  const notice = writeNotice(sentence, isWrong);
  notice.tabIndex = -1;
  notice.focus({ preventScroll: true });
}

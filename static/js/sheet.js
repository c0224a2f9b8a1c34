// The sheet on the page: the server's replaces it, and what waits on this phone is shown over it.

import { isStill, make } from "./elements.js";
import { keep } from "./keep.js";
import { gameData, isolate, state, update } from "./store.js";

/** The sheet that is shown; any may be replaced by another one. */
export const shownSheet = () => document.querySelector("[data-sheet]");

const meta = (page) => page.querySelector('meta[name="csrf-token"]');
export const token = () => meta(document).content;

/** Put the token of this page into the forms of a sheet: sheets that many phones get have none. */
function fillTokens(sheet) {
  for (const field of sheet.querySelectorAll('[name="csrf_token"]')) field.value = token();
}

export function replaceSheet(html) {
  shownSheet().outerHTML = html;
  fillTokens(shownSheet());
}

// Paints over a sheet of the server what waits on this phone, and returns the data with it.
let overlay = ({ data }) => data;
let animate = () => {};

/** The data that are shown: those of the server alone where what waits cannot be painted. */
const paintOver = (server) => isolate(() => overlay(server), server.data);

export const setOverlay = (painter) => (overlay = painter);
export const setAnimation = (animation) => (animate = animation);

/**
 * Show a sheet that the server sent; what is open, focused and in view stays so. `isMine` says that
 * this phone wrote what is new, `isQuiet` that it is shown already; `adapt` may still change the sheet.
 */
export function showSheet(server, { adapt, isMine = false, isQuiet = false } = {}) {
  const before = shownSheet();
  const restore = keep(before);
  replaceSheet(server.html);
  isolate(() => adapt?.(shownSheet()));
  update({ server, data: paintOver(server), isMine });
  isolate(() => restore(shownSheet(), (sheet) => sheet.querySelector("[data-notice]")));
  isolate(() => animate({ before, isMine: isMine && !isQuiet }));
}

/** Show what waits on this phone as it stands now, on the sheet that is there. */
export function repaint(isMine) {
  const before = isStill() ? shownSheet() : shownSheet().cloneNode(true);
  update({ data: paintOver(state.server), isMine });
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
export const isCurrent = ({ game, version }) =>
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
  const { href } = new URL(name, styles);
  return (fetched[href] ??= new Promise((done, failed) => {
    const link = make("link", { rel: "stylesheet", href });
    link.onload = done;
    link.onerror = () => {
      delete fetched[href];
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
  const message = { class: "notice-words", "data-message": "" };
  if (sentence) notice.prepend(make("p", message, sentence));
  return notice;
}

/** Move to the notice, with a sentence where there is one. */
export function showNotice(sentence, isWrong) {
  const notice = writeNotice(sentence, isWrong);
  notice.tabIndex = -1;
  notice.focus({ preventScroll: !sentence });
}

if (shownSheet()) fillTokens(shownSheet());

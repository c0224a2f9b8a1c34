// The game page: its data and its sheet.

import { keep } from "./keep.js";
import { words } from "./words.js";

const meta = (from) => from.querySelector('meta[name="csrf-token"]');
const block = (from) => JSON.parse(from.getElementById("game-data").textContent);

const data = block(document);

export const page = { data, words };

/** The sheet that is shown; any may be replaced by another one. */
export const shownSheet = () => document.querySelector("[data-sheet]");

/** Put a sheet of the server's in the place of what is shown. */
export function replaceSheet(html) {
  shownSheet().outerHTML = html;
  // What many phones are sent has the token of none.
  for (const field of shownSheet().querySelectorAll('[name="csrf_token"]')) field.value = token();
}

/**
 * Let `act` put another sheet in the place of what is shown: what is open, chosen and in view stays
 * so. Whoever hears `sheet` may let it move, `isMine` where this phone wrote.
 */
export function changeSheet(act, isMine, html = null) {
  const before = shownSheet();
  const restore = keep(before);
  act();
  page.isMine = isMine;
  const detail = { before, html, isMine };
  document.dispatchEvent(new CustomEvent("sheet", { detail }));
  restore(shownSheet(), (shown) => shown.querySelector("[data-notice]"));
}

/** Show a fresh sheet; `adapt` may still change it. */
export function show(html, fresh, isMine, adapt) {
  // This one was joined to another game; the table view goes on to the next one by itself.
  const { game } = document.querySelector("main").dataset;
  if (game && fresh.game !== game) return location.replace(`/games/${fresh.game}`);
  return changeSheet(() => {
    replaceSheet(html);
    page.fromServer = { data: fresh, html };
    page.data = fresh;
    // What waits to be sent is read on over it.
    page.readOn?.();
    adapt?.();
  }, isMine, html);
}

page.fromServer = { data, html: shownSheet().outerHTML };

/** Whether this phone keeps the score, by its right. */
export const mayScore = ({ right } = page.data) => ["score", "manage"].includes(right);

/** Whether the server was not heard when it was last asked. */
export const isCut = () => navigator.onLine === false || Boolean(page.isCut);

export const token = () => meta(document).content;

/** Fetch a fresh token, and where it is wanted a fresh sheet, if its data are `wanted`. */
export async function refresh(all, wanted = () => true) {
  const answer = await fetch(location.href, { cache: "no-store" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  meta(document).content = meta(fresh).content;
  if (!all) return;
  const now = block(fresh);
  if (wanted(now)) show(fresh.querySelector("[data-sheet]").outerHTML, now, false);
}

const fetched = {};

/** Fetch a style sheet, unless it is there. */
export function fetchStyle(href) {
  return (fetched[href] ??= new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = done;
    link.onerror = () => {
      delete fetched[href];
      failed();
    };
    document.head.append(link);
  }));
}

/** A new UUID. `crypto.randomUUID` is missing on plain http, which is how most tables play. */
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Move to the notice on the sheet, with a sentence where there is one. */
export function tell(sentence, isWrong = false) {
  const notice = document.querySelector("[data-notice]");
  notice.querySelector("[data-told]")?.remove();
  notice.classList.toggle("notice-wrong", isWrong);
  if (sentence) {
    const said = document.createElement("p");
    said.className = "notice-words";
    said.dataset.told = "";
    said.textContent = sentence;
    notice.prepend(said);
  }
  notice.tabIndex = -1;
  notice.focus({ preventScroll: !sentence });
}

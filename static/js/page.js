// The game page: its data, its sheet, and the entries it sends to the book.

import { words } from "./words.js";

const PATIENCE = 15_000;

const meta = (from) => from.querySelector('meta[name="csrf-token"]');
const block = (from) => JSON.parse(from.getElementById("game-data").textContent);

const data = block(document);

export const page = { data, words };

const sheet = () => document.querySelector("[data-sheet]");

/** Show a fresh sheet; whoever hears `sheet` may let it move, `isMine` where this phone wrote. */
export function show(html, fresh, isMine) {
  const before = sheet();
  before.outerHTML = html;
  // What many phones are sent has the token of none.
  for (const field of sheet().querySelectorAll('[name="csrf_token"]')) field.value = token();
  page.data = fresh;
  page.isMine = isMine;
  const detail = { before, html, isMine };
  document.dispatchEvent(new CustomEvent("sheet", { detail }));
}

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

async function post(where, body) {
  const answer = await fetch(`${location.pathname}/${where}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrftoken": token() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout?.(PATIENCE),
  });
  const told = await answer.json().catch(() => ({}));
  // Cut off on the way: no answer.
  return { ...told, status: answer.ok && !told.html ? 0 : answer.status };
}

/** Write below this game and show the sheet that answers; after 0, no answer, or 5xx keep its name. */
function sendTo(where, body) {
  page.writing = write(where, body).finally(() => (page.writing = null));
  return page.writing;
}

async function write(where, body) {
  try {
    let answer = await post(where, body);
    if (answer.status === 400) {
      // The token may have grown old: this counts as a refusal only with a fresh one.
      await refresh(false);
      answer = await post(where, body);
    }
    if (answer.status >= 500) answer = await post(where, body);
    if (answer.status === 200) show(answer.html, answer.data, true);
    if (answer.status === 409) await refresh(true).catch(() => {});
    return answer;
  } catch {
    return { status: 0 };
  }
}

/** Send one entry. */
export const send = (name, kind, content, seen = page.data.version) =>
  sendTo("entries", { name, seen, kind, content });

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

// What only the server can say something about is written at once, or never.

import { page, refresh, show } from "../page.js";
import { inTheWay, post } from "./send.js";
import { itemsOf, stuck } from "./store.js";

/** What waits for this game and was not refused, in order. */
export function waiting() {
  const names = stuck();
  return itemsOf(page.data.game).filter(({ name, what }) => what === "entry" && !names.has(name));
}

/** Write an entry: gives what the server answers, with its status; 0 where it does not. */
export function ask(name, kind, content, seen = page.data.version) {
  page.writing = askNow({ name, seen, kind, content }).finally(() => (page.writing = null));
  return page.writing;
}

/** What was saved before is in the book first, if it can be. */
function isSent() {
  if (!waiting().some(({ entry }) => !entry) || inTheWay()) return undefined;
  return new Promise((done) => {
    document.addEventListener("outbox", () => done(isSent()), { once: true });
  });
}

async function askNow(entry) {
  await isSent();
  const there = `/games/${page.data.game}/entries`;
  const body = JSON.stringify(entry);
  let answer = await post(there, body);
  if (answer.status >= 500) answer = await post(there, body);
  if (answer.status === 200) show(answer.html, answer.data, true);
  if (answer.status === 409) await refresh(true).catch(() => {});
  return answer;
}

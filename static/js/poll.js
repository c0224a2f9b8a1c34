// Asks the server again and again whether something has changed: in as many seconds as it says,
// while the page can be seen, and at once when somebody comes back to it.

import { club } from "./club.js";

const TIMEOUT = 10_000;
const FIRST_WAIT = 2_000;
// A game in progress is asked for again within five seconds of the server's return.
const MIN_WAIT_WHILE_LOST = 5_000;
// A little sooner than was asked for, so that the phones of a table do not ask in the same moment.
const JITTER = 0.15;

/** The moment of a page that this phone has kept and shows without signal. */
export const keptAt = Number(document.documentElement.dataset.kept) || undefined;

/**
 * Poll `address()`. `tag()` names what is known. `receive` gets each answer: its status, what it
 * holds where it is news (as `read` takes it), and the tag that was asked with. `onLost` gets the
 * time of the last answer where there is none, null once there is. Gives a function that asks now.
 */
export function poll(address, { tag, receive, onLost, read }) {
  const accept = read ? "text/html" : "application/json";
  let timer;
  let wait = FIRST_WAIT;
  let isAsking = false;
  let isLeaving = false;
  let answeredAt = keptAt ?? Date.now();

  async function askOnce() {
    isLeaving = false;
    const known = tag();
    const answer = await fetch(address(), {
      headers: { accept, club, "if-none-match": `W/"${known}"` },
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const { headers, status } = answer;
    if (status >= 500 || status === 429) throw new Error(status);
    const news = status === 200 ? await (read ? read(answer) : answer.json()) : null;
    if (news) news.seat = headers.get("seat") ?? "";
    answeredAt = Date.now();
    onLost(null);
    if (!isLeaving) receive(status, news, known);
    if (headers.get("ask-again")) wait = 1_000 * Number(headers.get("ask-again"));
  }

  async function ask() {
    clearTimeout(timer);
    if (document.hidden || isAsking) return;
    isAsking = true;
    const isAnswered = await askOnce().then(() => true, () => false);
    if (!isAnswered) onLost(answeredAt);
    isAsking = false;
    const next = isAnswered ? wait : Math.max(wait, MIN_WAIT_WHILE_LOST);
    timer = setTimeout(ask, next * (1 - JITTER * Math.random()));
  }

  // A page that loads itself again would call back who has tapped a link.
  addEventListener("beforeunload", () => (isLeaving = true));
  for (const moment of ["visibilitychange", "pageshow", "online"]) addEventListener(moment, ask);
  timer = setTimeout(ask, wait);
  return ask;
}

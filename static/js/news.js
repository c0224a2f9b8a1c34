// Asks the server again and again whether a game or a page has changed: in as many seconds as it
// says, while the page can be seen, and at once when somebody comes back to it.

const PATIENCE = 10_000;
const LONGEST = 30_000;
// A little sooner than was said, so that not all phones of a table ask in the same moment.
const EARLY = 0.15;
// An answer that takes so much of the time in between is slow.
const SHARE = 3;

/** The moment that a page without signal is of, as the phone has kept it. */
export const keptAt = Number(document.documentElement.dataset.kept) || undefined;

const shortly = (wait) => wait * (1 - EARLY * Math.random());

/**
 * Ask for news: `address` gives where, `tag` that of what is known, `take` hears of each answer: its
 * status, what it says where it is news, as `read` takes it, and the tag that was asked with; `lost`
 * hears since when there was none. Gives a function that asks at once.
 */
export function follow(address, { tag, take, lost, read }) {
  const accept = read ? "text/html" : "application/json";
  let timer;
  let wait = 2_000;
  let failed = 0;
  let asking = false;
  let heard = keptAt ?? Date.now();

  /** Ask, and say in how many milliseconds to ask again. */
  async function askOnce() {
    const known = tag();
    const begun = performance.now();
    const answer = await fetch(address(), {
      headers: { accept, "if-none-match": `W/"${known}"` },
      cache: "no-store",
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    const { headers, status } = answer;
    if (status >= 500 || status === 429) throw new Error(status);
    const news = status === 200 ? await (read ? read(answer) : answer.json()) : null;
    if (news) news.seat = headers.get("seat") ?? "";
    const took = performance.now() - begun;
    failed = 0;
    heard = Date.now();
    lost(null);
    take(status, news, known);
    if (headers.get("ask-again")) wait = 1_000 * Number(headers.get("ask-again"));
    return Math.min(LONGEST, Math.max(shortly(wait), SHARE * took));
  }

  async function ask() {
    clearTimeout(timer);
    if (document.hidden || asking) return;
    asking = true;
    let next;
    try {
      next = await askOnce();
    } catch {
      failed += 1;
      lost(heard);
      next = shortly(Math.min(LONGEST, wait * 2 ** Math.min(failed, 5)));
    }
    asking = false;
    clearTimeout(timer);
    timer = setTimeout(ask, next);
  }

  for (const moment of ["visibilitychange", "pageshow", "online"]) addEventListener(moment, ask);
  timer = setTimeout(ask, shortly(wait));
  return ask;
}

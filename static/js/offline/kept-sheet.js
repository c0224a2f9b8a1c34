// The page of a game that is kept on this phone shows what this one shows by now: each sheet that
// comes from the server is put into it.

import { page, refresh } from "../page.js";

const block = (from) => from.getElementById("game-data");
const main = (from) => from.querySelector("main");

/** Keep each new sheet from here on; `tell` reaches the worker. */
export async function keepSheets(tell) {
  let last = Promise.resolve();
  document.addEventListener("sheet", ({ detail }) => {
    const { pathname } = location;
    const { data } = page.fromServer;
    const isOfServer = detail.html && !data.unstarted;
    if (isOfServer) last = last.then(() => keep(pathname, detail.html, data, tell)).catch(() => {});
  });
  const { whole } = await kept(location.pathname);
  // Something was written between that page and now.
  if (whole && dataOf(whole).tag !== page.data.tag) await refresh(false).catch(() => {});
}

async function kept(path) {
  const answer = await caches.match(path);
  if (!answer) return {};
  const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { headers: answer.headers, whole };
}

const dataOf = (whole) => JSON.parse(block(whole).textContent);

/** The text of a page with another sheet. */
function withSheet(whole, html, data) {
  whole.querySelector("[data-sheet]").outerHTML = html;
  const { content } = whole.querySelector('meta[name="csrf-token"]');
  for (const field of whole.querySelectorAll('[data-sheet] [name="csrf_token"]')) {
    field.setAttribute("value", content);
  }
  Object.assign(main(whole).dataset, main(document).dataset);
  block(whole).textContent = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<!doctype html>${whole.documentElement.outerHTML}`;
}

async function keep(path, html, data, tell) {
  const { whole } = await kept(path);
  if (!whole) return;
  const was = dataOf(whole);
  await tell({ what: "sheet", path, html: withSheet(whole, html, data) });
  // A game that is over, or may be scored from here on, has another page around its sheet.
  if (was.over !== data.over || was.right !== data.right) await refresh(false);
}

/** Keep the page of the next game, which this phone begins; it looks like the one that is kept. */
export async function keepNext({ title, html, data }) {
  if (!globalThis.caches) return;
  const { headers: told, whole } = await kept(location.pathname);
  if (!whole) return;
  const { game } = dataOf(whole);
  whole.title = title;
  const text = withSheet(whole, html, data).replaceAll(game, data.game);
  const headers = new Headers(told);
  headers.set("kept-at", Date.now());
  headers.set("kept-unstarted", "yes");
  const pages = await caches.open("pages");
  await pages.put(`/games/${data.game}`, new Response(text, { headers }));
}

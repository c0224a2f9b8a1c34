// The page of a game that is kept on this phone shows what this one shows by now: each sheet that
// comes from the server is put into it.

import { page, refresh } from "../page.js";

const { pathname } = location;
const block = (from) => from.getElementById("game-data");
const main = (from) => from.querySelector("main");

/** Keep each new sheet from here on; `tell` reaches the worker. */
export async function keepSheets(tell) {
  let last = Promise.resolve();
  document.addEventListener("sheet", ({ detail }) => {
    const { data } = page;
    if (detail.html) last = last.then(() => keep(detail.html, data, tell)).catch(() => {});
  });
  const whole = await kept();
  // Something was written between that page and now.
  if (whole && dataOf(whole).tag !== page.data.tag) await refresh(false).catch(() => {});
}

async function kept() {
  const answer = await caches.match(pathname);
  return answer && new DOMParser().parseFromString(await answer.text(), "text/html");
}

const dataOf = (whole) => JSON.parse(block(whole).textContent);

async function keep(html, data, tell) {
  const whole = await kept();
  if (!whole) return;
  const was = dataOf(whole);
  whole.querySelector("[data-sheet]").outerHTML = html;
  const { content } = whole.querySelector('meta[name="csrf-token"]');
  for (const field of whole.querySelectorAll('[data-sheet] [name="csrf_token"]')) {
    field.setAttribute("value", content);
  }
  Object.assign(main(whole).dataset, main(document).dataset);
  block(whole).textContent = JSON.stringify(data).replaceAll("<", "\\u003c");
  const now = `<!doctype html>${whole.documentElement.outerHTML}`;
  await tell({ what: "sheet", path: pathname, html: now });
  // A game that is over, or may be scored from here on, has another page around its sheet.
  if (was.over !== data.over || was.right !== data.right) await refresh(false);
}

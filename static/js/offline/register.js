// Has a worker keep this page and what it is made of, for when there is no signal. Fetched when a
// page is at rest.

import { club } from "../club.js";
import { state, subscribe } from "../store.js";

const { serviceWorker } = navigator;
const game = state.data;
// What was fetched before there was a worker has not passed through it.
const isFirst = !serviceWorker?.controller;

/** Over plain http there is no worker. */
async function begin() {
  if (!(await serviceWorker?.register("/service-worker.js"))) return;
  if (!serviceWorker.controller) {
    const taken = new Promise((done) => (serviceWorker.oncontrollerchange = done));
    (await serviceWorker.ready).active.postMessage("take");
    await taken;
  }
  // Nor what was on its way when it took this page.
  const isMissing = isFirst || (game && !(await caches.match(keyOf(location.pathname))));
  if (isMissing) await Promise.all([...fetchedFiles(), keyOf(location.pathname)].map(pass));
  for (const path of otherPages()) await pass(keyOf(path));
  if (!game) return;
  navigator.storage?.persist?.().catch(() => {});
  subscribe(({ server }, before) => server !== before.server && keepInTurn());
  // A page that comes from this phone stays as old as it is.
  if (!document.documentElement.dataset.kept) await keepInTurn();
}

/** The address under which a page is kept: a phone may be in several clubs. */
const keyOf = (path) => `${path}?club=${club}`;
const pass = (path) => fetch(path).then((answer) => answer.blob()).catch(() => {});

const fetchedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith("/static/"));

function otherPages() {
  if (game) return ["/", `/rules/${game.variant}`];
  if (location.pathname !== "/") return [];
  const games = [...document.querySelectorAll('main a[href^="/games/"]:not([href^="/games/new"])')];
  return [...games.map(({ pathname }) => pathname), "/rules/"];
}

// One after the other, so that the last one stays.
let last = Promise.resolve();
const keepInTurn = () => (last = last.then(keepSheet).catch(() => {}));

async function keepSheet() {
  const { data, html } = state.server;
  const path = keyOf(`/games/${data.game}`);
  const pages = await caches.open("pages-of-clubs");
  const kept = await pages.match(path);
  if (!kept) return;
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  page.querySelector("[data-sheet]").outerHTML = html;
  const block = JSON.stringify(data).replaceAll("<", "\\u003c");
  page.getElementById("game-data").textContent = block;
  const headers = new Headers(kept.headers);
  headers.set("kept-at", Date.now());
  await pages.put(path, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}

await begin();

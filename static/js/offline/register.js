// Has a worker keep this page and what it is made of, for when there is no signal. Fetched when a
// page is at rest.

import { state, subscribe } from "../store.js";

const { serviceWorker } = navigator;

async function keepPage() {
  const game = state.data;
  if (game) navigator.storage?.persist?.().catch(() => {});
  const pages = game ? ["/", `/rules/${game.variant}`] : inProgress();
  await send({ what: "keep", path: location.pathname, files: fetched(), pages });
  if (!game) return;
  // The sheet of before this was kept may be an older one.
  await keepSheet();
  subscribe(({ server }, before) => server !== before.server && keepSheet().catch(() => {}));
}

function keepSheet() {
  const { data, html } = state.server;
  return send({ what: "sheet", path: `/games/${data.game}`, html, data });
}

/** On the front page the games that are being played, and where the rules are found. */
function inProgress() {
  if (location.pathname !== "/") return [];
  const games = [...document.querySelectorAll('main a[href^="/games/"]')];
  return [...games.map(({ pathname }) => pathname), "/rules/"];
}

const fetched = () =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);

/** Send the worker a message, and wait until it is done. */
async function send(message) {
  const { active } = await serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    port1.onmessage = done;
    active.postMessage(message, [port2]);
  });
}

// Over plain http there is no worker.
if (await serviceWorker?.register("/service-worker.js")) await keepPage();

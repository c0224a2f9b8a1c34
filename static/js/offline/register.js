// Has a worker keep this page and what it is made of, for when there is no signal. Fetched when a
// page is at rest.

const { serviceWorker } = navigator;

/** Begin, unless this is plain http, where there is no worker; `page` is that of a game. */
export async function register(page) {
  const registration = await serviceWorker?.register("/service-worker.js");
  if (!registration) return;
  if (page) navigator.storage?.persist?.().catch(() => {});
  const pages = page ? ["/", `/rules/${page.data.variant}`] : inProgress();
  await tell({ what: "keep", path: location.pathname, files: fetched(), pages });

  /** A newer release takes over what is kept between two games, never in the middle of one. */
  function takeOver() {
    const isPlayed = page && !page.data.over;
    if (!isPlayed) registration.waiting?.postMessage({ what: "takeOver" });
  }

  takeOver();
  document.addEventListener("sheet", takeOver);
  registration.addEventListener("updatefound", () =>
    registration.installing.addEventListener("statechange", takeOver),
  );
  if (page) (await import("./kept-sheet.js")).keepSheets(tell);
}

/** On the front page the games that are being played, and where the rules are found. */
function inProgress() {
  if (location.pathname !== "/") return [];
  const games = [...document.querySelectorAll('main a[href^="/games/"]')];
  return [...games.map(({ pathname }) => pathname), "/rules/"];
}

const fetched = () =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);

/** Tell the worker something, and wait until it is done. */
async function tell(told) {
  const { active } = await serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    port1.onmessage = done;
    active.postMessage(told, [port2]);
  });
}

// When the worker does what.

addEventListener("install", (event) =>
  event.waitUntil(fetchFiles([...APP.files, APP.noSignal, APP.outbox])),
);

addEventListener("activate", (event) => event.waitUntil(begin()));

/** Also for the page that is open, which was there before; and without what is of older releases. */
async function begin() {
  await clients.claim();
  for (const { path, release } of await keptPages()) {
    const isOld = release !== APP.release && !COUNTED.test(path);
    if (isOld && KEPT.test(pathOf(path))) await fetchPage(path);
  }
  await forgetFiles();
}

/** Whether this is for the page where what is kept is cleared: it comes from the network only. */
const isToClear = ({ pathname }, { referrer }) =>
  pathname === APP.thisPhone || (referrer && pathOf(referrer) === APP.thisPhone);

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isVisit = request.mode === "navigate";
  if (url.origin !== location.origin) return;
  const visit = () => event.respondWith(fetch(request).catch(() => leadOn(url.pathname)));
  if (request.method !== "GET") {
    // Whoever joins may see another club from here on.
    if (isVisit && /^\/(?:join|code)(?:\/|$)/.test(url.pathname)) event.waitUntil(forgetPages());
    if (isVisit) visit();
    return;
  }
  if (FILE.test(url.pathname)) {
    if (!isToClear(url, request)) event.respondWith(answerFile(request));
  } else if (isVisit) {
    if (url.pathname === APP.thisPhone) visit();
    else event.respondWith(answerPage(event));
  } else if (KEPT.test(url.pathname)) {
    // A page that asks for itself is answered by the network alone.
    event.respondWith(ask(event));
  }
});

const TOLD = { keep, sheet: keepSheet, takeOver };

addEventListener("message", (event) => {
  const { what, ...told } = event.data;
  event.waitUntil(TOLD[what](told, event).then(() => event.ports[0]?.postMessage(what)));
});

/** Keep what a page is made of that was open before there was a worker, and further pages. */
async function keep({ files, path, pages }) {
  await fetchFiles(files.filter((file) => FILE.exec(file)?.[1] === APP.release)).catch(() => {});
  const isNew = !(await findPage(path));
  await keepUnlessKept(path);
  // A front page of before leads to other games.
  for (const page of pages) await (isNew ? fetchPage(page) : keepUnlessKept(page));
}

async function keepUnlessKept(path) {
  if (KEPT.test(path) && !(await findPage(path))) await fetchPage(path);
}

async function fetchPage(path) {
  const asked = changes;
  await fetch(path, PAST_ITS_CACHE).then((answer) => takeNote(answer.url, answer, asked), () => {});
}

/** A newer worker takes over once no game is being played on this phone. */
async function takeOver(_, { source }) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const isPlayed = pages.some(({ id, url }) => id !== source.id && GAME.test(pathOf(url)));
  if (!isPlayed) await skipWaiting();
}

// The service worker: keeps pages on this phone, each with the moment it is of, and the files that
// they are made of, by release. The network answers first; where it fails or hangs, what is kept.
// `APP`, with the release and its words, is put in front of this by scorer/web/offline.py.

const PAGES = "pages";
const filesOf = (release) => `files-${release}`;

// The games and nights that were opened last; the oldest go first.
const MAX_PAGES = 12;
const MAX_RELEASES = 3;
// As in the wifi of a pub, where everything is sent and nothing comes.
const TIMEOUT = 3_000;
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const GAME = new RegExp(`^/games/${ID}$`);
const COUNTED = new RegExp(`^/(?:games|nights)/${ID}$`);
// No page that shows what one seat alone may see, that writes, invites, or is taken away as a file.
const KEPT = new RegExp(`^/(?:rules/[a-z0-9-]*|(?:games|nights)/${ID}|nights/)?$`);
const FILE = /^\/static\/([0-9a-f]+)\//;
// Going back, a browser would answer with what it has: the sheet of before the last deals.
const PAST_ITS_CACHE = { cache: "no-store" };

const pathOf = (url) => new URL(url, location.href).pathname;
/** Under what a page is kept; "" where it says more than what is kept of it. */
const keyOf = ({ pathname, search }) => (search ? "" : pathname);

const openPages = () => caches.open(PAGES);
const findPage = async (path) => (await openPages()).match(path);

const pathsIn = async (pages) => (await pages.keys()).map(({ url }) => pathOf(url)).reverse();

// Files hold nothing of anybody.
const forgetPages = () => caches.delete(PAGES);

/**
 * Keep an answer that is a page to be kept; where it says that this phone is out, forget all. `opening`
 * began when it was asked for: what comes after all was forgotten goes with them.
 */
async function takeNote(url, answer, opening) {
  if (answer.status === 401) await forgetPages();
  const key = keyOf(new URL(url));
  const headers = new Headers(answer.headers);
  const isPage = headers.get("content-type")?.startsWith("text/html");
  const isWhole = answer.status === 200 && !answer.redirected && key && isPage;
  if (!isWhole || !KEPT.test(key)) return;
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set("kept-at", Date.now());
  const pages = await opening;
  const page = new Response(await answer.text(), { headers });
  // Where this phone is full, nothing is better than what is old.
  await pages.put(key, page).catch(() => pages.delete(key));
  const counted = (await pathsIn(pages)).filter((path) => COUNTED.test(path));
  for (const path of counted.slice(MAX_PAGES)) await pages.delete(path);
}

async function ask(event) {
  const { mode, url } = event.request;
  const pages = openPages();
  const answer = await fetch(event.request, KEPT.test(pathOf(url)) ? PAST_ITS_CACHE : {});
  const kept = takeNote(url, answer.clone(), pages).catch(() => {});
  event.waitUntil(kept);
  if (mode !== "navigate") await kept;
  return answer;
}

/** What is kept of a page. A game says more under some addresses, which are the same page. */
async function keptFor(url) {
  if (url.pathname === APP.outbox) return caches.match(url.pathname);
  const key = GAME.test(url.pathname) ? url.pathname : keyOf(url);
  return key && findPage(key);
}

async function answerPage(event) {
  const url = new URL(event.request.url);
  const asked = ask(event);
  event.waitUntil(asked.catch(() => {}));
  const kept = await keptFor(url).catch(() => null);
  if (!kept) return asked.catch(() => leadOn(url.pathname));
  const late = new Promise((done) => setTimeout(done, TIMEOUT));
  const answer = await Promise.race([asked, late]).catch(() => null);
  return answer && answer.status < 500 ? answer : dated(kept);
}

const TIME = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

async function dated(kept) {
  const at = Number(kept.headers.get("kept-at"));
  // What came with the worker is of no moment.
  if (!at) return kept;
  const time = new Date(at).toLocaleString(APP.language, { ...TIME, hourCycle: "h23" });
  const asOf = APP.asOf.replace("{time}", time);
  const html = (await kept.text())
    .replace("<html ", `<html data-kept="${at}" `)
    .replace(/<main [^>]*>/, (main) => `${main}<p class="as-of"><span>${asOf}</span></p>`);
  return new Response(html, { headers: kept.headers });
}

/** Without signal, where a page was never loaded: to the last game, or a page that leads there. */
async function leadOn(path) {
  const game = (await pathsIn(await openPages())).find((kept) => GAME.test(kept));
  if (game && [APP.score, "/"].includes(path)) return Response.redirect(game);
  if (path === APP.score && (await findPage("/"))) return Response.redirect("/");
  const page = await caches.match(APP.noSignal);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

/** Forget the files of older releases, but for those that a kept page may be made of. */
async function forgetFiles() {
  const names = (await caches.keys()).filter((name) => name !== PAGES);
  for (const name of names.slice(0, -MAX_RELEASES)) await caches.delete(name);
}

async function answerFile(request) {
  const path = pathOf(request.url);
  const kept = await caches.match(path).catch(() => null);
  if (kept) return kept;
  const answer = await fetch(request);
  // Under the address of an older release newer files may be sent, which are not to be kept so.
  if (answer.status === 200 && answer.headers.get("cache-control")?.includes("immutable")) {
    const opened = Promise.all([caches.open(filesOf(FILE.exec(path)[1])), answer.clone()]);
    opened.then(([files, copy]) => files.put(path, copy)).catch(() => {});
  }
  return answer;
}

addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const files = await caches.open(filesOf(APP.release));
  await files.addAll([...APP.files, APP.noSignal, APP.outbox]);
  // It takes over at once: what a kept page of another release is made of stays.
  await skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(forgetFiles()));

// A page that was there before asks to be taken.
addEventListener("message", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isVisit = request.mode === "navigate";
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    // A phone that joins may see another club from here on.
    if (isVisit && /^\/(?:join|code)(?:\/|$)/.test(url.pathname)) event.waitUntil(forgetPages());
    if (isVisit) event.respondWith(fetch(request).catch(() => leadOn(url.pathname)));
  } else if (FILE.test(url.pathname)) event.respondWith(answerFile(request));
  else if (isVisit) event.respondWith(answerPage(event));
  // A page that asks for itself is answered by the network alone.
  else if (KEPT.test(url.pathname)) event.respondWith(ask(event));
});

// The service worker: keeps pages on this phone by club, each with the moment it is of, and the files
// that they are made of, by release. The network answers first; where it fails or hangs, what is kept.
// `APP`, with the release and its words, is put in front of this by scorer/web/offline.py.

const PAGES = "pages-of-clubs";
// Under what is noted of which club the page was that was opened last.
const SHOWN = "/club-shown";
const filesOf = (release) => `files-${release}`;

// The games and nights that were opened last; the oldest go first.
const MAX_PAGES = 12;
const MAX_RELEASES = 3;
// As in the wifi of a pub, where everything is sent and nothing comes.
const TIMEOUT = 3_000;
// Going back to what a form was answered, a browser looks only there.
const CACHE_ALONE = "only-if-cached";
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const GAME = new RegExp(`^/games/${ID}$`);
const COUNTED = new RegExp(`^/(?:games|nights)/${ID}$`);
// No page that shows what one seat alone may see, that writes, invites, or is taken away as a file.
const KEPT = new RegExp(`^/(?:rules/[a-z0-9-]*|(?:games|nights)/${ID}|nights/)?$`);
const FILE = /^\/static\/([0-9a-f]+)\//;
const CLUB = new RegExp(`data-club="(${ID})"`);

const pathOf = (url) => new URL(url, location.href).pathname;
const clubOf = ({ searchParams }) => searchParams.get("club");
/** Under what a page of a club is kept; "" where its address says more than what is kept of it. */
const keyOf = ({ pathname, searchParams }, club) =>
  [...searchParams.keys()].every((name) => name === "club") ? `${pathname}?club=${club}` : "";

const openPages = () => caches.open(PAGES);
const findPage = async (key, how) => (await openPages()).match(key, how);

/** The addresses of what is kept, the newest first. */
const addressesIn = async (pages) => (await pages.keys()).map(({ url }) => new URL(url)).reverse();

const show = async (club) => (await openPages()).put(SHOWN, new Response(club));
const findShown = async () => (await (await findPage(SHOWN))?.text()) ?? "";

let timesForgotten = 0;

/** Forget all pages of these clubs, or of every one; files hold nothing of anybody. */
async function forgetPages(clubs) {
  timesForgotten += 1;
  if (!clubs) return caches.delete(PAGES);
  const pages = await openPages();
  for (const url of await addressesIn(pages)) if (clubs.includes(clubOf(url))) await pages.delete(url);
}

/**
 * Keep an answer that is a page to be kept; where it says that this phone is out of a club, forget that.
 * `times` pages had been forgotten when it was asked for: what comes after that goes with them.
 */
async function takeNote({ mode, url: address }, answer, times) {
  const out = answer.headers.get("out-of");
  if (out || answer.status === 401) await forgetPages(out);
  const headers = new Headers(answer.headers);
  const isPage = headers.get("content-type")?.startsWith("text/html");
  if (answer.status !== 200 || answer.redirected || !isPage) return;
  const html = await answer.text();
  const url = new URL(address);
  const club = CLUB.exec(html)?.[1] ?? "";
  // The very first page came before there was a worker.
  if (club && (mode === "navigate" || !(await findPage(SHOWN)))) await show(club);
  const key = keyOf(url, club);
  if (!key || !KEPT.test(url.pathname) || (!out && times !== timesForgotten)) return;
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set("kept-at", Date.now());
  const pages = await openPages();
  const page = new Response(html, { headers });
  // Where this phone is full, nothing is better than what is old.
  await pages.put(key, page).catch(() => pages.delete(key));
  const counted = (await addressesIn(pages)).filter(({ pathname }) => COUNTED.test(pathname));
  for (const old of counted.slice(MAX_PAGES)) await pages.delete(old);
}

async function ask(event) {
  const { cache, mode, referrer, url } = event.request;
  const times = timesForgotten;
  // Going back, a browser would answer with what it has: the sheet of before the last deals, and nothing
  // where a form was answered.
  const isStale = KEPT.test(pathOf(url)) || cache === CACHE_ALONE;
  const answer = await fetch(event.request, isStale ? { cache: "no-store", referrer } : {});
  const kept = takeNote(event.request, answer.clone(), times).catch(() => {});
  event.waitUntil(kept);
  if (mode !== "navigate") await kept;
  return answer;
}

/** What is kept of a page. A game says more under some addresses, which are the same page. */
async function keptFor(url) {
  if (url.pathname === APP.outbox) return caches.match(url.pathname);
  const named = clubOf(url);
  const club = named ?? (await findShown());
  const key = GAME.test(url.pathname) ? `${url.pathname}?club=${club}` : keyOf(url, club);
  const isById = COUNTED.test(url.pathname) && named === null;
  return key && ((await findPage(key)) ?? (isById && findPage(key, { ignoreSearch: true })));
}

async function answerPage(event) {
  const url = new URL(event.request.url);
  const asked = ask(event);
  event.waitUntil(asked.catch(() => {}));
  const kept = await keptFor(url).catch(() => null);
  if (!kept) return asked.catch(() => leadOn(url));
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
  const page = await kept.text();
  const club = CLUB.exec(page)?.[1];
  if (club) await show(club);
  const html = page
    .replace("<html ", `<html data-kept="${at}" `)
    .replace(/<main [^>]*>/, (main) => `${main}<p class="as-of"><span>${asOf}</span></p>`);
  return new Response(html, { headers: kept.headers });
}

/** Without signal, where a page was never loaded: to the club's last game, or a page that leads there. */
async function leadOn({ pathname, searchParams }) {
  const named = searchParams.get("club");
  const club = named ?? (await findShown());
  const home = named ? `/?club=${club}` : "/";
  const isGame = (url) => GAME.test(url.pathname) && clubOf(url) === club;
  const game = (await addressesIn(await openPages())).find(isGame);
  if (game && [APP.score, "/"].includes(pathname)) return Response.redirect(named ? game : game.pathname);
  if (pathname === APP.score && (await findPage(`/?club=${club}`))) return Response.redirect(home);
  return showInstead(APP.noSignal);
}

async function showInstead(path) {
  const page = await caches.match(path);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

/** What a form is answered; going back there, its address is asked for. */
const answerForm = (request) =>
  fetch(request).catch(() =>
    request.cache === CACHE_ALONE ? Response.redirect(request.url, 303) : showInstead(APP.unsaved),
  );

/** Forget the files of older releases, but for those that a kept page may be made of. */
async function forgetFiles() {
  const names = (await caches.keys()).filter((name) => name !== PAGES);
  for (const name of names.slice(0, -MAX_RELEASES)) await caches.delete(name);
  // Pages of release 0.5 are of nobody knows which club.
  await caches.delete("pages");
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
  await files.addAll([...APP.files, APP.noSignal, APP.unsaved, APP.outbox]);
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
    if (isVisit) event.respondWith(answerForm(request));
  } else if (FILE.test(url.pathname)) event.respondWith(answerFile(request));
  else if (isVisit) event.respondWith(answerPage(event));
  // A page that asks for itself is answered by the network alone.
  else if (KEPT.test(url.pathname)) event.respondWith(ask(event));
});

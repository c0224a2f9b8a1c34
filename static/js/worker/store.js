// What the worker keeps on this phone: pages, each with the moment it is of, and the files that
// they are made of, by release.

const PAGES = "pages";
// Says of the page of a game that it was begun on this phone, and that the server has not heard of.
const UNSTARTED = "kept-unstarted";
const filesOf = (release) => `files-${release}`;

// The games and nights that were opened last; the oldest go first.
const MOST = 12;
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const GAME = new RegExp(`^/games/${ID}$`);
const COUNTED = new RegExp(`^/(?:games|nights)/${ID}$`);
// No page that shows what one seat alone may see, that writes, invites, or is taken away as a file.
const KEPT = new RegExp(`^/(?:rules/[a-z0-9-]*|(?:games|nights)/${ID}|nights/|games/new)?$`);
// Setting up a game looks different for each kind of game.
const SETUP = "/games/new";
const FILE = /^\/static\/([0-9a-f]+)\//;

const pathOf = (url) => new URL(url, location.href).pathname;
/** Under what a page is kept; "" where it says more than what is kept of it. */
const keyOf = ({ pathname, search }) =>
  !search || (pathname === SETUP && !/\bfollows=/.test(search)) ? pathname + search : "";

const openPages = () => caches.open(PAGES);

/** All kept pages, those that were kept last first. */
async function keptPages() {
  const pages = await openPages();
  const kept = [];
  for (const { url } of await pages.keys()) {
    const { headers } = (await pages.match(url)) ?? new Response();
    const release = headers.get("kept-release");
    const { pathname, search } = new URL(url);
    kept.push({ path: pathname + search, at: Number(headers.get("kept-at")), release });
  }
  return kept.sort((one, other) => other.at - one.at);
}

const findPage = async (path) => (await openPages()).match(path);

/** The game that was opened last. */
const lastGame = async () => (await keptPages()).find(({ path }) => GAME.test(path))?.path;

/** The same, if it is one that this phone has begun without signal. */
async function begunHere() {
  const path = await lastGame();
  const page = path && (await findPage(path));
  return page?.headers.get(UNSTARTED) && path;
}

// Counts whatever is kept or forgotten: what was asked for before that is too old to take its place.
let changes = 0;
let forgotten = 0;
const keptAt = new Map();
// One after the other, so that the last one stays.
let last = Promise.resolve();
const inTurn = (act) => (last = last.then(act, act));

/** Keep a page that was `asked` for when so much had been kept, unless there is a newer one. */
const keepPage = (path, html, told, asked) =>
  inTurn(() => asked < Math.max(forgotten, keptAt.get(path) ?? 0) || putPage(path, html, told));

const versionOf = (html) => Number(/"version": ?(\d+)/.exec(html)?.[1]);

/** Keep the page of a game that is kept already with another sheet, unless its own is newer. */
const keepSheet = ({ path, html }) =>
  inTurn(async () => {
    const kept = await findPage(path);
    const isOld = !kept || versionOf(html) < versionOf(await kept.clone().text());
    return isOld || putPage(path, html, kept.headers);
  });

async function putPage(path, html, told) {
  keptAt.set(path, (changes += 1));
  const headers = new Headers(told);
  for (const name of ["content-encoding", "content-length", UNSTARTED]) headers.delete(name);
  headers.set("kept-at", Date.now());
  headers.set("kept-release", /\/static\/([0-9a-f]+)\//.exec(html)?.[1] ?? "");
  const pages = await openPages();
  const put = () => pages.put(path, new Response(html, { headers }));
  await dropPages(MOST, path);
  try {
    await put();
  } catch {
    // This phone is full: half of what is kept goes, and if that is not enough this page too.
    await dropPages(MOST / 2, path);
    await put().catch(() => pages.delete(path));
  }
}

/** Leave only so many games and nights with the one that is about to be kept. */
async function dropPages(most, next) {
  const pages = await openPages();
  const counted = (await keptPages()).filter(({ path }) => COUNTED.test(path) && path !== next);
  const left = COUNTED.test(next) ? most - 1 : most;
  for (const { path } of counted.slice(left)) {
    await pages.delete(path);
    await pages.delete(`${path}/patterns`);
  }
}

/** Forget all pages; files hold nothing of anybody. */
function forgetPages() {
  forgotten = changes += 1;
  return inTurn(() => caches.delete(PAGES));
}

/** Forget the files of releases of which no page is kept. */
async function forgetFiles() {
  const needed = new Set([APP.release, ...(await keptPages()).map(({ release }) => release)]);
  const wanted = new Set([...needed].map(filesOf)).add(PAGES);
  for (const name of await caches.keys()) if (!wanted.has(name)) await caches.delete(name);
}

/** A file from the phone, or else fetched and kept. */
async function answerFile(request) {
  const path = pathOf(request.url);
  const kept = await caches.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  // Under the address of an older release newer files may be sent, which are not to be kept so.
  if (answer.status === 200 && answer.headers.get("cache-control")?.includes("immutable")) {
    const copy = answer.clone();
    const files = await caches.open(filesOf(FILE.exec(path)[1]));
    files.put(path, copy).catch(() => {});
  }
  return answer;
}

/** Fetch the files that are not there yet; they mostly lie in the browser's own cache. */
async function fetchFiles(paths) {
  const files = await caches.open(filesOf(APP.release));
  const missing = [];
  for (const path of new Set(paths)) if (!(await files.match(path))) missing.push(path);
  await files.addAll(missing);
}

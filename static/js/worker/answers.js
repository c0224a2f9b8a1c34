// What the worker answers: the network first, and where that fails or hangs what the phone keeps.

// As in the wifi of a pub, where everything is sent and nothing comes.
const PATIENCE = 3_000;

const isPage = ({ headers }) => headers.get("content-type")?.startsWith("text/html");

/** See whether an answer is to be kept, or says that this phone is out; `asked` is as of `keepPage`. */
async function takeNote(url, answer, asked) {
  if (answer.status === 401) return forgetPages();
  const key = keyOf(new URL(url));
  const isWhole = answer.status === 200 && !answer.redirected && key && isPage(answer);
  if (!isWhole || !KEPT.test(pathOf(url))) return undefined;
  const html = await answer.text();
  return keepPage(key, html, answer.headers, asked);
}

// Going back, a browser would answer with what it has: the sheet of before the last deals.
const PAST_ITS_CACHE = { cache: "no-store" };

/** Ask the network for a page, and keep what it answers. */
async function ask(event) {
  const asked = changes;
  const { url } = event.request;
  const answer = await fetch(event.request, KEPT.test(pathOf(url)) ? PAST_ITS_CACHE : {});
  event.waitUntil(takeNote(url, answer.clone(), asked).catch(() => {}));
  return answer;
}

/** What is kept of a page. A game says more under some addresses, which are the same page. */
async function keptFor(url) {
  if (url.pathname === APP.outbox) return caches.match(url.pathname);
  const key = GAME.test(url.pathname) ? url.pathname : keyOf(url);
  const found = key && (await findPage(key));
  // Setting up any game leads to the others.
  const anySetup = !found && key === SETUP;
  return anySetup ? (await openPages()).match(SETUP, { ignoreSearch: true }) : found || undefined;
}

async function answerPage(event) {
  const url = new URL(event.request.url);
  const asked = ask(event);
  asked.catch(() => {});
  const kept = await keptFor(url);
  if (!kept) return asked.catch(() => leadOn(url.pathname));
  event.waitUntil(asked.catch(() => {}));
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  const answer = await Promise.race([asked, late]).catch(() => null);
  if (answer && isOf(kept, answer)) return answer;
  return dated(kept, url.pathname === "/" && (await begunHere()));
}

/** Whether an answer can stand for what is kept: a game that has to be sent first is not there yet. */
const isOf = ({ headers }, { status }) =>
  status < 500 && !(status === 404 && headers.get(UNSTARTED));

/** Without signal, where a page was never loaded: to the game, or a page that leads there. */
async function leadOn(path) {
  const game = [APP.score, "/"].includes(path) && (await lastGame());
  if (game) return Response.redirect(game);
  if (path === APP.score && (await findPage("/"))) return Response.redirect("/");
  const page = await caches.match(APP.noSignal);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

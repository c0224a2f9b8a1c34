// "Same again" without signal: this page becomes that of the next game, which waits to be started.
// What that shows is fetched while there is signal. Fetched when the page is at rest.

import { keepNext } from "../offline/kept-sheet.js";
import { flush } from "../outbox/send.js";
import { all, itemsOf, keep, read } from "../outbox/store.js";
import { newName, page, show, tell } from "../page.js";
import { goOn } from "../patch/patch.js";
import { inOrder } from "../patch/pieces.js";
import { phrase } from "../words.js";

// The table that was last at rest goes on; another one has data of its own.
const KEPT = "/next-sheet";
const PATIENCE = 3_000;

const patience = () => AbortSignal.timeout?.(PATIENCE);

/** What the next game has in common with this one, and what both were painted by. */
const tableOf = ({ edition, order, rules, seats, variant }) =>
  JSON.stringify([variant, edition, inOrder(rules), order.map((seat) => seats[seat].name)]);

/** What the pieces of a sheet depend on besides. */
const beginOf = ({ order, start }) => JSON.stringify(inOrder([order, start]));

let next = null;
let asked = null;

/** Whether what is known is of the people who sit here now, by their rules. */
const fits = () =>
  next && import.meta.url.includes(`/${next.release}/`) &&
  tableOf(next.data) === tableOf(page.data) &&
  (next.patterns || beginOf(next.data) === beginOf(page.data));

/** Fetch what the next game shows, once a deal stands here, and again when others sit here. */
async function learn() {
  const { data } = page;
  const table = tableOf(data);
  next ??= await globalThis.caches?.match(KEPT).then((kept) => kept?.json());
  if (fits() || asked === table || data.unstarted || !data.deals.length) return;
  asked = table;
  const answer = await fetch(`${location.pathname}/next-sheet`, { signal: patience() });
  if (!answer.ok) return;
  const copy = answer.clone();
  next = await answer.json();
  await (await globalThis.caches?.open("pages"))?.put(KEPT, copy);
}

const learnOrWait = () => learn().catch(() => (asked = null));

/** The seat whose deal it is next, though the game may be over. */
function nextDealer({ deals, first_dealer: first, next: opening, order }) {
  if (opening) return opening.dealer;
  const last = deals.at(-1);
  if (!last) return first;
  return last.void ? last.dealer : order[(order.indexOf(last.dealer) + 1) % order.length];
}

/** Make this the page of a game that waits to be started; false where its sheet is not known. */
async function become(dealer, id) {
  if (!fits()) return false;
  const known = JSON.parse(JSON.stringify(next).replaceAll(next.id, id));
  const { patterns, title } = known;
  const data = { ...known.data, ...known.dealers[dealer], unstarted: true };
  const html = await goOn(data, patterns);
  if (!html) return false;
  await keepNext({ title, html, data }).catch(() => {});
  history.replaceState(null, "", `/games/${id}`);
  document.title = title;
  document.querySelector("main").dataset.game = id;
  show(html, data, true);
  scrollTo(0, 0);
  tell();
  return true;
}

async function hasSignal() {
  const asks = { method: "HEAD", cache: "no-store", signal: patience() };
  return fetch(`${location.pathname}/news`, asks).then(({ status }) => status < 500, () => false);
}

let isBusy = false;

/** Begin the next game, as a button of the sheet asks for it. */
export function again(form) {
  if (isBusy) return;
  isBusy = true;
  beginNext(form).finally(() => (isBusy = false));
}

/** With signal the form does it, behind all that was written here. */
async function beginNext(form) {
  await Promise.all([read(), learning]);
  const { game, order } = page.data;
  if (!itemsOf(game).length && (await hasSignal())) return form.submit();
  const address = `/games/${game}/again`;
  let start = all().find((item) => item.address === address);
  if (!start) {
    const name = newName();
    // What was written here stands in front of it.
    start = { what: "start", name, game: name, address, content: { follows: game } };
    await keep(Object.assign(start, { form: [["game", name]], at: Date.now() }));
  }
  flush();
  const dealer = order.indexOf(nextDealer(page.data));
  const isShown = await become(dealer, start.game).catch(() => false);
  return isShown || tell(phrase("begins_later"));
}

document.addEventListener("sheet", learnOrWait);
// Another phone may have begun it, and this one is led there.
document.addEventListener("outbox", ({ detail: { answer, item } }) => {
  if (item?.what !== "start" || !answer.game) return;
  const isHere = page.data.game === item.game && answer.game !== item.game;
  if (isHere || page.data.game === item.content.follows) location.replace(`/games/${answer.game}`);
});
const learning = learnOrWait();

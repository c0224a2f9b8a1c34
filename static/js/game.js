// The game page: opens the pad, explains numbers, undoes and redoes.

import { dealPlace, nextPlace, placeAfter, placeOf, placesWithDrafts, readDraft } from "./pad/saving.js";
import { fetchStyle, mayScore, newName, page, tell } from "./page.js";
import { phrase } from "./words.js";

const { edition, game, variant } = page.data;
const dialog = document.querySelector("dialog[data-pad]");

const dealOf = (link) => link.closest("[data-deal]").dataset.deal;
function seatOf(link) {
  const { seat } = link.closest("[data-seat]")?.dataset ?? {};
  return seat === undefined ? null : Number(seat);
}

// How a sheet moves is fetched before it first has to.
let moving = null;

function motion() {
  moving ??= import("./motion/sheet.js").catch(() => (moving = null));
  return moving;
}

/** Open the pad for a seat or at one question; the plain form where no pad can be had. */
function openPad(place, { seat = null, ask = null, href = location.href } = {}) {
  if (!dialog || !place) return false;
  pad.then(
    (made) => {
      made.open(place, seat, ask);
      motion();
    },
    () => location.assign(href),
  );
  return true;
}

/** Say why a number is what it is; what says it is fetched when it is first asked. */
function explain(link) {
  const styles = fetchStyle(new URL("../result.css", import.meta.url).href);
  Promise.all([import("./why.js"), styles]).then(
    ([{ showWhy }]) => showWhy(dealOf(link), seatOf(link)) || location.assign(link.href),
    () => tell(phrase("no_signal_here"), true),
  );
  return true;
}

const A_WHILE = 3_000;

/** Do something once the sheet is not behind any more; where that lasts, say so. */
function whenKnown(act) {
  const late = setTimeout(() => {
    document.removeEventListener("sheet", come);
    tell(phrase("no_signal_here"), true);
  }, A_WHILE);
  function come() {
    if (page.isBehind) return;
    document.removeEventListener("sheet", come);
    clearTimeout(late);
    act();
  }
  document.addEventListener("sheet", come);
  return true;
}

const links = {
  out(link) {
    // Where only the server knows what was just saved comes first.
    if (page.isBehind) return whenKnown(() => links.out(link));
    const { dataset, href } = link;
    const told = { seat: seatOf(link), ask: dataset.ask ?? null, href };
    return openPad(nextPlace(page.data), told);
  },
  correct(link) {
    const { dataset, href } = link;
    return openPad(dealPlace(page.data, dealOf(link)), { ask: dataset.ask ?? null, href });
  },
  why: explain,
};

const OF_OWN =
  "[data-sheet] a:is([data-out], [data-own-pad], [data-type-for], [data-type-all], [data-after-play])";

document.addEventListener("click", (tap) => {
  if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
  const early = own && tap.target.closest(OF_OWN);
  if (early) {
    tap.preventDefault();
    // Another sheet may have come meanwhile.
    const isIt = ({ href }) => href === early.href;
    own.then(() => [...document.querySelectorAll(OF_OWN)].find(isIt)?.click());
    return;
  }
  for (const [name, open] of Object.entries(links)) {
    const link = tap.target.closest(`a[data-${name}]`);
    if (link && open(link)) tap.preventDefault();
  }
});

// The rows can be tapped; now the pad comes, and with it a tap that was too early for it.

async function fetchPad() {
  const [rules, { makePad }] = await Promise.all([
    import(`./rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`),
    import("./pad/pad.js"),
    ...dialog.dataset.styles.split(" ").map(fetchStyle),
  ]);
  page.rules = rules;
  return makePad(dialog, rules);
}

const pad = dialog && fetchPad();
// Where it cannot be had, whoever taps a row is told.
pad?.catch(() => {});

/** What is saved goes through the outbox, which is fetched behind the pad. */
const outbox = () => import("./outbox/outbox.js");
// Without signal it cannot be fetched any more. Whoever does not keep the score asks the server.
async function learnToSave() {
  await pad;
  if (mayScore()) await Promise.all([outbox().then(mend), import("./pad/save.js")]);
}

const begin = () => learnToSave().catch(() => {});
if (dialog) begin();
// The score may be handed over to this phone.
if (dialog) document.addEventListener("sheet", begin);

/** Open the pad with what could not be saved, where another page has led here for that. */
async function mend({ find, ready }) {
  await ready;
  const { content, kind, name, refused, seen, status } = find(location.hash.slice(1)) ?? {};
  if (!refused) return;
  history.replaceState(null, "", location.pathname);
  const { after, deal, facts } = content;
  const place = kind === "deal" ? placeAfter(page.data, after) : dealPlace(page.data, deal);
  // What others had written meanwhile is what it says, and stands on this sheet.
  const known = status === 409 ? page.data.version : seen;
  const told = { facts, name, seen: known, text: refused };
  openPad(place && { ...place, told });
}

// What phones say for their own seats comes behind the pad; what is tapped too early for it waits.
let own = page.data.next?.phones?.length ? fetchOwn() : null;

async function fetchOwn() {
  await Promise.allSettled([pad]);
  await import("./own.js").catch(() => {});
  own = null;
}

// The names of what may be in the book.
let unsure = {};
// What only the server can say something about; a bid that is secret is among it.
const DIRECT = ["answer", "decide"];

/** Write what a button of the sheet says; it keeps its name until a new sheet has come. */
async function write(kind, content, seen) {
  motion();
  const isKept = mayScore() && !DIRECT.includes(kind);
  const made = await (isKept ? outbox() : import("./outbox/ask.js")).catch(() => null);
  if (!made) return tell(phrase("no_signal_here"), true);
  const said = JSON.stringify([kind, content]);
  const name = isKept ? newName() : (unsure[said] ??= newName());
  const answered = made[isKept ? "send" : "ask"](name, kind, content, seen);
  if (isKept) tell();
  const { status, error, notice } = await answered;
  if (status === 200 || status === 409) unsure = {};
  if (isKept && (!status || document.querySelector("dialog[open]"))) return undefined;
  tell(status === 200 ? notice : (error?.message ?? phrase("no_signal_here")), Boolean(error));
  if (error?.html) ask(error.html);
  return undefined;
}

// A second tap of a nervous finger must not hit what has only just appeared under it.
const A_MOMENT = 700;

/** Ask what the server wants to know first; an Undo beside it would be about something else. */
function ask(html) {
  const notice = document.querySelector("[data-notice]");
  notice.innerHTML = html;
  notice.classList.remove("notice-wrong");
  for (const button of notice.querySelectorAll("button")) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), A_MOMENT);
  }
}

const withdraw = ({ elements: { entry } }) => ["withdraw", { entry: entry.value }];
// What the small forms of the sheet write; undo and redo both withdraw an entry.
const deeds = {
  undo: withdraw,
  redo: withdraw,
  anyway: ({ elements: { entry, seen } }) => ["withdraw", { entry: entry.value }, +seen.value],
};
if (dialog) import("./sheet.js").then((more) => Object.assign(deeds, more), () => {});

/** The next game: by its form, where what does without signal cannot be had. */
function beginNext(sent) {
  sent.preventDefault();
  const form = sent.target;
  import("./start/again.js").then(({ again }) => again(form), () => form.submit());
}

document.addEventListener("submit", (sent) => {
  if ("again" in sent.target.dataset) beginNext(sent);
  const deed = Object.keys(sent.target.dataset).find((name) => deeds[name]);
  const said = deed && deeds[deed](sent.target, sent.submitter);
  if (!said) return;
  sent.preventDefault();
  // What opens the pad instead has done so.
  if (said !== true) write(...said);
});

/** Whether something was being typed when the page was left. */
function isUnderWay({ key }) {
  const { open, touched } = readDraft(game, key);
  return open && touched;
}

/** Bring back what was being typed when the page was left; what was closed or untouched stays closed. */
function bringBack() {
  const places = placesWithDrafts(game).map((key) => placeOf(page.data, key));
  const found = places.find((place) => place && isUnderWay(place));
  if (!openPad(found) && history.state?.pad) history.replaceState(null, "");
}

// The screen stays awake while this is played, which is long enough to begin a moment later.
setTimeout(() => import("./awake.js").catch(() => {}), 1_500);
// What other phones write is asked for once all this is here and at rest.
const live = () => setTimeout(() => import("./live.js").catch(live), 1_500);
Promise.allSettled([pad]).then(live);

// Coming here by Back, a browser may show the page as it was left; the phone keeps a newer one.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && navigator.serviceWorker?.controller) location.reload();
});
document.addEventListener("sheet", async ({ detail }) => (await motion())?.move(detail));
bringBack();
export { deeds, openPad, write };

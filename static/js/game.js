// The game page: opens the pad and explains numbers.

import { dealPlace, dealsOf, markDraft, nextPlace, placeInPlay, placeLeftOpen, placeOf } from "./pad/drafts.js";
import { fetchStyle, refreshSheet, setAnimation, showNotice } from "./sheet.js";
import { isolate, mayScore, state, subscribe } from "./store.js";
import { phrase } from "./words.js";

const STANDING_SECONDS = 365 * 24 * 60 * 60;

const dialog = document.querySelector("dialog[data-pad]");

const dealOf = (link) => link.closest("[data-deal]").dataset.deal;
function seatOf(link) {
  const { seat } = link.closest("[data-seat]")?.dataset ?? {};
  return seat === undefined ? null : Number(seat);
}

/** How a sheet moves is fetched before it first has to. */
const fetchMotion = () => import("./motion/sheet.js").catch(() => null);

setAnimation(async (change) => (await fetchMotion())?.move(change));

/** Open the pad for a seat or at one question; the plain form where no pad can be had. */
function openPad(place, { seat = null, ask = null, href = location.href } = {}) {
  if (!dialog || !place) return false;
  pad.then(
    (made) => {
      made.open(place, seat, ask);
      fetchMotion();
    },
    () => location.assign(href),
  );
  return true;
}

const noSignal = () => showNotice(phrase("no_signal_here"), true);

// What a tap on a link or button does, by its data attribute; false leaves it to the browser.
const taps = {
  out(link) {
    const { dataset: { ask }, href } = link;
    // No deal follows the last one.
    if (state.data.over) return true;
    if (ask) return openPad(placeInPlay(state.data, ask), { href });
    return openPad(nextPlace(state.data), { seat: seatOf(link), href });
  },
  correct(link) {
    const { dataset, href } = link;
    return openPad(dealPlace(state.data, dealOf(link)), { ask: dataset.ask ?? null, href });
  },
  // What says why a number is what it is, is fetched when it is first asked.
  why(link) {
    const show = ([{ showWhy }]) =>
      showWhy(dealOf(link), seatOf(link)) || location.assign(link.href);
    Promise.all([import("./why.js"), fetchStyle("result.css")]).then(show, noSignal);
    return true;
  },
  // Its cookie has the server sort all sheets of these players for this phone, or as they sit again.
  byStanding({ ariaPressed, dataset: { byStanding: cookie } }) {
    const age = ariaPressed === "true" ? 0 : STANDING_SECONDS;
    document.cookie = `${cookie}=1; max-age=${age}; path=/games/; samesite=lax`;
    refreshSheet().catch(noSignal);
    return true;
  },
};

const OWN = "[data-out], [data-type-for], [data-type-all], [data-clear-own], [data-correct-own]";
const OF_OWN = `[data-sheet] :is(${OWN})`;

document.addEventListener("click", (tap) => {
  if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
  const tapped = tap.target.closest("a, button");
  if (own && !isOwnHere && tapped?.matches(OF_OWN)) {
    tap.preventDefault();
    own.then(() => tapped.isConnected && tapped.click());
    return;
  }
  // What was chosen in the sheet from below closes it.
  tapped?.closest("[popover]")?.hidePopover();
  const name = tapped && Object.keys(taps).find((key) => key in tapped.dataset);
  if (name && taps[name](tapped)) tap.preventDefault();
});

// The rows can be tapped; now the pad comes, and with it a tap that was too early for it.

async function fetchPad() {
  const { edition, variant } = state.data;
  const [rules, { makePad }] = await Promise.all([
    import(`./rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`),
    import("./pad/pad.js"),
    ...dialog.dataset.styles.split(" ").map(fetchStyle),
  ]);
  return makePad(dialog, rules);
}

const pad = dialog && fetchPad();
// Where it cannot be had, a tap on a row leads to the plain form.
pad?.catch(() => {});

const outbox = () => import("./outbox/save.js");

/** What saves is fetched behind the pad: without signal it could not be fetched any more. */
async function fetchOutbox() {
  await pad;
  if (mayScore()) await Promise.all([outbox().then(mend), import("./pad/save.js")]);
}

if (dialog) fetchOutbox().catch(() => {});
// The score may be handed over to this phone.
subscribe(({ data }, before) => {
  if (dialog && data.right !== before.data.right) fetchOutbox().catch(() => {});
});

/** Open the pad with what could not be saved, where another page has led here for that. */
async function mend({ find, applyCorrection, ready }) {
  await ready;
  const item = find(location.hash.slice(1));
  if (!item?.refused || item.question) return;
  history.replaceState(null, "", location.pathname);
  const { content, id, refused: text } = item;
  const place = placeOf(state.data, item);
  const known = dealsOf(state.data)[place?.index];
  const facts = content.facts ?? (known && applyCorrection(known.facts, content.set));
  openPad(place && { ...place, refused: { facts, id, text } });
}

// What phones say for their own seats comes behind the pad; what is tapped too early for it waits.
let own = null;
let isOwnHere = false;

function fetchOwn({ next } = state.data) {
  const isAsked = next?.phones?.length || document.querySelector("[data-correct-own]");
  if (own || !(isAsked || location.hash === "#correct-own")) return;
  own = Promise.allSettled([pad, fetchStyle("answers.css")])
    .then(() => import("./own.js"))
    .then(() => (isOwnHere = true), () => (own = null));
}

fetchOwn();
subscribe(({ data }, before) => data !== before.data && fetchOwn(data));
markDraft(state.data);
subscribe(({ data }) => markDraft(data));

if (dialog) import("./forms.js").catch(() => {});

// What was being typed when the page was left comes back; what was closed stays closed.
const isOpen = isolate(() => openPad(placeLeftOpen(state.data)));
if (!isOpen && history.state?.pad) history.replaceState(null, "");

// The screen stays awake while this is played, which is long enough to begin a moment later.
setTimeout(() => import("./awake.js").catch(() => {}), 1_500);
// What other phones write is asked for once all this is here and at rest.
const live = () => setTimeout(() => import("./live.js").catch(live), 1_500);
Promise.allSettled([pad]).then(live);

// Coming here by Back, a browser may show the page as it was left; the phone keeps a newer one.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && navigator.serviceWorker?.controller) location.reload();
});
export { fetchMotion, openPad, outbox, taps };

// The game page: opens the pad and explains numbers.

import { fetchPad, openPad, rules, taps } from "./actions.js";
import { dealPlace, markDraft, nextPlace, placeInPlay, placeLeftOpen } from "./pad/drafts.js";
import { fetchStyle, refreshSheet, setAnimation, showNotice } from "./sheet.js";
import { isolate, mayScore, state, subscribe } from "./store.js";
import { phrase } from "./words.js";

// A plain form may have led here.
import("./forms.js").catch(() => {});

const STANDING_SECONDS = 365 * 24 * 60 * 60;

const dealOf = (link) => link.closest("[data-deal]").dataset.deal;
const seatOf = (link) => JSON.parse(link.closest("[data-seat]")?.dataset.seat ?? "null");

const fetchMotion = () => import("./motion.js").catch(() => {});

setAnimation(async (change) => (await fetchMotion())?.move(change));

const noSignal = () => showNotice(phrase("no_signal_here"), true);

Object.assign(taps, {
  out(link) {
    const { dataset: { ask }, href } = link;
    // No deal follows the last one.
    if (state.data.over) return true;
    if (own && !isOwnHere) return tapLater(link);
    if (ask) return openPad(placeInPlay(state.data, ask), { href });
    return openPad(nextPlace(state.data), { seat: seatOf(link), href });
  },
  correct: (link) =>
    openPad(dealPlace(state.data, dealOf(link)), { ask: link.dataset.ask, href: link.href }),
  why(link) {
    const show = ([{ showWhy }]) =>
      showWhy(dealOf(link), seatOf(link)) || location.assign(link.href);
    fetchWhy().then(show, noSignal);
    return true;
  },
  // Its cookie has the server sort all sheets of these players for this phone, or as they sit again.
  byStanding({ ariaPressed, dataset: { byStanding: cookie } }) {
    const age = ariaPressed === "true" ? 0 : STANDING_SECONDS;
    document.cookie = `${cookie}=1; max-age=${age}; path=/games/; samesite=lax`;
    refreshSheet().catch(noSignal);
    return true;
  },
});

const fetchWhy = () => Promise.all([import("./why.js"), fetchStyle("result.css")]);

/** The pad while the game goes on, or may do so by Undo; a correction of an older game fetches it. */
const padInPlay = async () =>
  !state.data.over || document.querySelector("[data-undo]") ? fetchPad() : null;

async function fetchOutbox() {
  const made = await padInPlay();
  const outbox = ["./buttons.js", "./outbox/line.js", "./outbox/mend.js"];
  if (made) outbox.push("./pad/content.js", "./pad/large.js");
  if (mayScore()) outbox.push("./outbox/overlay.js");
  await Promise.all(outbox.map((name) => import(name)));
  await Promise.all([fetchMotion(), fetchWhy()]);
  if (!navigator.serviceWorker) await import("./offline/rules.js");
}

// What phones say for their own seats comes behind the pad; what is tapped too early for it waits.
let own, isOwnHere;
const tapLater = (tapped) => own?.then(() => tapped.isConnected && tapped.click());
for (const name of ["typeFor", "typeAll", "clearOwn", "correctOwn"]) taps[name] = tapLater;

function fetchOwn({ next }) {
  const isAsked = next?.phones?.length || document.querySelector("[data-correct-own]");
  if (own || !(isAsked || location.hash === "#correct-own")) return;
  own = Promise.allSettled([padInPlay(), fetchStyle("answers.css")])
    .then(() => import("./own.js"))
    .then(() => (isOwnHere = true), () => (own = null));
}

function follow({ data }, before) {
  fetchOwn(data);
  markDraft(data);
  const isNew = (key) => data[key] !== before?.data[key];
  // The score may be handed over to this phone, and an Undo takes up a game that was over.
  if (rules && (isNew("right") || isNew("over"))) fetchOutbox().catch(() => {});
}

follow(state);
subscribe(follow);

// What was being typed when the page was left comes back; what was closed stays closed.
const isOpen = isolate(() => openPad(placeLeftOpen(state.data)));
if (!isOpen && history.state?.pad) history.replaceState(null, "");

// The screen stays awake while this is played, which is long enough to begin a moment later.
setTimeout(() => import("./awake.js").catch(() => {}), 1_500);
// What other phones write is asked for once all this is here and at rest.
const live = () => setTimeout(() => import("./live.js").catch(live), 1_500);
padInPlay().then(live, live);

// Coming here by Back, a browser may show the page as it was left; the phone keeps a newer one.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && navigator.serviceWorker?.controller) location.reload();
});

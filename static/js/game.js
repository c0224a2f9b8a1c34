// The game page: opens the pad, explains numbers, undoes and redoes, stays awake.

import { Pad } from "./pad/pad.js";
import { dealPlace, nextPlace, placeOf, placesWithDrafts, readDraft } from "./pad/saving.js";
import { recall, remember } from "./pad/saving.js";
import { newName, page, refresh, send, tell } from "./page.js";
import { SAYS } from "./words.js";

const { edition, game, variant } = page.data;
const dialog = document.querySelector("dialog[data-pad]");
const rules = import(`./rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`);
const pad = rules.then((module) => dialog && new Pad(dialog, module));

const dealOf = (link) => link.closest("[data-deal]").dataset.deal;
const seatOf = (link) => Number(link.closest("[data-seat]").dataset.seat);

/** Open the pad, and the plain form where the game's module cannot be had. */
function openPad(place, out, href = location.href) {
  if (!dialog || !place) return false;
  pad.then((one) => one.open(place, out), () => location.assign(href));
  return true;
}

/** Say why a number is what it is; what says it is fetched when it is first asked. */
function explain(link) {
  import("./why.js").then(
    ({ showWhy }) => showWhy(dealOf(link), seatOf(link)) || location.assign(link.href),
    () => tell(SAYS.noSignalHere),
  );
  return true;
}

const links = {
  out: (link) => openPad(nextPlace(page.data), seatOf(link), link.href),
  correct: (link) => openPad(dealPlace(page.data, dealOf(link)), undefined, link.href),
  why: explain,
};

document.addEventListener("click", (tap) => {
  if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
  for (const [name, open] of Object.entries(links)) {
    const link = tap.target.closest(`a[data-${name}]`);
    if (link && open(link)) tap.preventDefault();
  }
});

let withdrawal = {};

/** Undo and redo both withdraw an entry; a second try after lost signal keeps its name. */
async function withdraw(entry) {
  if (withdrawal.entry !== entry) withdrawal = { entry, name: newName() };
  const { status, error } = await send(withdrawal.name, "withdraw", { entry });
  if (status) withdrawal = {};
  tell(status === 200 ? "" : (error?.message ?? SAYS.noSignalHere));
}

document.addEventListener("submit", (sent) => {
  const { undo, redo } = sent.target.dataset;
  const target = undo === undefined ? redo !== undefined && page.data.redo : page.data.undo;
  if (!target) return;
  sent.preventDefault();
  withdraw(target.entry);
});

addEventListener("popstate", () => {
  if (!history.state?.pad && dialog?.open) dialog.close();
});

/** Bring back what was being typed when the page was left; a correction only if it was open. */
function bringBack() {
  const places = placesWithDrafts(game).map((key) => placeOf(page.data, key));
  const found = places.find((one) => one && (!one.correcting || readDraft(game, one.key).open));
  if (!openPad(found) && history.state?.pad) history.replaceState(null, "");
}

const NOTED = "scorer:awake-noted";

function note() {
  const sentence = document.querySelector("[data-awake-note]");
  if (!sentence || recall(NOTED)) return;
  sentence.hidden = false;
  sentence.querySelector("[data-dismiss]").addEventListener("click", () => {
    sentence.hidden = true;
    remember(NOTED, true);
  });
}

/** Keep the screen awake, or say so where that is not allowed; hiding the page ends it. */
async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    note();
  }
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);

// Coming here by Back, a browser shows the sheet as it once was.
const [visit] = performance.getEntriesByType("navigation");
if (visit?.type === "back_forward") await refresh(true).catch(() => {});
bringBack();

// The game page: opens the pad, explains numbers, undoes and redoes, stays awake.

import { dealPlace, nextPlace, placeOf, placesWithDrafts, readDraft } from "./pad/saving.js";
import { recall, remember, undecided } from "./pad/saving.js";
import { newName, page, refresh, send, tell } from "./page.js";
import { SAYS } from "./words.js";

const { edition, game, unit, variant } = page.data;
const dialog = document.querySelector("dialog[data-pad]");

const dealOf = (link) => link.closest("[data-deal]").dataset.deal;
const seatOf = (link) => Number(link.closest("[data-seat]").dataset.seat);

/** Open the pad, and the plain form where the game's module cannot be had. */
function openPad(place, out, href = location.href, ask = null) {
  if (!dialog || !place) return false;
  pad.then((one) => one.open(place, out, ask), () => location.assign(href));
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
  out(link) {
    return openPad(undecided(page.data)) || openPad(nextPlace(page.data), seatOf(link), link.href);
  },
  correct(link) {
    return openPad(dealPlace(page.data, dealOf(link)), undefined, link.href, link.dataset.ask);
  },
  why: explain,
};

document.addEventListener("click", (tap) => {
  if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
  for (const [name, open] of Object.entries(links)) {
    const link = tap.target.closest(`a[data-${name}]`);
    if (link && open(link)) tap.preventDefault();
  }
});

// The rows can be tapped; now the pad comes, and with it a tap that was too early for it.
const modules = () => [
  import(`./rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`),
  import(unit === "counters" ? "./counters/pad.js" : "./pad/pad.js"),
];
const pad = dialog && Promise.all(modules()).then(([rules, { Pad }]) => new Pad(dialog, rules));

// The names of what may be in the book.
let unsure = {};

/** Write what a button of the sheet says; it keeps its name until a new sheet has come. */
async function write(...entry) {
  const said = JSON.stringify(entry);
  const name = (unsure[said] ??= newName());
  const { status, error, notice } = await send(name, ...entry);
  if (status === 200 || status === 409) unsure = {};
  tell(status === 200 ? notice : (error?.message ?? SAYS.noSignalHere));
  if (error?.html) ask(error.html);
}

// A second tap of a nervous finger must not hit what has only just appeared under it.
const A_MOMENT = 700;

/** Ask what the server wants to know first; an Undo beside it would be about something else. */
function ask(html) {
  const notice = document.querySelector("[data-notice]");
  notice.innerHTML = html;
  for (const button of notice.querySelectorAll("button")) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), A_MOMENT);
  }
}

const withdrawal = (target) => target && ["withdraw", { entry: target.entry }];
// What the small forms of the sheet write; undo and redo both withdraw an entry.
const deeds = {
  undo: () => withdrawal(page.data.undo),
  redo: () => withdrawal(page.data.redo),
  anyway: ({ elements: { entry, seen } }) => ["withdraw", { entry: entry.value }, +seen.value],
};
if (unit === "counters") import("./counters/sheet.js").then((more) => Object.assign(deeds, more));

document.addEventListener("submit", (sent) => {
  const deed = Object.keys(sent.target.dataset).find((name) => deeds[name]);
  const said = deed && deeds[deed](sent.target);
  if (!said) return;
  sent.preventDefault();
  write(...said);
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

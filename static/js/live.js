// One live sheet: what any phone writes is shown on this one, and what is being done here is not
// disturbed by it. Fetched when the page is at rest.

import { follow, keptAt } from "./news.js";
import { fetchStyle, mayScore, page, show, shownSheet } from "./page.js";
import { phrase } from "./words.js";

const A_LONG_TIME = 10_000;
const PAD = "dialog[data-pad]";
const main = document.querySelector("main");
const style = (name) => fetchStyle(new URL(`../${name}`, import.meta.url).href).catch(() => {});

/** What the sheet says of other phones has scripts and styles of its own, fetched once there are any. */
function dress() {
  if (!page.data.next?.phones?.length) return;
  style("own.css");
  import("./own.js").catch(() => {});
}

dress();

// News that would disturb somebody wait here.
let held = null;
let touches = 0;

/** The tag of the sheet that is known, and the seat that this phone is known to hold. */
function tag() {
  const seat = held?.seat ?? main.dataset.mySeat;
  return [(held?.data ?? page.data).tag, seat].filter(Boolean).join("-");
}

const ask = follow(() => `/games/${page.data.game}/news`, { tag, take, lost });

/** Show a sheet that has answered this phone, as news that wait for nothing else. */
page.bring = (told) => {
  const [, , , , release] = import.meta.url.split("/");
  held = { ...told, release, seat: main.dataset.mySeat ?? "" };
  pass();
};

function take(status, news, known) {
  // Who is shut out learns it from the page itself; what was typed stays kept on the phone.
  if ([401, 403].includes(status)) location.reload();
  // A game that lies in the bin may come back while somebody types; one that this phone has begun
  // without signal may not be there yet.
  const isGone = [404, 409].includes(status) && !page.fromServer.data.unstarted;
  // What was just saved is refused first, and stands on the pad again.
  const isSent = !page.data.waiting?.length;
  if (isGone && isSent && !document.querySelector(`${PAD}[open]`)) location.reload();
  // Asked before this phone wrote something.
  if (news && !page.writing && known === tag()) held = news;
  pass();
  page.sendAgain?.();
}

/** Show the news that wait, unless they would disturb. */
function pass() {
  // Its answer tells this phone more than the news tell all.
  if (!held || page.writing || page.unheard?.size) return;
  if (isBusy(held)) {
    document.dispatchEvent(new CustomEvent("waits", { detail: held }));
    return;
  }
  const { isMine = false, release, seat } = held;
  const news = held;
  const isLost = !seat && main.dataset.mySeat;
  held = null;
  // Who has the seat that was taken is told by the page. Nor can modules of one release be trusted
  // with the sheet of another.
  if (isLost || !import.meta.url.includes(`/${release}/`)) {
    location.reload();
    return;
  }
  if (seat) main.dataset.mySeat = seat;
  main.querySelector("[data-lost]")?.toggleAttribute("hidden", Boolean(seat));
  renew(news, isMine);
}

/** Whether something is typed, read or touched here. */
function isBusy({ data, release }) {
  const isLearnt = import.meta.url.includes(`/${release}/`);
  // What covers the sheet and follows it by itself is not disturbed.
  const over = isLearnt ? "dialog[open]:not([data-follows])" : "dialog[open]";
  const open = [...document.querySelectorAll(over)];
  // The pad itself takes over what was noted of the deal that is typed on it.
  const isTaken = isLearnt && open.length === 1 && open[0].matches(PAD) && isOnlyNoted(data);
  if (open.length && !isTaken) return true;
  const busy = "[data-scene], [data-own] [data-held], [data-sheet] :is(select, input):focus";
  return touches > 0 || Boolean(document.querySelector(busy));
}

const OF_NOTES = ["redo", "seat", "tag", "undo", "version"];

/** All but what is noted of the deal in play, and what follows from that. */
function besides({ next, ...data }) {
  const rest = Object.entries(data).filter(([name]) => !OF_NOTES.includes(name));
  return JSON.stringify([rest, next?.after, next?.plays, next?.dealer]);
}

const isOnlyNoted = (data) => besides(data) === besides(page.data);

/** Replace the sheet; what its notice says stays, where it is still true. */
function renew({ data, html, isShown }, isMine) {
  const before = shownSheet();
  const wasMine = page.isMine;
  const mayKeep = !isMine && keepsNotice(before, data);
  let isKept = false;
  show(html, data, isMine && !isShown, () => {
    // Once a question has come or gone, what it says may be old.
    isKept = mayKeep && asked(shownSheet()) === asked(before);
    if (isKept) notice(shownSheet()).replaceWith(notice(before));
  });
  page.isMine = isMine || (isKept && wasMine);
}

const notice = (within) => within.querySelector("[data-notice]");

/** The questions that stand open on a sheet. */
const asked = (within) =>
  [...within.querySelectorAll("[data-open]")].map(({ dataset }) => dataset.open).join();

/**
 * A question stays; so does what was done here, with its Undo, as long as it is true. That there
 * was no answer does not: what was sent then may be among the news.
 */
function keepsNotice(before, data) {
  const shown = notice(before);
  if (shown.querySelector("[data-anyway]")) return true;
  // What the phone has painted by itself says less than the server.
  if (page.data.waiting || shown.matches(".notice-wrong")) return false;
  // What was taken back here may have been said anew.
  if (page.data.redo && page.data.redo.entry !== data.redo?.entry) return false;
  return (page.isMine || shown.querySelector("[data-told]")) && isOnlyNoted(data);
}

/** Say how old the sheet is, where no answer has come for long. */
function lost(since) {
  page.isCut = since !== null;
  // What comes from this phone says so already.
  if (since === keptAt) return;
  const isLong = since !== null && Date.now() - since > A_LONG_TIME;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  asOf.replaceChildren();
  if (!isLong) return;
  const said = document.createElement("span");
  said.textContent = phrase("as_of", { time: new Date(since).toLocaleTimeString([], clock) });
  asOf.append(said);
}

const asOf = document.querySelector(".as-of") ?? document.createElement("div");
asOf.className = "as-of";
asOf.role = "status";
shownSheet().before(asOf);

// Whatever else brings a sheet brings a newer one than that which waits.
document.addEventListener("sheet", ({ detail }) => {
  if (detail.html) held = null;
  dress();
});

// A finger on the sheet must find what it saw there.
const settle = () => setTimeout(pass);
for (const type of ["touchstart", "touchend", "touchcancel"]) {
  const count = (touch) => {
    touches = touch.touches.length;
    if (!touches) settle();
  };
  document.addEventListener(type, count, { passive: true });
}
document.addEventListener("focusout", settle);
document.addEventListener("outbox", settle);
document.addEventListener("close", settle, true);

ask();
if (mayScore()) import("./start/again.js").catch(() => {});
// What it typed while it kept the score may wait here still.
else if (!page.readOn) import("./offline/waits-here.js").catch(() => {});
import("./offline/register.js").then(({ register }) => register(page)).catch(() => {});

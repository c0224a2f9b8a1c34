// The sheet follows what any phone writes, and what is being done here is not disturbed by it.
// Fetched when the page is at rest.

import { rules } from "./actions.js";
import { club, inClub } from "./club.js";
import { make } from "./elements.js";
import { isTouched, onRest } from "./keep.js";
import { itemsOf, waiting } from "./outbox/queue.js";
import { tryAgain } from "./outbox/send.js";
import { keptAt, poll } from "./poll.js";
import { seatPeople } from "./rules/seating.js";
import { fetchPage, showSheet, shownSheet } from "./sheet.js";
import { isCut, isEqual, mayScore, newest, remember, state, subscribe, update, updateConnection } from "./store.js";
import { phrase } from "./words.js";

const LONG_WITHOUT_ANSWER = 10_000;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const PAD = "dialog[data-pad]";
const RELEASE = import.meta.url.split("/")[4];
const main = document.querySelector("main");

/** The tag of the newest sheet, and the seat that this phone is known to hold. */
const tag = () => [newest().data.tag, state.held?.seat ?? main.dataset.mySeat].filter(Boolean).join("-");

const ask = poll(() => `/games/${newest().data.game}/news`, { tag, receive, onLost });

function receive(status, news, known) {
  // Who is shut out reads so on the page itself; what was typed stays kept on the phone.
  if ([401, 403].includes(status)) location.reload();
  // A game in the bin may come back while somebody types or something waits; its Undo leads elsewhere.
  const isGone = [404, 409].includes(status) && !itemsOf(newest().data).length;
  if (isGone && !document.querySelector(`${PAD}[open]`)) location.reload();
  // Unless it was asked for before this phone wrote something.
  if (news && !state.connection.isWriting && known === tag()) update({ held: whole(news) });
  showHeld();
  tryAgain();
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

/** The sheet of news: where these are only who is in, the newest with these parts in it. */
function whole({ parts, ...news }) {
  if (!parts) return news;
  const { data, html } = newest();
  const page = parse(html);
  for (const part of [...parse(news.html).body.children]) page.getElementById(part.id)?.replaceWith(part);
  const next = { ...data.next, ...news.data.next };
  // To those who keep the score all is open, whoever is in.
  if (mayScore(data)) next.asked = data.next.asked;
  const tag = data.tag.replace(/\d+$/, news.data.answers_version);
  return { ...news, html: page.body.innerHTML, data: { ...data, ...news.data, next, tag } };
}

/** Show a sheet that answers what this phone wrote, as soon as that disturbs nobody. */
export function showAnswer({ known, ...answer }) {
  // It is about a sheet that is not here any more.
  if (answer.parts && known !== newest().data.tag) return ask();
  const { data, html, release, seat } = whole(answer);
  update({ held: { data, html, release, seat: seat ?? main.dataset.mySeat ?? "", isMine: true } });
  showHeld();
}

function showHeld() {
  const { held } = state;
  // The answer to what is being written tells this phone more.
  if (!held || (state.connection.isWriting && !held.isMine) || isBusy(held)) return;
  const { data, html, release, seat } = held;
  // Modules do not fit the sheet of another release, which takes over once nothing is on its way. What
  // is half typed comes back.
  const isOther = release !== RELEASE;
  if (isOther && waiting().some(({ isStuck }) => !isStuck)) return;
  update({ held: null });
  // Who has the seat that was taken stands on the page.
  if ((!seat && main.dataset.mySeat) || isOther) return location.replace(inClub(`/games/${data.game}`));
  if (seat) main.dataset.mySeat = seat;
  main.querySelector("[data-lost]")?.toggleAttribute("hidden", Boolean(seat));
  if (data.tag !== state.server.data.tag || held.isMine) showSheet({ data, html }, keptOf(held));
}

function isBusy({ data, release }) {
  // The pad itself takes over what was noted of the deal that is typed on it.
  const isTakenOver = release === RELEASE && isOnlyNoted(data);
  const open = isTakenOver ? "dialog[open]:not([data-pad])" : "dialog[open]";
  const used = ":popover-open, [data-scene], [data-own] [data-held], [data-sheet] :is(select, input):focus";
  return isTouched() || Boolean(document.querySelector(`${open}, ${used}`));
}

/** Whether nothing is new but what is answered of the deal in play, which is not in the book. */
const isOnlyNoted = ({ right, seats, version }) =>
  isEqual([right, seats, version], [state.data.right, state.data.seats, state.data.version]);

/** What stays of the notice below news: a question, and what was only said here, as long as it is true. */
function keptOf({ data, isMine }) {
  const notice = shownSheet().querySelector("[data-notice]");
  // What this phone wrote is answered, but what it is asked is not.
  if (isMine) return notice.querySelector("[data-conflict][data-item]");
  // What could not be sent may be among the news.
  const isTrue = isOnlyNoted(data) && !notice.matches(".notice-wrong");
  return notice.querySelector(isTrue ? "[data-conflict], [data-message]" : "[data-conflict]");
}

function onLost(since) {
  if (isCut() !== (since !== null)) updateConnection({ isCut: since !== null });
  // A page that comes from this phone says so already.
  if (since === keptAt) return;
  asOf.replaceChildren();
  if (since === null || Date.now() - since <= LONG_WITHOUT_ANSWER) return;
  const time = new Date(since).toLocaleTimeString([], CLOCK);
  asOf.append(make("span", {}, phrase("as_of", { time })));
}

const asOf = document.querySelector(".as-of") ?? make("div", { class: "as-of" });
const statusLine = document.querySelector(".status");
statusLine.append(asOf);
// What stays in view at the bottom makes room for it.
const makeRoom = () => document.body.style.setProperty("--waits", `${statusLine.offsetHeight}px`);
new ResizeObserver(makeRoom).observe(statusLine);

function moveTo(game) {
  const address = inClub(`/games/${game}`);
  const replace = () => history.replaceState(history.state, "", address);
  replace();
  // Below an open pad the page is in the history once more.
  if (history.state?.pad) addEventListener("popstate", replace, { once: true });
}

/** A phone is led to a game once in each seat: whoever looks back from it stays there. */
function noteBeen({ game, goes_on: goesOn, over }) {
  if (!over && !goesOn) remember("scorer:been", `${club} ${game} ${main.dataset.mySeat ?? ""}`);
  if (over || goesOn) import("./come-along.js").catch(() => {});
}

subscribe(({ held, server }, before) => {
  noteBeen(server.data);
  // What else brings a sheet brings a newer one than that which is held.
  if (server !== before.server && held) update({ held: null });
  const isOther = (key) => server.data[key] !== before.server.data[key];
  if (isOther("game")) moveTo(server.data.game);
  // What is around the sheet is another, which a worker keeps anew.
  if (["game", "over", "right"].some(isOther)) {
    fetchPage().then(({ title }) => (document.title = title), () => {});
  }
});
subscribe(showHeld, "connection", "pending");

onRest(showHeld);

noteBeen(state.data);
rules?.then(seatPeople, () => {});

ask();
// What was typed while this phone could write may wait here still.
if (!document.querySelector(PAD)) import("./outbox/elsewhere.js").catch(() => {});
import("./offline/register.js").catch(() => {});

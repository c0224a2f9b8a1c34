// Who is at the table: each tap is sent by script and shown in the same page. Go on that cannot be sent
// waits on this phone, as what is written on the sheet does.

import { club, inClub } from "./club.js";
import { edit, find, isKept, load, waiting } from "./outbox/queue.js";
import { flush } from "./outbox/send.js";
import { remember, subscribe } from "./store.js";
import { phrase } from "./words.js";

const TIMEOUT = 15_000;
// What who joins began with, for the dialog of the sheet too.
const BEGINS = "scorer:joins-with";

let isSending = false;

document.addEventListener("submit", async (tap) => {
  const { submitter, target: form } = tap;
  tap.preventDefault();
  if (isSending) return;
  isSending = true;
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  else remember(BEGINS, body.get("begins"));
  const { isDone, page, status } = await send(form.action, body);
  isSending = false;
  if (isDone) leave();
  else if (page?.getElementById("people")) show(page);
  // A question is a page of its own.
  else if (status >= 400 && status < 500) form.submit();
  else if (submitter?.name) say(phrase("no_signal_here"));
  else keep(body);
});

/** Send the form: the page that answers, or whether that is the sheet; the page of a hotspot is neither. */
async function send(address, body) {
  try {
    const signal = AbortSignal.timeout?.(TIMEOUT);
    const answer = await fetch(address, { method: "POST", headers: { club }, body, signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { isDone: answer.ok && page.querySelector("[data-sheet]"), page, status: answer.status };
  } catch {
    return { status: 0 };
  }
}

const readData = () => JSON.parse(document.getElementById("people-data").textContent);
const leave = () => location.replace(inClub(readData().sheet));
const addressOf = (sheet) => `${sheet}?club=${club}`;

function show(page) {
  document.querySelector("main").replaceWith(page.querySelector("main"));
  scrollTo(0, 0);
}

function say(sentence) {
  const line = document.querySelector("[data-no-signal]");
  line.lastChild.textContent = sentence;
  line.hidden = false;
  line.scrollIntoView({ block: "nearest" });
}

async function keep(body) {
  await load();
  const { changes, game, sheet, title } = readData();
  const id = body.get("id");
  // What the sheet asks about waits there already.
  if (find(id)) return say(phrase("no_signal_here"));
  const { content, text } = changes[body.get("begins")];
  const about = { club, game, kind: "change_table", label: text, page: addressOf(sheet), text, title };
  const [seen, answers_seen] = ["seen", "answers_seen"].map((name) => Number(body.get(name)));
  const change = { ...content, after: body.get("after") || null };
  const item = { ...about, id, content: change, seen, answers_seen, at: Date.now() };
  await edit((items) => [...items, item]);
  if (isKept() && (await findSheet(sheet))) return leave();
  document.getElementById("people").remove();
  document.querySelector(".dock").remove();
  const waits = phrase("waits", { many: 1, what: text });
  say([phrase("without_signal"), waits, phrase("keep_open")].join(" · "));
  subscribe(() => isWaiting(id) || leave(), "pending");
  flush();
}

const isWaiting = (id) => waiting().some((item) => item.id === id && !item.isStuck);

/** The sheet as a worker keeps it for when there is no signal; over plain http there is none. */
const findSheet = (sheet) => navigator.serviceWorker?.controller && caches.match(addressOf(sheet));

// What this page alone has would go with it.
addEventListener("beforeunload", (leaving) => isKept() || leaving.preventDefault());

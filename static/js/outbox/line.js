// One quiet line at the bottom says what waits on this phone, and why.

import { make } from "../pad/parts.js";
import { shownSheet } from "../sheet.js";
import { isCut, state } from "../store.js";
import { phrase } from "../words.js";
import { cannotKeep, isKept, saveAsFile, waiting } from "./queue.js";
import { secondsAgo } from "./send.js";

// In seconds: an answer may only be slow.
const SLOW = 3;
const DAY = 24 * 3600;
const REPAINT = 3_000;

const line = make("div", { class: "outbox-line", role: "status" });
shownSheet().before(line);

// As on an iPhone on which this is not installed; elsewhere what a page keeps stays.
const mayBeCleared = navigator.standalone === false;

let timer;

const describe = (items) =>
  phrase(items.every(({ kind }) => kind === "deal") ? "some_deals" : "some_entries", {
    many: items.length,
  });

/** How much waits, and why it was not sent; "" where it is only on its way. */
function sentence(items) {
  const [first] = items;
  const { trouble } = state.connection;
  if (!first || !(trouble || secondsAgo(first) >= SLOW)) return "";
  if (cannotKeep()) return phrase("cannot_keep");
  const waits = phrase("waits", { many: items.length, what: describe(items) });
  if (!trouble && !isCut()) return waits;
  return `${trouble?.error?.message ?? phrase("without_signal")} · ${waits}`;
}

/** Say how it stands, once what was just saved is painted. */
export function showLine() {
  line.toggleAttribute("data-waiting", waiting().some((item) => !item.refused));
  clearTimeout(timer);
  timer = setTimeout(paint);
}

function paint() {
  const refused = waiting().filter((item) => item.refused);
  const items = waiting().filter((item) => !item.refused);
  const text = sentence(items);
  const isOld = text && (cannotKeep() || mayBeCleared || secondsAgo(items[0]) > DAY);
  const label = refused.length
    ? phrase("not_saved", { what: describe(refused) })
    : isOld && phrase("as_a_file");
  const content = make("span", {}, text);
  if (label) {
    const link = make("a", { href: "/outbox" }, label);
    link.addEventListener("click", saveInstead);
    content.append(" ", link);
  }
  // What is read aloud is read once.
  if (content.textContent !== line.textContent) {
    line.replaceChildren(...(content.textContent ? [content] : []));
  }
  // What stays in view at the bottom makes room for it.
  document.body.style.setProperty("--waits", `${line.offsetHeight}px`);
  if (items.length) timer = setTimeout(paint, REPAINT);
}

// What this page alone has would go with it.
addEventListener("beforeunload", (leaving) => isKept() || leaving.preventDefault());

function saveInstead(tap) {
  if (isKept()) return;
  tap.preventDefault();
  saveAsFile();
}

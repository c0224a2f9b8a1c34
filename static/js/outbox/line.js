// One quiet line at the bottom says what waits on this phone, and why; a tap leads to all of it.

import { make } from "../elements.js";
import { shownSheet } from "../sheet.js";
import { isCut, state } from "../store.js";
import { phrase } from "../words.js";
import { cannotKeep, isKept, saveAsFile, waiting } from "./queue.js";
import { secondsAgo } from "./send.js";

// In seconds: an answer may only be slow.
const SLOW = 3;
const REPAINT = 3_000;

const line = make("div", { class: "outbox-line", role: "status" });
shownSheet().before(line);

let timer;

const describe = (items) =>
  phrase(items.every(({ kind }) => kind === "deal") ? "number_of_deals" : "number_of_entries", {
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
  const notSaved = refused.length > 0 && phrase("not_saved", { what: describe(refused) });
  const text = [sentence(items), notSaved].filter(Boolean).join(" · ");
  // What is read aloud is read once.
  if (text !== line.textContent) line.replaceChildren(...(text ? [linkOf(text)] : []));
  // What stays in view at the bottom makes room for it.
  document.body.style.setProperty("--waits", `${line.offsetHeight}px`);
  if (items.length) timer = setTimeout(paint, REPAINT);
}

function linkOf(text) {
  const link = make("a", { href: "/outbox" }, text);
  link.addEventListener("click", saveInstead);
  return link;
}

// What this page alone has would go with it.
addEventListener("beforeunload", (leaving) => isKept() || leaving.preventDefault());

function saveInstead(tap) {
  if (isKept()) return;
  tap.preventDefault();
  saveAsFile();
}

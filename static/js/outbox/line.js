// One quiet line says what waits on this phone and why; it stands at the bottom.

import { isCut, shownSheet } from "../page.js";
import { phrase } from "../words.js";
import { inTheWay, secondsAgo } from "./send.js";
import { saveAsFile } from "./file.js";
import { all, cannotKeep, isKept } from "./store.js";

const A_LITTLE = 3;
const A_DAY = 24 * 3600;
const READ = 4_000;

const line = document.createElement("div");
line.className = "outbox-line";
line.role = "status";
shownSheet().before(line);

// As on an iPhone on which this is not installed; elsewhere what a page keeps stays.
const mayBeCleared = navigator.standalone === false;

let timer;
// Who was told that something waits is told when that is over.
let isOwed = false;

const many = (items) =>
  phrase(items.every(({ kind }) => kind === "deal") ? "some_deals" : "some_entries", {
    many: items.length,
  });

/** Why what waits has not been sent, and how much it is; "" where it is only on its way. */
function sentence(items) {
  const [first] = items;
  const trouble = inTheWay();
  if (!first || !(trouble || secondsAgo(first) >= A_LITTLE)) return "";
  if (cannotKeep()) return phrase("cannot_keep");
  const waits = phrase("waits", { many: items.length, what: many(items) });
  // An answer may only be slow.
  if (!trouble && !isCut()) return waits;
  return `${trouble?.error?.message ?? phrase("without_signal")} · ${waits}`;
}

/** Say how it stands by now. */
export function showLine() {
  clearTimeout(timer);
  const wrong = all().filter(({ refused }) => refused);
  const items = all().filter(({ refused }) => !refused);
  const says = sentence(items);
  const isOld = says && (cannotKeep() || mayBeCleared || secondsAgo(items[0]) > A_DAY);
  const leads = wrong.length
    ? phrase("not_saved", { what: many(wrong) })
    : isOld && phrase("as_a_file");
  const told = document.createElement("span");
  line.toggleAttribute("data-waiting", items.length > 0);
  const isSent = isOwed && !items.length;
  isOwed ||= Boolean(says);
  told.append(isSent ? phrase("all_sent") : says);
  if (leads) {
    const link = document.createElement("a");
    link.href = "/outbox";
    link.addEventListener("click", stay);
    link.append(leads);
    told.append(" ", link);
  }
  const isNews = told.textContent !== line.textContent;
  if (isNews) line.replaceChildren(...(told.textContent ? [told] : []));
  // What stays in view at the bottom makes room for it.
  document.body.style.setProperty("--waits", `${line.offsetHeight}px`);
  if (items.length) timer = setTimeout(showLine, READ);
  else if (isSent) timer = setTimeout(forgetSent, READ);
}

// What this page alone has goes with it.
addEventListener("beforeunload", (leaving) => isKept() || leaving.preventDefault());

/** Whoever would lose it by leaving saves it from here. */
function stay(tap) {
  if (isKept()) return;
  tap.preventDefault();
  saveAsFile();
}

function forgetSent() {
  isOwed = false;
  showLine();
}

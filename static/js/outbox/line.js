// One quiet line at the bottom says what waits on this phone, and why; a tap opens the list of it, or the
// only question.

import { make } from "../elements.js";
import { isCut, state, subscribe } from "../store.js";
import { phrase } from "../words.js";
import { ready } from "../write.js";
import { isHeldUp, showList } from "./list.js";
import { cannotKeep, isKept, waiting } from "./queue.js";

const dialog = document.querySelector("dialog[data-outbox]");
const line = make("div", { class: "outbox-line" });
document.querySelector(".status").prepend(line);

const describe = (items) =>
  phrase(items.every(({ kind }) => kind === "deal") ? "number_of_deals" : "number_of_entries", {
    many: items.length,
  });

/** How much waits, and why it was not sent; "" where it is only on its way. */
function sentence() {
  const { trouble } = state.connection;
  const items = waiting();
  const asked = items.filter(({ question }) => question);
  const refused = items.filter((item) => item.refused && !item.question);
  const others = items.filter((item) => !item.refused);
  const why = cannotKeep() ? phrase("cannot_keep") : (trouble?.error?.message ?? phrase("without_signal"));
  const reason = others.length > 0 && (trouble || isCut()) && why;
  // Where no worker keeps the page, it is gone once it is left.
  const isBare = reason === phrase("without_signal") && !navigator.serviceWorker?.controller;
  return [
    reason,
    asked.length > 0 && phrase("number_of_questions", { many: asked.length }),
    refused.length > 0 && phrase("not_saved", { what: describe(refused) }),
    others.some(isHeldUp) && phrase("waits", { many: others.length, what: describe(others) }),
    isBare && phrase("keep_open"),
  ]
    .filter(Boolean)
    .join(" · ");
}

function show() {
  line.toggleAttribute("data-waiting", waiting().some((item) => !item.refused));
  const text = sentence();
  // What is read aloud is read once.
  if (text === line.textContent) return;
  line.replaceChildren(...(text ? [make("button", { type: "button" }, text)] : []));
}

function open() {
  const [first, ...others] = waiting().filter(({ refused }) => refused);
  if (!first?.question || others.length) return dialog.showModal();
  const asked = document.querySelector(`[data-item="${first.id}"]`);
  if (!asked) return location.assign(first.page);
  asked.scrollIntoView({ block: "nearest" });
  return asked.querySelector("[data-conflict] :is(a, button)").focus({ preventScroll: true });
}

showList(dialog);
line.addEventListener("click", open);

// What this page alone has would go with it.
addEventListener("beforeunload", (leaving) => isKept() || leaving.preventDefault());

subscribe(show, "connection", "pending");
await ready;
show();

// One quiet line at the bottom says what waits on this phone, and why; a tap leads to all of it.

import { make } from "../elements.js";
import { shownSheet } from "../sheet.js";
import { isCut, state } from "../store.js";
import { phrase } from "../words.js";
import { cannotKeep, isKept, saveAsFile, waiting } from "./queue.js";

const line = make("div", { class: "outbox-line", role: "status" });
shownSheet().before(line);

const describe = (items) =>
  phrase(items.every(({ kind }) => kind === "deal") ? "number_of_deals" : "number_of_entries", {
    many: items.length,
  });

/** How much waits, and why it was not sent; "" where it is only on its way. */
function sentence(items) {
  const { trouble } = state.connection;
  if (!items.length || !(trouble || isCut())) return "";
  if (cannotKeep()) return phrase("cannot_keep");
  const waits = phrase("waits", { many: items.length, what: describe(items) });
  return `${trouble?.error?.message ?? phrase("without_signal")} · ${waits}`;
}

export function showLine() {
  const refused = waiting().filter((item) => item.refused);
  const items = waiting().filter((item) => !item.refused);
  const notSaved = refused.length > 0 && phrase("not_saved", { what: describe(refused) });
  const text = [sentence(items), notSaved].filter(Boolean).join(" · ");
  line.toggleAttribute("data-waiting", items.length > 0);
  // What is read aloud is read once.
  if (text === line.textContent) return;
  line.replaceChildren(...(text ? [make("a", { href: "/outbox" }, text)] : []));
  // What stays in view at the bottom makes room for it.
  document.body.style.setProperty("--waits", `${line.offsetHeight}px`);
}

// What this page alone has would go with it.
addEventListener("beforeunload", (leaving) => isKept() || leaving.preventDefault());
line.addEventListener("click", (tap) => {
  if (isKept()) return;
  tap.preventDefault();
  saveAsFile();
});

// Over plain http no worker keeps the rules of this game: its page does, and shows them without signal.

import { club } from "../club.js";
import { make } from "../elements.js";
import { fetchStyle } from "../sheet.js";
import { isCut, state } from "../store.js";
import { phrase } from "../words.js";

const path = `/rules/${state.data.variant}?club=${club}`;
const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
const close = make("form", { method: "dialog" }, make("button", { class: "button" }, phrase("close")));
const parts = page.querySelectorAll("main :is(h1, article)");
const dialog = make("dialog", { class: "outbox", "aria-label": page.title }, close, ...parts);
document.body.append(dialog);
fetchStyle("front.css").catch(() => {});

document.addEventListener(
  "click",
  (tap) => {
    const link = tap.target.closest("a[href]");
    if (!link?.pathname.startsWith("/rules/") || !isCut()) return;
    tap.preventDefault();
    link.closest("[popover]")?.hidePopover();
    dialog.showModal();
  },
  true,
);

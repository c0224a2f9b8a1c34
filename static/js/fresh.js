// A page that keeps itself fresh: it asks for itself again and again, and shows what is new as soon
// as that disturbs nobody.

import { isTouched, keep, onRest } from "./keep.js";
import { poll } from "./poll.js";

const releaseOf = (page) => page.querySelector('link[rel="stylesheet"]').getAttribute("href").split("/")[2];
const main = () => document.getElementById("main");
let held = null;

poll(() => location.href, {
  tag: () => held?.getElementById("main").dataset.fresh ?? main().dataset.fresh,
  read,
  receive(status, fresh) {
    // Shut out, or the page is gone: it says so itself.
    if (status >= 400) location.reload();
    if (fresh) held = fresh;
    pass();
  },
  onLost(since) {
    // What was kept on this phone is true again.
    if (!since) document.querySelector(".as-of")?.remove();
  },
});

async function read(answer) {
  const html = await answer.text();
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!answer.redirected && page.querySelector("[data-fresh]")) return page;
  // It has led somewhere else, such as to the game that has begun.
  location.replace(answer.url);
  return null;
}

function isTyping() {
  const fields = [...main().querySelectorAll("input, select, textarea")];
  return fields.some((field) => field.matches(":focus") || (field.defaultValue ?? field.value) !== field.value);
}

function pass() {
  if (!held || isTouched() || isTyping()) return;
  const fresh = held;
  held = null;
  // Modules and styles of another release are fetched with its page.
  if (releaseOf(fresh) !== releaseOf(document)) return location.reload();
  const before = main();
  const restore = keep(before);
  document.title = fresh.title;
  before.replaceWith(fresh.getElementById("main"));
  restore(main(), (page) => page.querySelector("h1"));
  document.dispatchEvent(new Event("fresh"));
}

onRest(pass);
// What is kept for when there is no signal is fetched once this is at rest.
setTimeout(() => import("./offline/register.js").catch(() => {}), 1_500);
// So is what waits on this phone sent, whatever page it is on.
import("./outbox/elsewhere.js").catch(() => {});

// A game on the table: it follows the game by itself, stays awake, and is left by a hold.

import "./awake.js";
import { poll } from "./poll.js";
import { refreshSheet, setAnimation } from "./sheet.js";
import { state, subscribe } from "./store.js";

const TOO_LONG = 20_000;
const A_HOLD = 800;
const A_WHILE = 2_500;

const leave = document.querySelector("[data-leave]");
const isHere = ({ game }) => location.pathname.includes(game);

/** Show the game as it is now; the one that follows it, once there is one. */
async function look() {
  const { next } = state.data;
  await refreshSheet(isHere);
  if (!next && state.data.next) go(state.data.next);
}

poll(() => `/games/${state.data.game}/news`, {
  tag: () => state.data.tag,
  receive(status) {
    // Shut out, or the game is gone: then the page says so itself.
    if (status >= 400) location.reload();
    else if (status === 200) look().catch(() => {});
  },
  onLost(since) {
    const line = document.querySelector("[data-lost]");
    line.textContent = since && Date.now() - since > TOO_LONG ? line.dataset.lost : "";
  },
});

/** Show another way or another game in the same page, which stays awake and fills the screen. */
function go(href) {
  history.replaceState(null, "", href);
  leave.href = location.pathname.replace(/\/table$/, "");
  refreshSheet(isHere).catch(() => location.reload());
}

subscribe(({ data }) => (document.title = data.title));
setAnimation((change) => import("./motion/sheet.js").then(({ move }) => move(change), () => {}));

for (const way of document.querySelectorAll("[data-way-to]")) {
  way.addEventListener("click", (tap) => {
    if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
    tap.preventDefault();
    go(`${location.pathname}${new URL(way.href).search}`);
  });
}

const whole = document.querySelector("[data-whole-screen]");
whole.hidden = !document.fullscreenEnabled;
whole.addEventListener("click", () =>
  document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen().catch(() => {}),
);

// Leaving is a hold: a sleeve on the screen must not end what all are looking at.

const says = leave.querySelector("[data-hold]");
says.textContent = says.dataset.hold;
let holding;

function hold() {
  clearTimeout(holding);
  leave.dataset.held = "";
  delete leave.dataset.told;
  holding = setTimeout(() => location.assign(leave.href), A_HOLD);
}

function release() {
  if (!("held" in leave.dataset)) return;
  clearTimeout(holding);
  delete leave.dataset.held;
  leave.dataset.told = "";
  holding = setTimeout(() => delete leave.dataset.told, A_WHILE);
}

leave.addEventListener("pointerdown", ({ button }) => button || hold());
for (const end of ["pointerup", "pointercancel", "pointerleave", "blur"]) {
  leave.addEventListener(end, release);
}
// The menu of a link would take the hold away.
leave.addEventListener("contextmenu", (menu) => menu.preventDefault());
leave.addEventListener("click", (tap) => {
  // Whoever hears the page has no finger on it, and presses once.
  if (tap.detail) tap.preventDefault();
});
leave.addEventListener("keydown", (key) => {
  if (key.key !== "Enter") return;
  key.preventDefault();
  if (!key.repeat) hold();
});
leave.addEventListener("keyup", ({ key }) => key === "Enter" && release());
document.addEventListener("keydown", ({ key }) => key === "Escape" && location.assign(leave.href));

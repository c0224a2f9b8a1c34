// A game on the table: it follows the game by itself, and stays awake.

import "./awake.js";
import { inClub } from "./club.js";
import { poll } from "./poll.js";
import { refreshSheet, setAnimation } from "./sheet.js";
import { state, subscribe } from "./store.js";

const LOST_MS = 20_000;
const RELEASE = import.meta.url.split("/")[4];

const leave = document.querySelector("[data-leave]");
const isHere = ({ game }) => location.pathname.includes(game);

async function look() {
  const { next } = state.data;
  await refreshSheet(isHere);
  if (!next && state.data.next) go(state.data.next);
}

poll(() => `/games/${state.data.game}/news`, {
  tag: () => state.data.tag,
  receive(status, news) {
    // Shut out, or the game is gone: then the page says so itself. Nor do modules fit another release.
    if (status >= 400 || (news && news.release !== RELEASE)) location.reload();
    else if (status === 200) look().catch(() => {});
  },
  onLost(since) {
    const line = document.querySelector("[data-lost]");
    line.textContent = since && Date.now() - since > LOST_MS ? line.dataset.lost : "";
  },
});

/** Show another way or another game in the same page, which stays awake and fills the screen. */
function go(href) {
  history.replaceState(null, "", inClub(href));
  leave.href = inClub(location.pathname.replace(/\/table$/, ""));
  refreshSheet(isHere).catch(() => location.reload());
}

/** Where each seat lies and how much there is to read: attributes of style are barred by the policy. */
function applyStyles() {
  for (const element of document.querySelectorAll("[data-style]")) {
    element.style.cssText = element.dataset.style;
  }
}

applyStyles();
subscribe(({ data }) => {
  document.title = data.title;
  applyStyles();
});
setAnimation((change) => import("./motion.js").then(({ move }) => move(change), () => {}));

for (const way of document.querySelectorAll("[data-way-to]")) {
  way.addEventListener("click", (tap) => {
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

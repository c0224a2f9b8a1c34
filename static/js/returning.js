// Whoever comes back to this page sees what other phones saved meanwhile. Fetched when the page is
// left for the first time, or where that was too late, when somebody comes back.

import { page, refresh } from "./page.js";

const A_WHILE = 5_000;
// What is on the pad is not disturbed; Save tells what is new.
const isPadOpen = () => Boolean(document.querySelector("dialog[open]"));
const isNews = ({ version }) => version > page.data.version && !isPadOpen();

let asked = -A_WHILE;

function look() {
  if (document.hidden || isPadOpen() || performance.now() - asked < A_WHILE) return;
  asked = performance.now();
  refresh(true, isNews).catch(() => {});
}

document.addEventListener("visibilitychange", look);
addEventListener("pageshow", look);
look();

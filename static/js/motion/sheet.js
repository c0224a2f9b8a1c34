// How a sheet moves when it changes: numbers count, a pip fills, the crown travels, a card turns
// over, a stamp comes down, and whoever wins has a moment. What is written in the page is final at
// once: all of this lies over it, is short, and is left out for those who want no motion.

import { buzz } from "../buzz.js";
import { fetchStyle, shownSheet } from "../sheet.js";
import { state } from "../store.js";
import { attempt } from "../storage.js";
import { say } from "../words.js";
import { countTo, isStill } from "./count.js";

const SHORT = 380;
fetchStyle("result.css").catch(() => {});

const easing = "cubic-bezier(0.3, 0.7, 0.3, 1)";

/** Let the sheet move from how it was `before`; `isMine` where this phone wrote. */
export function move({ before, isMine }) {
  const sheet = shownSheet();
  const isEnd = winsAnew(before, sheet);
  if (sheet.matches("[data-share]")) import("../share.js").catch(() => {});
  if (isEnd) scrollTo({ top: 0, behavior: "instant" });
  if (isStill()) return;
  if (isMine) buzz();
  countAll(before, sheet);
  fillPips(before, sheet);
  moveCrown(before, sheet);
  turnCards(before, sheet);
  stamp(before, sheet);
  if (isEnd) import("./winning.js").then(celebrateNow).catch(() => {});
}

/** Another sheet may have come meanwhile. */
function celebrateNow({ celebrate }) {
  const sheet = shownSheet();
  if (wonOn(sheet) !== undefined) celebrate(sheet);
}

const wonOn = (sheet) => sheet.querySelector("[data-won]")?.dataset.won;
// Whether what was shown last was not in the book yet.
let waited = false;

/** Whether somebody has won, by the book, whose win was not on this phone yet. */
function winsAnew(before, sheet) {
  const was = waited ? undefined : wonOn(before);
  waited = state.data !== state.server.data;
  const is = waited ? undefined : wonOn(sheet);
  const key = `scorer:won:${state.data.game}`;
  const known = was ?? attempt(() => sessionStorage.getItem(key)) ?? "";
  if (is ?? was) attempt(() => sessionStorage.setItem(key, is ?? was));
  return Boolean(is) && is !== known;
}

const numberIn = ({ lastChild }) =>
  Number(lastChild.textContent.trim().replaceAll(",", "").replace("−", "-"));

function numbersOf(sheet) {
  const numbers = [...sheet.querySelectorAll("[data-total], [data-pool] > dd")];
  const keyOf = ({ dataset, parentElement }) => dataset.total ?? parentElement.dataset.pool;
  return new Map(numbers.map((number) => [keyOf(number), number]));
}

function countAll(before, sheet) {
  const were = numbersOf(before);
  for (const [of, element] of numbersOf(sheet)) {
    const [from, to] = [were.get(of) ?? element, element].map(numberIn);
    countTo(element, from, to, (now) => say({}, "{now}", { now }));
  }
}

function fillPips(before, sheet) {
  const were = before.querySelectorAll(".emblem .pip");
  sheet.querySelectorAll(".emblem .pip").forEach((pip, at) => {
    const isOn = pip.matches(".pip-on");
    if (!were[at] || were[at].matches(".pip-on") === isOn) return;
    pip.style.transformBox = "fill-box";
    pip.style.transformOrigin = "center";
    const scale = isOn ? [0, 1.6, 1] : [1, 0.5, 1];
    pip.animate({ scale }, { duration: SHORT, easing });
  });
}

const crowned = (sheet) =>
  [...sheet.querySelectorAll(".row:has(.crown)")].map((row) => rowKey(row));
const rowKey = (row) => row.querySelector("[data-total]").dataset.total;

function moveCrown(before, sheet) {
  const were = crowned(before);
  const places = new Map(
    [...sheet.querySelectorAll(".row")].map((row) => [rowKey(row), row.querySelector(".row-place")]),
  );
  const from = were.map((key) => places.get(key)).find(Boolean)?.getBoundingClientRect();
  for (const key of crowned(sheet)) {
    if (were.includes(key)) continue;
    const crown = places.get(key).querySelector(".crown");
    const to = places.get(key).getBoundingClientRect();
    const start = from
      ? `translate(${from.right - to.right}px, ${from.top - to.top}px)`
      : "translateY(-1rem)";
    crown.classList.add("crown-moving");
    crown.animate({ transform: [start, "none"] }, { duration: SHORT, easing });
  }
}

function turnCards(before, sheet) {
  const textOf = (card) => card?.parentElement.textContent;
  const were = before.querySelectorAll("[data-card]");
  sheet.querySelectorAll("[data-card]").forEach((card, at) => {
    if (textOf(were[at]) === textOf(card)) return;
    card.classList.add("card-turning");
    const transform = ["rotateY(180deg)", "rotateY(0)"].map((turn) => `perspective(12rem) ${turn}`);
    const turning = card.animate({ transform }, { duration: SHORT, easing: "ease-in-out" });
    turning.finished.then(() => card.classList.remove("card-turning"), () => {});
  });
}

function stamp(before, sheet) {
  const notice = "[data-notice] .notice-words";
  const [was, is] = [before, sheet].map((shown) => shown.querySelector(notice)?.textContent);
  if (was === is) return;
  for (const stamped of sheet.querySelectorAll(".stamp")) {
    stamped.animate({ scale: [2, 0.9, 1] }, { duration: SHORT, easing });
  }
}

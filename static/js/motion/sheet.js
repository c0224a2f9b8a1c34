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
const NEXT_SEAT = 110;
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
  // A row that moves takes its crown along.
  if (!moveRows(before, sheet)) moveCrown(before, sheet);
  turnCards(before, sheet);
  turnUpHands(before, sheet);
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

/** The elements that read otherwise than those of the sheet before, in order. */
function changed(before, sheet, selector, read) {
  const were = [...before.querySelectorAll(selector)].map(read);
  return [...sheet.querySelectorAll(selector)].filter((element, at) => read(element) !== were[at]);
}

const isOn = (pip) => pip.matches(".pip-on");

function fillPips(before, sheet) {
  for (const pip of changed(before, sheet, ".emblem .pip", isOn)) {
    pip.style.transformBox = "fill-box";
    pip.style.transformOrigin = "center";
    pip.animate({ scale: isOn(pip) ? [0, 1.6, 1] : [1, 0.5, 1] }, { duration: SHORT, easing });
  }
}

/** Let rows that are sorted anew come from where they were; gives whether any does. */
function moveRows(before, sheet) {
  const rows = [...sheet.querySelectorAll(".row")];
  const were = [...before.querySelectorAll(".row")].map((row) => rowKey(row));
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const moved = rows.map((row, at) => {
    const from = boxes[were.indexOf(rowKey(row))];
    const to = boxes[at];
    if (!from || from === to) return false;
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    return row.animate({ transform: [start, "none"] }, { duration: SHORT, easing });
  });
  return moved.some(Boolean);
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
  const transform = ["rotateY(180deg)", "rotateY(0)"].map((turn) => `perspective(12rem) ${turn}`);
  const says = (card) => card.parentElement.textContent;
  for (const card of changed(before, sheet, "[data-card]", says)) {
    card.classList.add("card-turning");
    const turning = card.animate({ transform }, { duration: SHORT, easing: "ease-in-out" });
    turning.finished.then(() => card.classList.remove("card-turning"), () => {});
  }
}

/** One seat after the other is turned up, once all is in. */
function turnUpHands(before, sheet) {
  const motion = { opacity: [0, 1], transform: ["translateY(0.4rem)", "none"] };
  for (const deal of changed(before, sheet, "[data-last-deal]", ({ dataset }) => dataset.lastDeal)) {
    deal.querySelectorAll("li").forEach((seat, at) => {
      seat.animate(motion, { duration: SHORT, delay: at * NEXT_SEAT, fill: "backwards", easing });
    });
  }
}

function stamp(before, sheet) {
  const isNew = changed(before, sheet, "[data-notice] .notice-words", (words) => words.textContent);
  for (const stamped of isNew.length ? sheet.querySelectorAll(".stamp") : []) {
    stamped.animate({ scale: [2, 0.9, 1] }, { duration: SHORT, easing });
  }
}

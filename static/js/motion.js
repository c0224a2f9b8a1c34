// How a sheet moves when it changes: numbers count, a pip fills, the crown travels, a card turns
// over, a stamp comes down, and whoever wins has a moment. What is written in the page is final at
// once: all of this lies over it, is short, and is left out for those who want no motion.

import { isStill, make } from "./elements.js";
import { fetchStyle, shownSheet } from "./sheet.js";
import { state } from "./store.js";

const BUZZ_MS = 20;
const COUNT_MS = 350;
const SHORT = 380;
const NEXT_PART = 110;
const SCENE_MS = 1700;
const FADE_MS = 250;
fetchStyle("result.css").catch(() => {});

const timing = { duration: SHORT, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)" };

/** Let the sheet move from how it was `before`; `isMine` where this phone wrote. */
export function move({ before, isMine }) {
  const sheet = shownSheet();
  const isEnd = winsAnew(before, sheet);
  if (sheet.matches("[data-share]")) import("./share.js").catch(() => {});
  if (isEnd) scrollTo({ top: 0, behavior: "instant" });
  if (isStill()) return;
  // A browser allows it once the page was tapped.
  if (isMine && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(BUZZ_MS);
  countAll(before, sheet);
  // A row that moves takes its crown along.
  if (!moveRows(before, sheet)) moveCrown(before, sheet);
  moveChanged(before, sheet);
  if (isEnd) celebrate(sheet);
}

let knownWin = null;

const winOn = (sheet) => sheet.querySelector("[data-won]")?.dataset.won ?? null;

function winsAnew(before, sheet) {
  knownWin ??= winOn(before);
  const win = state.data === state.server.data && winOn(sheet);
  if (!win || win === knownWin) return false;
  knownWin = win;
  return true;
}

const numberIn = ({ lastChild }) =>
  Number(lastChild.textContent.trim().replaceAll(",", "").replace("−", "-"));

function countAll(before, sheet) {
  for (const number of sheet.querySelectorAll("[data-total], [data-pool] > dd")) {
    const pool = number.parentElement.dataset.pool;
    const was = pool ? `[data-pool="${pool}"] > dd` : `[data-total="${number.dataset.total}"]`;
    const [from, to] = [before.querySelector(was) ?? number, number].map(numberIn);
    if (from === to) continue;
    // What it says already, and is read aloud, is what it counts to.
    number.dataset.counting = "";
    const counting = number.animate({ "--counted": [from, to] }, { duration: COUNT_MS, easing: "ease-out" });
    counting.onfinish = () => delete number.dataset.counting;
  }
}

const rowsOf = (sheet) => [...sheet.querySelectorAll(".row")];
const sideOf = (row) => row.querySelector("[data-total]").dataset.total;
const placeOf = (row) => row.querySelector(".row-place").getBoundingClientRect();

function slide(element, from, to) {
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  element.animate({ transform: [start, "none"] }, timing);
}

function moveRows(before, sheet) {
  const sides = rowsOf(before).map(sideOf);
  const rows = rowsOf(sheet);
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const moved = rows.flatMap((row, to) => {
    const from = sides.indexOf(sideOf(row));
    return boxes[from] && from !== to ? [[row, boxes[from], boxes[to]]] : [];
  });
  for (const move of moved) slide(...move);
  return moved.length > 0;
}

function moveCrown(before, sheet) {
  const crowned = (row) => row.querySelector(".crown");
  const were = rowsOf(before).filter(crowned).map(sideOf);
  const wasMine = (row) => were.includes(sideOf(row));
  const rows = rowsOf(sheet);
  const last = rows.find(wasMine);
  for (const row of rows.filter((row) => crowned(row) && !wasMine(row))) {
    crowned(row).classList.add("moving");
    if (last) slide(crowned(row), placeOf(last), placeOf(row));
  }
}

const textOf = ({ textContent }) => textContent;
const isOn = (pip) => pip.matches(".pip-on");
const FILL = { scale: [0, 1.6, 1] };
const EMPTY = { scale: [1, 0.5, 1] };
const TURN = { transform: ["perspective(12rem) rotateY(180deg)", "perspective(12rem)"] };
const RISE = { opacity: [0, 1], transform: ["translateY(0.4rem)", "none"] };
const STAMP = { scale: [2, 0.9, 1] };

// What moves where it reads otherwise than it did, how, and which parts of it, one after the other.
const MOTIONS = [
  [".emblem .pip", isOn, (pip) => (isOn(pip) ? FILL : EMPTY)],
  ["[data-card]", textOf, () => TURN],
  ["[data-last-deal]", ({ dataset }) => dataset.lastDeal, () => RISE, "li"],
  ["[data-notice] .notice-words", textOf, () => STAMP, ".stamp"],
];

function moveChanged(before, sheet) {
  for (const [selector, read, framesOf, parts] of MOTIONS) {
    const were = [...before.querySelectorAll(selector)].map(read);
    const changed = [...sheet.querySelectorAll(selector)].filter((now, at) => read(now) !== were[at]);
    for (const element of changed) {
      const moving = parts ? element.querySelectorAll(parts) : [element];
      moving.forEach((part, at) => {
        part.classList.add("moving");
        part.animate(framesOf(part), { ...timing, delay: at * NEXT_PART, fill: "backwards" });
      });
    }
  }
}

const OF_RESULT = ".emblem, h1, [data-story], .head:not(:has([data-story])) .drama, [data-sat]";

/** Show who won in a scene, until a tap or a key, for two seconds at most; the dock stays in view. */
function celebrate(sheet) {
  const parts = sheet.querySelector("[data-won]").querySelectorAll(OF_RESULT);
  // It is the result once more, for the eye: whoever hears the page has heard the notice.
  const hidden = { class: "scene", "data-scene": "", "aria-hidden": "true" };
  const scene = make("div", hidden, ...[...parts].map((part) => part.cloneNode(true)));
  scene.querySelectorAll(".pip").forEach((pip, at) => {
    pip.style.animationDelay = `${150 + at * 40}ms`;
  });
  const dock = sheet.querySelector(".dock");
  scene.style.paddingBlockEnd = `${innerHeight - dock.getBoundingClientRect().top}px`;
  dock.before(scene);

  const end = () => scene.remove();
  for (const type of ["click", "keydown"]) addEventListener(type, end, { capture: true, once: true });
  const fading = { delay: SCENE_MS, duration: FADE_MS, fill: "forwards" };
  scene.animate({ opacity: [1, 0] }, fading).onfinish = end;
}

// Whoever wins has a moment: a scene over the result, which says the same and stays.

import { make } from "../elements.js";

const SHOWN = 1700;
const FADING = 250;

/** Show who won, until a tap or a key, for two seconds at most; the dock stays where it is. */
export function celebrate(sheet) {
  // It is the result once more, for the eye: whoever hears the page has heard the notice.
  const of = { class: "scene", "data-scene": "", "aria-hidden": "true" };
  const scene = make("div", of, picture(sheet), words(sheet));
  const dock = sheet.querySelector(".dock");
  scene.style.paddingBlockEnd = `${innerHeight - dock.getBoundingClientRect().top}px`;
  dock.before(scene);

  const over = new AbortController();
  const end = () => {
    over.abort();
    scene.remove();
  };
  const { signal } = over;
  document.addEventListener("click", end, { capture: true, signal });
  document.addEventListener("keydown", end, { capture: true, signal });
  document.addEventListener("visibilitychange", end, { signal });
  setTimeout(() => {
    scene.animate({ opacity: [1, 0] }, { duration: FADING, fill: "forwards" });
    setTimeout(end, FADING);
  }, SHOWN);
}

function picture(sheet) {
  const card = sheet.querySelector(".emblem").cloneNode(true);
  card.querySelectorAll(".pip").forEach((pip, at) => {
    pip.style.animationDelay = `${150 + at * 40}ms`;
  });
  return make("div", { class: "scene-picture" }, make("div", { class: "scene-crown" }, "♛"), card);
}

function words(sheet) {
  const text = (selector) =>
    [...sheet.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  const [title] = text(".result h1");
  const story = text("[data-story]");
  const lines = story.length ? story : text(".result .drama");
  return make(
    "div",
    { class: "scene-words" },
    make("div", { class: "scene-title" }, title),
    ...lines.map((line) => make("div", { class: "scene-story" }, line)),
    ...text("[data-sat]").map((line) => make("div", { class: "scene-sat" }, line)),
  );
}

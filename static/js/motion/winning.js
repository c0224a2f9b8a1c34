// Whoever wins has a moment: a scene over the result, which says the same and stays.

import { make } from "../elements.js";

const SHOWN = 1700;
const FADING = 250;
const PARTS = ".emblem, h1, [data-story], .head:not(:has([data-story])) .drama, [data-sat]";

/** Show who won, until a tap or a key, for two seconds at most; the dock stays where it is. */
export function celebrate(sheet) {
  const result = sheet.querySelector("[data-won]");
  // Another sheet may have come meanwhile.
  if (!result) return;
  // It is the result once more, for the eye: whoever hears the page has heard the notice.
  const of = { class: "scene", "data-scene": "", "aria-hidden": "true" };
  const parts = result.querySelectorAll(PARTS);
  const scene = make("div", of, ...[...parts].map((part) => part.cloneNode(true)));
  scene.querySelectorAll(".pip").forEach((pip, at) => {
    pip.style.animationDelay = `${150 + at * 40}ms`;
  });
  const dock = sheet.querySelector(".dock");
  scene.style.paddingBlockEnd = `${innerHeight - dock.getBoundingClientRect().top}px`;
  dock.before(scene);

  const end = () => scene.remove();
  for (const type of ["click", "keydown"]) addEventListener(type, end, { capture: true, once: true });
  setTimeout(() => {
    scene.animate({ opacity: [1, 0] }, { duration: FADING, fill: "forwards" }).onfinish = end;
  }, SHOWN);
}

// Whoever wins has a moment: a scene over the result, which says the same and stays.

const SHOWN = 1700;
const FADING = 250;

/** Show who won, until a tap or a key, for two seconds at most; the dock stays where it is. */
export function celebrate(sheet) {
  const scene = document.createElement("div");
  scene.className = "scene";
  scene.dataset.scene = "";
  // It is the result once more, for the eye: whoever hears the page has heard the notice.
  scene.ariaHidden = "true";
  scene.append(picture(sheet), words(sheet));
  const dock = sheet.querySelector(".dock");
  scene.style.paddingBlockEnd = `${dock.offsetHeight}px`;
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

function make(tag, name, ...children) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}

/** The nine, larger, its pips one after the other, under the crown. */
function picture(sheet) {
  const card = sheet.querySelector(".emblem").cloneNode(true);
  card.querySelectorAll(".pip").forEach((pip, at) => {
    pip.style.animationDelay = `${150 + at * 40}ms`;
  });
  return make("div", "scene-picture", make("div", "scene-crown", "♛"), card);
}

function words(sheet) {
  const text = (selector) =>
    [...sheet.querySelectorAll(selector)].map((one) => one.textContent.trim());
  const [title] = text(".result h1");
  const said = text("[data-story]");
  const lines = said.length ? said : text(".result .drama");
  return make(
    "div",
    "scene-words",
    make("div", "scene-title", title),
    ...lines.map((line) => make("div", "scene-story", line)),
    ...text("[data-sat]").map((line) => make("div", "scene-sat", line)),
  );
}

// Share and Copy: the share sheet of the phone, where the browser has one (by HTTPS only), and the
// text of a result for anywhere else. A sheet that comes later may bring a box of its own.

import { make } from "./elements.js";
import { subscribe } from "./store.js";

const FILENAME = "result.png";

const prepareAll = () => document.querySelectorAll("[data-share]").forEach(prepareBox);

function prepareBox(box) {
  const text = box.querySelector("textarea");
  const words = () => text?.value ?? box.dataset.text;
  text?.addEventListener("focus", () => text.select());
  if (navigator.share) prepareShare(box, words);
  prepareCopy(box, words);
  preparePicture(box);
}

/** The picture as a PNG: the browser draws the SVG, in the letters and emoji that it has. */
async function drawPng(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done));
}

/** The picture as a file, where this phone sends files. */
async function pictureFiles(address) {
  const files = [new File([await drawPng(address)], FILENAME, { type: "image/png" })];
  return navigator.canShare?.({ files }) ? { files } : {};
}

function prepareShare(box, words) {
  const share = box.querySelector("[data-share-now]");
  const { picture, title } = box.dataset;
  let drawn = null;

  /** Draw as soon as a finger comes near: a browser only opens its sheet soon after the tap. */
  const prepare = () => (drawn ??= pictureFiles(picture).catch(() => ({})));

  async function open(event) {
    event.preventDefault();
    const files = await prepare();
    try {
      await navigator.share({ title, text: words(), ...files });
    } catch (fault) {
      // Somebody thought better of it; or the tap was too long ago, and the next one finds all ready.
      if (fault.name !== "AbortError" && share.href) location.assign(share.href);
    }
  }

  share.hidden = false;
  for (const near of ["pointerdown", "focus"]) share.addEventListener(near, prepare);
  share.addEventListener("click", open);
}

function prepareCopy(box, words) {
  const copy = box.querySelector("[data-copy]");

  /** Copy without a clipboard, which browsers keep for HTTPS: by a field that is selected. */
  function copyByHand() {
    const field = make("textarea", { class: "hidden" }, words());
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    copy.focus();
    return done;
  }

  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const copied = navigator.clipboard?.writeText(words()) ?? Promise.reject();
    sayCopied(box, await copied.then(() => true, copyByHand));
  });
}

function sayCopied(box, done) {
  const says = box.querySelector("[data-copied]");
  says.textContent = done ? says.dataset.copied : "";
}

/** What a page with the picture offers: to save and to copy it. */
function preparePicture(box) {
  const save = box.querySelector("[data-save-picture]");
  const copy = box.querySelector("[data-copy-picture]");
  const { picture } = box.dataset;
  save?.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const href = URL.createObjectURL(await drawPng(picture));
      make("a", { href, download: FILENAME }).click();
    } catch {
      location.assign(save.href);
    }
  });
  if (!copy || !window.ClipboardItem) return;
  copy.hidden = false;
  copy.addEventListener("click", () => {
    // Safari lets a page write only what it names at the tap itself, before it is drawn.
    const item = new ClipboardItem({ "image/png": drawPng(picture) });
    const say = (done) => () => sayCopied(box, done);
    navigator.clipboard.write([item]).then(say(true), say(false));
  });
}

prepareAll();
subscribe(({ server }, before) => server !== before.server && prepareAll());
document.addEventListener("fresh", prepareAll);

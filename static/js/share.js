// Share and Copy: the share sheet of the phone, where the browser has one (by HTTPS only), and the
// text of a result for anywhere else. A sheet that comes later may bring a box of its own.

import { subscribe } from "./store.js";

const FILENAME = "result.png";
const ready = new WeakSet();

function prepareAll() {
  for (const box of document.querySelectorAll("[data-share]")) {
    if (!ready.has(box)) prepareBox(box);
    ready.add(box);
  }
}

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
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png");
  });
}

/** The picture as a file, where this phone sends files. */
async function pictureFiles(address) {
  const file = new File([await drawPng(address)], FILENAME, { type: "image/png" });
  return navigator.canShare?.({ files: [file] }) ? [file] : [];
}

function prepareShare(box, words) {
  const share = box.querySelector("[data-share-now]");
  const { picture, title } = box.dataset;
  let drawn = null;

  /** Draw as soon as a finger comes near: a browser only opens its sheet soon after the tap. */
  function prepare() {
    drawn ??= pictureFiles(picture).catch(() => []);
    return drawn;
  }

  async function open() {
    const files = await prepare();
    const sent = { title, text: words() };
    try {
      await navigator.share(files.length ? { ...sent, files } : sent);
    } catch (fault) {
      // Somebody thought better of it; or the tap was too long ago, and the next one finds all ready.
      if (fault.name !== "AbortError" && share.href) location.assign(share.href);
    }
  }

  share.hidden = false;
  for (const near of ["pointerdown", "focus"]) share.addEventListener(near, prepare);
  share.addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
}

function prepareCopy(box, words) {
  const copy = box.querySelector("[data-copy]");

  /** Copy without a clipboard, which browsers keep for HTTPS: by a field that is selected. */
  function copyByHand() {
    const field = document.createElement("textarea");
    field.value = words();
    field.className = "hidden";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    copy.focus();
    return done;
  }

  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(words()).then(
          () => true,
          () => copyByHand(),
        )
      : copyByHand();
    sayCopied(box, done);
  });
}

function sayCopied(box, done) {
  const says = box.querySelector("[data-copied]");
  says.textContent = "";
  if (done) says.textContent = says.dataset.copied;
}

/** What a page with the picture offers: to save and to copy it. */
function preparePicture(box) {
  const save = box.querySelector("[data-save-picture]");
  const copy = box.querySelector("[data-copy-picture]");
  const { picture } = box.dataset;
  save?.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await drawPng(picture));
      link.download = FILENAME;
      link.click();
    } catch {
      location.assign(save.href);
    }
  });
  if (!copy || !navigator.clipboard?.write || !window.ClipboardItem) return;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    // Safari lets a page write only what it names at the tap itself, before it is drawn.
    const item = new ClipboardItem({ "image/png": drawPng(picture) });
    const done = await navigator.clipboard.write([item]).then(
      () => true,
      () => false,
    );
    sayCopied(box, done);
  });
}

prepareAll();
subscribe(({ server }, before) => server !== before.server && prepareAll());
document.addEventListener("fresh", prepareAll);

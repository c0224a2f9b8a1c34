// Share and Copy: the share sheet of the phone, where the browser has one (by HTTPS only), and the
// text of a result for anywhere else.

import { make } from "./elements.js";

const FILENAME = "result.png";

const textOf = (box) => box.querySelector("textarea")?.value ?? box.dataset.text;

async function drawPng({ dataset: { picture } }) {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done));
}

/** Copy without a clipboard, which browsers keep for HTTPS: by a field that is selected. */
function copyByHand(button, box) {
  const field = make("textarea", { class: "hidden" }, textOf(box));
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  button.focus();
  return done;
}

const acts = {
  async shareNow({ href }, box) {
    const png = box.dataset.picture && (await drawPng(box).catch(() => null));
    const files = png && [new File([png], FILENAME, { type: "image/png" })];
    const more = files && navigator.canShare?.({ files }) ? { files } : {};
    const shared = navigator.share({ title: box.dataset.title, text: textOf(box), ...more });
    // Somebody thought better of it; or the tap was too long ago for a browser.
    shared.catch(({ name }) => name !== "AbortError" && href && location.assign(href));
  },

  async copy(button, box) {
    const copied = navigator.clipboard?.writeText(textOf(box)) ?? Promise.reject();
    const isDone = await copied.then(() => true, () => copyByHand(button, box));
    const says = box.querySelector("[data-copied]");
    says.textContent = isDone ? says.dataset.copied : "";
  },

  savePicture({ href }, box) {
    const save = (png) => make("a", { href: URL.createObjectURL(png), download: FILENAME }).click();
    drawPng(box).then(save, () => location.assign(href));
  },
};

document.addEventListener("click", (tap) => {
  const button = tap.target.closest("[data-share] :is(a, button)");
  const name = button && Object.keys(acts).find((key) => key in button.dataset);
  // Without a share sheet, Share leads to the page with all ways to share.
  if (!name || (name === "shareNow" && !navigator.share)) return;
  tap.preventDefault();
  acts[name](button, button.closest("[data-share]"));
});

function offer() {
  document.querySelector("button[data-share-now]")?.toggleAttribute("hidden", !navigator.share);
}

offer();
document.addEventListener("fresh", offer);

// The share sheet of the phone, where the browser has one: by HTTPS only.

const box = document.querySelector("[data-share]");
const text = box.querySelector("textarea");
const button = box.querySelector("[data-share-now]");

text.addEventListener("focus", () => text.select());

/** Make the box as high as its text: how often a long line is folded, only the screen knows. */
function fit() {
  text.style.blockSize = "auto";
  text.style.blockSize = `${text.scrollHeight + text.offsetHeight - text.clientHeight}px`;
}

fit();
addEventListener("resize", fit);

/** What is to be shared: the picture with the text, or the text alone where files are refused. */
async function shared() {
  const said = { title: box.dataset.title, text: text.value };
  if (!box.dataset.picture) return said;
  const answer = await fetch(box.dataset.picture);
  if (!answer.ok) return said;
  const picture = new File([await answer.blob()], "result.png", { type: "image/png" });
  return navigator.canShare?.({ files: [picture] }) ? { ...said, files: [picture] } : said;
}

if (navigator.share) {
  // Fetched beforehand: a browser only opens its sheet right after the tap.
  const ready = await shared();
  button.addEventListener("click", () => navigator.share(ready).catch(() => {}));
  button.hidden = false;
}

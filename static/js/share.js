// Share and Copy: the share sheet of the phone, where the browser has one (by HTTPS only), and the
// text of a result for anywhere else. A sheet that comes later may bring a box of its own.

const ready = new WeakSet();

function prepareAll() {
  for (const box of document.querySelectorAll("[data-share]")) {
    if (!ready.has(box)) prepareBox(box);
    ready.add(box);
  }
}

function prepareBox(box) {
  const text = box.querySelector("textarea");
  /** The text to be sent. */
  const words = () => text?.value ?? box.dataset.text;
  if (text) prepareText(text);
  if (navigator.share) prepareShare(box, words);
  prepareCopy(box, words);
}

function prepareText(text) {
  /** Make the box as high as its text: how often a long line is folded, only the screen knows. */
  function fit() {
    text.style.blockSize = "auto";
    text.style.blockSize = `${text.scrollHeight + text.offsetHeight - text.clientHeight}px`;
  }

  text.addEventListener("focus", () => text.select());
  fit();
  addEventListener("resize", fit);
}

/** The picture, where there is one and this phone sends files. */
async function fetchPicture(address) {
  const answer = await fetch(address);
  if (!answer.ok) return [];
  const picture = new File([await answer.blob()], "result.png", { type: "image/png" });
  return navigator.canShare?.({ files: [picture] }) ? [picture] : [];
}

function prepareShare(box, words) {
  const share = box.querySelector("[data-share-now]");
  const { picture, title } = box.dataset;
  let fetched = null;

  /** Fetched as soon as a finger comes near: a browser only opens its sheet soon after the tap. */
  function prepare() {
    fetched ??= picture ? fetchPicture(picture).catch(() => []) : Promise.resolve([]);
    return fetched;
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
    const says = box.querySelector("[data-copied]");
    says.textContent = "";
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(words()).then(
          () => true,
          () => copyByHand(),
        )
      : copyByHand();
    if (done) says.textContent = says.dataset.copied;
  });
}

prepareAll();
document.addEventListener("sheet", prepareAll);

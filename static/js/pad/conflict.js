// Another phone scored the deal on this pad otherwise: both are shown, and one of three answers
// is given. What was typed stays on the phone until then.

import { page, sendTo, tell } from "../page.js";
import { phrase } from "../words.js";
import { dropDraft, keepDraft, placeAfter } from "./saving.js";

// A second tap of a nervous finger must not hit what has only just appeared under it.
const A_MOMENT = 700;

/** Ask over the pad; `html` is the question, as the page for phones without scripts has it. */
export async function ask(pad, html) {
  const dialog = document.createElement("dialog");
  dialog.className = "conflict-dialog";
  let since = 0;
  const show = async (question) => {
    await fill(dialog, question);
    if (!pad.dialog.open) return dialog.remove();
    if (!dialog.open) dialog.showModal();
    since = performance.now();
    dialog.scrollTop = 0;
    return dialog.querySelector("#conflict").focus();
  };
  dialog.addEventListener("close", () => dialog.remove());
  pad.dialog.addEventListener("close", () => dialog.remove(), { once: true });
  dialog.addEventListener("submit", (sent) => {
    sent.preventDefault();
    if (performance.now() > since + A_MOMENT) answer(pad, dialog, sent, show);
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target.closest("[data-change]")) dialog.close();
  });
  document.body.append(dialog);
  await show(html);
}

/** Put the question in, with its styles before it is seen. */
async function fill(dialog, html) {
  dialog.innerHTML = html;
  const link = dialog.querySelector("link");
  await new Promise((done) => (link.onload = link.onerror = done));
  dialog.setAttribute("aria-labelledby", "conflict");
  dialog.querySelector("[data-change]").hidden = false;
}

async function answer(pad, dialog, { target: form, submitter }, askAgain) {
  if (pad.saving) return;
  pad.saving = true;
  const body = { ...Object.fromEntries(new FormData(form)), answer: submitter.value };
  const { status, error, after, notice } = await sendTo("deals/conflict", body);
  pad.saving = false;
  if (error?.html) askAgain(error.html);
  else if (status === 409) standsNoMore(pad, dialog, error);
  else if (status !== 200) {
    const text = error?.message ?? phrase(status ? "no_answer" : "no_signal_here");
    dialog.querySelector("[data-says]").textContent = text;
  } else if (after) another(pad, dialog, after);
  else {
    pad.forget();
    pad.dialog.close();
    tell(notice);
  }
}

/** Their deal was taken back since: what was typed can be saved. */
function standsNoMore(pad, dialog, { message }) {
  dialog.close();
  pad.seen = page.data.version;
  pad.complain({ text: message });
  pad.keep();
}

/** What was typed is the deal after theirs, and the pad says which one that is. */
function another(pad, dialog, after) {
  const { game, next } = page.data;
  const place = placeAfter(page.data, after);
  const { seen, typed } = pad;
  dialog.close();
  dropDraft(game, pad.place.key);
  // While others have scored more deals, nobody knows yet whether it is one of those.
  const asked = next?.after !== after;
  keepDraft(game, place.key, { typed, seen, asked, touched: true, noted: next?.noted });
  pad.open(place);
}

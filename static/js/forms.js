// Plain forms: without signal a page stays as it is, with what was typed, and says that nothing was saved.
// A second tap on a button does not reach the page that answers, and a button says that what it began
// runs, and begins it once.

const SENT = "scorer:form-sent";
const SECOND_TAP_MS = 500;
// The machine that it runs on needs no signal.
const IS_LOCAL = /^(localhost$|127\.|\[::1])/.test(location.hostname);

if (sessionStorage.getItem(SENT)) {
  sessionStorage.removeItem(SENT);
  const { style } = document.documentElement;
  style.pointerEvents = "none";
  const open = () => (style.pointerEvents = "");
  // From when the page is seen.
  requestAnimationFrame(() => setTimeout(open, SECOND_TAP_MS));
}

// Behind whatever sends a form by script.
addEventListener("submit", (event) => {
  const { defaultPrevented, submitter, target } = event;
  if (defaultPrevented || target.method !== "post") return;
  const unsaved = document.querySelector("[data-unsaved]");
  if (unsaved && navigator.onLine === false && !IS_LOCAL) {
    unsaved.hidden = false;
    return event.preventDefault();
  }
  sessionStorage.setItem(SENT, "1");
  if (!submitter?.dataset.sending) return;
  submitter.textContent = submitter.dataset.sending;
  // Once it was sent, with its name and value.
  setTimeout(() => (submitter.disabled = true));
});

document.querySelector("[data-back]")?.addEventListener("click", () => history.back());

// Back shows the page as it was left.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && document.querySelector("[data-sending]:disabled")) location.reload();
});

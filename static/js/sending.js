// A button says that what it began runs, and begins it once.

document.addEventListener("submit", ({ submitter }) => {
  if (!submitter?.dataset.sending) return;
  submitter.textContent = submitter.dataset.sending;
  // Once it was sent, with its name and value.
  setTimeout(() => (submitter.disabled = true));
});

// Back shows the page as it was left.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// What a tap on a link or a button does, and what a form does that is sent: each by its data
// attribute. Modules add what they do.

/** `act(element)`, by data attribute; where it gives nothing, the browser goes on. */
export const taps = {};
/** `act(form, submitter)`; likewise. */
export const forms = {};

function act(acts, element, ...more) {
  const name = element && Object.keys(acts).find((key) => key in element.dataset);
  return name && acts[name](element, ...more);
}

document.addEventListener("click", (tap) => {
  if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
  const tapped = tap.target.closest("a, button");
  // What was chosen in the sheet from below closes it.
  tapped?.closest("[popover]")?.hidePopover();
  if (act(taps, tapped)) tap.preventDefault();
});

document.addEventListener("submit", (event) => {
  if (act(forms, event.target, event.submitter)) event.preventDefault();
});

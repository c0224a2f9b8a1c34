// What the server asks instead of writing what a button of the sheet said.

// A second tap of a nervous finger must not hit what has only just appeared under it.
const A_MOMENT = 700;

/** Put the question in the place of the sentence that begins the notice. */
export function ask(html) {
  const notice = document.querySelector("[data-notice]");
  notice.firstElementChild.outerHTML = html;
  for (const button of notice.querySelectorAll("button")) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), A_MOMENT);
  }
}

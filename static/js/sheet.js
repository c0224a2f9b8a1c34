// What the small forms on the sheet write into the book: [kind, content].

import { page } from "./page.js";

const inPlay = (facts) => ({ after: page.data.next.after, facts });

/** What is asked while the deal is still being played is answered by the button of a name. */
export const note = (form, { name, value }) => ["answers", inPlay({ [name]: Number(value) })];

/** What was noted is taken back. */
export const takeBack = ({ dataset }) => ["withdraw", { entry: dataset.takeBack }];

/** Counters that were lent are given back. */
export const giveBack = ({ dataset }) => {
  const [counters, seat, lender] = ["giveBack", "seat", "lender"].map((key) => Number(dataset[key]));
  return ["lend", { after: page.data.next.after, seat, lender, counters }];
};

/** Of what two have told otherwise, one counts; or both were played. */
export const decide = (form, { name, value }) => {
  const apart = name === "apart" ? { apart: true } : {};
  return ["decide", { entry: value, ...apart }];
};

/** A whole deal in one tap, of which nothing else is asked. */
export const alone = ({ dataset }) => ["deal", inPlay({ [dataset.alone]: true })];

const voidDeal = () => ["deal", inPlay({ void: true })];

export { voidDeal as void };

// A second tap of a nervous finger must not hit what has only just appeared under it, nor do the
// same thing twice. So a button rests when it is pressed, and when the sheet brings it.
const A_MOMENT = 700;
const A_FINGER = 24;
const FORMS =
  "form:is([data-note], [data-take-back], [data-give-back], [data-alone], [data-decide], [data-void])";
const forms = () => [...document.querySelectorAll(FORMS)];
const keyOf = ({ dataset }) => JSON.stringify(dataset);

let known = new Set(forms().map(keyOf));
let pressed = null;

function rest(form) {
  for (const button of form.querySelectorAll("button")) {
    button.ariaDisabled = "true";
    setTimeout(() => button.removeAttribute("aria-disabled"), A_MOMENT);
  }
}

// Heard before the page writes what the form says.
document.addEventListener(
  "submit",
  (sent) => {
    if (!sent.target.matches(FORMS)) return;
    if (sent.target.querySelector('[aria-disabled="true"]')) {
      sent.preventDefault();
      sent.stopPropagation();
      return;
    }
    pressed = keyOf(sent.target);
    rest(sent.target);
  },
  true,
);

// Where a button of a list was, the sheet that comes may have a row.
let spot = NaN;
let came = 0;

document.addEventListener(
  "click",
  (tap) => {
    if (tap.target.closest(FORMS)) spot = tap.clientY;
    else if (tap.timeStamp - came < A_MOMENT && Math.abs(tap.clientY - spot) < A_FINGER) {
      tap.preventDefault();
      tap.stopPropagation();
    }
  },
  true,
);

/** The names that a question has opened go when something else is tapped, or on Escape. */
function closeAsked(tapped) {
  for (const asked of document.querySelectorAll("[data-asked][open]")) {
    if (asked.contains(tapped)) continue;
    if (!tapped && asked.contains(document.activeElement)) asked.querySelector("summary").focus();
    asked.open = false;
  }
}

document.addEventListener("pointerdown", ({ target }) => closeAsked(target));
document.addEventListener("keydown", ({ key }) => key === "Escape" && closeAsked());

// What else comes to the page brings no button, such as the line that says how old the sheet is.
document.addEventListener("sheet", () => {
  const shown = forms();
  if (pressed) came = performance.now();
  for (const form of shown) if (!known.has(keyOf(form)) || keyOf(form) === pressed) rest(form);
  known = new Set(shown.map(keyOf));
  pressed = null;
});

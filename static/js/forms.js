// What the small forms on the sheet write into the book, and that no button is hit twice.

import { state, subscribe } from "./store.js";

const inPlay = (facts) => ({ after: state.data.next.after, facts });

/** [kind, content] of each form, by the name of its data attribute. */
export const actions = {
  /** An answer to what is asked while the deal is played, by the button of a name. */
  note: (form, { name, value }) => ["answers", inPlay({ [name]: Number(value) })],

  takeBack: ({ dataset }) => ["withdraw", { entry: dataset.takeBack }],

  /** Counters that were lent are given back. */
  giveBack({ dataset }) {
    const [counters, seat, lender] = ["giveBack", "seat", "lender"].map((key) => Number(dataset[key]));
    return ["lend", { after: state.data.next.after, seat, lender, counters }];
  },

  /** Of two versions one counts; or both were played. */
  decide(form, { name, value }) {
    const apart = name === "apart" ? { apart: true } : {};
    return ["decide", { entry: value, ...apart }];
  },

  /** A whole deal in one tap, of which nothing else is asked. */
  alone: ({ dataset }) => ["deal", inPlay({ [dataset.alone]: true })],

  void: () => ["deal", inPlay({ void: true })],
};

// A second tap of a nervous finger must not hit what has only just appeared under it, nor do the
// same thing twice. So a button rests when it is pressed, and when the sheet brings it.
const REST = 700;
const FINGER = 24;
const FORMS =
  "form:is([data-note], [data-take-back], [data-give-back], [data-alone], [data-decide], [data-void])";
const forms = () => [...document.querySelectorAll(FORMS)];
const keyOf = ({ dataset }) => JSON.stringify(dataset);

let known = new Set(forms().map(keyOf));
let pressed = null;

function rest(form) {
  for (const button of form.querySelectorAll("button")) {
    button.ariaDisabled = "true";
    setTimeout(() => button.removeAttribute("aria-disabled"), REST);
  }
}

// Heard before the page writes what the form says.
document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches(FORMS)) return;
    if (event.target.querySelector('[aria-disabled="true"]')) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    pressed = keyOf(event.target);
    rest(event.target);
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
    else if (tap.timeStamp - came < REST && Math.abs(tap.clientY - spot) < FINGER) {
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

function compareForms() {
  const shown = forms();
  if (pressed) came = performance.now();
  for (const form of shown) if (!known.has(keyOf(form)) || keyOf(form) === pressed) rest(form);
  known = new Set(shown.map(keyOf));
  pressed = null;
}

subscribe(({ data }, before) => data !== before.data && compareForms());

// What the small forms and buttons of the sheet write into the book; no button is hit twice.

import { fetchMotion, outbox } from "./game.js";
import { showNotice } from "./sheet.js";
import { mayScore, state, subscribe } from "./store.js";
import { phrase } from "./words.js";

/** Write an entry: it waits where that can be, else it needs the server. */
export async function write(kind, content, seen) {
  fetchMotion();
  const saver = mayScore() ? await outbox().catch(() => null) : null;
  if (saver?.canWait(kind, content)) {
    const answered = saver.save(kind, content, { seen });
    showNotice();
    const answer = await answered;
    if (answer.status && !document.querySelector("dialog[open]")) showAnswer(answer);
    return;
  }
  const direct = await import("./outbox/direct.js").catch(() => null);
  if (!direct) return showNotice(phrase("no_signal_here"), true);
  showAnswer(await direct.writeNow(kind, content, seen));
}

function showAnswer({ error, notice, status }) {
  const text = status === 200 ? notice : (error?.message ?? phrase("no_signal_here"));
  showNotice(text, status !== 200);
  if (error?.html) askFirst(error.html);
}

/** Ask what the server wants to know first; an Undo beside it would be about something else. */
function askFirst(html) {
  const notice = document.querySelector("[data-notice]");
  notice.innerHTML = html;
  notice.classList.remove("notice-wrong");
  for (const button of notice.querySelectorAll("button")) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), REST);
  }
}

/** The next game; by its form, where what does so without signal cannot be had. */
function beginNext(form) {
  const begin = ({ save }) => {
    save("start", { follows: state.data.game });
    scrollTo(0, 0);
  };
  outbox().then(begin, () => form.submit());
  return true;
}

const inPlay = (facts) => ({ after: state.data.next.after, facts });
const withdraw = ({ elements: { entry } }) => ["withdraw", { entry: entry.value }];

// [kind, content, seen] of each form, by the name of its data attribute; true where something else was
// done. Undo and redo both withdraw an entry.
const actions = {
  again: beginNext,
  undo: withdraw,
  redo: withdraw,
  anyway: ({ elements: { entry, seen } }) => ["withdraw", { entry: entry.value }, +seen.value],

  note: (form, { name, value }) => ["answers", inPlay({ [name]: Number(value) })],

  takeBack: ({ dataset }) => ["withdraw", { entry: dataset.takeBack }],

  giveBack({ dataset }) {
    const [seat, lender] = [dataset.seat, dataset.lender].map(Number);
    const counters = Number(dataset.giveBack);
    return ["lend", { after: state.data.next.after, seat, lender, counters }];
  },

  /** Of two versions one counts; or both were played. */
  decide(form, { name, value }) {
    const apart = name === "apart" ? { apart: true } : {};
    return ["decide", { entry: value, ...apart }];
  },

  alone: ({ dataset }) => ["deal", inPlay({ [dataset.alone]: true })],

  void: () => ["deal", inPlay({ void: true })],
};

export const addActions = (more) => Object.assign(actions, more);

document.addEventListener("submit", (event) => {
  const name = Object.keys(event.target.dataset).find((one) => actions[one]);
  const entry = name && actions[name](event.target, event.submitter);
  if (!entry) return;
  event.preventDefault();
  if (entry !== true) write(...entry);
});

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

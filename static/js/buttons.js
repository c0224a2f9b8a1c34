// What the buttons and small forms of the sheet write.

import { forms, taps } from "./actions.js";
import { waiting } from "./outbox/queue.js";
import { repaint, showNotice } from "./sheet.js";
import { isCut, isEqual, state } from "./store.js";
import { phrase } from "./words.js";
import { choose, coverTap, undoStart, writeAndShow } from "./write.js";

const writesDeal = (facts) => ["deal", { after: state.data.next.after, facts }];
const withdraws = ({ elements: { entry } }) => ["withdraw", { entry: entry.value }];

// What each form writes: [kind, content, how]. Undo and redo both withdraw an entry.
const written = {
  again: () => ["start", { follows: state.data.game }],
  undo: withdraws,
  redo: withdraws,
  takeBack: withdraws,

  note(form, { value }) {
    form.closest("details").open = false;
    return ["answers", { set: [[form.dataset.note, -1, JSON.parse(value)]] }];
  },
  unnote: ({ dataset }) => ["answers", { clear: [[dataset.unnote, -1]] }, { says: phrase("undone") }],
  finish: ({ dataset }) => ["answers", { finish: dataset.finish }],
  answer: (form, { value }) => ["answers", JSON.parse(value)],

  counters(form, { value }) {
    if (!value) return null;
    const { counters, lender, seat } = form.elements;
    form.closest("dialog").close();
    const content = { seat: Number(seat.value), counters: Number(counters.value) };
    return lender.value ? ["lend", { ...content, lender: Number(lender.value) }] : ["buy", content];
  },

  penalty(form, { value }) {
    if (!value) return null;
    const { points, side, way, why } = form.elements;
    form.closest("dialog").close();
    const content = { side: Number(side.value), points: way.value * points.value };
    return ["adjust", { ...content, why: why.value.trim() }];
  },

  /** A loan that is given back. */
  entry: ({ dataset }) => JSON.parse(dataset.entry),
  alone: ({ dataset }) => writesDeal({ [dataset.alone]: true }),
  void: () => writesDeal({ void: true }),
};

for (const [name, act] of Object.entries(written)) {
  forms[name] = (form, submitter) => {
    const [kind, content, how] = act(form, submitter) ?? [];
    if (!kind) return false;
    coverTap();
    // Its button may stand there still.
    const last = waiting().findLast((item) => item.kind === kind);
    if (kind === "withdraw" && isEqual(last?.content, content)) return true;
    if (kind === "withdraw" && isStart(content.entry)) undoStart();
    else writeAndShow(kind, content, how);
    if (kind === "start") scrollTo(0, 0);
    return true;
  };
}

const isStart = (entry) => state.data.undo?.kind === "start" && state.data.undo.entry === entry;

forms.choice = choose;
forms.undoStart = (form, { value }) => {
  coverTap();
  if (value === "keep") repaint(false);
  else undoStart(value === "sure");
  return true;
};

/** Open a dialog, its form blank but for these values. */
export function openBlank(dialog, values = {}) {
  const form = document.querySelector(`${dialog} form`);
  form.reset();
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  form.oninput = () => sayFaults(form);
  sayFaults(form);
  form.closest("dialog").showModal();
  return true;
}

/** Nobody lends more than they have. */
function limitLoan({ counters, lender }) {
  const { next, sides } = state.data;
  counters.max = lender.value ? next.totals[sides[lender.value]] : counters.dataset.most;
}

/** Say of each field in our own words why it cannot be saved; of some, that another has that value. */
function sayFaults({ elements }) {
  if (elements.lender) limitLoan(elements);
  for (const field of elements) {
    const { fault = "", unlike } = field.dataset;
    field.setCustomValidity("");
    const isWrong = unlike ? field.value === elements[unlike].value : !field.validity.valid;
    if (isWrong) field.setCustomValidity(fault);
  }
}

Object.assign(taps, {
  choice: choose,
  getCounters: ({ dataset: { getCounters: seat } }) => openBlank("[data-counters-dialog]", { seat }),
  addPenalty: () => openBlank("[data-penalty-dialog]"),

  /** Without signal the game stops at once: its page cannot be had. */
  end() {
    if (!isCut() || !state.data.played) return false;
    writeAndShow("end", {});
    return true;
  },
});

// Where no worker answers, a page that cannot be had would take the place of the sheet.
document.addEventListener("click", (tap) => {
  const link = tap.target.closest("a[href]");
  if (!link || tap.defaultPrevented || link.pathname === location.pathname) return;
  if (!isCut() || navigator.serviceWorker?.controller) return;
  tap.preventDefault();
  showNotice(phrase("no_signal_here"), true);
});

// The names that a question has opened close where something else is tapped.
document.addEventListener("click", ({ target }) => {
  for (const asked of document.querySelectorAll("[data-asked][open]")) asked.open = asked.contains(target);
});

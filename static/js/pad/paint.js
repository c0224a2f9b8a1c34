// Paints the pad: its rows, keys, button and sentence, all of them from what was typed and what that costs.

import { hide, mark, put } from "../elements.js";
import { state } from "../store.js";
import { phrase, words } from "../words.js";
import { padMessage } from "./messages.js";
import { preview } from "./preview.js";

// More rows leave no room for a title on a small phone.
const FEW_ROWS = 6;

/** Paint all of the pad, and what is typed in large letters where that is there. */
export function paint(pad, large) {
  const { asks, dialog, find, typed } = pad;
  paintRows(pad);
  pad.paintChips(typed, asks.asked(typed));
  pad.step = stepOf(pad);
  paintKeys(pad);
  mark(dialog, "data-voided", typed.voided && "");
  mark(find("void-deal"), "aria-pressed", typed.voided);
  paintNews(pad);
  paintButton(pad);
  paintSentence(pad);
  large?.show(pad);
  // What was written above and below the rows may have moved them; last, as it lays out the page.
  const inView = [typed.active?.key, typed.active?.at, dialog.dataset.keyed].join();
  if (pad.inView !== inView && pad.activeRow) pad.rowsMade.show(pad.activeRow.id);
  pad.inView = inView;
}

function paintRows(pad) {
  const { asks, dialog, place, rowsMade, typed } = pad;
  // Where penalties are corrected everybody has a row, which shows all totals.
  const withAll = Boolean(place.correcting) && state.data.unit === "penalties";
  const rows = (pad.rows = asks.rows(typed, { withAll }));
  const drawn = rows.map(({ id, cells }) => [id, ...cells.map(({ key }) => key)]).join(";");
  if (pad.drawn !== drawn) {
    rowsMade.order(rows);
    mark(dialog, "data-many", rows.length > FEW_ROWS && "");
  }
  pad.drawn = drawn;
  pad.shown = preview(pad);
  for (const row of rows) rowsMade.paint(row, pad.shown.rows.get(row.id), typed);
}

/** What is next: the ask whose `keys` are shown, whether the button is the last one, and its `note`. */
function stepOf(pad) {
  const { ask, asks, keys, needsFirst, place, rows, typed, value } = pad;
  const note = labelOfNotes(pad);
  // With digits the last number is still being typed; one that is a tap is there or is missing.
  const isTapped = rows[1] && ask && keys.isOneTap(ask, value);
  const isMissing = isTapped && asks.isNeeded(typed.active) && asks.isBlank(typed, typed.active);
  // Before the play a part may be all that is known.
  const isWhole = asks.isInPlay ? pad.touched || asks.isAllIn(typed) : !asks.nextBlank(typed);
  const isLast = needsFirst || note !== "" || (isWhole && !isMissing);
  // Where nothing is chosen, a new deal only waits to be played or saved.
  const isDone = (isLast || asks.isBeforePlay(typed)) && !typed.active && !place.correcting;
  const keyed = needsFirst || isDone ? [] : asks.asked(typed).filter(asks.isKeyed);
  const first = keyed.find((other) => !asks.isCalled(other)) ?? null;
  return { isLast, keys: keyed.length ? (ask ?? first) : null, note };
}

/** The label of the button while there is something to note, and all is that goes with it. */
function labelOfNotes({ asks, newNotes, typed }) {
  if (!newNotes || asks.open(typed).some(({ when }) => when === "during")) return "";
  const { set } = newNotes;
  // A bid names the button, not the call that opens it.
  const opened = set.filter(({ key }) => asks.find(key).open_with);
  const labels = [...opened, ...set].map(({ key }) => words.asks[key].note);
  return labels.find(Boolean) ?? phrase("save");
}

function paintKeys(pad) {
  const { dialog, keys, step, value } = pad;
  keys.paint(step.keys, value, pad);
  const isOneTap = step.keys && keys.isOneTap(step.keys, value);
  mark(dialog, "data-keyed", !step.keys ? "none" : isOneTap ? "taps" : "typed");
  // What takes several taps can be taken back.
  mark(dialog, "data-by-cards", Boolean(step.keys?.cards) && "");
}

/** The button is Next, and at last Save, which says what it will do. */
function paintButton(pad) {
  const { asks, go, needsFirst, shown, step: { isLast, note } } = pad;
  const isDoubt = isLast && Boolean(shown.doubt);
  const names = isLast && asks.same?.label(pad);
  const save = asks.isInPlay ? "done" : isDoubt ? "save_anyway" : "save";
  go.toggleAttribute("data-save", isLast);
  go.toggleAttribute("data-next", !isLast);
  mark(go, "data-names", Boolean(names) && "");
  mark(go, "data-doubt", isDoubt && "");
  mark(go, "data-notes", note !== "" && "");
  put(go, note || names || phrase(isLast ? save : "next"));
  const isOpen = pad.isUnchanged || (needsFirst && !asks.isInPlay);
  mark(go, "aria-disabled", isLast && isOpen && "true");
}

function paintSentence(pad) {
  const { find } = pad;
  const { doubt, label, text, wrong } = (pad.sentence = pad.message ?? padMessage(pad));
  put(find("says"), text);
  mark(find("says"), "data-doubt", Boolean(doubt) && "");
  mark(find("says"), "data-wrong", Boolean(wrong) && "");
  put(find("use"), label);
  hide(find("use"), !label);
}

function paintNews({ find, shown: { gain, news } }) {
  for (const name of ["name", "points", "totals", "working"]) {
    put(find(`gain-${name}`), gain ? gain[name] : "");
  }
  hide(find("gain"), !gain);
  put(find("news"), news);
}

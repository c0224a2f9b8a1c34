// The answer being typed in large letters, where the rows leave room for it, the motion of the pad, and
// what is read aloud once somebody stops typing. Fetched once the pad is open. The rows have all of the
// large letters too, so screen readers skip them.

import { fetchStyle } from "../sheet.js";
import { isStill, make, mark, put } from "../elements.js";
import { state } from "../store.js";
import { RED_NINE, cardName } from "../words.js";
import { isAskedInRows, questionOf } from "./preview.js";
import { titleOf } from "./view.js";

const LONG_NAME = 18;
const LONG_CHIP = 16;
const LONG_WORKING = 40;
// A card that is a word has no room on a small face.
const LONG_CARD = 3;
const SHAKE_MS = 300;
const SHAKE = [0, -6, 6, -4, 4, 0].map((pixels) => `translateX(${pixels}px)`);

const whole = document.querySelector(".large");
const [name, sum, working] = whole.children;
const [cards, figure] = sum.children;
whole.addEventListener("click", ({ target }) => {
  const at = [...cards.children].indexOf(target);
  if (at >= 0) whole.closest("dialog").querySelectorAll("[data-held]")[at]?.click();
});

// Where the sheet stays in view beside the pad, its totals say more.
const running = matchMedia("(min-width: 40rem)").matches && import("./running.js");
// The module itself waits for nothing: WebKit gives what is imported twice before it is ready.
let fetched = null;
const ready = Promise.all([running, fetchStyle("large.css")]).then((all) => (fetched = all), () => {});
let before = {};
let said = {};

function look(pad) {
  const { activeRow, asks, rows, shown, typed } = pad;
  // Who made it is asked of all at once.
  const active = asks.same?.prompt(pad) ? null : typed.active;
  // Where nothing is typed, the row of whom the first question names.
  const named = typed.voided ? null : (typed.answers[asks.first?.key] ?? null);
  const row = active ? activeRow : rows.find(({ seat }) => named !== null && seat === named);
  const texts = shown.rows.get(row?.id) ?? {};
  const ask = active && pad.ask;
  // Large letters are read across the table.
  const isSecret = active && asks.isSecret(typed, active);
  const value = active && !isSecret ? pad.value : null;
  const drawn = value?.cards?.filter((card) => cardName(card).length <= LONG_CARD) ?? [];
  const nines = value?.cards ? 0 : (ask && asks.widget(ask).nines?.(value ?? {})) || 0;
  const text = active ? asks.text(typed, active, null) : "";
  // A row of several answers shows its score elsewhere.
  const isOne = row && !row.ask && !asks.hasColumns && !isSecret;
  // Of a number of cards that is typed in digits the cost stands in its row.
  const count = ask?.counted === "cards" && texts.cost ? value?.digits : "";
  const score = count || (isOne && texts.cost) || (drawn.length ? "" : text);
  const title = ask && !isOne ? titleOf(ask) : "";
  const parts = [texts.working, score || texts.working ? texts.totals : ""];
  const names = [...new Set([pad.nameOf(row), title])].filter(Boolean).join(" · ");
  return {
    asks,
    row: row?.id,
    name: isAskedInRows(pad) ? questionOf(asks.first) : names,
    cards: value?.cards ? drawn : Array(nines).fill(RED_NINE),
    figure: score || (active && !isSecret && !drawn.length ? "–" : ""),
    blank: !score,
    working: parts.filter(Boolean).join(" · "),
  };
}

function draw(card) {
  const marks = { class: "large-card", "data-red": card === RED_NINE && "" };
  return make("span", marks, cardName(card.replace("r", "")));
}

/** Read aloud the sentence of the pad where it is another one: at once, where something is wrong. */
function say({ asks, find, sentence: { text, wrong } }) {
  mark(find("says"), "role", Boolean(wrong) && "alert");
  if (!wrong && (said.asks !== asks || said.text !== text)) put(find("heard"), text);
  said = { asks, text };
}

export function show(pad) {
  say(pad);
  // Where its styles cannot be had nothing is shown.
  if (!fetched) return ready.then(() => fetched && show(pad));
  const [running] = fetched;
  if (running) running.show(pad);
  // The only hand that is asked is itself large.
  const place = pad.find(pad.dialog.dataset.answers === "seat" ? "row" : "large");
  if (whole.parentElement !== place) place.append(whole);
  const now = look(pad);
  const was = before;
  before = now;
  put(name, now.name);
  put(figure, now.figure);
  put(working, now.working);
  // The question is seen once.
  const [, way] = isAskedInRows(pad) && whole.clientHeight ? pad.sentence.text.split(now.name) : [];
  if (way) pad.find("says").replaceChildren(make("span", { class: "hidden" }, now.name), way);
  mark(name, "data-long", now.name.length > LONG_NAME && "");
  mark(working, "data-long", now.working.length > LONG_WORKING && "");
  mark(figure, "data-blank", now.blank && "");
  for (const chip of pad.dialog.querySelectorAll(".pad-chips > select")) {
    mark(chip, "data-long", chip.selectedOptions[0]?.text.length > LONG_CHIP && "");
  }
  if (String(was.cards) !== String(now.cards)) cards.replaceChildren(...now.cards.map(draw));
  const isSameRow = was.asks === now.asks && was.row === now.row;
  if (isSameRow && redNines(now) > redNines(was)) mark(cards.lastElementChild, "data-turned", "");
}

const redNines = ({ cards: shown }) => shown.filter((card) => card === RED_NINE).length;

/** Shake the row that was refused, or the sentence where it has none. */
export function refuse(pad) {
  const { id } = pad.activeRow ?? {};
  const row = id && pad.dialog.querySelector(`[data-row="${id}"]`)?.closest("li");
  if (!isStill()) (row ?? pad.find("says")).animate({ transform: SHAKE }, SHAKE_MS);
}

/** Read aloud what the row that was typed comes to. */
export function readAloud(pad) {
  const row = pad.rows.find(({ id }) => id === pad.counted) ?? pad.activeRow;
  const { cost, totals, working } = pad.shown.rows.get(row?.id) ?? {};
  const isPaid = state.data.unit === "counters";
  const parts = isPaid ? [working, `${cost}, ${totals}`] : [working || cost];
  put(pad.find("heard"), cost && [pad.nameOf(row), ...parts].filter(Boolean).join(": "));
  pad.counted = null;
}

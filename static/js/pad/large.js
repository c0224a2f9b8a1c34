// What is being typed, in large letters, where the rows leave room for it; and what shakes. Fetched
// once the pad is open. All of it is said by the rows too, so it is only looked at.

import { isStill } from "../motion/count.js";
import { fetchStyle } from "../sheet.js";
import { isSame } from "./asks.js";
import { make, mark, put } from "../elements.js";
import { cardName } from "../words.js";
import { titleOf } from "./view.js";

const LONG_NAME = 18;
const LONG_WORKING = 40;
// A card that is a word has no room on a small face.
const LONG_CARD = 3;
const RED_NINE = "9r";
const A_SHAKE = 300;

/** Fetch how it looks; before that, and where that cannot be had, nothing is to be shown. */
export const dress = () => fetchStyle("large.css");

const name = make("p", { class: "large-name" });
const cards = make("span", { class: "large-cards" });
const figure = make("b", { class: "large-figure" });
const working = make("p", { class: "large-working" });
const sum = make("div", { class: "large-sum" }, cards, figure);
const whole = make("div", { class: "large", "aria-hidden": "true" }, name, sum, working);
// A card is taken back by a tap, as on the keys.
whole.addEventListener("click", ({ target }) => {
  const at = [...cards.children].indexOf(target);
  if (at >= 0) whole.closest("dialog").querySelectorAll("[data-held]")[at]?.click();
});

/** The row that is shown: where something is typed, else of whom the first question names. */
function rowShown({ activeRow, asks, rows, typed }) {
  if (typed.active) return activeRow;
  const named = asks.first && typed.answers[asks.first.key];
  return rows.find(({ seat }) => seat !== null && seat === named);
}

/** What stands there: who, the cards, the number, and how it came about. */
function look(pad) {
  const { ask, asks, page, peeked, shown, typed } = pad;
  const { active } = typed;
  const row = rowShown(pad);
  const texts = shown.rows.get(row?.id) ?? {};
  const isHidden = active && asks.isCovered(typed, active) && !isSame(peeked, active);
  const value = active && !isHidden ? pad.value : null;
  const drawn = value?.cards?.filter((card) => cardName(card).length <= LONG_CARD) ?? [];
  const nines = value?.cards ? 0 : (ask && asks.widget(ask).nines?.(value ?? {})) || 0;
  const text = active ? asks.text(typed, active, peeked) : "";
  // A row of several answers tells its score elsewhere.
  const isOne = row && !row.ask && !asks.hasColumns;
  const score = (isOne && texts.cost) || (drawn.length ? "" : text);
  const title = ask && !isOne ? titleOf(ask, page) : "";
  const who = row ? pad.nameOf(row) : "";
  const parts = [texts.working, score || texts.working ? texts.totals : ""];
  return {
    name: [...new Set([who, title])].filter(Boolean).join(" · "),
    cards: value?.cards ? drawn : Array(nines).fill(RED_NINE),
    figure: score || (active && !drawn.length ? "–" : ""),
    blank: !score,
    working: parts.filter(Boolean).join(" · "),
  };
}

// The cards that are drawn.
let drawn = "";

function draw(list) {
  drawn = String(list);
  const faces = list.map((card) => {
    const face = make("span", { class: "large-card" }, cardName(card.replace("r", "")));
    mark(face, "data-red", card === RED_NINE && "");
    return face;
  });
  cards.replaceChildren(...faces);
}

export function show(pad) {
  // The only hand that is asked is itself large.
  const place = pad.find(pad.dialog.dataset.ofSeats === "one" ? "row" : "large");
  if (whole.parentElement !== place) place.append(whole);
  const now = look(pad);
  const sayings = [name, figure, working];
  const texts = [now.name, now.figure, now.working];
  for (const [at, element] of sayings.entries()) put(element, texts[at]);
  mark(name, "data-long", now.name.length > LONG_NAME && "");
  mark(name, "data-alone", !now.working && "");
  mark(working, "data-long", now.working.length > LONG_WORKING && "");
  mark(figure, "data-blank", now.blank && "");
  if (drawn !== String(now.cards)) draw(now.cards);
}

const STEPS = [0, -6, 6, -4, 4, 0].map((pixels) => `translateX(${pixels}px)`);

/** What was refused shakes: its row, or the sentence where it has none. */
export function refuse(pad) {
  if (isStill()) return;
  const { id } = pad.activeRow ?? {};
  const row = id && pad.dialog.querySelector(`[data-row="${id}"]`)?.closest("li");
  (row ?? pad.find("says")).animate({ transform: STEPS }, A_SHAKE);
}

// What everybody held, or bid and took, all at once: with points, and why.

import { isBefore, isSecret, ownOf } from "./asked.js";
import { shownSheet } from "./sheet.js";
import { state, subscribe } from "./store.js";
import { showDialog } from "./dialog.js";
import { make, put } from "./elements.js";
import { cardsOf } from "./why.js";
import { nameOfSide, phrase, plain, reason, signed, words, working } from "./words.js";

const LONG_NAME = 18;

/** A score as the sheet has it: counters are won and lost. */
const written = (number) => (state.data.unit === "counters" ? signed : plain)(number);

/** Whether a bid was made or missed, where the words of a reason say so. */
const resultOf = (lines) => lines.map(({ key }) => words.reasons[key].result).find(Boolean);

/** Why, as short as can be: as a sum where it is one. */
function whyOf(lines, names) {
  const sums = lines.map((line) => working(words, line)).filter(Boolean);
  if (state.data.unit === "penalties" && sums.length > 1) return sums.join(", ");
  return lines.map((line) => reason(words, line, names)).join(" · ");
}

/** A seat: who, what was held, why, and the points. */
function seatOf(deal, side, names, isMine) {
  const lines = deal.lines.filter((line) => line.side === side);
  const item = make("li", { class: "reveal-seat" });
  item.style.setProperty("--at", state.data.order.indexOf(side));
  const name = make("span", { class: "reveal-name" }, make("bdi", {}, names[side]));
  name.toggleAttribute("data-long", names[side].length > LONG_NAME);
  if (isMine) item.dataset.mine = "";
  const points = make("b", { class: "reveal-points" }, written(deal.scores[side]));
  item.append(name, points);
  const result = resultOf(lines);
  if (result) {
    const attributes = { class: "reveal-result", "data-result": result };
    item.append(make("span", attributes, phrase(result === "made" ? "made" : "missed")));
  }
  const why = make("span", { class: "reveal-why" });
  for (const ask of ownOf().filter(isSecret)) {
    const held = deal.facts[ask.key]?.[side];
    if (Array.isArray(held) && held.length && ask.kind === "hands") why.append(cardsOf(held), " ");
  }
  why.append(whyOf(lines, names));
  item.append(why);
  return item;
}

const headline = () => document.querySelector("[data-sheet] h1").textContent.trim();

/**
 * Show a deal that is complete; `find` gives it as it is now, `mySeat` the seat of this phone, and
 * `correct` lets it say its own answer again. What is written of it meanwhile is shown in place; gives
 * the dialog, which closes where the deal is gone.
 */
export function showDeal(find, mySeat, correct) {
  const title = make("h2");
  const won = make("p", { class: "reveal-won" });
  const list = make("ol");
  const after = make("div", { class: "reveal-after" });
  const read = make("div", { class: "reveal-read" }, list, after);
  const again = make("button", { class: "button" }, phrase("correct_my_hand"));
  const close = make("button", { class: "button button-first" }, phrase("close"));
  const buttons = make("form", { method: "dialog", class: "reveal-buttons" }, again, close);
  const of = { class: "reveal", "data-follows": "" };
  const dialog = make("dialog", of, title, won, read, buttons);

  function paint(deal) {
    const { data } = state;
    const seat = mySeat();
    const names = data.order.map((_, side) => nameOfSide(data, side));
    put(title, phrase("deal_title", deal));
    dialog.ariaLabel = title.textContent;
    // Who has won the game is not hidden by what ended it.
    put(won, data.over ? headline() : "");
    won.hidden = !data.over;
    // As on the sheet, where seats never move.
    renew(list, data.order.map((at) => seatOf(deal, data.sides[at], names, at === seat)));
    // What follows from it, such as the next trump, stands on the sheet.
    const shown = [...shownSheet().querySelectorAll(".shown")].map((line) => line.cloneNode(true));
    after.replaceChildren(...(deal.stand_ins ?? []).map((sentence) => make("p", {}, sentence)), ...shown);
    // An empty one would be a gap.
    after.hidden = !after.firstChild;
    const mayCorrect = (ask) =>
      !isBefore(ask) && deal.facts[ask.key] && deal.facts[ask.but] !== seat;
    again.hidden = seat === null || !ownOf().some(mayCorrect);
    if (again.hidden && document.activeElement === again) close.focus({ preventScroll: true });
    // Twelve hands on a small phone are scrolled, by keys too.
    if (read.scrollHeight > read.clientHeight) read.tabIndex = 0;
    else read.removeAttribute("tabindex");
  }

  function hear() {
    const deal = find();
    if (deal) paint(deal);
    else dialog.close();
  }

  again.addEventListener("click", () => {
    dialog.addEventListener("close", () => correct(find()), { once: true });
  });
  const unsubscribe = subscribe((now, before) => now.data !== before.data && hear());
  dialog.addEventListener("close", unsubscribe);
  showDialog(dialog);
  paint(find());
  close.focus({ preventScroll: true });
  // What changes is read aloud, what stood there from the beginning is not.
  list.ariaLive = "polite";
  return dialog;
}

/** Show the list anew; what is as before stays, so that nothing jumps or is read aloud again. */
function renew(list, items) {
  if (list.children.length !== items.length) list.replaceChildren(...items);
  items.forEach((item, at) => {
    if (!list.children[at].isEqualNode(item)) list.children[at].replaceWith(item);
  });
}

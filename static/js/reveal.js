// What everybody held, or bid and took, all at once: with points, and why.

import { countTo, isStill } from "./motion/count.js";
import { fetchStyle, page } from "./page.js";
import { isBefore, isSecret, ownAsks } from "./pad/own.js";
import { make, put } from "./pad/parts.js";
import { nameOfSide } from "./sides.js";
import { cardsOf } from "./why.js";
import { phrase, reason, words, working } from "./words.js";

const LONG_NAME = 18;
// So long after one seat the next one is turned up.
const A_BEAT = 110;
const A_TURN = 260;

/** A score as the sheet has it: counters are won and lost. */
function written(number) {
  const isWon = page.data.unit === "counters" && number > 0;
  return `${isWon ? "+" : ""}${String(number).replace("-", "−")}`;
}

/** Whether a bid was made or missed, where the words of a reason say so. */
const resultOf = (lines) => lines.map(({ key }) => words.reasons[key].result).find(Boolean);

/** Why, as short as can be: as a sum where it is one. */
function whyOf(lines, names) {
  const sums = lines.map((line) => working(words, line)).filter(Boolean);
  if (page.data.unit === "penalties" && sums.length > 1) return sums.join(", ");
  return lines.map((line) => reason(words, line, names)).join(" · ");
}

/** A seat: who, what was held, why, and the points. */
function seatOf(deal, side, names, isMine) {
  const lines = deal.lines.filter((line) => line.side === side);
  const item = make("li", { class: "reveal-seat" });
  const name = make("span", { class: "reveal-name" });
  name.append(make("bdi", {}, names[side]));
  name.toggleAttribute("data-long", names[side].length > LONG_NAME);
  if (isMine) item.dataset.mine = "";
  const points = make("b", { class: "reveal-points" }, written(deal.scores[side]));
  item.append(name, points);
  const result = resultOf(lines);
  if (result) {
    const told = { class: "reveal-result", "data-result": result };
    item.append(make("span", told, phrase(result === "made" ? "made" : "missed")));
  }
  const told = make("span", { class: "reveal-why" });
  for (const ask of ownAsks().filter(isSecret)) {
    const held = deal.facts[ask.key]?.[side];
    if (Array.isArray(held) && held.length && ask.kind === "hands") told.append(cardsOf(held), " ");
  }
  told.append(whyOf(lines, names));
  item.append(told);
  return item;
}

const OPEN = new URL("../open.css", import.meta.url).href;

/** What is still open about it, as the sheet asks it; the answers stand there. */
function asked(question) {
  const shown = question.cloneNode(true);
  for (const one of shown.querySelectorAll("form, a, button")) one.remove();
  for (const one of shown.querySelectorAll("[id]")) one.removeAttribute("id");
  shown.removeAttribute("data-open");
  shown.removeAttribute("aria-labelledby");
  return shown;
}

const headline = () => document.querySelector("[data-sheet] h1").textContent.trim();

/** What this phone can answer first of what is open; others' own answers are not for it. */
function firstAnswer(questions, seat) {
  const answers = questions.flatMap((one) => [...one.querySelectorAll("a, button")]);
  return answers.find((one) => [undefined, `${seat}`].includes(one.closest("[data-own]")?.dataset.own));
}

const questionsOf = (within) => [...within.querySelectorAll(".open")];
const sheet = () => document.querySelector("[data-sheet]");

function goToQuestion(seat) {
  const answer = firstAnswer(questionsOf(sheet()), seat);
  answer?.closest(".open").scrollIntoView({ block: "center" });
  answer?.focus({ preventScroll: true });
}

/** Show a deal that is complete; `correct` lets this phone say its own answer again. */
export function showDeal(deal, seat, correct) {
  const names = page.data.order.map((_, side) => nameOfSide(page.data, side));
  const dialog = make("dialog", { class: "reveal" });
  const title = phrase("deal_title", deal);
  dialog.ariaLabel = title;
  const list = make("ol");
  const { order, sides } = page.data;
  // As on the sheet, where seats never move.
  list.append(...order.map((at) => seatOf(deal, sides[at], names, at === seat)));
  const after = make("div", { class: "reveal-after" });
  // Hands and what is asked about them are read in one go.
  const read = make("div", { class: "reveal-read" });
  read.append(list, after);
  for (const told of deal.stand_ins ?? []) after.append(make("p", {}, told));
  // What follows from it, such as the next trump, stands on the sheet.
  for (const shown of document.querySelectorAll("[data-sheet] .shown")) {
    after.append(shown.cloneNode(true));
  }
  const open = make("div", { role: "status" });
  const close = make("button", { class: "button button-first" });
  let isAsked = false;
  const ask = (questions) => {
    // The sheet that asks it, and links its looks, may still wait.
    if (questions.length) fetchStyle(OPEN).catch(() => {});
    open.replaceChildren(...questions.map(asked));
    isAsked = Boolean(firstAnswer(questions, seat));
    put(close, phrase(isAsked ? "choose" : "close"));
    // An empty one would be a gap.
    after.hidden = !after.querySelector(":scope > :not([role]), [role] > *");
    letScroll();
  };
  // Twelve hands on a small phone are scrolled, by keys too.
  const letScroll = () => {
    if (read.scrollHeight > read.clientHeight) read.tabIndex = 0;
    else read.removeAttribute("tabindex");
  };
  after.append(open);
  ask(questionsOf(sheet()));
  // The sheet waits until this is read; what is asked about it does not.
  const hear = ({ detail: { html } }) =>
    ask(questionsOf(new DOMParser().parseFromString(html, "text/html")));
  document.addEventListener("waits", hear);
  dialog.addEventListener("close", () => {
    document.removeEventListener("waits", hear);
    // It lies over what it asks, and news that waited come first.
    if (isAsked) setTimeout(() => setTimeout(() => goToQuestion(seat)));
  });
  const buttons = make("form", { method: "dialog", class: "reveal-buttons" });
  const mayCorrect = (ask) =>
    !isBefore(ask) && deal.facts[ask.key] && deal.facts[ask.but] !== seat;
  if (seat !== null && ownAsks().some(mayCorrect)) {
    const again = make("button", { class: "button" }, phrase("correct_my_hand"));
    again.addEventListener("click", () => {
      dialog.addEventListener("close", () => correct(deal), { once: true });
    });
    buttons.append(again);
  }
  buttons.append(close);
  // Who has won the game is not hidden by what ended it.
  const won = page.data.over ? [make("p", { class: "reveal-won" }, headline())] : [];
  dialog.append(make("h2", {}, title), ...won, read, buttons);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus({ preventScroll: true });
  letScroll();
  if (!isStill()) turnUp([...list.children]);
}

/** One seat after the other comes, and its points count. */
function turnUp(items) {
  for (const [at, item] of items.entries()) {
    const delay = at * A_BEAT;
    const from = { opacity: 0, transform: "translateY(0.4rem)" };
    item.animate([from, { opacity: 1, transform: "none" }], {
      ...{ delay, duration: A_TURN, easing: "ease-out", fill: "backwards" },
    });
    const points = item.querySelector(".reveal-points");
    const to = Number(points.textContent.replace("−", "-"));
    setTimeout(() => countTo(points, 0, to, written), delay);
  }
}

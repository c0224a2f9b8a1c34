// Tap a number to read why it is what it is.

import { make } from "./elements.js";
import { written } from "./pending/words.js";
import { state } from "./store.js";
import { RED_NINE, nameOfSide, phrase, reason } from "./words.js";

function card(written) {
  if (written !== RED_NINE) return [make("span", { class: "card" }, written), " "];
  const red = make("span", { class: "hidden" }, `${phrase("red")} `);
  return [red, make("span", { class: "card nine" }, "9"), " "];
}

const row = (tag, says, points) =>
  make(tag, {}, make("span", {}, says), make("b", {}, written(points, state.data)));

/** Show the lines of one side in one deal; false where there is no such deal. */
export function showWhy(id, side) {
  const { asks, behind_the_end: behind, deals } = state.data;
  const deal = [...deals, ...behind].find((deal) => deal.id === id);
  if (!deal) return false;
  const lines = deal.lines.filter((line) => line.side === side);
  const hands = asks.find(({ kind }) => kind === "hands");
  // Hands are held by people who play for themselves.
  const hand = hands && !deal.unread && deal.facts[hands.key]?.[side];
  const seats = deal.seats ?? state.data.seats;
  const names = seats.map((_, at) => nameOfSide({ ...state.data, seats }, at));
  const title = phrase("why_title", { name: names[side], number: deal.number });
  const dialog = make("dialog", { class: "why", "aria-label": title }, make("h2", {}, title));
  if (hand?.length) {
    const cards = make("span", { class: "cards" }, ...hand.flatMap(card));
    dialog.append(make("p", {}, phrase("held"), " ", cards));
  }
  const says = lines.map((line) => row("li", reason(line, names), line.numbers.sofar ?? line.points));
  dialog.append(make("ol", {}, ...says));
  const score = deal.scores[side];
  const sum = lines.reduce((all, { points }) => all + points, 0);
  if (sum !== score) dialog.append(row("p", phrase("sum_of_play"), score));
  if (lines.length > 1) dialog.append(row("p", phrase(sum === score ? "sum" : "sum_of_all"), sum));
  // Whoever has no column of its own counts for the score all the same, such as a dummy.
  const notes = [deal.fault, deal.notes?.[side], ...(deal.stand_ins ?? [])].filter(Boolean);
  dialog.append(...notes.map((sentence) => make("p", {}, sentence)));
  dialog.append(make("form", { method: "dialog" }, make("button", { class: "button button-first button-wide" }, phrase("close"))));
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return true;
}

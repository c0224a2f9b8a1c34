// Covers answers that no other player may see before the deal is complete. Fetched where one is asked.

import { state } from "../../store.js";
import { nameAt, words } from "../../words.js";
import { isSame } from "../asks.js";
import { make } from "../../elements.js";
import { nextPlace, readDraft } from "../drafts.js";

/** Whether nobody may see yet what stands in a cell. */
export function isCovered(asks, typed, { key, at }) {
  const { open_with: opens } = asks.find(key);
  const opened = opens && asks.held(typed, { key: opens, at });
  return (opened == null || opened === false) && !asks.isPlayed(typed);
}

/** The text of a covered cell: that it is answered, or how far. */
export function text(widget, value, ask) {
  if (!widget.isBlank(value, ask)) return "✓";
  return "•".repeat(value.cards?.length ?? widget.text(value).length);
}

/** The answer that is looked at, for the sentence, where no finger lies on it. */
export function looked(pad) {
  const { asks, peeked, rows, typed } = pad;
  const row = rows.find(({ cells }) => cells.some((cell) => isSame(cell, peeked)));
  const text = asks.text(typed, peeked, peeked);
  return text ? `${pad.nameOf(row)}, ${words.asks[peeked.key].what}: ${text}` : "";
}

/** Say on the sheet whose answers wait on this phone, in the button that asks for them. */
export function sign(widgets) {
  const { asks, game, seats } = state.data;
  const place = nextPlace(state.data);
  const answers = (place && readDraft(game, place.key)?.typed.answers) ?? {};
  for (const ask of asks.filter(({ shown }) => shown === "when_complete")) {
    const button = document.querySelector(`[data-sheet] a[data-ask="${ask.key}"]`);
    if (!button) continue;
    const isAnswered = (value) => value && !widgets[ask.kind].isBlank(value, ask);
    const there = seats.filter(({ seat }) => isAnswered(answers[ask.key]?.[seat]));
    const { before, change } = words.asks[ask.key];
    const names = there.map(({ seat }) => `${nameAt(seats, seat)} ✓`).join(" ");
    const label = `${there.length === seats.length ? change : before} `;
    // In one box, so that the space between the two is kept.
    button.replaceChildren(make("span", {}, label, make("small", {}, names)));
  }
}

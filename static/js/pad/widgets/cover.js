// Answers that no other player may see before the deal is complete. Fetched where one is asked.

import { state } from "../../store.js";
import { nameAt, words } from "../../words.js";
import { make } from "../../elements.js";
import { nextPlace, readDraft } from "../drafts.js";

/** Say on the sheet whose answers wait on this phone, in the button that asks for them. */
export function sign(widgets) {
  const { asks, seats } = state.data;
  const place = nextPlace(state.data);
  const answers = (place && readDraft(state.data, place.key)?.typed.answers) ?? {};
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

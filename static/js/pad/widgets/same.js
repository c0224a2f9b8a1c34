// A number that was told to be the same as that of another ask. Fetched where one can be told so;
// its value has `same` beside what was typed before.

import { phrase } from "../../words.js";
import { hide, key, make, mark } from "../../elements.js";

/** The cell whose number this one can be told to be the same as. */
const other = (asks, { key: name, at }) => ({ key: asks.find(name).same_as, at });

/** The number in a cell, typed or known by the sum; null where there is none. */
function numberIn(asks, typed, cell) {
  const ask = asks.find(cell.key);
  return asks.fills(typed, cell) ?? asks.widget(ask).number(asks.value(typed, cell), ask);
}

/**
 * What the other number tells of this one where both are the same: {number, never}, which is null
 * while the other is blank, and never the same where it is more than this one can be.
 */
function knownFrom(asks, typed, cell) {
  const { beyond, least, most } = asks.find(cell.key);
  const theirs = numberIn(asks, typed, other(asks, cell));
  const fits = theirs === null || (theirs >= least && theirs <= most);
  return { number: fits ? theirs : beyond, never: !fits && beyond === null };
}

/** The value of a cell that was told so. */
export function value(asks, typed, cell) {
  const { number } = knownFrom(asks, typed, cell);
  return { ...asks.held(typed, cell), digits: number === null ? "" : String(number), cards: null };
}

/** Whether a cell holds the same number as the other one, or was told to. */
function isTheSame(asks, typed, cell) {
  const known = knownFrom(asks, typed, cell);
  if (asks.held(typed, cell).same) return !known.never;
  const number = numberIn(asks, typed, cell);
  return number !== null && number === known.number;
}

/** Tell that a cell holds the same number, or that it does not; then what was typed is back. */
function tell(asks, typed, cell, same) {
  const before = { ...asks.held(typed, cell), same: false };
  asks.set(typed, cell, same ? { ...before, same } : before);
  if (same || !isTheSame(asks, typed, cell)) return;
  asks.set(typed, cell, asks.widget(asks.find(cell.key)).blank());
}

/** The key that tells it; who stands in says the number itself. */
export function keysOf(cell, asks, name, { words }, pad) {
  const ask = asks.find(cell.key);
  if (!ask.same_as || asks.isStandIn(cell)) return [];
  const { same: text } = words.asks[ask.key];
  const element = key("same", ask.key, text, `${name}: ${text}`);
  element.addEventListener("click", () => {
    const isLit = element.getAttribute("aria-pressed") === "true";
    pad.change((typed) => tell(asks, typed, cell, !isLit));
  });
  const paintAll = (typed) => {
    mark(element, "aria-pressed", String(isTheSame(asks, typed, cell)));
    hide(element, knownFrom(asks, typed, cell).never);
  };
  return [{ cell, element, paintAll }];
}

/** How many columns the answer to an ask takes: as many as it has keys. */
const columnsOf = (ask, asks) => asks.widget(ask).keysInRow?.(ask) ?? 1;

/** Let the answers of all rows stand in columns: who stands in has fewer than the others. */
export function alignColumns(place, { cells }, asks) {
  const each = asks.all.filter(({ many, of }) => of === "seat" && !many);
  const columns = each.reduce((sum, ask) => sum + columnsOf(ask, asks) + Boolean(ask.same_as), 0);
  place.classList.add("pad-columns");
  place.style.setProperty("--columns", columns);
  if (!cells.some((cell) => asks.isStandIn(cell))) return;
  const missing = each.slice(0, each.indexOf(asks.find(cells[0].key)));
  const before = missing.flatMap((ask) => Array(columnsOf(ask, asks)).fill("span"));
  place.prepend(...before.map((tag) => make(tag)));
}

/** The prompt of a number with its key, once the cards are played; "" where there is none. */
export function prompt({ ask, asks, page, typed }, text) {
  if (!ask.same_as || asks.isStandIn(typed.active) || asks.isBeforePlay(typed)) return "";
  if (knownFrom(asks, typed, typed.active).never || !asks.isBlank(typed, typed.active)) return "";
  return phrase("or_tap", { prompt: text, key: page.words.asks[ask.key].same });
}

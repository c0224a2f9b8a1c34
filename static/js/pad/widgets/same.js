// A number that can be the same as that of another ask, such as a bid that was made; where it is blank
// once the cards are played it was missed. Its value has `same`, and keeps what was typed before.

import { hide, mark } from "../../elements.js";
import { nameOfSide, phrase, say, words } from "../../words.js";

// More names leave no room in a button.
const LONG_NAMES = 20;

const numberIn = (asks, typed, cell) => asks.fills(typed, cell) ?? asks.number(typed, cell);

/** The number by the other one: {number, never}, null while that is blank, never if it is too large. */
function knownFrom(asks, typed, { key, at }) {
  const { beyond = null, least, most, same_as: other } = asks.find(key);
  const theirs = numberIn(asks, typed, { key: other, at });
  const fits = theirs === null || (theirs >= least && theirs <= most);
  return { number: fits ? theirs : beyond, never: !fits && beyond === null };
}

/** The value of a cell that follows the other one. */
export function value(asks, typed, cell) {
  const { number } = knownFrom(asks, typed, cell);
  return { ...asks.held(typed, cell), digits: number === null ? "" : String(number), cards: null };
}

function isTheSame(asks, typed, cell) {
  const known = knownFrom(asks, typed, cell);
  if (asks.held(typed, cell).same) return !known.never;
  const number = numberIn(asks, typed, cell);
  return number !== null && number === known.number;
}

/** A tap on the key for it: the cell follows the other one, or no more; then what was typed is back. */
export function toggle(pad, cell) {
  const { asks, opened, place } = pad;
  const other = { ...cell, key: asks.find(cell.key).same_as };
  const blankOf = ({ key }) => asks.widget(asks.find(key)).blank();
  pad.change((typed) => {
    const held = asks.held(typed, cell);
    const same = !isTheSame(asks, typed, cell);
    const own = held.same ? null : asks.number(typed, cell);
    const isOther = numberIn(asks, typed, other) !== null;
    // A known bid says what was taken, unless that is typed; what is corrected is the bid.
    const isKept = !place.correcting && (!same || !asks.isEmpty(opened, cell));
    if (own !== null && isOther && isKept) return (pad.message = { text: phrase("both_typed") });
    if (own !== null && !isOther) asks.set(typed, other, { ...blankOf(other), digits: String(own) });
    else asks.set(typed, cell, { ...held, same: same || undefined });
    if (!same && isTheSame(asks, typed, cell)) asks.set(typed, cell, blankOf(cell));
    const { active } = typed;
    const isDone = active?.at === cell.at && !asks.isBlank(typed, active);
    if (isDone && !place.correcting) pad.activate(asks.nextToType(typed) ?? active);
  });
}

/** Gives what shows on the key for it whether it is so; of what is hidden here nobody can say that. */
export function makeKey(element, cell, name, pad) {
  mark(element, "aria-label", `${name}: ${element.textContent}`);
  return () => {
    const { asks, typed } = pad;
    mark(element, "aria-pressed", isTheSame(asks, typed, cell));
    hide(element, knownFrom(asks, typed, cell).never || asks.isHidden(typed, cell));
  };
}

const cellsOf = (asks, typed) => asks.keyedCells(typed).filter(({ key }) => asks.find(key).same_as);

const findMissed = (asks, typed) =>
  asks.isPlayed(typed)
    ? cellsOf(asks, typed).find((cell) => !asks.isNeeded(cell) && asks.isBlank(typed, cell))
    : null;

/** The prompt once all is typed that is needed, and a bid was missed. */
export function prompt({ asks, opened, place, typed }) {
  if (place.correcting || asks.open(typed, true).length) return null;
  // Whoever types one bid as a number now is going to type the others as well.
  const isTyped = (cell) => !asks.held(typed, cell).same && !asks.isSameIn(typed, opened, cell);
  const missed = cellsOf(asks, typed).some(isTyped) ? null : findMissed(asks, typed);
  return missed && words.asks[missed.key].who;
}

/** The label of Save for a deal in which a bid was missed: who made it. */
export function label({ asks, data, shown: { lines, ready }, typed }) {
  const missed = findMissed(asks, typed);
  if (!missed || !ready) return null;
  const made = lines.filter(({ key }) => words.reasons[key].result === "made");
  const sides = [...new Set(made.map(({ side }) => side))];
  const names = sides.map((side) => nameOfSide(data, side)).join(", ");
  const shown = names.length > LONG_NAMES ? sides.length : names;
  return say(words.asks[missed.key].save, { many: sides.length, names: shown });
}

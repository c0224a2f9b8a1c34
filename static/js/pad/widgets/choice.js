// Which of a few it was: all of them in a row, or a small list where they are too many for the row
// of a seat.

import { makeSegments, makeSelect, mark } from "../../elements.js";
import { SUITS } from "../../words.js";

// More have no room in a row with a name and other answers.
const MOST_IN_ROW = 4;

export const hasRow = () => true;

/** The word for a value; a suit has its sign. */
const word = (ask, { words }, value) =>
  words.asks[ask.key].options?.[value] ?? SUITS[value] ?? value;
export const says = (value, ask, page) => word(ask, page, value);

const offered = ({ offers, values }) => offers ?? values;
const options = (ask, page) => offered(ask).map((value) => [value, word(ask, page, value)]);

/** All values in a row; suits by their signs, with the word to be heard. */
export function segments(ask, label, page, changed, pad) {
  const isSuits = offered(ask).every((value) => SUITS[value]);
  const values = offered(ask).map((value) => {
    const text = word(ask, page, value);
    return isSuits ? [value, SUITS[value], `${label}: ${text}`] : [value, text];
  });
  const made = makeSegments(label, values, changed);
  made.element.classList.toggle("pad-suits", isSuits);
  // What is used up can still be tapped, and then the pad says why not.
  const gone = pad?.usedUp(ask) ?? [];
  for (const [at, key] of [...made.element.children].entries()) {
    if (isSuits) key.dataset.suit = key.textContent;
    mark(key, "aria-disabled", gone.includes(offered(ask)[at]) && "true");
  }
  return made;
}

/** How many keys the question has in the row of a seat; a list is one. */
export function keysInRow(ask) {
  const { length } = offered(ask);
  return length <= MOST_IN_ROW ? length : 1;
}

/** The same question for one row, which has other answers too. */
export function cell(ask, label, page, changed) {
  if (offered(ask).length <= MOST_IN_ROW) {
    const made = segments(ask, label, page, changed);
    made.element.style.setProperty("--answers", keysInRow(ask));
    return made;
  }
  const nothing = page.words.asks[ask.key].short ?? "–";
  return makeSelect(label, options(ask, page), { blank: nothing, stays: true, chosen: changed });
}

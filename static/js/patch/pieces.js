// Pieces of the sheet that the server has painted, with slots where words and numbers go.

const SLOT = /\ue000(\w+?)(\d)\ue001/g;

export const points = (number) => String(number).replace("-", "−");
export const signed = (number) => (number > 0 ? `+${number}` : points(number));

/** The element that a text paints. */
export function parse(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.content.firstElementChild;
}

const escaped = (text) => String(text).replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt()};`);

/**
 * A copy of a piece, or of the text of one, with its slots filled; those that no value is named for
 * stay. With one that has none may go what stands around it.
 */
export function make(piece, values = {}) {
  const filled = (piece.outerHTML ?? piece).replace(SLOT, (slot, key, around) => {
    if (!(key in values)) return slot;
    return values[key] == null ? "<wbr>".repeat(around) : escaped(values[key]);
  });
  const made = parse(filled);
  for (const { parentNode } of made.querySelectorAll("wbr")) parentNode.remove();
  return made;
}

/** Take away what stands in an element. */
export function prune(within, selector) {
  for (const found of within.querySelectorAll(selector)) found.remove();
}

/** The same with the names of all parts in order: not all that is sent has them so. */
export const inOrder = (part) =>
  part instanceof Object
    ? Object.entries(part).sort().map(([key, inside]) => [key, inOrder(inside)])
    : part;

export const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** What some lines move for each side, and what lies in the pools then. */
export function movedBy(data, lines, { pools: lying } = data) {
  const pools = { ...lying };
  for (const { points, pool } of lines) if (pool in pools) pools[pool] -= points;
  const moved = data.totals.map((_, at) =>
    sumOf(lines.map(({ points, side }) => (side === at ? points : 0))),
  );
  return { moved, pools };
}

// Bock rounds, in which every deal counts double; the twin of scorer/rules/bock.py.

const AT_ONCE = { none: 0, queue: 1, stack: 3 };

/** How many times as much a deal counts. */
export const timesOf = ({ rules }, { marks: { bock = [] } }) =>
  2 ** Math.min(bock.length, AT_ONCE[rules.bock]);

/** The lines by which each side has so many times as much as by these. */
export function multiplied(lines, times, key = "bock") {
  const more = new Map();
  for (const { side, points } of lines) more.set(side, (more.get(side) ?? 0) + points * (times - 1));
  return [...more]
    .filter(([, points]) => points)
    .map(([side, points]) => ({ side, points, key, numbers: { times } }));
}

/** What is left of the Bock rounds after a deal, which may begin another. */
export function marksOfBock(facts, { order, rules }, { marks: { bock = [] } }) {
  const left = bock.map((deals, at) => deals - Number(at < AT_ONCE[rules.bock])).filter(Boolean);
  const rounds = facts.bock ? [...left, order.length] : left;
  return rounds.length ? { bock: rounds } : {};
}

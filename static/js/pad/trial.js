// What the game would say of another value of what is being typed.

import { isSame } from "./asks.js";
import { faultText } from "./preview.js";

/** The fault of the active cell with this value, as a message; null where there is none. */
export function faultWith(pad, value) {
  const typed = structuredClone(pad.typed);
  pad.asks.set(typed, typed.active, value);
  const [fault] = pad.judge(typed).faults;
  if (!fault || !pad.isAbout(fault, pad.activeRow.id)) return null;
  return { text: faultText(pad.page, fault) };
}

/** What the other cells of the active ask hold, by seat; null where there is none. */
export function others({ ask, asks, typed }, told) {
  const { active, answers } = typed;
  const there = asks.cells(ask, typed).filter((cell) => !isSame(cell, active));
  return answers[active.key].map((value, at) =>
    there.some((cell) => cell.at === at) ? told(value) : null,
  );
}

/** Tells whether the game refuses an answer for the active cell, beside these of the others. */
export function refuser({ shown, typed, variant }, beside) {
  const { active } = typed;
  const { facts, laid, table } = shown;
  const fault = (mine) => {
    const list = facts[active.key].map((now, at) => {
      if (at === active.at) return mine;
      // Whoever has none gives none.
      return Array.isArray(now) && !now.length ? now : (beside[at] ?? null);
    });
    return variant.check?.({ ...facts, [active.key]: list }, table, laid) ?? null;
  };
  const isWrong = !facts[active.key] || fault(null) !== null;
  return (mine) => !isWrong && mine !== null && fault(mine) !== null;
}

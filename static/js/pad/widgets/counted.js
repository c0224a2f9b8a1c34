// A number that is counted by taps: each tap on its place counts one more, and it is 0 while it is blank.

import { blank, number } from "./number.js";

export * from "./number.js";

export const write = (value, ask) => number(value, ask) ?? 0;
export const erase = (value, fresh, ask) => changed(value, -1, ask);

function changed(value, more, ask) {
  const now = Math.max(0, Math.min((number(value, ask) ?? 0) + more, ask.most));
  return { ...blank(), digits: now ? String(now) : "" };
}

export function countOne(pad, cell) {
  pad.choose(cell);
  pad.type((value) => changed(value, 1, pad.ask));
}

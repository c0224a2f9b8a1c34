// What a correction changes of a deal; the twin of scorer/rules/entries.py.

import { isEqual, isGroup } from "./store.js";

/** The facts of a deal with some answers in place of others. */
export function applyCorrection(facts, set) {
  const put = { ...facts };
  for (const [key, value] of Object.entries(set)) {
    const now = put[key];
    if (value === null) delete put[key];
    else if (isGroup(value) && Array.isArray(now)) put[key] = Object.assign([...now], value);
    else put[key] = isGroup(value) && isGroup(now) ? { ...now, ...value } : value;
  }
  return put;
}

/** The answers that a correction sets to make the facts of a deal read like others. */
export function changedAnswers(before, now) {
  const set = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [old, fresh] = [before[key] ?? null, now[key] ?? null];
    if (isEqual(old, fresh)) continue;
    const isList = Array.isArray(old) && Array.isArray(fresh) && old.length === fresh.length;
    const differs = ([at, value]) => !isEqual(old[at], value);
    const isEach = isList || (isGroup(old) && isGroup(fresh));
    set[key] = isEach ? Object.fromEntries(Object.entries(fresh).filter(differs)) : fresh;
  }
  return set;
}

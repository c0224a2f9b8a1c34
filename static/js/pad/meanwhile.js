// What another phone noted of the deal in play while the pad was open.

import { page } from "../page.js";
import { phrase, say } from "../words.js";
import { isEqual } from "./begin.js";

/** Whether the pad holds something else than what was noted; nothing was of who is null there. */
function isOtherwise(pad, ask, now) {
  const held = pad.asks.write(pad.typed)[ask.key];
  if (ask.of === "deal") return !isEqual(held, now);
  return (now ?? []).some((value, at) => value !== null && !isEqual(held?.[at], value));
}

/** That this was noted on another phone, or undone there. */
function news(says, isUndone, otherwise) {
  const told = phrase(isUndone ? "undone_elsewhere" : "noted_elsewhere", { says });
  return otherwise ? `${told} ${phrase("typed_otherwise")}` : told;
}

/** What was noted, in words: of many answers the one that differs, of each with what it opened. */
function sentence(pad, asked, before, after, otherwise) {
  const [ask] = asked;
  if (ask.of !== "deal" && pad.asks.widgets.opened) {
    const told = pad.asks.widgets.opened.sayEach(asked, before, after, pad);
    return news(told.join("; "), asked.every(({ key }) => !after[key]), otherwise);
  }
  const [then, now] = [before?.[ask.key], after[ask.key]];
  const [more, fewer] = [now, then].map((value) => (ask.many ? (value ?? []) : [value ?? null]));
  const isIn = (list) => (value) => list.some((other) => isEqual(other, value));
  const added = more.find((value) => value !== null && !isIn(fewer)(value));
  const gone = fewer.find((value) => value !== null && !isIn(more)(value));
  const told = added ?? gone;
  const widget = pad.asks.widget(ask);
  const name = told === undefined ? "" : widget.says(told, ask, pad.page);
  const words = page.words.asks[ask.key];
  const template = words.in_play?.says ?? words.says ?? `${words.what}: {answer}`;
  const says = say(page.words, template, { name, answer: name });
  return news(says, added === undefined, otherwise);
}

/** The answers that are this pad's own; those called with one another are so together. */
function own({ asks, noting, saving, typed }) {
  const called = asks.noting(typed);
  const said = Object.keys(typed.said ?? {}).filter((name) => typed.said[name]);
  if (noting) return Object.keys(called);
  if (saving) return [];
  return said.some((name) => name in called) ? [...said, asks.first?.key] : said;
}

/**
 * The pad takes over what was noted, unless it was answered on this pad; where Save was refused
 * because of it, it is taken over all the same, so that saving again works.
 */
export function learn(pad) {
  const { correcting, content } = pad.place ?? {};
  const { next } = page.data;
  if (!pad.dialog.open || correcting || next?.after !== content.after) return;
  const mine = own(pad);
  const says = [];
  const during = pad.asks.during();
  const isOpened = ({ open_with: opens }) => during.some(({ key }) => key === opens);
  for (const ask of during.filter((one) => !isOpened(one))) {
    const asked = [ask, ...during.filter(({ open_with: opens }) => opens === ask.key)];
    const changed = asked.filter(({ key }) => !isEqual(pad.noted?.[key], next.noted[key]));
    if (!changed.length) continue;
    const { touched } = pad;
    for (const { key, open_with: opens } of changed) {
      const isMine = [key, opens].some((name) => mine.includes(name));
      if (!isMine) pad.takeOver(key, next.noted, pad.noted);
    }
    if (!touched) pad.untouched = pad.look();
    const otherwise = changed.some((one) => isOtherwise(pad, one, next.noted[one.key]));
    says.push(sentence(pad, asked, pad.noted, next.noted, otherwise));
  }
  if (says.length) pad.message = { text: says.join(" ") };
  pad.noted = next.noted;
  pad.place.letGo?.(pad);
  if (!pad.place.isOvertaken?.()) pad.seen = page.data.version;
  pad.paint();
  pad.keep();
}

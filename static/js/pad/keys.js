// What a tap on the pad does: on its keys, its rows, and the answers in them. Taps on the keys of one
// ask are for its widget.

import { phrase } from "../words.js";
import { isSame } from "./asks.js";
import { askBlank, askWhat, complain, faultWith, isMine, missingPrompt, refuse } from "./preview.js";
import { cellOf } from "./view.js";

export function listen(pad) {
  const { dialog } = pad;
  const close = () => dialog.close();
  const go = () => onward(pad);
  const taps = {
    digit: (pressed) => digit(pad, pressed),
    delete: () => erase(pad),
    row: (id) => pad.chooseRow(id),
    "void-deal": () => makeVoid(pad),
    same: (key, _, { dataset }) => pad.asks.same.toggle(pad, { key, at: Number(dataset.at) }),
    "rest-to": (side, _, tapped) => pad.with("content", ({ giveRest }) => giveRest(pad, tapped, side)),
    // The button of a suggestion goes, so the row gets the focus.
    use: () => {
      pad.sentence.act();
      pad.focusRow();
    },
    ...{ next: go, save: go, close, leave: close },
  };

  dialog.addEventListener("click", ({ target }) => {
    const tapped = target.closest("button");
    const answer = tapped?.closest("[data-ask], [data-cell]");
    if (answer) return tapAnswer(pad, answer, tapped);
    const { of } = tapped?.closest("[data-of]")?.dataset ?? {};
    const keys = of ? pad.asks.widget(pad.asks.find(of)).taps : taps;
    const name = tapped && Object.keys(keys).find((tap) => tapped.hasAttribute(`data-${tap}`));
    if (!name) return undefined;
    return of && !pad.ask ? askWhat(pad) : keys[name](tapped.getAttribute(`data-${name}`), pad, tapped);
  });
  dialog.addEventListener("change", ({ target }) => {
    closeAside(target);
    if (target.value === "void") return makeVoid(pad);
    return answer(pad, cellOf(target), target.value === "" ? null : Number(target.value));
  });

  // Keys do not take the focus from the row they write into.
  dialog.addEventListener("mousedown", (press) => {
    if (press.target.closest("[data-digits], [data-keys], .pad-row")) press.preventDefault();
  });

  // Few phones have any keys: what they mean comes behind the pad.
  dialog.addEventListener("keydown", (press) => {
    const isOfBrowser = press.altKey || press.ctrlKey || press.metaKey;
    if (!isOfBrowser) pad.with("keyboard", ({ hear }) => hear(pad, press));
  });
}

const closeAside = (element) => element.closest("details")?.toggleAttribute("open", false);

function tapAnswer(pad, element, { ariaPressed, dataset: { segment } }) {
  const cell = cellOf(element);
  const ask = pad.asks.find(cell.key);
  if (ask.counted === true) return pad.asks.widget(ask).countOne(pad, cell);
  if (pad.asks.isKeyed(ask)) return pad.choose(cell);
  closeAside(element);
  const isLit = ariaPressed === "true";
  if (ask.kind === "flag") return answer(pad, cell, !isLit);
  return answer(pad, cell, isLit ? null : ask.kind === "choice" ? segment : Number(segment));
}

/** Begin with this seat: it is the answer of the first question, or answers first; or at an ask. */
export function begin(pad, seat, ask) {
  const { asks: { first }, asks, place: { ask: call }, typed } = pad;
  // A tap on another name does not replace what was noted, or is half typed.
  if (first && asks.order.includes(seat) && typed.answers[first.key] === null) {
    setFirst(pad, asks.answerOf(first, { seat }));
  }
  // Who else is to be named comes next.
  asks.nameNext(typed);
  chooseFirst(pad, seat);
  // Of what the sheet named, the first answer that is blank, or what a call has opened.
  const isOfCall = (cell) => asks.find(cell.key).open_with === call && asks.isOpened(typed, cell);
  const cells = asks.keyedCells(typed).filter((cell) => cell.key === ask || isOfCall(cell));
  const cell = cells.find((other) => asks.isBlank(typed, other)) ?? cells[0];
  if (cell) pad.activate(cell);
}

/** Choose what is blank, or what this seat answers; a correction only what is needed. */
export function chooseFirst(pad, seat = null) {
  const { asks, needsFirst, place: { correcting }, typed } = pad;
  if (needsFirst) return;
  const all = asks.keyedCells(typed);
  const needed = all.filter(({ key }) => asks.find(key).required);
  // A question of the deal that may be left out is only tapped.
  const more = all.filter(({ at }) => at !== null);
  const cells = [...needed.filter((cell) => asks.isBlank(typed, cell)), ...needed, ...more];
  const isMine = ({ key, at }) => at === (asks.find(key).of === "seat" ? seat : asks.sides[seat]);
  const { first } = asks;
  // Where somebody else was named, the row that was tapped is the one to type.
  const isNamed = first && (pad.touched || typed.answers[first.key] === asks.answerOf(first, { seat }));
  const mine = !isNamed && seat !== null && cells.find(isMine);
  // A row that is half typed goes on.
  if (typed.active && (!mine || isSame(mine, typed.active))) return;
  const isOpen = (cell) => asks.isBlank(typed, cell) && (!correcting || asks.isNeeded(cell));
  // What was called already is changed before the play, and gives way to what comes after it.
  const isNow = ({ key }) => asks.isCalled(asks.find(key)) === asks.isInPlay;
  const now = correcting ? null : cells.find(isNow);
  pad.activate(mine || (cells.find(isOpen) ?? now ?? null));
}

/** Name another seat or side; what was typed for it is kept, in case of changing back. */
function setFirst(pad, value) {
  const { asks, typed } = pad;
  typed.answers[asks.first.key] = value;
  asks.nameNext(typed);
  const active = asks.keyedCells(typed).find((cell) => isSame(cell, typed.active));
  if (active && !asks.isBlank(typed, active)) return;
  typed.active = null;
  chooseFirst(pad);
}

export function digit(pad, pressed) {
  const { ask, asks, typed } = pad;
  pad.type((value) => asks.widget(ask).digit(value, pressed, ask, typed.fresh));
}

/** Erase what is typed; where nothing is, what is covered before it, or go back to that. */
export function erase(pad) {
  const { ask, asks, typed } = pad;
  const cells = asks.keyedCells(typed);
  const before = cells[cells.findIndex((cell) => isSame(cell, typed.active)) - 1];
  if (!before || !asks.isEmpty(typed, typed.active)) {
    return pad.type((value) => asks.widget(ask).erase(value, typed.fresh, ask));
  }
  const isCovered = asks.isSecret(typed, before);
  pad.choose(before);
  return isCovered && pad.type(() => asks.widget(pad.ask).blank());
}

/** One tap is the whole answer: on to the next one. */
export function tapped(pad, value) {
  const { ask, asks, place, typed: { active } } = pad;
  pad.counted = pad.activeRow?.id ?? null;
  const fault = faultWith(pad, value);
  const asksMore = pad.change((typed) => {
    asks.set(typed, active, value);
    // What is wrong by it stays chosen.
    if (fault || asks.left(typed, ask) < 0) return;
    // In a correction one number was wrong; only what is still missing comes next.
    if (place.correcting && active.at !== null && !asks.nextBlank(typed)) return;
    // A bid that is open to all is noted by itself.
    const isNoted = asks.isInPlay && asks.isOpened(typed, active);
    const next = isNoted ? null : asks.nextToType(typed);
    // The keys of a question of the deal go once it is answered, and so do those of the last bid.
    if (next || active.at === null || asks.isInPlay) pad.activate(next ?? null);
  });
  pad.focusRow();
  if (asksMore) return;
  if (place.savesByTap) withSaver(pad, ({ save }) => save(pad));
  else finishByTap(pad);
}

/** Another answer for everybody of whom nothing was typed. */
export function changeBlanks(pad, ask, changed) {
  const { asks } = pad;
  pad.change((typed) => {
    for (const cell of asks.cells(ask, typed).filter((each) => asks.isBlank(typed, each))) {
      asks.set(typed, cell, changed(asks.value(typed, cell)));
    }
  });
}

/** A tap on a row: what to type there, or whom the first question asks for. */
export function chooseRow(pad, id) {
  const { asks: { first }, asks, rows, typed } = pad;
  const row = rows.find((other) => other.id === id);
  // Where nothing is typed in a row, a tap on it can only name somebody else.
  const isNaming = pad.needsFirst || (first && (typed.voided || !row.cells.length));
  const named = isNaming ? asks.answerOf(first, row) : null;
  if (named !== null && named === typed.answers[first.key] && !typed.voided) {
    pad.message = { text: phrase("named_above") };
    return pad.paint();
  }
  if (named !== null) return answer(pad, { key: first.key, at: null }, named);
  const cells = asks.keyed(row.cells);
  const sameAsk = cells.find(({ key }) => key === typed.active?.key);
  const blank = cells.find((cell) => asks.isBlank(typed, cell));
  return cells.length && pad.choose(sameAsk ?? blank ?? cells[0]);
}

function answer(pad, cell, value) {
  const { asks, needsFirst } = pad;
  pad.change((typed) => {
    if (cell.key !== asks.first?.key) {
      pad.with("content", ({ replaceCalls }) => replaceCalls(pad, cell));
      asks.set(typed, cell, value);
      // Who calls before the play says next what the call opens.
      const isOpened = ({ at, key }) => at === cell.at && asks.find(key).open_with === cell.key;
      const opened = asks.isInPlay && value !== null && asks.keyedCells(typed).find(isOpened);
      if (opened && asks.isBlank(typed, opened)) pad.activate(opened);
      // Nobody else may have to be named by now.
      if (needsFirst) chooseFirst(pad);
    } else {
      typed.voided = false;
      setFirst(pad, value);
    }
  });
  if (value !== null) finishByTap(pad);
}

function makeVoid(pad) {
  pad.change((typed) => {
    Object.assign(typed, { voided: !typed.voided, active: null });
    chooseFirst(pad);
  });
}

/** Act with what saves; without signal it may not be there. */
const withSaver = (pad, act) =>
  pad.with("content", act, () => complain(pad, { text: phrase("no_signal") }));

/** Next, or Save where nothing else is blank. */
export function onward(pad) {
  const { asks, shown: { faults }, typed } = pad;
  if (asks.isInPlay || pad.step.note) return withSaver(pad, ({ finish }) => finish(pad));
  const asked = missingPrompt(pad);
  const next = asks.nextBlank(typed);
  const { active } = typed;
  const fault = faults.find((other) => isMine(pad, other)) ?? (next ? null : faults[0]);
  if (asked && (asks.first === asks.open(typed, false)[0] || !next)) return complain(pad, asked);
  if (active && asks.isNeeded(active) && asks.isBlank(typed, active)) return askBlank(pad);
  if (fault) return refuse(pad, fault);
  if (next) return pad.choose(next);
  return pad.isUnchanged ? askWhat(pad) : withSaver(pad, ({ save }) => save(pad));
}

/** Where nothing else is asked before the deal is scored, the last answer is all there is to do. */
function finishByTap(pad) {
  const { asks, typed } = pad;
  const isBlank = (cell) => asks.isBlank(typed, cell);
  if (asks.isInPlay && !asks.askedCells(typed).some(isBlank)) onward(pad);
}

// All deals: a line for each, down the table or across it.

import { isSame } from "../book/entries.js";
import { fill, nameAt } from "../words.js";
import { inOrder, make, movedBy, points, prune, signed } from "./pieces.js";

/** The lines of a table as it stands there: cells with a head, and the news around them. */
function read(table) {
  if (table.matches(".deals-across")) {
    const [heads, ...rows] = [...table.rows].map(({ cells }) => [...cells].slice(1));
    return heads.map((head, at) => ({ cells: [head, ...rows.map((row) => row[at])] }));
  }
  const lines = [];
  let before = [];
  for (const row of table.querySelectorAll("tbody:not(.deals-behind) > tr, tfoot > tr")) {
    if (row.dataset.news) lines.at(-1).after.push(row);
    else if ("news" in row.dataset) before.push(row);
    else {
      lines.push({ row, cells: [...row.cells], before, after: [] });
      before = [];
    }
  }
  return lines;
}

const isAlike = (one, other) => isSame(inOrder(one), inOrder(other));

/** A line like another one. */
const copy = ({ row, cells }, values) => ({
  row: row && make(row.cloneNode(), values),
  cells: cells.map((cell) => make(cell, values)),
  before: [],
  after: [],
});

const kindOf = ({ row, cells }) => /deals-(\w+)/.exec((row ?? cells[0]).className)?.[1];
const idOf = ({ row, cells }) => (row ?? cells[0]).dataset.deal;

/** A line of numbers that no deal has changed; where one is "" it says already that it is none. */
function plain(line, title, numbers) {
  const made = copy(line, { title });
  numbers.forEach((number, at) => {
    if (number !== "") made.cells[at + 1].textContent = number;
  });
  return made;
}

/** What was answered of a deal besides its scores, and what it is called. */
function saysOf({ facts, named, seats: sat }, { seats: now, names: sides, words }) {
  const seats = sat ?? now;
  const names = seats.map((_, seat) => nameAt(seats, seat));
  const said = words.asks.flatMap(({ key, kind, in_row: template, options }) => {
    const { [key]: answer = false } = facts;
    if (!template || answer === null || answer === false) return [];
    const value = (kind === "side" ? sides : options)?.[answer] ?? answer;
    return [fill(words, template, { ...facts, answer: value }, names)];
  });
  return [named, said.join(" ").replace(/^· /, "")].filter(Boolean).join(" · ");
}

/** What stands for the score of a side: its word, or the parts of it; else the number. */
function scoreOf({ lines, scores }, side, { words, write }) {
  let apart = 0;
  for (const { key, numbers, points: moved, side: of } of lines) {
    const { in_row: template, of_score: isApart } = (of === side && words.reasons[key]) || {};
    if (template && moved === scores[side]) return fill(words, template, numbers);
    if (isApart) apart += moved;
  }
  const score = scores[side];
  return apart > 0 ? `${points(score - apart)} + ${points(apart)}` : write(score);
}

/** What the sides that a deal names did in it, by side: what, and what of a red nine. */
function marksOf({ facts, void: isVoid }, { sides, words }) {
  const marks = {};
  let subject;
  for (const { key, kind, mark, red_nine: isNine, says } of isVoid ? [] : words.asks) {
    const answer = facts[key];
    if (Number.isInteger(answer) && ["seat", "side"].includes(kind)) {
      subject = kind === "seat" ? sides[answer] : answer;
      if (mark) marks[subject] = [mark];
    } else if (isNine && answer) marks[subject][1] = says;
  }
  return marks;
}

/** The line of one deal; `line` is the one that stands there, of what was `known` of it. */
function lineOf(deal, known, line, lines, view) {
  const { order, unit, waits, words, write } = view;
  const { earlier, id, number, pools, scores, totals, void: isVoid } = deal;
  const marks = marksOf(deal, view);
  const values = { id, deal: number, says: saysOf(deal, view) || null };
  const isCorrected = known && !isSame(known.facts, deal.facts);
  const made = copy(isVoid ? lines.voided : lines.deal, values);
  const { cells } = made;
  order.forEach((side, at) => {
    const score = scores[side];
    if (isVoid && !(unit === "counters" && score)) return;
    const [mark, nine] = marks[side] ?? [];
    const written = scoreOf(deal, side, view);
    const told = { ...values, total: points(totals[side]), score: written, mark, nine };
    const cell = make(lines.deal.cells[at + 1], told);
    // What stood there before, each number once, and not the one that stands there now.
    const were = [...(line?.cells[at + 1].querySelectorAll("del") ?? [])];
    const shown = (earlier?.map((one) => write(one[side])) ?? were.map((one) => one.textContent))
      .concat(!earlier && isCorrected ? write(known.scores[side]) : [], write(score))
      .filter((was, turn, all) => was !== all[turn + 1]);
    const parts = [".deals-out", "del", ".deals-score"];
    const [out, old, all] = parts.map((part) => cell.querySelector(part));
    old.replaceWith(...shown.slice(0, -1).flatMap((was) => [make(old, { old: was }), " "]));
    if (!nine) prune(out, ".card");
    if (!mark && !nine) {
      out.nextElementSibling.remove();
      out.replaceWith(written);
    }
    if (!shown[1]) all?.replaceWith(...all.childNodes);
    cells[at + 1] = cell;
  });
  words.pools.forEach((pool, at) => {
    cells[order.length + 1 + at].textContent = pools[pool];
  });
  if (deal.waits) cells[0].querySelector("a").append(make(waits));
  return { ...made, ...(line && { before: line.before, after: line.after }) };
}

/** Bring the table of patterns to what the data say; what stands on the sheet `before` may stay. */
export function patchTable(table, before, view) {
  const { base, behind_the_end: behind, deals, end, ended, held, moves, next } = view;
  const { loans, order, start, words } = view;
  const at = (numbers, how = points) => order.map((side) => how(numbers[side]));
  const inPools = (pools) => words.pools.map((pool) => pools[pool]);
  const shown = before ? read(before) : [];
  const lines = {};
  for (const line of read(table)) {
    const kind = idOf(line) ? (lines.deal ? "voided" : "deal") : kindOf(line);
    lines[kind] ??= line;
  }
  // What everybody brought stands above what was bought and lent.
  const brought = shown.filter((line) => kindOf(line) === "brought");
  const body = lines.brought ? [lines.brought] : [];
  const painted = base.moves.map((move, at) => [move, brought.at(at - base.moves.length)]);
  const addMoves = (after) => {
    for (const move of moves) {
      if (move.after !== after) continue;
      // What was lent without signal has no line yet.
      const at = painted.findIndex(([one]) => isAlike(one, move));
      if (at >= 0) body.push(painted.splice(at, 1)[0][1]);
    }
  };
  // What a line says of its deal.
  const isRunning = table.querySelector(".deals-running");
  const said = ({ bought, lines: moved, totals, ...shown }) =>
    JSON.stringify([shown, isRunning && totals]);
  let part = 1;
  let began = start.totals;
  addMoves(null);
  for (const deal of deals) {
    const was = base.deals.find(({ id }) => id === deal.id);
    const line = shown.find((one) => idOf(one) === deal.id);
    body.push(line && said(was) === said(deal) ? line : lineOf(deal, was, line, lines, view));
    const isLast = end && !ended && deal === deals.at(-1);
    if (deal.part && (deal.part !== part || isLast)) {
      const moved = deal.totals.map((total, side) => total - began[side]);
      body.push(plain(lines.part, part, at(moved)));
      [part, began] = [deal.part, deal.totals];
    }
    addMoves(deal.id);
  }
  const total = (title, { totals, pools }) =>
    plain(lines.total, title, [...at(totals), ...inPools(pools)]);
  // What has moved beside the deals: before the next one, and at the end.
  let left = view;
  const beside = (line, title, moves) => {
    const now = movedBy(view, moves, left);
    const moved = at(now.moved, (number) => (number ? signed(number) : ""));
    left = now;
    return moved.some(Boolean) ? [plain(line, title, [...moved, ...inPools(now.pools)])] : [];
  };
  const foot = [total(words.total, held)];
  if (next) {
    const { lines: all, paid = all.length } = next;
    body.push(...beside(lines.begun, fill(words, words.laid, next), all.slice(0, paid)));
    body.push(...beside(lines.begun, fill(words, words.so_far ?? "", next), all.slice(paid)));
  } else if (end.closing.length) {
    foot[0] = total(words.total, view);
    const isLeft = end.closing.some(({ pool }) => pool);
    const title = words.closing[loans?.length ? 2 - isLeft : 0];
    foot.push(...beside(lines.closing, title, end.closing), total(words.ended, held));
  }
  // Those behind the end stay as they were.
  const isSameBehind = isAlike(behind, base.behind_the_end);
  if (table.matches(".deals-across")) {
    const gone = (line) => isSameBehind && behind.some(({ id }) => id === idOf(line));
    const all = [...body, ...foot, ...shown.filter(gone)];
    [...table.rows].forEach((row, turn) => {
      row.replaceChildren(row.cells[0], ...all.map(({ cells }) => cells[turn]));
    });
  } else {
    const rows = (some) =>
      some.flatMap(({ after, before: said, cells, row }) => {
        row.replaceChildren(...cells);
        return [...said, row, ...after];
      });
    table.tBodies[0].replaceChildren(...rows(body));
    table.tFoot.replaceChildren(...rows(foot));
    if (isSameBehind) table.append(before?.querySelector(".deals-behind") ?? "");
  }
}

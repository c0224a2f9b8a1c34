// What the pad says of a deal that is typed: the deal as it would be scored, and one sentence, of what
// is missing, wrong or unlikely.

import { beginning, factsOf as factsOfDeal, foldDeals, movedBefore } from "../rules/table.js";
import { openDeal, openNext, standsAfter } from "../rules/table.js";
import { capital, fill, nameAt, nameOfSide, phrase, plain } from "../words.js";
import { say, signed, words, working } from "../words.js";
import { dealsOf } from "./drafts.js";

// Faults that the next digit may cure, as 1 becomes 12. They are not shouted while typing.
const CURABLE = /^(one_point|less_than_its|no_cards|number_not_between)/;

const arrow = (before, now) => (before === now ? before : `${before} → ${now}`);

/** Where the game stands before the deal of a place, which has these facts, and what comes behind it. */
export function foldAround(variant, data, { correcting, index }, known) {
  const facts = dealsOf(data).map(factsOfDeal);
  const moved = movedBefore(data);
  const start = beginning(variant, data);
  const before = foldDeals(variant, start, facts.slice(0, index), moved).at(-1) ?? start;
  // A deal that is corrected may name its dealer.
  const [{ dealer } = {}, ...later] = correcting ? facts.slice(index) : [];
  const opened = openDeal(variant, before, dealer, moved[index], known);
  return { before, dealer, later, moved: moved.slice(index), opened };
}

/** What was typed as facts: void while the deal is `unknown`, where it lacks what all of it goes by. */
function factsOf({ around: { dealer }, asks }, typed) {
  const isOpen = asks.open(typed).some((ask) => ask.of === "deal" || !asks.isKeyed(ask));
  const isBid = !asks.isKnown(typed) && asks.all.some(({ when }) => when === "before");
  const written = asks.write(typed);
  // Whom a seat pays may be taken back.
  const out = asks.whole?.without;
  const isNobody = out?.required && written[out.key] == null;
  const unknown = !typed.voided && (isOpen || isBid || isNobody || asks.isPartial);
  const facts = typed.voided || unknown ? { void: true } : { ...written };
  if (dealer != null) facts.dealer = dealer;
  return { facts, unknown, written };
}

/** The faults of what was typed: numbers that cannot be, and the first thing that the game refuses. */
function faultsOf(pad, typed, { facts } = factsOf(pad, typed)) {
  if (facts.void) return [];
  const { around, asks, variant } = pad;
  const { laid, table } = around.opened;
  const faults = asks.keyedCells(typed).flatMap((cell) => {
    const ask = asks.find(cell.key);
    const fault = asks.widget(ask).fault?.(asks.value(typed, cell), ask);
    return fault ? [{ ...fault, seat: ask.of === "deal" ? null : cell.at, of: ask.of }] : [];
  });
  const fault = variant.check?.(facts, table, laid);
  return fault ? [...faults, fault] : faults;
}

function judge(pad) {
  const { around, asks, data, typed, variant } = pad;
  const { before, later, moved } = around;
  const written = factsOf(pad, typed);
  const { facts, unknown } = written;
  const folded = foldDeals(variant, before, [facts, ...later], moved);
  const stands = standsAfter(variant, folded, moved, before);
  const faults = faultsOf(pad, typed, written);
  const isKnown = !unknown && asks.isKnown(typed);
  const ready = isKnown && !faults.length && !asks.open(typed, true).length;
  return { ...folded[0], ...written, stands, folded, faults, isKnown, ready };
}

/** The moves of a side, one reason after the other, such as "Dress 9 · 2 → Ben for 2 cards". */
function movesOf(lines, { seats }) {
  const moved = {};
  for (const { key, points, numbers } of lines) {
    const { move } = words.reasons[key];
    if (!move) continue;
    const sum = (moved[move] ??= { amount: 0, due: 0, numbers });
    sum.amount += Math.abs(points);
    sum.due += numbers.due ?? 0;
  }
  const says = Object.entries(moved)
    .filter(([, { amount, due }]) => amount || due)
    .map(([move, { amount, due, numbers }]) => {
      const names = seats.map((_, seat) => nameAt(seats, seat));
      const ofDue = !due || amount === due ? amount : phrase("of_due", { amount, due });
      return fill(move, { ...numbers, amount, of_due: ofDue }, names);
    });
  return capital(says.join(" · "));
}

/** The deal as it is judged, and what to show: rows by id, the doubt, who gains without a row, news. */
export function preview(pad) {
  const { around, asks, data, place, place: { correcting }, rows, typed, variant } = pad;
  const judged = judge(pad);
  const { carry, faults, isKnown, lines, ready, scores, stands, unknown } = judged;
  const soFar = typed.voided ? null : (variant.soFar?.(judged.written, judged.table) ?? null);
  const forCounters = data.unit === "counters";
  const isOwn = place.kind === "answers";
  const isEach = ({ kind, of }) => kind === "number" && of !== "deal";
  // Where the table has counted what it types, its totals are all there is to show beside it.
  const isCounted = !isOwn && !correcting && !forCounters && !asks.hasColumns && asks.all.some(isEach);
  const shown = data.next ?? data;
  const goesOn = correcting && data.next && !stands.follows.over;
  const now = goesOn ? openNext(variant, stands, data.next.noted).carry : stands.carry;
  const answer = asks.without ? typed.answers[asks.without.key] : null;
  // Who rests may score all the same.
  const rests = data.resting?.find((seat) => scores[seat]);
  const gains = asks.without?.kind === "seat" ? (data.sides[answer] ?? null) : (answer ?? rests ?? null);

  // While there is a fault, or a hidden hand, the gain of the side that is paid is not known.
  const isOpen = (side) => (faults.length > 0 || !isKnown) && side === gains;
  const write = forCounters ? signed : plain;
  const change = (side) => (isOpen(side) ? "…" : write(scores[side]));
  // Of a new deal what it changes; of a correction what the sheet says now and will say then.
  const standsOf = (side) => {
    if (correcting) {
      const totals = arrow(plain(shown.totals[side]), ready ? plain(now.totals[side]) : "…");
      if (forCounters) return totals;
      return pad.touched ? phrase("its_total", { totals }) : "";
    }
    const before = plain(judged.laid.totals[side]);
    return isOpen(side) ? `${before} → …` : arrow(before, plain(carry.totals[side]));
  };
  const workingOf = (side) => {
    const isKnown = (line) => line.side === side && !(isOpen(side) && "from" in line.numbers);
    // What was put in is off the numbers of the sheet already.
    const known = lines.slice(around.opened.opening.length).filter(isKnown);
    if (forCounters) return movesOf(known, data);
    const steps = known.map(working).filter(Boolean);
    // What takes one step says nothing of how it came about; what is added stays on the line of its sign.
    return steps.length < 2 ? "" : steps.join(", ").replaceAll(/, (\W) /g, " $1\u00a0");
  };

  function rowOf(row) {
    const { cells } = row;
    const side = row.side ?? data.sides[row.seat];
    const text = textOf(cells);
    if (side === undefined || (row.seat !== null && asks.bySides)) return text;
    const totals = forCounters || correcting ? standsOf(side) : undefined;
    const isIn = cells.some((cell) => asks.isIn(cell) && !asks.isEmpty(typed, cell));
    const beside = (isIn ? "✓ " : "") + (isCounted ? standsOf(side) : "");
    if (unknown && soFar && asks.isHead(row)) return { totals, cost: plain(soFar.points[side]) };
    if (unknown || cells.some((cell) => asks.isHidden(typed, cell))) {
      return { totals, cost: text.typed, filled: text.filled, blank: text.typed === "", typed: beside };
    }
    if (faults.some((fault) => isAbout(fault, row, asks))) return { ...text, fault: true, cost: "" };
    const working = workingOf(side);
    if (cells.some((cell) => asks.isNeeded(cell) && asks.isBlank(typed, cell))) {
      const more = isOwn ? {} : { totals, working: forCounters ? working : "" };
      return { ...text, ...more, typed: beside || text.typed, blank: true };
    }
    // A reason may have words in place of the score, such as the score of another side.
    const said = lines.find((line) => line.side === side && words.reasons[line.key].on_pad);
    const cost = said ? say(words.reasons[said.key].on_pad, said.numbers) : change(side);
    const other = text.typed === cost ? "" : text.typed;
    return { ...text, totals: totals ?? (other && beside), working, cost, typed: other || beside };
  }
  // The only answer of a row; several have places of their own.
  function textOf(cells) {
    const [cell] = asks.keyed(cells);
    if (!cell || asks.hasColumns || (forCounters && !asks.isHidden(typed, cell))) return {};
    return { typed: asks.text(typed, cell), filled: asks.fills(typed, cell) !== null };
  }

  const remarks = faults.length || unknown || typed.voided
    ? []
    : (variant.remarks?.(judged.facts, judged.table, judged.before) ?? []);
  const isAnswered = typed.active && !asks.isBlank(typed, typed.active);
  const typedNow = isAnswered ? remarks.find((remark) => isMine(pad, remark)) : null;
  // What others have answered is for them to doubt.
  const isAsked = ({ seat }) => seat === null || asks.seat === null;
  const doubt = pad.isUnchanged ? null : (typedNow ?? (ready ? remarks.find(isAsked) : null));

  // Only what changes; the sheet has all else.
  const poolsShown = isOwn || !isKnown || (correcting && !ready) ? [] : Object.keys(data.pools);
  const changed = poolsShown.filter((key) => shown.pools[key] !== now.pools[key]);
  const swept = changed.length > 1 && changed.every((key) => !now.pools[key]);
  const poolOf = (key) => `${data.pool_names[key]} ${arrow(shown.pools[key], now.pools[key])}`;
  const news = swept ? [phrase("all_pools", { pools: changed.length })] : changed.map(poolOf);
  const heading = correcting ? (data.over ? "before_sharing" : "now_and_then") : "before_and_after";
  if (forCounters && !isOwn) news.unshift(phrase(heading));
  if (ready) news.push(pad.behind.content?.endOf(data, place, judged));
  // Where penalties are counted there is mostly nothing to gain.
  const hasRow = rows.some((row) => (asks.bySides ? row.side : row.seat) === gains);
  const isGain = gains !== null && !unknown && !typed.voided && !hasRow;
  const hasGain = isGain && (data.unit !== "penalties" || scores[gains] !== 0);
  return {
    ...judged,
    now,
    rows: new Map(rows.map((row) => [row.id, rowOf(row)])),
    doubt,
    soFar,
    gain: hasGain && {
      name: nameOfSide(data, gains),
      points: change(gains),
      totals: forCounters || correcting || isCounted ? standsOf(gains) : "",
      working: workingOf(gains),
    },
    news: news.filter(Boolean).join(" · "),
  };
}

/** Whether a fault is about a row: of a question of the deal, of its seat, or of its side. */
function isAbout({ of, seat, what }, row, { bySides }) {
  if (of === "deal") return row.ask?.key === what;
  return seat != null && seat === (of === "side" && bySides ? row.side : row.seat);
}

/** Whether a fault, or a remark, is about the row that is typed in. */
export const isMine = ({ activeRow, asks }, fault) =>
  Boolean(activeRow) && isAbout(fault, activeRow, asks);

/** A fault as people read it: the sentence of the server, with the name before it. */
export function faultText(data, fault) {
  const sentence = fault.message ?? `${say(words.errors[fault.code], fault)}.`;
  const of = fault.of === "side" ? nameOfSide(data, fault.seat) : null;
  const name = of ?? (data.seats[fault.seat] ? nameAt(data.seats, fault.seat) : null);
  return name ? `${name}: ${sentence}` : sentence;
}

export const questionOf = ({ key }) =>
  words.asks[key].prompt ?? say(words.errors.missing, { what: key });

/** Whether the rows are tapped to answer the first question, which is open. */
const isNaming = ({ asks, needsFirst, rows }) =>
  needsFirst && rows.some((row) => !row.ask && asks.answerOf(asks.first, row) !== null);

/** Whether no menu, as one that has more than names, asks it too. */
export const isAskedInRows = (pad) => isNaming(pad) && !pad.dialog.querySelector("[value='void']");

/** A message that asks for the next answer that has no keys and is needed; null for none. */
export function missingPrompt(pad) {
  const { asks, typed } = pad;
  const [ask] = asks.open(typed, false);
  if (!ask) return null;
  const prompt = questionOf(ask);
  const way = isAskedInRows(pad) ? "tap_a_row" : "tap_a_row_or_nobody";
  return { text: ask === asks.first && isNaming(pad) ? phrase(way, { prompt }) : prompt };
}

/** The one sentence of the pad, and what its button does. */
export function padMessage(pad) {
  const { activeRow, ask, asks, place, shown, typed } = pad;
  const { doubt, faults: [fault] } = shown;
  const isHasty = Boolean(pad.pause) && fault && isMine(pad, fault);
  if (fault && !(isHasty && !fault.stays && CURABLE.test(fault.code))) {
    return { text: faultText(pad.data, fault), wrong: true };
  }
  if (doubt) return doubtOf(pad, doubt);
  if (typed.voided) return { text: voidText(pad) };
  if (shown.soFar && !typed.active) {
    const isThen = ({ key }) => words.asks[key].then && asks.isAnswered(typed, key);
    const answered = shown.ready ? null : asks.asked(typed).find(isThen);
    if (answered) return { text: words.asks[answered.key].then };
    const { key, numbers } = shown.soFar;
    const open = asks.open(typed, false);
    const last = open.length === 1 ? ` · ${questionOf(open[0])}` : "";
    return { text: say(words.so_far[key], numbers) + last };
  }
  const asked = missingPrompt(pad);
  const { active } = typed;
  const isDone = active && !asks.isBlank(typed, active) && (asks.isOneTap(ask, pad.value) || !pad.pause);
  if (asked && (pad.needsFirst || !active || (isDone && !asks.nextBlank(typed)))) return asked;
  if (asks.isInPlay && !typed.active) {
    const isOpen = ({ key, of }) => of === "deal" && asks.isBlank(typed, { key, at: null });
    const open = asks.asked(typed).find(isOpen);
    const isSecret = pad.isDone && asks.all.some(({ shown }) => shown === "when_complete");
    return { text: open ? questionOf(open) : phrase(isSecret ? "covered" : "nothing_else") };
  }
  const text = asked ? null : asks.same?.prompt(pad);
  if (text) return { text };
  if (!ask) return { text: phrase(pad.isUnchanged ? "what_was_wrong" : "nothing_else", place) };
  const { content } = pad.behind;
  if (content && asks.isIn(typed.active)) return content.inText(pad, typed.active);
  const asking = asks.widget(ask).prompt(pad.nameOf(activeRow), pad.value, ask, pad);
  const prompt = asks.seat === null ? asking : shortened(asking, pad);
  const left = asks.left(typed, ask);
  if (left < 0 && ask.least >= 0) {
    return { text: phrase("too_much", { typed: ask.sum - left, sum: ask.sum }), wrong: true };
  }
  if ((isDone || left === 0) && shown.ready && !place.correcting) {
    return { text: phrase("nothing_else") };
  }
  if (left < 0 && ask.sum > 0) {
    return { text: phrase("over_the_sum", { prompt, over: -left }), doubt: true };
  }
  const isNews = left !== 0 || (ask.sum > 0 && !shown.ready);
  const isSaid = left !== null && isNews && asks.widget(ask).isLikely(left, ask);
  if (!isSaid || asks.fills(typed, typed.active) !== null) return { text: prompt };
  return { text: phrase("left_over", { prompt, left }) };
}

/** The first fault of the active row with another value in its cell; undefined for none. */
export function faultWith(pad, value) {
  const typed = structuredClone(pad.typed);
  pad.asks.set(typed, typed.active, value);
  return faultsOf(pad, typed).find((fault) => isMine(pad, fault));
}

/** Say why not, and choose the row it is about. */
export function complain(pad, message, fault = null) {
  const row = fault && pad.rows.find((other) => isAbout(fault, other, pad.asks));
  if (row && row !== pad.activeRow) pad.chooseRow(row.id);
  pad.message = { ...message, wrong: true };
  pad.paint();
  pad.behind.large?.refuse(pad);
}

export const refuse = (pad, fault) => complain(pad, { text: faultText(pad.data, fault) }, fault);

export const askBlank = (pad) =>
  complain(pad, { text: pad.asks.widget(pad.ask).blankText(pad.nameOf(pad.activeRow), pad) });

export const askWhat = (pad) => complain(pad, { text: phrase("what_was_wrong", pad.place) });

function voidText({ around, data, place }) {
  const text = phrase("voided", place);
  const isLaid = Object.values(around.opened.laid.pools ?? {}).some(Boolean);
  if (!words.void_leaves || !isLaid) return text;
  return `${text} ${say(words.void_leaves, data.rules)}.`;
}

function shortened(prompt, pad) {
  const [row] = pad.rows;
  return capital(prompt.replace(`${pad.nameOf(row)}: `, ""));
}

function doubtOf(pad, { key, numbers, seat }) {
  const row = pad.rows.find((other) => seat !== null && other.seat === seat);
  const name = row && row !== pad.activeRow ? `${pad.nameOf(row)}: ` : "";
  const says = { text: name + say(words.remarks[key], numbers), doubt: true };
  if (numbers.instead === undefined) return says;
  const act = () => {
    if (name) pad.chooseRow(row.id);
    pad.type((value) => ({ ...value, digits: String(numbers.instead), cards: null }));
  };
  return { ...says, label: phrase("use", numbers), act };
}

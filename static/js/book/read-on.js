// A game as the server told it, read on with what waits on this phone.

import {
  beginning,
  foldDeals,
  fromLeftOf,
  nextDealer,
  openNext,
  standsAfter,
} from "../rules/table.js";
import { endOf, heldIn } from "./end.js";
import { entriesOfItems, entriesOfSheet, giveUp, isSame, sort } from "./entries.js";
import { readNotes } from "./notes.js";

const IN_VOID_DEAL = "_in_void_deal";
// What may be written and taken back, and the phone knows what follows.
const KINDS = ["deal", "correct_deal", "withdraw", "buy", "lend", "end", "answer"];

/**
 * The data of a page as they would be with these `items` in the book, each as it is sent to it;
 * null where only the server can know. `entries` are what it answers to who asks for them.
 */
export function readOn(variant, data, items, entries) {
  if (!items.length) return data;
  try {
    return read(variant, data, items, entries);
  } catch {
    return null;
  }
}

const isBack = ({ kind }) => kind === "withdraw";

function read(variant, data, items, entries) {
  if (!data.next && !data.over) giveUp();
  const were = new Map([...data.deals, ...data.behind_the_end].map((deal) => [deal.id, deal]));
  const known = entries?.entries.slice(0, data.version) ?? [];
  const names = sort(known).deals.map(({ name }) => name);
  // Of what was answered one by one the sheet knows more than the entries say.
  const isWhole =
    known.length === data.version &&
    isSame(names, [...were.keys()]) &&
    !known.some(({ content }) => content.whole);
  const book = isWhole ? known : entriesOfSheet(data);
  const waiting = items.filter(({ name }) => !book.some((entry) => entry.name === name));
  // The server was heard, though not its answer.
  if (!waiting.length) return data;
  const added = entriesOfItems(data, waiting);
  const all = [...book, ...added];
  const find = (wanted) => all.find(({ name }) => name === wanted) ?? giveUp();
  const before = sort(book);
  const now = sort(all);
  const isChanged = ({ name }) => before.gone.has(name) !== now.gone.has(name);
  for (const { content, kind, name } of [...book.filter(isChanged), ...added]) {
    const was = were.get(name);
    if (!KINDS.includes(kind) || was?.open || was?.answered) giveUp();
    // What was noted before a deal that is taken back is noted again.
    if (was && !isWhole && data.asks.some(({ when }) => when === "during")) giveUp();
    if (isBack({ kind })) find(content.entry);
  }

  /** What is said of a deal by now, and whether that is in the book. */
  const told = now.deals.map((deal) => {
    const was = were.get(deal.name);
    const newest = deal.versions.at(-1);
    const since = Math.max(data.version, deal.versions[0].number);
    if (deal.notes.some(({ number }) => number > since)) giveUp();
    const { versions = [] } = before.deals.find(({ name }) => name === deal.name) ?? {};
    if (newest === versions.at(-1)) return { ...deal, was, facts: was.facts };
    const { content, seen } = newest;
    const { facts } = content;
    // What others have told of it, unseen, may count beside it or instead.
    const corrected = isWhole ? versions.slice(1).at(-1)?.number : was && data.version;
    const isOther = ({ key, number, seat, value }) =>
      number > seen &&
      // Of what waits here its writer knew.
      number <= data.version &&
      !isSame(seat === null ? facts[key] : facts[key]?.[seat], value);
    if (corrected > seen || was?.open || deal.notes.some(isOther)) giveUp();
    return { ...deal, was, waits: true, facts };
  });
  const nameBefore = (at) => told[at - 1]?.name ?? null;

  const moves = movesOf(variant, data, now.moves);
  const moved = [...told, null].map((_, at) =>
    moves.flatMap((move) => (move.before === at ? move.lines : [])),
  );
  const start = beginning(variant, data);
  const folded = [];
  const lastOf = (at) => folded[at - 1] ?? start;

  /** One deal more; one behind the end as if the game went on. */
  function fold(facts, at) {
    const last = lastOf(at);
    const foldOn = (rules, from) => foldDeals(rules, data, [facts], [moved[at]], from)[0];
    if (!last.follows.over) return foldOn(variant, last);
    // Nobody knows who would play there.
    const rules = facts.dealer == null ? { ...variant, plays: undefined } : variant;
    const follows = { over: false, dealer: nextDealer(last.table, last.facts) };
    const deal = foldOn(rules, { ...last, follows });
    const none = { lines: [], scores: deal.scores.map(() => 0), carry: deal.before };
    const isImpossible = !facts.void && rules.check?.(facts, deal.table, deal.laid);
    return { ...deal, ...(isImpossible && none), follows: last.follows, behind: true };
  }

  told.forEach(({ facts }, at) => folded.push(fold(facts, at)));
  const counting = folded.filter(({ behind }) => !behind);
  const behind = folded.length - counting.length;
  const stands = standsAfter(counting, behind ? [] : moved, start);
  const { carry, follows, played } = stands;
  const over = follows.over || Boolean(now.end);
  // Who takes over a seat behind the end does so for nobody.
  const isMoved = behind !== data.behind_the_end.length;
  for (const { open, seats } of were.values()) if ((open && over) || (seats && isMoved)) giveUp();

  function dealOf(deal, at) {
    const { facts, name, versions, was, waits } = told[at];
    // Whoever took a seat had it from a deal on that stands behind this one.
    const { seats } = was ?? told.slice(at).find((one) => one.was)?.was ?? {};
    const { scores, table } = deal;
    const { follows } = lastOf(at);
    const lines = facts.void ? [...deal.lines, ...undone(deal, told[at])] : deal.lines;
    const shown = {
      ...{ ...was, id: name, ...shownOf(at + 1, table, deal.carry, lines), facts, scores, seats },
      ...{ void: Boolean(facts.void), bought: deal.carry.bought, part: deal.follows.part?.number },
      named: facts.void ? undefined : variant.named?.(follows),
    };
    if (!waits) return shown;
    const scoresOf = ({ content }) => fold(content.facts, at).scores;
    if (isWhole || !was) shown.earlier = versions.slice(0, -1).map(scoresOf);
    return { ...shown, waits, shows: follows.shows, stand_ins: undefined };
  }

  /** What was noted in play of a void deal never happened. */
  function undone({ carry: lying, table }, { notes, was }) {
    const old = was?.lines.filter(({ key }) => key.endsWith(IN_VOID_DEAL)) ?? [];
    if (old.length && !isWhole) return isSame(lying.pools, was.pools) ? old : giveUp();
    if (!notes.length || !variant.inPlay) return [];
    const { noted } = readNotes(data, table, notes);
    return variant.inPlay(noted, table, lying).flatMap(({ points, key, side, numbers }) =>
      points ? { side, points: 0, key: key + IN_VOID_DEAL, numbers } : [],
    );
  }

  function nextOf() {
    const { after, phones = [], silent = [] } = data.next ?? {};
    const { lines: paid, table } = openNext(variant, data, stands, {});
    const name = nameBefore(counting.length);
    const { notes } = now;
    const isSameNotes = after === name && isSame(notes, before.notes);
    const read = isSameNotes ? data.next : { phones, silent, ...readNotes(data, table, notes) };
    const { noted } = read;
    const names = notes.map(({ key, name, value }) => [`${key}_${value}`, name]);
    if (notes.length && !read.missing.length) giveUp();
    const opened = openNext(variant, data, stands, noted);
    const { part, shows, trump } = follows;
    return {
      ...((isSameNotes || phones.length || notes.length) && read),
      ...shownOf(counting.length + 1, table, opened.carry, opened.lines),
      ...{ after: name, names: Object.fromEntries(names), paid: paid.length, noted },
      plays: table.plays,
      shows: variant.showsInPlay?.(shows, noted) ?? shows,
      ...{ part: part ?? undefined, trump: trump ?? undefined },
    };
  }

  /** What Undo and Redo take back now; null where nothing, or nobody knows. */
  function takeBack() {
    const written = isWhole ? all : added;
    const others = written.filter((entry) => !isBack(entry));
    const since = written.slice(written.lastIndexOf(others.at(-1)) + 1);
    const undo = others.findLast(({ name }) => !now.gone.has(name));
    const redo = since.findLast(
      ({ content, name }) => !now.gone.has(name) && !isBack(find(content.entry)),
    );
    const was = (entry) => (isWhole || now.gone.has(entry?.entry) ? null : entry);
    return {
      undo: undo ? { entry: undo.content.with ?? undo.name, kind: undo.kind } : was(data.undo),
      redo: redo ? { entry: redo.name, kind: redo.kind } : others.length ? null : was(data.redo),
    };
  }

  /** What was written last, and which deal of the sheet it is about. */
  function newestOf({ content, kind, name }) {
    let about = isBack({ kind }) ? find(content.entry) : { content, kind, name };
    const again = isBack(about);
    if (again) about = find(about.content.entry);
    const deal = { deal: about.name, correct_deal: about.content.deal }[about.kind];
    return { kind, of: about.kind, again, number: deal ? now.numberOf(deal) : null };
  }

  const counted = moves.filter((move) => !behind || move.before < counting.length);
  const loans = data.loans && (counted.at(-1)?.loans ?? []);
  const scored = counting.filter(({ facts }) => !facts.void);
  const shown = folded.map(dealOf);
  const result = {
    ...{ ...data, over, ended: over && !follows.over, played, loans, ...takeBack() },
    ...{ totals: carry.totals, pools: carry.pools },
    to_play: follows.left === null ? null : played + (follows.left ?? 0),
    next: over ? null : nextOf(),
    end: over ? endOf(variant, data, stands, scored, loans, now.end?.leftover) : null,
    deals: shown.slice(0, counting.length),
    behind_the_end: shown.slice(counting.length),
    moves: moves.map((move) => ({ after: nameBefore(move.before), lines: move.lines })),
    waiting: waiting.map(({ name }) => name),
    newest: newestOf(added.at(-1)),
  };
  const held = heldIn(data);
  const changed = heldIn(result).map((total, side) => (total === held[side] ? [] : side));
  return { ...result, waitingTotals: changed.flat() };
}

/** What was bought and lent, with its lines and the loans that stand then. */
function movesOf(variant, { loans, sides }, moves) {
  const bodies = moves.map(({ content, kind }) => ({ ...content, kind, loans }));
  const isKnown = ({ lines }) => lines;
  if (bodies.some(isKnown) && !bodies.every(isKnown)) giveUp();
  const made = bodies.every(isKnown) ? bodies : variant.transfers(bodies, sides);
  return made.map((one, at) => ({ ...one, before: moves[at].before }));
}

function shownOf(number, { dealer, order, plays }, { pools, totals }, lines) {
  const eldest = fromLeftOf(order, dealer).find((seat) => plays.includes(seat));
  return { number, dealer, eldest, lines, totals, pools };
}

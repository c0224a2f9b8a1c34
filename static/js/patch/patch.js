// Shows on the sheet what is not in the book yet: the server has painted one with slots, which are
// filled, and of the deals that stand on the sheet already each stays as it was painted.

import { isSame } from "../book/entries.js";
import { page, shownSheet, token } from "../page.js";
import { nameOfSide, sidesOf } from "../sides.js";
import { fill, listed, say } from "../words.js";
import { notedAbove, notedInRows, patchAsked } from "./notes.js";
import { inOrder, make, movedBy, parse, points, prune, signed, sumOf } from "./pieces.js";
import { patchPodium, patchRows } from "./rows.js";
import { patchTable } from "./table.js";

const PIPS = 9;
const MOST_IN_NOTICE = 6;
// What the sheet asks besides where phones answer for their seats.
const OF_OWN = [".head > .besides", ".ask"];

let patterns = {};
// What they are wanted for.
let wanted;

const addressOf = (game) => `/games/${game}/patterns`;

/** Fetch what `patch` needs for a game, once for those who sit there and the rules they have. */
export async function prepare(game) {
  const of = told(page.fromServer.data);
  wanted = of;
  if (patterns.of === of) return;
  const answer = await fetch(addressOf(game)).catch(() => null);
  const found = answer?.ok ? answer : await globalThis.caches?.match(addressOf(game));
  const read = found && (await found.json());
  // What comes late may be that of the game before.
  if (found && wanted === of) await learn(game, { of, ...read });
}

/**
 * The next game of a table, with these data, has the same pieces, unless others are `given`. Gives
 * its sheet, on which nothing was played; null where the pieces are not known.
 */
export async function goOn(data, given) {
  const { data: old, html } = page.fromServer;
  if (!given && patterns.of !== told(old)) return null;
  const text = JSON.stringify(given ?? patterns).replaceAll(old.game, data.game);
  wanted = told(data);
  await learn(data.game, { ...JSON.parse(text), of: wanted });
  // All else that stands on the old sheet is of its own game.
  const before = document.createElement("div");
  before.append(...parse(html).querySelectorAll(".emblem, .played-by"));
  return sheetOf(data, data, before).outerHTML;
}

/** Keep them beside the page that they are for. */
async function learn(game, found) {
  patterns = found;
  const pages = await globalThis.caches?.open("pages");
  await pages?.put(addressOf(game), new Response(JSON.stringify(found))).catch(() => {});
}

const told = ({ game, order, rules, seats, start }) =>
  JSON.stringify(inOrder([game, order, rules, seats, start]));

/**
 * Show data on the sheet: true once it shows them all, false where it cannot, and then nothing was
 * touched. A new element takes the place of the sheet.
 */
export function patch(data) {
  const { data: base, html } = page.fromServer;
  let sheet = parse(html);
  if (!isSame(data, base)) {
    if (patterns.of !== told(data) || !(data.next || data.end)) return false;
    try {
      sheet = sheetOf(data, base, sheet);
    } catch {
      return false;
    }
  }
  for (const field of sheet.querySelectorAll('[name="csrf_token"]')) field.value = token();
  shownSheet().replaceWith(sheet);
  return true;
}

function sheetOf(data, base, before) {
  const { begun, on, over, table, waits, words } = patterns;
  const order = sidesOf(data);
  const held = heldNow(data);
  const standing = standingOf(data, held, order);
  const { end, next, played, redo, undo } = data;
  const stays = (parts) => before.querySelectorAll(`.sheet-body > :is(${parts})`);
  const places = standing.places.map((place, _, all) => {
    const isShared = all.indexOf(place) !== all.lastIndexOf(place);
    return played ? words.places[place - 1] + (isShared ? "=" : "") : "";
  });
  const view = {
    ...{ ...data, base, words, order, held, standing, places },
    names: data.totals.map((_, side) => nameOfSide(data, side)),
    waits,
    write: data.unit === "counters" ? signed : points,
  };
  const deals = end && data.to_play !== words.due ? null : data.to_play;
  const sheet = make(end ? over : on, valuesOf(view, deals));
  // How many of the nine pips are filled.
  const known = deals ? (PIPS * played) / deals : played;
  sheet.querySelector(".emblem").replaceWith(before.querySelector(".emblem"));
  sheet.querySelectorAll(".pip").forEach((pip, at) => {
    pip.classList.toggle("pip-on", at + 1 <= known || (end && !data.ended));
  });
  if (!undo) prune(sheet, "[data-undo]");
  else if (!redo) sheet.querySelector("[data-undo] button").textContent = words.undo;
  if (!redo) prune(sheet, "[data-redo]");
  if (end) patchPodium(sheet, view);
  else {
    patchShown(sheet, before, view);
    patchAsked(sheet, view);
    patchRows(sheet, { ...view, noted: notedInRows(view, before) });
  }
  for (const pool of sheet.querySelectorAll("[data-pool]")) {
    pool.lastElementChild.textContent = held.pools[pool.dataset.pool];
  }
  const links = sheet.querySelector(".links");
  if (data.deals.length + data.moves.length) {
    const [all, were] = [parse(table), before].map((one) => one.querySelector("[data-deals]"));
    patchTable(all, were, view);
    links.before(all.closest("section"));
  } else {
    links.insertAdjacentHTML("beforebegin", begun);
    prune(links, "[action$='/code']");
    if (end) prune(sheet, "div.block:has(> [action$='/code'])");
  }
  links.before(...before.querySelectorAll(".played-by, [data-own-words]"));
  // What somebody has to decide, and what phones have answered of the deal that is played still.
  sheet.querySelector("header").after(...stays("[data-open], link"));
  const own = next && next.after === base.next?.after ? stays(".own, .own-play, [data-own]") : [];
  if (own.length) sheet.querySelector(".seats").before(...own);
  // What leads to pages that need a signal keeps its room.
  if (!end) {
    links.prepend(...before.querySelectorAll(".take-over"));
    prune(before, ".needs .quiet");
    sheet.querySelector(".sheet-body > .besides")?.append(...before.querySelectorAll(".needs"));
  }
  // The next game may have begun.
  if (!isSame(data.loans, base.loans)) prune(before, ".loans");
  for (const part of [".dock-choices", ".loans", ".deals-told", ...(own.length ? OF_OWN : [])]) {
    const [old, was] = [sheet, before].map((one) => one.querySelector(part));
    if (was || part !== ".dock-choices") old?.replaceWith(was ?? "");
  }
  return sheet;
}

/** What is filled into the slots of the sheet. */
function valuesOf(view, deals) {
  const { deals: all, end, held, next, played, redo, seats, undo, words } = view;
  const [sentence, more] = saidOf(view);
  const told = { deals, played };
  return {
    ...{ sentence, more, undo: undo?.entry, redo: redo?.entry },
    // Only the server can say what was put down.
    put: next?.put ?? "",
    counters: held.all,
    played: fill(words, deals === null ? words.played : words.played_of, told),
    headline: end && headline(view),
    number: next?.number,
    of: deals && fill(words, played === all.length ? words.of : words.of_played, told),
    part: next?.part?.number,
    dealer: seats[next?.dealer]?.name,
    eldest: seats[next?.eldest]?.name,
    // Its room stays, so that nothing moves.
    summary: played ? "\u00a0" : words.begun,
  };
}

/** Who won: "Dan won". */
function headline({ end: { winners }, names: all, words }) {
  const names = listed(winners.map((side) => all[side]));
  const says = { 0: "nobody", 1: "won", [all.length]: "all_share" }[winners.length] ?? "share";
  return fill(words, words[says], { names });
}

/** What the newest entry has done, in two parts of a sentence. */
function saidOf({ deals, names, newest = {}, order, words, write }) {
  const { kind, of, again, number } = newest;
  if (kind === "deal") {
    const { scores, void: isVoid } = deals[number - 1];
    const told = order.map((side) => `, ${names[side]} ${write(scores[side])}`);
    const each = told.length > MOST_IN_NOTICE ? "" : told.join("");
    const more = isVoid ? `, ${words.void}` : each;
    return [fill(words, words.saved_deal, { number }), `${more}.`];
  }
  const done = kind !== "withdraw" ? "saved" : again ? "redone" : "undone";
  const what = words[of ?? kind];
  return [what && fill(words, words[done], { what: fill(words, what, { number }) })];
}

/** What the whole table has to see. */
function patchShown(sheet, before, view) {
  const { base, names, next, words } = view;
  const shown = sheet.querySelectorAll(".shown");
  // What seats have said for themselves is in no words here.
  const seen = (one) => JSON.stringify([one?.after, inOrder(one?.noted), one?.shows, one?.trump]);
  if (before.querySelector(".head") && seen(next) === seen(base.next)) {
    shown[0].replaceWith(...before.querySelectorAll(".head > .shown"));
    shown[1].remove();
    return;
  }
  const found = notedAbove(view);
  if (next.trump !== undefined) found.push({ ...words.trumps[next.trump] });
  for (const { key, side, numbers } of next.shows) {
    if (side !== null) continue;
    const { aloud, says = words.shows[key], small } = words.shows[key];
    const said = say(words, says, numbers, names);
    if (small && found.length) found.at(-1).why = said.charAt(0).toLowerCase() + said.slice(1);
    else found.push({ says: said, aloud: aloud && say(words, aloud, numbers, names) });
  }
  const made = found.map((told) =>
    make(shown[told.aloud ? 1 : 0], { mark: null, why: null, ...told }),
  );
  shown[0].replaceWith(...made);
  shown[1].remove();
}

const add = (some, others, sign = 1) => some.map((number, at) => number + sign * others[at]);

/** What each side has now, and has bought, what lies in the pools, and how many it is in all. */
function heldNow(data) {
  const { deals, end, moves, next, start } = data;
  const last = deals.at(-1) ?? { id: null, ...start };
  const since = moves.flatMap(({ after, lines }) => (after === last.id ? lines : []));
  const lines = next?.lines ?? end.closing;
  const { moved, pools } = movedBy(data, lines);
  const bought = [...since, ...lines].filter(({ pool }) => pool === "bank");
  const totals = add(data.totals, moved);
  return {
    ...{ pools, totals },
    bought: add(last.bought, movedBy(data, bought).moved),
    all: sumOf([...totals, ...Object.values(pools)]),
  };
}

/** How the sides stand with what they have: what decides, their places, and the best first. */
function standingOf({ end, loans = [], unit }, held, order) {
  const decides = add(held.totals, held.bought, -1);
  for (const { counters, lender, seat } of end ? [] : loans) {
    decides[seat] -= counters;
    decides[lender] += counters;
  }
  const ranks = decides.map((total, side) => {
    const isBeaten = end?.winners.length && !end.winners.includes(side);
    return (unit === "penalties" ? total : -total) + (isBeaten ? 1e9 : 0);
  });
  const places = ranks.map((rank) => 1 + ranks.filter((other) => other < rank).length);
  return { decides, places, best: [...order].sort((one, other) => places[one] - places[other]) };
}

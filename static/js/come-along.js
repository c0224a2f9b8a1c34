// Leads this phone from a result to the game that goes on, once the result was seen for ten seconds
// or the next deal wants its hand: not while something here is half typed, open, asked or waiting.

import { club, inClub } from "./club.js";
import { isTouched } from "./keep.js";
import { waiting } from "./outbox/queue.js";
import { keyOf } from "./pad/drafts.js";
import { attempt, isCut, recall, state, subscribe } from "./store.js";

const SEEN_MS = 10_000;
const LOOK_MS = 2_000;
const { device } = document.querySelector("main").dataset;

let seenSince = Date.now();
let timer;

/** Where this phone is to go: not to a game where it was already, in the same seat or in none. */
function findGame({ server: { data }, ...shown }) {
  const { game, all, seats } = data.goes_on ?? {};
  const seat = seats?.[device] ?? "";
  const isNew = recall("scorer:been") !== `${club} ${game} ${seat}` && (all || seat !== "");
  return game && isNew && data.game === shown.data.game ? game : null;
}

const isHalfTyped = (data) =>
  attempt(() => Object.keys(localStorage))?.some(
    (key) => key.startsWith(keyOf(data, data.over ? "correct:" : "")) && recall(key)?.touched,
  );

function isBusy() {
  const used = "dialog[open], :popover-open, [data-scene], [data-conflict], [data-held], main :is(select, input):focus";
  const isUsed = isTouched() || document.querySelector(used);
  return isUsed || isCut() || waiting().length > 0 || isHalfTyped(state.data);
}

async function wantsHand(game) {
  const how = { headers: { accept: "application/json", club }, cache: "no-store" };
  const answer = await fetch(`/games/${game}/news`, how).catch(() => null);
  const seat = answer?.headers.get("seat");
  if (!answer?.ok || !seat) return false;
  const { in: answered, missing } = (await answer.json()).data.next ?? {};
  return answered?.length > 0 && missing.some(([, at]) => at === Number(seat));
}

async function look() {
  clearTimeout(timer);
  const game = document.hidden ? null : findGame(state);
  if (!game) return;
  timer = setTimeout(look, LOOK_MS);
  const isSeen = Date.now() - seenSince >= SEEN_MS || (await wantsHand(game).catch(() => false));
  if (isSeen && game === findGame(state) && !isBusy()) location.assign(inClub(`/games/${game}`));
}

function lookAnew() {
  seenSince = Date.now();
  look();
}

document.addEventListener("visibilitychange", lookAnew);
subscribe(({ server: { data } }, { server: { data: before } }) => {
  const isOther = data.game !== before.game || data.over !== before.over;
  return isOther ? lookAnew() : look();
}, "server");
look();

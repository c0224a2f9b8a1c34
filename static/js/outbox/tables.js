// Somebody joins or leaves without signal: what other numbers of people are asked, and who leaves and
// joins in a dialog, come behind the sheet and are kept for the game that was opened last.

import { forms, taps } from "../actions.js";
import { openBlank } from "../buttons.js";
import { club } from "../club.js";
import { make, put } from "../elements.js";
import { comparisonKey } from "../names.js";
import { sum } from "../rules/table.js";
import { isCut, isEqual, recall, remember, state, subscribe } from "../store.js";
import { addWords, nameAt, phrase, plain } from "../words.js";
import { coverTap, ready, readWith, writeAndShow } from "../write.js";
import { drop, isOfGame, waiting } from "./queue.js";
import { reseat } from "./reseat.js";
import { flush } from "./send.js";

const KEPT = "scorer:tables";
// What who joins began with, the last time.
const BEGINS = "scorer:joins-with";
const place = make("div");
document.querySelector("main").append(place);

/** What is asked of other numbers of people, by number. */
export let tables = {};

// Of what is fetched.
const gameOf = ({ server: { data } }) => [data.game, data.rules, data.seats.length];

function show(html) {
  place.innerHTML = html;
  const { phrases, ...known } = JSON.parse(place.querySelector("[data-tables]").textContent);
  addWords({ asks: {}, phrases });
  ({ tables } = known);
}

/** Take what is kept, until it is fetched; where nobody can join or leave there is none. */
export async function fetchTables() {
  const { game } = state.server.data;
  if (!document.querySelector("[data-change-table]")) return;
  const kept = recall(KEPT);
  if (kept && isOfGame(kept, { game })) show(kept.html);
  const read = (answer) => answer.text();
  const html = await fetch(`/games/${game}/tables`, { headers: { club } }).then(read).catch(() => "");
  // A hotspot answers with a page of its own, and a game that was undone with that before it.
  if (!html.includes("data-tables")) return;
  remember(KEPT, { club, game, html });
  show(html);
}

subscribe((now, before) => isEqual(gameOf(now), gameOf(before)) || fetchTables(), "server");

// The page of who is at the table has answered a question under its id.
const isAnswered = ({ id, question }) =>
  question && state.server.data.moves.some(({ entry }) => entry === id);
ready.then(() => {
  const answered = waiting().find(isAnswered);
  if (!answered) return;
  reseat(answered);
  drop(isAnswered).then(flush);
});

/** The totals with which somebody can join, by name; what is brought is known by the server. */
function joining({ dataset: { brought } }) {
  const { next, order, unit } = state.data;
  const { resting = [] } = next;
  const totals = order.filter((seat) => !resting.includes(seat)).map((seat) => next.totals[seat]);
  const [round, worst] = unit === "penalties" ? [Math.ceil, Math.max] : [Math.floor, Math.min];
  const mean = round(sum(totals) / totals.length);
  return { zero: 0, mean, worst: worst(...totals), brought: Number(brought) };
}

const isNamed = (name) => (seat) =>
  comparisonKey(state.data.seats[seat].name) === comparisonKey(name);

const leavingOf = ({ elements: { leaves } }) =>
  [...leaves ?? []].filter(({ checked }) => checked).map(({ value }) => Number(value));

/** The change that the form says, or the `fault` in it; nothing where nothing changes. */
function readForm(form) {
  const { dataset, elements } = form;
  const { next, order, seats } = state.data;
  const name = elements.joins.value.trim();
  const isThere = order.find(isNamed(name));
  if (isThere !== undefined) return { fault: phrase("table_is_there", { name: nameAt(seats, isThere) }) };
  const changes = waiting().filter((item) => item.kind === "change_table" && isOfGame(item, state.data));
  const used = changes.flatMap(({ content: { joins } }) => joins.map(({ seat }) => seat + 1));
  const fresh = Math.max(dataset.people, ...used);
  const back = seats.map(({ seat }) => seat).find(isNamed(name));
  const seat = name ? (back ?? fresh) : null;
  const leaving = leavingOf(form);
  const at = order.indexOf(Number(elements.beside.value)) + 1;
  const now = seat === null ? order : order.toSpliced(at, 0, seat);
  const there = now.filter((other) => !leaving.includes(other));
  if (isEqual(there, order)) return {};
  if (!(there.length in tables)) return { fault: dataset.number };
  const person = { seat, player: { id: null, name }, total: joining(form)[elements.begins.value] };
  return { change: { seats: there, joins: seat === fresh ? [person] : [], after: next.after } };
}

function whatComes(content) {
  const { game, loans = [], played, seats } = state.data;
  const { over, to_play: due } = readWith({ id: "", game, kind: "change_table", content });
  if (over) return phrase("table_ends_game");
  const owed = loans.filter(({ seat }) => !content.seats.includes(seat));
  const owing = owed.map(({ counters, lender, seat }) =>
    phrase("table_owes", { counters, name: nameAt(seats, seat), lender: nameAt(seats, lender) }),
  );
  return [...(due ? [phrase("table_deals_to_come", { many: due - played })] : []), ...owing].join(" ");
}

function openPeople() {
  const form = place.querySelector("[data-people]");
  if (!form) return false;
  const { order, seats } = state.data;
  const labels = order.map((seat) => {
    const box = make("input", { type: "checkbox", name: "leaves", value: seat });
    return make("label", {}, box, " ", make("bdi", {}, nameAt(seats, seat)));
  });
  const options = order.map((seat) => make("option", { value: seat }, nameAt(seats, seat)));
  const begins = joining(form);
  for (const option of form.elements.begins) {
    const says = (option.dataset.says ??= option.textContent);
    option.textContent = `${says}: ${plain(begins[option.value])}`;
    option.defaultSelected = option.value === recall(BEGINS);
  }
  form.querySelector("[data-leaves]").replaceChildren(...labels);
  form.elements.beside.replaceChildren(...options);
  openBlank("[data-people-dialog]");
  const show = () => {
    const { change, fault = "" } = readForm(form);
    form.querySelector("[value='save']").disabled = !change;
    put(form.querySelector("[data-people-says]"), change ? whatComes(change) : fault);
    const leaving = leavingOf(form);
    for (const owes of form.querySelectorAll("[data-owes]")) {
      owes.hidden = !leaving.includes(Number(owes.dataset.owes));
    }
  };
  form.oninput = show;
  show();
  return true;
}

// Without signal its page cannot be had.
taps.changeTable = () => isCut() && openPeople();
forms.people = (form, { value }) => {
  const { change } = value ? readForm(form) : {};
  if (!change) return false;
  remember(BEGINS, form.elements.begins.value);
  form.closest("dialog").close();
  coverTap();
  writeAndShow("change_table", change);
  return true;
};

// Setting up: people are tapped, and the table that is drawn shows how they sit.

import { hide } from "./elements.js";
import { comparisonKey } from "./names.js";
import { seatPlayers } from "./rule-fields.js";
import { drawChips } from "./setup/chips.js";
import { change, forget, form, keepTyped, seatAll, seated } from "./setup/seated.js";
import { paintTable } from "./setup/table.js";
import { listed, phrase } from "./words.js";

const START_TIMEOUT = 15_000;

const place = document.querySelector("[data-setup]");
const start = document.querySelector("[data-start]");
const lack = document.querySelector("[data-missing]");
const together = form.querySelector("[data-partners]");
const data = JSON.parse(document.getElementById("setup-data").textContent);
const { full, known, last, packs, players, ready, sides, unfit } = data;
const [least, most] = [players[0], players.at(-1)];

const began = new FormData(form);

const find = document.querySelector("[data-find-game]");
find?.addEventListener("input", () => {
  const [{ value: name }, { value: many }] = find.children;
  // Keyboards write one apostrophe or the other.
  const keyOf = (text) => comparisonKey(text).replaceAll("’", "'");
  const namesOf = ({ dataset: { names = "" }, textContent }) => [textContent, names].join(", ");
  const isFound = (game) =>
    keyOf(namesOf(game)).includes(keyOf(name)) &&
    (!many || game.dataset.players.split(" ").includes(many));
  for (const family of find.parentElement.querySelectorAll("section")) {
    const games = [...family.querySelectorAll("li")];
    for (const game of games) hide(game, !isFound(game));
    hide(family, !games.some(isFound));
  }
});
const nameHint = document.querySelector("[data-name-hint]");
const { like, variant } = form.elements;
const typed = form.querySelectorAll("[data-new-name], [data-name-hint], [name^=rule-], .fold");
const keep = keepTyped(`${variant.value} ${like.value}`, [...typed]);

function missing() {
  const many = seated.people.length;
  if (many > most) return phrase("too_many", { more: many - most });
  const next = players.find((number) => number >= many);
  if (next > many) return phrase("too_few", { more: next - many });
  const misfits = Object.entries(unfit).map(([rule, by]) => by[form.elements[rule].value]?.[many]);
  return misfits.find(Boolean) ?? "";
}

function paintRules() {
  const chosen = sides.rule ? form.elements[sides.rule].value : "";
  seated.sides = sides.by_value[chosen]?.[seated.people.length] ?? [];
  const members = [];
  for (const [at, side] of seated.sides.entries()) {
    (members[side] ??= []).push(seated.people[at].name);
  }
  together.textContent = members.map((names, at) => `${"●○◆"[at] ?? "●"} ${listed(names)}`).join(" · ");
  paintTable();
  paintMissing();
  keep();
}

/** Write at Start what is missing, or who deals; or for once why something was not done. */
function paintMissing(wrong = "") {
  const lacking = missing();
  const how = seated.drawn === seated.dealer ? "drawn" : "ready";
  lack.textContent = wrong || lacking || phrase(how, seated.dealer);
  lack.classList.toggle("start-fault", wrong !== "");
  start.disabled = lacking !== "";
}

// Whether those who sit here came together, from the game before.
let isSameTable = "follows" in form.elements;

/** Where a person sits down at a table that goes on: behind whom they sat before. */
function placeOf({ id }) {
  const { clockwise = [] } = last ?? {};
  const at = clockwise.indexOf(id);
  if (!isSameTable || at < 0) return undefined;
  const here = seated.people.map((person) => person.id);
  const before = [...clockwise.slice(at + 1), ...clockwise.slice(0, at)];
  const right = before.findLast((other) => here.includes(other));
  return right && here.indexOf(right) + 1;
}

function sit(person) {
  if (seated.people.length < most) return seatAll([person], { at: placeOf(person) });
  change();
  return paintMissing(phrase("table_full", { why: full }));
}

const [tableBox, peopleBox, announced, pack] = place.children;
const [hint, same] = tableBox.querySelector(".table-middle").children;
const chips = drawChips(peopleBox, known, sit);
same?.addEventListener("click", () => {
  isSameTable = true;
  seatAll(last.players, last);
});

function paint() {
  const many = seated.people.length;
  isSameTable &&= many > 0;
  const begin = known.length ? "tap_first" : "type_first";
  hint.textContent = phrase(many ? (many < least ? "tap_next" : "tap_to_move") : begin);
  pack.textContent = packs[many] ?? "";
  announced.textContent = seated.says;
  chips.paint();
  seatPlayers(many);
  paintRules();
}

form.addEventListener("submit", async (start) => {
  start.preventDefault();
  // A name that was typed and not added plays too: it is seated first, to be seen before Start.
  if (chips.isTyped()) return chips.addTyped();
  const body = new URLSearchParams(new FormData(form));
  const signal = AbortSignal.timeout(START_TIMEOUT);
  const sent = fetch(form.action, { method: "POST", body, signal, redirect: "manual" });
  const answer = await sent.catch(() => null);
  if (!answer) paintMissing(phrase("start_not_answered"));
  else if (answer.type !== "opaqueredirect") form.submit();
  else {
    forget();
    // The game takes the place of the form in the history, so that Back goes home.
    location.replace(form.dataset.game);
  }
});
form.addEventListener("input", keep);
form.addEventListener("change", ({ target }) => {
  // What was said of a known game is not true of other rules.
  if (nameHint && target.matches("[name^=rule-]:not([maxlength])")) nameHint.value = "";
  paintRules();
});
// The name of a game that is known brings its house rules along; another name takes them back.
nameHint?.previousElementSibling.querySelector("input").addEventListener("input", ({ target }) => {
  const known = ready[comparisonKey(target.value)];
  const says = known?.says ?? "";
  if (nameHint.value === says) return;
  nameHint.value = says;
  for (const field of form.querySelectorAll("[name^=rule-]")) {
    if (field === target) continue;
    form.elements[field.name].value = known?.values[field.name] ?? began.get(field.name);
  }
  form.dispatchEvent(new Event("change"));
});
// Another kind of game takes the place of this one.
for (const link of document.querySelectorAll(".which a")) {
  link.addEventListener("click", (tap) => {
    tap.preventDefault();
    location.replace(link.href);
  });
}

document.querySelector("[data-plain]").remove();
place.hidden = false;
// Who is let in may have sat here before.
if (new URLSearchParams(location.search).has("newcomer")) {
  const [person] = seated.people.splice(-1);
  seated.people.splice(placeOf(person) ?? seated.people.length, 0, person);
}
change({ onChange: paint });
setTimeout(() => import("./offline/register.js").catch(() => {}), 1_500);

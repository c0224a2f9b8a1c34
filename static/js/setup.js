// Setting up: people are tapped in the order they sit, clockwise. The plain form does the work.

import { sayWhenFull, seatPlayers } from "./rule-fields.js";
import { SETUP } from "./setup/sentences.js";

const place = document.querySelector("[data-setup]");
const plain = document.querySelector("[data-plain]");
const form = plain.closest("form");
const start = form.querySelector("[data-start]") ?? form.querySelector("[type=submit]");
const setup = JSON.parse(document.getElementById("setup-data").textContent);
const { first_dealer: whoDeals, known, last, packs, sides, unfit } = setup;
const { players } = setup;
const [least, most] = [players[0], players.at(-1)];

const fields = (name) => [...plain.querySelectorAll(`[name="${name}"]`)];
const [names, ids, carried] = ["player", "player_id", "carried"].map(fields);
const dealers = fields("first_dealer");

/** What the plain form says already: a table that goes on, or one that was refused. */
const chairs = names.map(({ value }, at) => ({
  name: value.trim(),
  id: ids[at].value,
  total: carried[at]?.value ?? "",
  deals: dealers[at].checked,
}));
const seated = chairs.filter(({ name }) => name);
// What a newcomer is offered to start from, where totals are carried along.
const newcomer = chairs.find(({ name }) => !name)?.total ?? "";
let dealer = seated.find(({ deals }) => deals) ?? null;
let drawn = false;

// Who sits here already comes back after a reload, Back, or choosing another game.
const SEATED = "scorer:seated";
const storage = (act) => {
  try {
    return act(sessionStorage);
  } catch {
    return null; // without storage everybody is seated again
  }
};
const sat = storage((kept) => JSON.parse(kept.getItem(SEATED)));
if (sat && !seated.length) {
  seated.push(...sat.seated);
  dealer = seated[sat.dealer] ?? null;
}
const keepSeated = () =>
  storage((kept) => kept.setItem(SEATED, JSON.stringify({ seated, dealer: seated.indexOf(dealer) })));

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const button = (attributes, text, act) => {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
};

/** Why so many cannot play by what is chosen; nothing where they can. */
const misfit = () =>
  Object.entries(unfit)
    .map(([rule, chosen]) => chosen[form.elements[rule].value]?.[seated.length])
    .find(Boolean);

/** What is still missing before the cards can be dealt; empty where nothing is. */
function missing() {
  const next = players.find((many) => many >= seated.length);
  if (next > seated.length) return SETUP.tooFew(next - seated.length);
  if (misfit()) return misfit();
  return dealer ? "" : whoDeals ? SETUP.whoDeals(whoDeals) : SETUP.noDealer;
}

/** Write what was tapped into the plain form, which is what gets sent. */
function fillIn() {
  for (const [at, field] of names.entries()) {
    const person = seated[at];
    field.value = person?.name ?? "";
    ids[at].value = person?.id ?? "";
    if (carried[at]) carried[at].value = person?.total ?? "";
  }
  for (const radio of dealers) radio.checked = radio.value === String(seated.indexOf(dealer));
  start.disabled = missing() !== "";
  keepSeated();
}

function draw() {
  const limit = 2 ** 32 - (2 ** 32 % seated.length);
  const dice = new Uint32Array(1);
  do crypto.getRandomValues(dice);
  while (dice[0] >= limit);
  dealer = seated[dice[0] % seated.length];
  drawn = true;
  paint();
}

function sit(person) {
  if (seated.length < most) seated.push({ total: newcomer, ...person });
  paint();
}

function standUp(person) {
  seated.splice(seated.indexOf(person), 1);
  if (dealer === person) dealer = null;
  paint();
}

function move(person, by) {
  const at = seated.indexOf(person);
  seated.splice(at, 1);
  seated.splice(at + by, 0, person);
  paint(`[data-seated="${at + by}"] [data-${by < 0 ? "up" : "down"}]`);
}

function totalField(person) {
  const total = make("input", { inputmode: "numeric", "aria-label": SETUP.total(person.name) });
  total.value = person.total;
  total.addEventListener("input", () => {
    person.total = total.value;
    fillIn();
  });
  return total;
}

function seatRow(person, at) {
  const { name } = person;
  const deals = person === dealer;
  const last = seated.length - 1;
  const labelled = (label, attributes) => ({ "aria-label": label(name), ...attributes });
  const asked = labelled(SETUP.dealsLabel, { "data-deals-first": at, "aria-pressed": String(deals) });
  const up = labelled(SETUP.up, { "data-up": "", disabled: at === 0 && "" });
  const down = labelled(SETUP.down, { "data-down": "", disabled: at === last && "" });
  const remove = labelled(SETUP.remove, { "data-remove": "" });
  return make(
    "li",
    { "data-seated": at },
    make("span", { class: "setup-number" }, String(at + 1)),
    make("b", { dir: "auto" }, name),
    ...(carried.length ? [totalField(person)] : []),
    button(asked, deals ? SETUP.deals : SETUP.dealer, () => {
      dealer = person;
      drawn = false;
      paint(`[data-deals-first="${at}"]`);
    }),
    button(up, "↑", () => move(person, -1)),
    button(down, "↓", () => move(person, 1)),
    button(remove, "×", () => standUp(person)),
  );
}

function knownButton(person) {
  const at = seated.findIndex(({ id }) => id === person.id);
  const attributes = { "data-known": person.id, "aria-pressed": String(at >= 0), dir: "auto" };
  const label = at < 0 ? person.name : `${at + 1} ${person.name}`;
  return button(attributes, label, () => (at < 0 ? sit(person) : standUp(seated[at])));
}

const faultMark = () => make("span", { class: "fault-mark", "aria-hidden": "true" }, "!");

/** What two names have in common that nobody can tell apart when they are read out. */
const folded = (name) => name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

/** Seat whoever is typed, unless somebody of that name sits here already. */
function sitNew(field) {
  const name = field.value.trim().replace(/\s+/g, " ");
  const here = seated.find((one) => folded(one.name) === folded(name));
  twice.hidden = !here;
  twice.replaceChildren(...(here ? [faultMark(), ` ${SETUP.sitsHere(here.name)}`] : []));
  if (here) return field.focus();
  field.value = "";
  if (name) sit(known.find((one) => folded(one.name) === folded(name)) ?? { id: "", name });
}

/** Seat those who sat here last, the deal passed on. */
function seatLast() {
  seated.push(...last.players.map((person) => ({ total: newcomer, ...person })));
  dealer = seated[last.dealer];
  paint();
}

// Who played last stands first; a club that is older than this has more to look through.
const MOST_AT_ONCE = 12;
let everybody = known.length <= MOST_AT_ONCE + 1;

/** The people to tap: so many, whoever sits among the others, and a key for all of them. */
function knownButtons() {
  const here = (person) => seated.some(({ id }) => id === person.id);
  const shown = known.filter((person, at) => everybody || at < MOST_AT_ONCE || here(person));
  const all = button({ "data-all": "" }, SETUP.all(known.length), () => {
    everybody = true;
    paint(`[data-known="${CSS.escape(known[MOST_AT_ONCE].id)}"]`);
  });
  return [...shown.map(knownButton), ...(everybody ? [] : [all])];
}

const people = make("div", { class: "setup-known", role: "group", "aria-label": SETUP.known });
const field = make("input", {
  "data-new-name": "",
  maxlength: 40,
  autocomplete: "off",
  autocapitalize: "words",
  enterkeyhint: "done",
});
const twice = make("p", { class: "fault", role: "alert", hidden: "" });
const same = last && button({ "data-same": "" }, SETUP.same(last.players.length), seatLast);
const seats = make("ol", { class: "setup-seats", "data-seats": "" });
const pack = make("p", { "data-pack": "" });
const together = form.querySelector("[data-partners]");
const lack = make("p", { "data-missing": "", role: "status", id: "setup-missing" });
const drawing = button({ "data-draw": "" }, SETUP.draw, draw);

field.addEventListener("input", () => {
  twice.hidden = true;
});
field.addEventListener("keydown", (press) => {
  if (press.key !== "Enter") return;
  press.preventDefault();
  sitNew(field);
});

/** Say who plays with whom, where the rules that are chosen make sides. */
function paintPartners() {
  if (!together) return;
  const chosen = sides.rule ? form.elements[sides.rule].value : "";
  const seats = sides.by_value[chosen]?.[seated.length] ?? [];
  const members = [];
  for (const [at, side] of seats.entries()) (members[side] ??= []).push(seated[at].name);
  together.textContent = members.map(SETUP.partners).join(" · ");
  together.hidden = !members.length;
}

/** Say what is missing, or who deals; Start can be tapped when nothing is. */
function paintMissing() {
  const full = seated.length >= most ? SETUP.full(most) : "";
  const says = drawn ? SETUP.drawn : SETUP.ready;
  paintPartners();
  lack.textContent = missing() || says(dealer.name) + full;
  fillIn();
}

function paint(focus) {
  const at = document.activeElement?.getAttribute?.("data-known");
  people.replaceChildren(...knownButtons());
  people.hidden = !known.length;
  if (same) same.hidden = seated.length > 0;
  seats.replaceChildren(...seated.map(seatRow));
  pack.textContent = packs[seated.length] ?? "";
  drawing.hidden = seated.length < least;
  seatPlayers(seated.length);
  paintMissing();
  const wanted = typeof focus === "string" ? focus : at && `[data-known="${CSS.escape(at)}"]`;
  if (wanted) place.querySelector(wanted)?.focus();
}

place.append(
  make("p", { class: "setup-hint" }, SETUP.hint),
  ...(same ? [same] : []),
  people,
  make(
    "div",
    { class: "setup-new" },
    make("label", {}, SETUP.newName, field),
    button({ "data-add": "" }, SETUP.add, () => sitNew(field)),
  ),
  twice,
  seats,
  drawing,
  pack,
  lack,
);
sayWhenFull(field);
// A name that was typed and not added plays too: it is seated first, to be seen before Start.
form.addEventListener("submit", (sent) => {
  if (!field.value.trim()) storage((kept) => kept.removeItem(SEATED));
  else {
    sent.preventDefault();
    sitNew(field);
    (twice.hidden ? seats.lastElementChild : field)?.scrollIntoView({ block: "center" });
  }
});

form.addEventListener("change", paintMissing);
start.setAttribute("aria-describedby", "setup-missing");
for (const one of names) one.required = false;
plain.hidden = true;
place.hidden = false;
paint();

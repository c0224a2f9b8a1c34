// Who sits at the table, clockwise, and who deals first, as the plain form below says it, which is
// what gets sent. It is read once, and filled in after each change.

import { attempt } from "../storage.js";

// Without storage everybody is seated again.
const KEPT = `scorer:seated${new URLSearchParams(location.search).get("follows") ?? ""}`;

const plain = document.querySelector("[data-plain]");
const [names, ids, totals, dealers] = ["player", "player_id", "carried", "first_dealer"].map(
  (name) => [...plain.querySelectorAll(`[name="${name}"]`)],
);
const rows = names.map(({ value }, at) => {
  return { name: value.trim(), id: ids[at].value, total: totals[at]?.value ?? "" };
});
// What a newcomer is offered to start from, where totals are carried along.
const NEW_TOTAL = rows.find(({ name, total }) => !name && total)?.total ?? "";

/** Those who sit, the one who deals first, who was drawn to, and the side of each partner. */
export const seated = {
  people: rows.filter(({ name }) => name),
  dealer: rows[dealers.findIndex(({ checked }) => checked)],
  drawn: null,
  sides: [],
  onChange: () => {},
};

// Who sat here already comes back after a reload, or choosing another game.
if (!seated.people.length) {
  const { dealer, people } = attempt(() => JSON.parse(sessionStorage.getItem(KEPT))) ?? {};
  if (people) Object.assign(seated, { people, dealer: people[dealer] });
}
if (!seated.people.includes(seated.dealer)) seated.dealer = seated.people[0] ?? null;

/** Forget who was seated: the game has begun. */
export const forget = () => attempt(() => sessionStorage.removeItem(KEPT));

/** Write it into the plain form. */
export function fillIn() {
  const { people } = seated;
  const dealer = people.indexOf(seated.dealer);
  for (const [at, field] of names.entries()) {
    const { name = "", id = "", total = "" } = people[at] ?? {};
    field.value = name;
    ids[at].value = id;
    if (totals[at]) totals[at].value = total;
  }
  for (const radio of dealers) radio.checked = radio.value === String(dealer);
  attempt(() => sessionStorage.setItem(KEPT, JSON.stringify({ people, dealer })));
}

export function change(changes = {}) {
  Object.assign(seated, changes);
  fillIn();
  seated.onChange();
}

/** Seat newcomers; the first one who sits down deals first, unless another dealer is named. */
export function seatAll(newcomers, dealer = 0) {
  const fresh = newcomers.map((person) => ({ ...person, total: NEW_TOTAL }));
  change({ people: [...seated.people, ...fresh], dealer: seated.dealer ?? fresh[dealer] ?? null });
}

export function standUp(person) {
  const at = seated.people.indexOf(person);
  const people = seated.people.filter((other) => other !== person);
  const dealer = seated.dealer === person ? (people[at] ?? people[0] ?? null) : seated.dealer;
  change({ people, dealer });
}

export function swap(person, other) {
  const swapped = new Map([
    [person, other],
    [other, person],
  ]);
  change({ people: seated.people.map((each) => swapped.get(each) ?? each) });
}

export function draw() {
  const drawn = seated.people[Math.floor(Math.random() * seated.people.length)];
  change({ drawn, dealer: drawn });
}

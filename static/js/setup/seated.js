// Who sits at the table, clockwise, and who deals first, as the plain form below says it, which is
// what gets sent. It is read once, and filled in after each change. The browser brings back nothing
// of the form by itself: all that was chosen is kept here, or nothing is.

import { recall, remember } from "../store.js";

// Without storage everybody is seated again.
const KEPT = `scorer:seated${new URLSearchParams(location.search).get("follows") ?? ""}`;

const chairs = [...document.querySelectorAll("[data-plain] .chair")].map((chair) => {
  const field = (name) => chair.querySelector(`[name="${name}"]`);
  const fields = { name: field("player"), id: field("player_id"), total: field("carried") };
  return { fields, dealer: field("first_dealer") };
});
const rows = chairs.map(({ fields: { id, name, total } }) => {
  return { name: name.value.trim(), id: id.value, total: total?.value ?? "" };
});
// What a newcomer is offered to start from, where totals are carried along.
const NEW_TOTAL = rows.find(({ name, total }) => !name && total)?.total ?? "";

/** Who sits, deals first, was drawn to, or is lifted; and what the last change says of itself. */
export const seated = {
  people: rows.filter(({ name }) => name),
  dealer: rows[chairs.findIndex(({ dealer }) => dealer.checked)],
  drawn: null,
  lifted: null,
  sides: [],
  says: "",
  onChange: () => {},
};

// Who sat here already comes back after a reload, Back, or choosing another game, with what was
// `typed` in the fields of each game.
const kept = (seated.people.length ? null : recall(KEPT, "sessionStorage")) ?? {};
const { dealer, people, typed = {} } = kept;
if (people) Object.assign(seated, { people, dealer: people[dealer] });
if (!seated.people.includes(seated.dealer)) seated.dealer = seated.people[0] ?? null;

/**
 * Fill the fields of a game with what was typed in them, and open those that would not be seen. What
 * this returns keeps them, and who sits here.
 */
export function keepTyped(game, fields) {
  const known = typed[game]?.length === fields.length ? typed[game] : [];
  for (const [at, was] of known.entries()) {
    const isChanged = Object.entries(was).some(([name, now]) => fields[at][name] !== now);
    const fold = fields[at].closest("details");
    if (isChanged && fold) fold.open = true;
    Object.assign(fields[at], was);
  }
  return () => {
    typed[game] = fields.map(({ checked, textContent, value }) =>
      value === undefined ? { textContent } : { checked, value },
    );
    const { dealer, people } = seated;
    remember(KEPT, { people, dealer: people.indexOf(dealer), typed }, "sessionStorage");
  };
}

/** Forget what was chosen: the game has begun. */
export const forget = () => remember(KEPT, null, "sessionStorage");

/** Write it into the plain form. */
export function fillIn() {
  const { people } = seated;
  const dealing = people.indexOf(seated.dealer);
  for (const [at, { dealer, fields }] of chairs.entries()) {
    for (const [name, field] of Object.entries(fields)) {
      if (field) field.value = people[at]?.[name] ?? "";
    }
    dealer.checked = at === dealing;
  }
}

/** Change the table; the person who is lifted is put down, unless the change lifts one. */
export function change(changes = {}, says = "") {
  Object.assign(seated, { lifted: null, says }, changes);
  fillIn();
  seated.onChange();
}

/** Seat newcomers; the first one who sits down deals first, unless another dealer is named. */
export function seatAll(newcomers, dealer = 0) {
  const fresh = newcomers.map((person) => ({ ...person, total: NEW_TOTAL }));
  change({ people: [...seated.people, ...fresh], dealer: seated.dealer ?? fresh[dealer] ?? null });
}

export function standUp(person, says) {
  const at = seated.people.indexOf(person);
  const people = seated.people.filter((other) => other !== person);
  const dealer = seated.dealer === person ? (people[at] ?? people[0] ?? null) : seated.dealer;
  change({ people, dealer }, says);
}

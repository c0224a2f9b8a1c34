// Who sits at the table, clockwise, and who deals first: read once from the plain form, and sent in
// its place. The browser brings back nothing of the form by itself: all that was chosen is kept here,
// or nothing is.

import { club } from "../club.js";
import { recall, remember } from "../store.js";

// Without storage everybody is seated again.
const KEPT = `scorer:seated${club}${new URLSearchParams(location.search).get("follows") ?? ""}`;

export const form = document.getElementById("setup");
const plain = new FormData(form);
const ids = plain.getAll("player_id");
const rows = plain.getAll("player").map((name, at) => ({ name, id: ids[at] }));

/** Who sits, deals first, was drawn to, or is lifted; and what the last change says of itself. */
export const seated = {
  people: rows.filter(({ name }) => name),
  dealer: rows[plain.get("first_dealer")],
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

/** Fill the fields and folds of a game as they were left; gives what keeps them, and who sits here. */
export function keepTyped(game, fields) {
  for (const [at, field] of fields.entries()) Object.assign(field, typed[game]?.[at]);
  return () => {
    typed[game] = fields.map(({ checked, open, value }) => ({ checked, open, value }));
    const { dealer, people } = seated;
    remember(KEPT, { people, dealer: people.indexOf(dealer), typed }, "sessionStorage");
  };
}

/** Forget what was chosen: the game has begun. */
export const forget = () => remember(KEPT, null, "sessionStorage");

form.addEventListener("formdata", ({ formData }) => {
  const { dealer, people } = seated;
  for (const { id, name } of people) {
    formData.append("player", name);
    formData.append("player_id", id);
  }
  formData.append("first_dealer", people.indexOf(dealer));
});

/** Change the table; the person who is lifted is put down, unless the change lifts one. */
export function change(changes = {}, says = "") {
  Object.assign(seated, { lifted: null, says }, changes);
  seated.onChange();
}

/**
 * Seat newcomers, `at` a place or behind all others; the first one who sits down deals first, unless
 * another dealer is named.
 */
export function seatAll(newcomers, { at = seated.people.length, dealer = 0 } = {}) {
  const fresh = newcomers.map((person) => ({ ...person }));
  change({ people: seated.people.toSpliced(at, 0, ...fresh), dealer: seated.dealer ?? fresh[dealer] ?? null });
}

export function standUp(person, says) {
  const at = seated.people.indexOf(person);
  const people = seated.people.filter((other) => other !== person);
  const dealer = seated.dealer === person ? (people[at] ?? people[0] ?? null) : seated.dealer;
  change({ people, dealer }, says);
}

// Who sits at the table, clockwise, and who deals first, as the plain form below says it, which is
// what gets sent. It is read once, and filled in after each change.

import { attempt } from "../storage.js";

// Without storage everybody is seated again.
const KEPT = `scorer:seated${new URLSearchParams(location.search).get("follows") ?? ""}`;

/** Forget who was seated: the game has begun. */
export const forget = () => attempt(() => sessionStorage.removeItem(KEPT));

export class Seated {
  people = [];
  dealer = null;
  /** Who was drawn to deal first. */
  drawn = null;
  /** The side of each, where partners play together. */
  sides = [];
  onChange = () => {};
  #fields;
  /** What a newcomer is offered to start from, where totals are carried along. */
  #newcomer = "";

  constructor(plain) {
    const fields = (name) => [...plain.querySelectorAll(`[name="${name}"]`)];
    const [names, ids, totals, dealers] = ["player", "player_id", "carried", "first_dealer"].map(fields);
    this.#fields = { names, ids, totals, dealers };
    for (const [at, { value }] of names.entries()) {
      const person = { name: value.trim(), id: ids[at].value, total: totals[at]?.value ?? "" };
      if (!person.name) this.#newcomer ||= person.total;
      else this.people.push(person);
      if (dealers[at].checked) this.dealer = person;
    }
    // Who sat here already comes back after a reload, or choosing another game.
    const kept = this.people.length ? null : attempt(() => JSON.parse(sessionStorage.getItem(KEPT)));
    if (kept?.people) {
      this.people = kept.people;
      this.dealer = kept.people[kept.dealer];
    }
    if (!this.people.includes(this.dealer)) this.dealer = this.people[0] ?? null;
  }

  /** Write it into the plain form. */
  fillIn() {
    const { names, ids, totals, dealers } = this.#fields;
    const dealer = this.people.indexOf(this.dealer);
    for (const [at, field] of names.entries()) {
      const { name = "", id = "", total = "" } = this.people[at] ?? {};
      field.value = name;
      ids[at].value = id;
      if (totals[at]) totals[at].value = total;
    }
    for (const radio of dealers) radio.checked = radio.value === String(dealer);
    const now = JSON.stringify({ people: this.people, dealer });
    attempt(() => sessionStorage.setItem(KEPT, now));
  }

  changed() {
    this.fillIn();
    this.onChange();
  }

  /** Seat newcomers; the first one who sits down deals first, unless another dealer is named. */
  seatAll(people, dealer = 0) {
    const fresh = people.map((person) => ({ ...person, total: this.#newcomer }));
    this.people.push(...fresh);
    this.dealer ??= fresh[dealer] ?? null;
    this.changed();
  }

  standUp(person) {
    const at = this.people.indexOf(person);
    this.people.splice(at, 1);
    if (this.dealer === person) this.dealer = this.people[at] ?? this.people[0] ?? null;
    this.changed();
  }

  swap(person, other) {
    const [at, there] = [person, other].map((each) => this.people.indexOf(each));
    this.people[at] = other;
    this.people[there] = person;
    this.changed();
  }

  dealsFirst(person) {
    this.dealer = person;
    this.changed();
  }

  draw() {
    this.drawn = this.people[Math.floor(Math.random() * this.people.length)];
    this.dealsFirst(this.drawn);
  }
}

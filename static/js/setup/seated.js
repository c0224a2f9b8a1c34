// Who sits at the table, clockwise, and who deals first: kept here and nowhere else.

export class Seated {
  people = [];
  dealer = null;
  /** Who was drawn to deal first. */
  drawn = null;
  /** The side of each, where partners play together. */
  sides = [];
  #changed = () => {};

  onChange(changed) {
    this.#changed = changed;
  }

  /** Seat all of these; whoever sits down first deals first, where nobody else is named. */
  seatAll(people, dealer = people[0]) {
    this.people.push(...people);
    this.dealer ??= dealer ?? null;
    this.#changed();
  }

  standUp(person) {
    const at = this.people.indexOf(person);
    this.people.splice(at, 1);
    if (this.dealer === person) this.dealer = this.people[at] ?? this.people[0] ?? null;
    this.#changed();
  }

  swap(person, other) {
    const [at, there] = [person, other].map((each) => this.people.indexOf(each));
    this.people[at] = other;
    this.people[there] = person;
    this.#changed();
  }

  /** Change places with a neighbour; the last one and the first are neighbours. */
  step(person, by) {
    const many = this.people.length;
    const there = (this.people.indexOf(person) + by + many) % many;
    if (this.people[there] !== person) this.swap(person, this.people[there]);
  }

  dealsFirst(person) {
    this.dealer = person;
    this.#changed();
  }

  draw() {
    this.drawn = this.people[Math.floor(Math.random() * this.people.length)];
    this.dealsFirst(this.drawn);
  }
}

// The table, seen from above: the first one sits at the bottom, the next one to the left of that.

import { button, make, mark } from "../elements.js";
import { phrase } from "../words.js";
import { change, seated, standUp } from "./seated.js";

// How many sit along each edge, clockwise from the bottom: twelve fill the ring of a 4 × 4 grid.
const EDGES = ["bottom", "left", "top", "right"];
const ALONG = [
  [1, 0, 0, 0],
  [1, 0, 1, 0],
  [1, 1, 0, 1],
  [1, 1, 1, 1],
  [1, 1, 2, 1],
  [1, 2, 1, 2],
  [1, 2, 2, 2],
  [3, 1, 3, 1],
  [3, 2, 2, 2],
  [3, 2, 3, 2],
  [3, 2, 4, 2],
  [4, 2, 4, 2],
];

/** Where each of so many sits, in cells from the upper left corner. */
function placesFor(many) {
  const places = [];
  for (const [edge, count] of (ALONG[many - 1] ?? []).entries()) {
    const long = edge % 2 === 0;
    for (let at = 0; at < count; at += 1) {
      // Clockwise is leftwards at the bottom, and upwards on the left.
      const along = ((at + 0.5) / count) * (long ? 4 : 2) - 0.5 + (long ? 0 : 1);
      const [x, y] = [
        [3 - along, 3],
        [0, 3 - along],
        [along, 0],
        [3, along],
      ][edge];
      places.push({ edge: EDGES[edge], x, y });
    }
  }
  // Of those at the bottom the first sits in the middle.
  const before = Math.floor(((ALONG[many - 1]?.[0] ?? 1) - 1) / 2);
  return [...places.slice(before), ...places.slice(0, before)];
}

/** Draw who is seated in a box of the page; `tell` says what has changed. */
export function drawTable(box, tell) {
  const [list, middle, deeds, marks] = box.children;
  const [dealsFirst, drawLots, remove] = deeds.children;
  const dealerMarks = [...marks.content.children];
  const seats = new Map();
  let lifted = null;

  const at = (person) => seated.people.indexOf(person);
  const placeOf = (person) =>
    phrase("place", { ...person, at: at(person) + 1, many: seated.people.length });

  /** Lift somebody, or put down whoever is lifted. */
  function lift(person = null) {
    lifted = person;
    paint();
  }

  function tap(person) {
    const other = lifted;
    if (!other) {
      lift(person);
      tell(`${placeOf(person)} ${phrase("lifted")}`);
    } else if (other === person) {
      lift();
      tell(placeOf(person));
    } else {
      lifted = null;
      const swapped = { [at(person)]: other, [at(other)]: person };
      change({ people: Object.assign([...seated.people], swapped) });
      tell(phrase("swapped", { one: other.name, other: person.name }));
    }
  }

  /** Let a button do something with whoever is lifted, and put them down. */
  function onTap(button, act) {
    button.addEventListener("click", () => {
      const person = lifted;
      lift();
      act(person);
      const there = seated.people.includes(person) ? person : seated.people[0];
      seats.get(there)?.querySelector("[data-sits]").focus();
    });
  }

  onTap(dealsFirst, (person) => change({ dealer: person }));
  onTap(drawLots, () => {
    const drawn = seated.people[Math.floor(Math.random() * seated.people.length)];
    change({ drawn, dealer: drawn });
  });
  onTap(remove, (person) => {
    standUp(person);
    tell(phrase("removed", person));
  });

  function makeSeat(person) {
    const name = make("span", { class: "seat-name", dir: "auto" }, person.name);
    const attributes = { class: "button seat", "data-sits": "", title: person.name };
    const seat = button(attributes, name, () => tap(person));
    const longest = Math.max(...person.name.split(/[\s-]+/).map(({ length }) => length));
    if (longest > 10 || person.name.length > 14) seat.dataset.long = "very";
    else if (longest > 8) seat.dataset.long = "";
    seats.set(person, make("li", {}, seat));
  }

  function paintSeat(person, at, { edge, x, y }) {
    const item = seats.get(person);
    item.dataset.seated = at;
    item.dataset.edge = edge;
    mark(item, "data-side", seated.sides[at] ?? false);
    item.style.setProperty("--x", x);
    item.style.setProperty("--y", y);
    mark(item.firstChild, "aria-pressed", person === lifted);
    if (person === seated.dealer) item.firstChild.append(...dealerMarks);
  }

  /** Draw the table again; seats stay the same elements, so that they can be seen to move. */
  function paint() {
    const { activeElement: focused } = document;
    const { people } = seated;
    if (lifted && !people.includes(lifted)) lifted = null;
    for (const [person, item] of seats) if (!people.includes(person)) item.remove();
    for (const person of people) if (!seats.has(person)) makeSeat(person);
    const places = placesFor(people.length);
    for (const [at, person] of people.entries()) {
      paintSeat(person, at, places[at]);
      const item = seats.get(person);
      if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
    }
    list.hidden = !people.length;
    middle.hidden = lifted !== null;
    if (lifted) {
      deeds.ariaLabel = lifted.name;
      dealsFirst.ariaPressed = lifted === seated.dealer;
      seats.get(lifted).append(deeds);
    } else deeds.remove();
    if (focused !== document.activeElement && focused?.isConnected) focused.focus();
  }

  return { paint, putDown: () => lift() };
}

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

const [list, middle, deeds, marks] = document.querySelector(".setup-table").children;
const [dealsFirst, drawLots, remove] = deeds.children;
const dealerMarks = [...marks.content.children];
// By the people who sit on them.
const seats = new Map();

/** Lift somebody, put them down again, or let them change places with whoever is lifted. */
function tap(person) {
  const { lifted, people } = seated;
  const at = people.indexOf(person);
  const place = phrase("place", { ...person, at: at + 1, many: people.length });
  if (!lifted) change({ lifted: person }, `${place} ${phrase("lifted")}`);
  else if (lifted === person) change({}, place);
  else {
    const swapped = { [at]: lifted, [people.indexOf(lifted)]: person };
    const says = phrase("swapped", { one: lifted.name, other: person.name });
    change({ people: Object.assign([...people], swapped) }, says);
  }
}

/** Let a button do something with whoever is lifted. */
function onTap(button, act) {
  button.addEventListener("click", () => {
    const person = seated.lifted;
    act(person);
    const there = seated.people.includes(person) ? person : seated.people[0];
    seats.get(there)?.firstChild.focus();
  });
}

onTap(dealsFirst, (person) => change({ dealer: person }));
onTap(drawLots, () => {
  const drawn = seated.people[Math.floor(Math.random() * seated.people.length)];
  change({ drawn, dealer: drawn });
});
onTap(remove, (person) => standUp(person, phrase("removed", person)));

function makeSeat(person) {
  const name = make("span", { class: "seat-name", dir: "auto" }, person.name);
  const attributes = { class: "button seat", "data-sits": "", title: person.name };
  const seat = button(attributes, name, () => tap(person));
  const longest = Math.max(...person.name.split(/[\s-]+/).map(({ length }) => length));
  if (longest > 10 || person.name.length > 14) seat.dataset.long = "very";
  else if (longest > 8) seat.dataset.long = "";
  const item = make("li", {}, seat);
  seats.set(person, item);
  return item;
}

/** Draw the table again; seats stay the same elements, so that they can be seen to move. */
export function paintTable() {
  const { activeElement: focused } = document;
  const { dealer, lifted, people, sides } = seated;
  const places = placesFor(people.length);
  for (const [person, item] of seats) if (!people.includes(person)) item.remove();
  for (const [at, person] of people.entries()) {
    const item = seats.get(person) ?? makeSeat(person);
    const { edge, x, y } = places[at];
    Object.assign(item.dataset, { seated: at, edge });
    mark(item, "data-side", sides[at] ?? false);
    item.style.setProperty("--x", x);
    item.style.setProperty("--y", y);
    item.firstChild.ariaPressed = person === lifted;
    if (person === dealer) item.firstChild.append(...dealerMarks);
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  }
  list.hidden = !people.length;
  middle.hidden = lifted !== null;
  if (lifted) {
    deeds.ariaLabel = lifted.name;
    dealsFirst.ariaPressed = lifted === dealer;
    seats.get(lifted).append(deeds);
  } else deeds.remove();
  if (focused !== document.activeElement && focused?.isConnected) focused.focus();
}

// The table, seen from above: the first one sits at the bottom, the next one to the left of that.

import { make, mark } from "../elements.js";
import { phrase } from "../words.js";
import { change, seated, standUp } from "./seated.js";

const SPOTS = {
  bottom: (part) => ({ x: 3.5 - 4 * part, y: 3 }),
  left: (part) => ({ x: 0, y: 2.5 - 2 * part }),
  top: (part) => ({ x: 4 * part - 0.5, y: 0 }),
  right: (part) => ({ x: 3, y: 2 * part + 0.5 }),
};

/** Where each of so many sits, clockwise, in cells from the upper left: twelve fill a ring of 4 × 4. */
function placesFor(many) {
  const side = many < 3 ? 0 : many < 6 || many === 8 ? 1 : 2;
  const others = many - 2 * side;
  // An odd number at the bottom, so that the first one can sit in the middle.
  const bottom = Math.min(4, 2 * Math.floor(others / 4) + 1);
  const edges = { bottom, left: side, top: others - bottom, right: side };
  const places = Object.entries(edges).flatMap(([edge, count]) =>
    Array.from({ length: count }, (_, at) => ({ edge, ...SPOTS[edge]((at + 0.5) / count) })),
  );
  const before = Math.floor((bottom - 1) / 2);
  return [...places.slice(before), ...places.slice(0, before)];
}

const [list, , deeds, marks] = document.querySelector(".setup-table").children;
const [dealsFirst, drawLots, remove] = deeds.children;
const dealerMarks = [...marks.content.children];
const seats = new Map();

/** Lift a person, put them down again, or let them change places with the one who is lifted. */
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
  const attributes = { type: "button", class: "button seat", "data-sits": "", title: person.name };
  const seat = make("button", attributes, name);
  seat.addEventListener("click", () => tap(person));
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
  if (lifted) {
    deeds.ariaLabel = lifted.name;
    dealsFirst.ariaPressed = lifted === dealer;
    seats.get(lifted).append(deeds);
  } else deeds.remove();
  if (focused !== document.activeElement && focused?.isConnected) focused.focus();
}

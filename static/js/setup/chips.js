// Everybody who is known, to be tapped; one field finds them and adds who is new.

import { hide, mark } from "../elements.js";
import { comparisonKey, plainName } from "../names.js";
import { phrase } from "../words.js";
import { seated, standUp } from "./seated.js";

/** Draw who is known as chips in a box of the page; `sit` seats a person. */
export function drawChips(box, known, sit) {
  const [typing, fault, chipsBox] = box.children;
  const [field, add] = typing.children;
  const chips = [...chipsBox.querySelectorAll("[data-known]")];
  const others = chipsBox.querySelector("details");

  const here = (person) => seated.people.find(({ id }) => id && id === person.id);
  // By the beginning of any of its words.
  const isFound = ({ name }) => ` ${plainName(name)}`.includes(` ${plainName(field.value.trim())}`);

  function ask(sentence) {
    fault.lastChild.textContent = sentence;
    fault.hidden = !sentence;
  }

  function tap(person) {
    const sitter = here(person);
    // Also where there is no room, or Start would seat them.
    field.value = "";
    ask("");
    if (sitter) standUp(sitter);
    else sit(person);
  }

  const isTyped = () => field.value.trim() !== "";

  function paint() {
    for (const [at, person] of known.entries()) {
      mark(chips[at], "aria-pressed", Boolean(here(person)));
      hide(chips[at], isTyped() && !isFound(person));
    }
    if (others && isTyped()) others.open = true;
    hide(chipsBox, chips.every(({ hidden }) => hidden));
  }

  /** Seat the person who is typed; where two have the same name the field asks which of them. */
  function addTyped() {
    const name = field.value.trim().replace(/\s+/g, " ");
    if (!name) return field.focus();
    const isSame = (called) => comparisonKey(called) === comparisonKey(name);
    const free = known.filter((person) => isSame(person.called) && !here(person));
    const twin = seated.people.find((person) => isSame(person.name));
    if (twin) {
      field.value = `${name} `;
      ask(phrase("another", twin));
    } else if (free.length > 1) ask(phrase("which_one", { name }));
    else tap(free[0] ?? { id: "", name });
    paint();
    field.focus();
    if (!fault.hidden) fault.scrollIntoView({ block: "nearest" });
  }

  field.addEventListener("input", () => {
    ask("");
    paint();
  });
  field.addEventListener("keydown", (press) => {
    if (press.key !== "Enter") return;
    press.preventDefault();
    addTyped();
  });
  add.addEventListener("click", addTyped);
  for (const [at, chip] of chips.entries()) chip.addEventListener("click", () => tap(known[at]));
  return { addTyped, isTyped, paint };
}

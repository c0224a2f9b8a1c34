// House rules without any effect, by the others' values or for so many players, are not asked.

import { phrase } from "./words.js";

const asked = document.querySelector(".rule-fields");
const form = asked.closest("form");
const fields = [...asked.querySelectorAll("[data-only]")].map((field) => ({
  field,
  ...JSON.parse(field.dataset.only),
  own: field.querySelector("input, select, textarea"),
}));
let seated = Number(asked.dataset.players);

const meant = (rules = {}) =>
  Object.entries(rules).every(([rule, values]) => values.includes(form.elements[rule].value.trim()));

/** Whether so many play with this rule; none are seated yet, or it was changed and shows why not. */
const played = ({ players, usual, own }) =>
  !players || !seated || players.includes(seated) || own.value !== usual;

function show() {
  for (const rule of fields) {
    const wrong = rule.own.getAttribute("aria-invalid") === "true";
    rule.field.hidden = !wrong && !(meant(rule.rules) && played(rule));
  }
}

/** Say how many sit at the table. */
export function seatPlayers(players) {
  seated = players;
  show();
}

/** Say below a field that it is full, which is the only sign that more is not taken. */
function sayWhenFull(field) {
  const note = document.createElement("span");
  note.className = "hint";
  note.setAttribute("role", "status");
  field.after(note);
  field.addEventListener("input", () => {
    const isFull = field.value.length >= field.maxLength;
    note.textContent = isFull ? phrase("field_full", { most: field.maxLength }) : "";
  });
}

for (const field of asked.querySelectorAll("[maxlength]")) sayWhenFull(field);
form.addEventListener("change", show);
show();

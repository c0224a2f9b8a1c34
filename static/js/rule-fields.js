// House rules without any effect, by the others' values or for so many players, are not asked.

const asked = document.querySelector(".rule-fields");
const form = asked.closest("form");
const fields = [...form.querySelectorAll("[data-only]")].map((field) => ({
  field,
  ...JSON.parse(field.dataset.only),
  own: form.elements[field.querySelector("input, select, textarea").name],
}));
let seated = Number(asked.dataset.players);

const meant = (rules = {}) =>
  Object.entries(rules).every(([rule, values]) => values.includes(form.elements[rule].value.trim()));

/** Whether so many play with this rule; none are seated yet, or it was changed and shows why not. */
const played = ({ players, usual, own }) =>
  !players || !seated || players.includes(seated) || own.value !== usual;

function show() {
  for (const rule of fields) {
    const wrong = rule.field.querySelector('[aria-invalid="true"]');
    rule.field.hidden = !wrong && !(meant(rule.rules) && played(rule));
  }
}

/** Say how many sit at the table. */
export function seatPlayers(players) {
  seated = players;
  show();
}

form.addEventListener("change", show);
show();

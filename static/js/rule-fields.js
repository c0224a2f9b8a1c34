// House rules without any effect, by the others' values or for so many players, are not asked.

const asked = document.querySelector(".rule-fields");
const form = asked.closest("form");
const fields = [...form.querySelectorAll("[data-only]")].map((field) => ({
  field,
  ...JSON.parse(field.dataset.only),
  own: form.elements[field.querySelector("input, select, textarea").name],
}));
let seated = Number(asked.dataset.players);

const has = ([rule, values]) => values.includes(form.elements[rule].value.trim());

function show() {
  for (const { field, own, players, rules = {}, usual } of fields) {
    const isWrong = field.querySelector('[aria-invalid="true"]') !== null;
    // Before anybody is seated all are asked; one that was changed shows why not.
    const isPlayed = !players || !seated || players.includes(seated) || own.value !== usual;
    field.hidden = !isWrong && !(isPlayed && Object.entries(rules).every(has));
  }
}

/** Say how many sit at the table. */
export function seatPlayers(players) {
  seated = players;
  show();
}

form.addEventListener("change", show);
show();

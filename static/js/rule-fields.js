// House rules without any effect, by the others' values or for so many players, are not asked; one that
// has none decides about no other.

const asked = document.querySelector(".rule-fields");
const form = asked.closest("form");
const fields = [...form.querySelectorAll("[data-only]")].map((field) => {
  const { name } = field.querySelector("input, select, textarea");
  return { field, name, ...JSON.parse(field.dataset.only), own: form.elements[name] };
});
let seated = Number(asked.dataset.players);

const has = ([rule, values]) =>
  values.includes(form.elements[rule].value.trim()) ||
  fields.some(({ field, name }) => name === rule && field.hidden);

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

/** Another value of a rule, where another one begins with its own by that and is not changed yet. */
function begin({ target: { name, value } }) {
  for (const field of form.querySelectorAll("[data-begins]")) {
    const by = JSON.parse(field.dataset.begins)[name];
    const own = field.querySelector("input");
    const usual = [own.defaultValue, ...Object.values(by ?? {})];
    if (by && usual.includes(own.value)) own.value = by[value] ?? own.defaultValue;
  }
}

form.addEventListener("change", begin);
form.addEventListener("change", show);
show();

// What everybody brings along from the game before, where totals are carried on.

import { phrase } from "../words.js";
import { make } from "../pad/parts.js";

/** A field for each total, below the choice whether they count. */
export function makeTotals(form, seated, changed) {
  const list = make("ul", { class: "setup-totals" });
  form.querySelector("[data-carry]").append(list);

  const row = (person) => {
    const field = make("input", { inputmode: "numeric", "aria-label": phrase("total_of", person) });
    field.value = person.total;
    field.addEventListener("input", () => {
      person.total = field.value;
      changed();
    });
    return make("li", {}, make("b", { dir: "auto" }, person.name), field);
  };

  const show = () => (list.hidden = form.elements.carry.value !== "along");
  form.addEventListener("change", show);
  show();
  return { paint: () => list.replaceChildren(...seated.people.map(row)) };
}

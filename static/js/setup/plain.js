// The plain form below: it is read once, filled in after each tap, and is what gets sent.

import { attempt } from "../storage.js";

// Without storage everybody is seated again.
const KEPT = `scorer:seated${new URLSearchParams(location.search).get("follows") ?? ""}`;

/** Forget who was seated: the game has begun. */
export const forget = () => attempt(() => sessionStorage.removeItem(KEPT));

export function plainForm(plain) {
  const fields = (name) => [...plain.querySelectorAll(`[name="${name}"]`)];
  const [names, ids, totals] = ["player", "player_id", "carried"].map(fields);
  const dealers = fields("first_dealer");

  const rows = names.map(({ value }, at) => ({
    name: value.trim(),
    id: ids[at].value,
    total: totals[at]?.value ?? "",
    deals: dealers[at].checked,
  }));
  const people = rows.filter(({ name }) => name);
  let dealer = people.find(({ deals }) => deals);
  // Who sat here already comes back after a reload, or choosing another game.
  const kept = people.length ? null : attempt(() => JSON.parse(sessionStorage.getItem(KEPT)));
  if (kept?.people) {
    people.push(...kept.people);
    dealer = people[kept.dealer];
  }

  return {
    people,
    dealer,
    // What a newcomer is offered to start from, where totals are carried along.
    newcomer: rows.find(({ name }) => !name)?.total ?? "",
    fillIn(seated) {
      const at = seated.people.indexOf(seated.dealer);
      for (const [row, field] of names.entries()) {
        const person = seated.people[row];
        field.value = person?.name ?? "";
        ids[row].value = person?.id ?? "";
        if (totals[row]) totals[row].value = person?.total ?? "";
      }
      for (const radio of dealers) radio.checked = radio.value === String(at);
      const now = JSON.stringify({ people: seated.people, dealer: at });
      attempt(() => sessionStorage.setItem(KEPT, now));
    },
  };
}

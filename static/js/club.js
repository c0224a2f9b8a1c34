// The time zone of this phone, offered by the name of its city where the club has another one.

import { attempt } from "./storage.js";

const fold = document.querySelector("[data-time-zone]");
const offer = fold.querySelector("[data-zone-here]");
const select = fold.querySelector("select");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const option = [...select.options].find(({ value }) => value === here);

const time = (timeZone) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" }).format();

if (option && here !== fold.dataset.timeZone) {
  offer.querySelector("[data-city]").textContent = option.textContent;
  offer.querySelector("button").addEventListener("click", () => {
    select.value = here;
    select.form.requestSubmit();
  });
  offer.hidden = false;
  // Another name for the same hour troubles nobody; the club's zone may be unknown to this phone.
  if (time(here) !== attempt(() => time(fold.dataset.timeZone))) fold.open = true;
}

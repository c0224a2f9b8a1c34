// What a tap on a link or a button does, and what a form does that is sent: each by its data
// attribute. Modules add what they do. Most open the pad, which is fetched once the rows can be tapped, or
// once it is needed; a tap that was too early waits for it.

import { fetchStyle } from "./sheet.js";
import { state } from "./store.js";

/** `act(element)`, by data attribute; where it gives nothing, the browser goes on. */
export const taps = {};
/** `act(form, submitter)`; likewise. */
export const forms = {};

function act(acts, element, ...more) {
  const name = element && Object.keys(acts).find((key) => key in element.dataset);
  return name && acts[name](element, ...more);
}

document.addEventListener("click", (tap) => {
  if (tap.ctrlKey || tap.metaKey || tap.shiftKey) return;
  const tapped = tap.target.closest("a, button");
  // What was chosen in the sheet from below closes it.
  tapped?.closest("[popover]")?.hidePopover();
  if (act(taps, tapped)) tap.preventDefault();
});

document.addEventListener("submit", (event) => {
  if (act(forms, event.target, event.submitter)) event.preventDefault();
});

const dialog = document.querySelector("dialog[data-pad]");

const { edition, variant } = state.data;

async function fetchRules() {
  const rules = { ...(await import(`./rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`)) };
  // That somebody may join or leave comes behind the pad, unless it was so.
  return state.data.tables ? (await import("./rules/seating.js")).seatPeople(rules) : rules;
}

/** The rules of this game, by which what waits is scored; null where this phone writes nothing. */
export const rules = dialog && fetchRules();
// Where they cannot be had, a tap on a row leads to the plain form.
rules?.catch(() => {});

async function fetchModules() {
  const styles = dialog.dataset.styles.split(" ").map(fetchStyle);
  const [variant, { makePad }] = await Promise.all([rules, import("./pad/pad.js"), ...styles]);
  return makePad(dialog, variant);
}

let pad = null;
/** The pad, fetched once it is needed: a game that is over may never need it. */
export const fetchPad = () => dialog && (pad ??= fetchModules());

/** Open the pad for a seat or at one question; the plain form where no pad can be had. */
export function openPad(place, { seat = null, ask = null, href = location.href } = {}) {
  if (!dialog || !place) return false;
  // A step back to an address with a # would take the focus there.
  history.replaceState(history.state, "", location.href.split("#")[0]);
  fetchPad().then((made) => made.open(place, seat, ask), () => location.assign(href));
  return true;
}

// What was noted of the deal in play: above the rows, in them, and what is not asked any more.

import { capital, fill, nameAt } from "../words.js";
import { prune } from "./pieces.js";

const SLOT = "\ue000";

/** What of it stands above the rows: "Ann bid 10", and in a line of its own "Hearts are trumps". */
export function notedAbove({ names, next: { noted }, seats, words }) {
  const lines = [];
  for (const { key, kind, noted: template, options } of words.asks) {
    const answer = noted[key];
    if (!template || answer == null) continue;
    const name = kind === "seat" ? nameAt(seats, answer) : kind === "side" && names[answer];
    const told = name || (options?.[answer] ?? answer);
    const said = fill(words, template, { name: told, answer: told });
    if (lines.length && /^[^,{]*\{answer/.test(template)) lines.at(-1).says += ` ${said}`;
    else {
      const says = said.replace(/^\W+/, "");
      const mark = words.trumps[told]?.mark;
      lines.push({ says: capital(says), mark });
    }
  }
  return lines;
}

/** Take what is answered from what the sheet asks. */
export function patchAsked(sheet, { asks, next: { noted }, words }) {
  for (const { key, unless = [], when } of asks) {
    if (noted[key] == null || when !== "during") continue;
    const alone = unless.map((other) => `:has(> [data-alone="${other}"])`);
    prune(sheet, [`[data-asked="${key}"]`, `.besides > [data-ask="${key}"]`, ...alone].join());
    if (sheet.querySelector(`.row [href*="?${key}="]`)) {
      sheet.querySelector(".ask").textContent = words.tap;
    }
  }
  // One of two ways to a note stands there.
  prune(sheet, ":has(> .head [href$='/notes']) .links [href$='/notes']");
}

/** What fills the slots of the notes in the rows: the names of the answers, by what they say. */
export function notedInRows({ asks, next: { names, noted } }, before) {
  const values = {};
  for (const { key } of asks) {
    const name = `${key}_${noted[key]}`;
    const stood = before.querySelector(".row-note")?.dataset.takeBack;
    Object.assign(values, { [name]: names?.[name] ?? stood ?? "", [`${name}_`]: "" });
  }
  return values;
}

/** Leave those notes in a row that were filled in. */
export function pruneNotes(row) {
  for (const note of row.querySelectorAll("[data-noted], .row-note")) {
    if (note.outerHTML.includes(SLOT) || note.dataset.takeBack === "") note.remove();
  }
}

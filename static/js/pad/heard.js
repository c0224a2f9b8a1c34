// What is read aloud once somebody stops typing.

import { put } from "../elements.js";
import { state } from "../store.js";

function textOf(pad) {
  const row = pad.rows.find(({ id }) => id === pad.counted) ?? pad.activeRow;
  const { cost, totals, working } = pad.shown.rows.get(row?.id) ?? {};
  if (!cost) return "";
  const isPaid = state.data.unit === "counters";
  const parts = isPaid ? [working, `${cost}, ${totals}`] : [working || cost];
  return [pad.nameOf(row), ...parts].filter(Boolean).join(": ");
}

export function readAloud(pad) {
  put(pad.find("heard"), textOf(pad));
  pad.counted = null;
}

// What waits on this phone for the game of this page, over the sheet of the server. Fetched where the
// score is kept.

import { rules as fetched } from "../actions.js";
import { paintLines, paintPending } from "../pending/painting.js";
import { addPending } from "../pending/scoring.js";
import { fetchStyle, repaint, setOverlay, showSheet } from "../sheet.js";
import { isolate, state, subscribe } from "../store.js";
import { ready, setReader } from "../write.js";
import { itemsOf } from "./queue.js";

const rules = await fetched;
// What the sheet shows as waiting.
let painted = [];

const marksOf = (items) =>
  JSON.stringify(items.map(({ id, isStuck = false, refused }) => [id, isStuck, refused]));

function paint({ data: server }) {
  const items = itemsOf(server);
  const data = addPending(rules, server, items);
  painted = items;
  if (!items.length) return data;
  isolate(() => paintPending(data, server, items));
  isolate(() => paintLines(items, data));
  return data;
}

function showPending() {
  const items = itemsOf(state.server.data);
  if (marksOf(items) === marksOf(painted)) return;
  const isMine = items.some(({ id }) => !painted.some((item) => item.id === id));
  if (items.length) repaint(isMine);
  else showSheet(state.server);
}

const onChange = (key, act) => subscribe((now, before) => now[key] !== before[key] && act(now));

onChange("pending", showPending);
onChange("connection", ({ data }) => painted.length && paintLines(painted, data));

setOverlay(paint);
setReader((item) => {
  const others = itemsOf(state.server.data).filter(({ id }) => id !== item.id);
  return addPending(rules, state.server.data, [...others, item]);
});

// The game may end without signal.
fetchStyle("result.css").catch(() => {});
await ready;
showPending();

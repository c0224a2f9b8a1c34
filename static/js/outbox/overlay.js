// What waits on this phone for the game of this page, over the sheet of the server. Fetched where the
// score is kept.

import { paintLines, paintPending } from "../pending/painting.js";
import { addPending } from "../pending/scoring.js";
import { describeItem } from "../pending/words.js";
import { fetchStyle, repaint, setOverlay, showSheet } from "../sheet.js";
import { isolate, state, subscribe } from "../store.js";
import { setDescription, ready } from "../write.js";
import { itemsOf } from "./queue.js";

const { edition, variant } = state.data;
const rules = await import(`../rules/${variant}${edition > 1 ? `-${edition}` : ""}.js`);
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

/** Show on the sheet what waits by now. */
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
setDescription((item) => {
  const items = itemsOf(state.server.data).filter(({ id }) => id !== item.id);
  const after = addPending(rules, state.server.data, [...items, item]);
  return describeItem(item, items, state.data, after);
});

// The game may end without signal.
fetchStyle("result.css").catch(() => {});
await ready;
showPending();

// What only the server can say something about is written at once, or not at all.

import { refreshSheet, showSheet } from "../sheet.js";
import { newId, state, updateConnection } from "../store.js";
import { waiting } from "./queue.js";
import { flush, post } from "./send.js";

// The ids of entries that may be in the book: what is written again keeps its own.
let unsure = {};

/** Write an entry: gives what the server answers, with its status; 0 where it does not. */
export async function writeNow(kind, content, seen = state.data.version, id = idOf(kind, content)) {
  const answer = await send("entries", { id, seen, kind, content });
  if (answer.status === 200 || answer.status === 409) unsure = {};
  return answer;
}

const idOf = (kind, content) => (unsure[JSON.stringify([kind, content])] ??= newId());

/**
 * Set and clear answers of the deal in play; `replace` those of other phones. Gives what the server
 * answers, with its status; 0 where it does not.
 */
export function writeAnswers({ deal = state.data.next?.number, set = [], clear = [], replace = false }) {
  // By this id the deal goes that the answers may make.
  return send("answers", { deal, id: newId(), set, clear, replace });
}

async function send(name, content) {
  await sendPending();
  updateConnection({ isWriting: true });
  try {
    const address = `/games/${state.data.game}/${name}`;
    const body = JSON.stringify(content);
    let answer = await post(address, body);
    if (answer.status >= 500) answer = await post(address, body);
    const { data, html, status } = answer;
    updateConnection({ isCut: status === 0 });
    if (status === 200) showSheet({ data, html }, { isMine: true });
    if (status === 409) await refreshSheet().catch(() => {});
    return answer;
  } finally {
    updateConnection({ isWriting: false });
  }
}

/** What was saved before is in the book first, if it can be. */
async function sendPending() {
  const { isWriting, trouble } = state.connection;
  const isPending = waiting().some(({ game, isStuck }) => game === state.data.game && !isStuck);
  if (isPending && (isWriting || !trouble)) await flush();
}

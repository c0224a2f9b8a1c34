// Who looks at the phones of a table, or waits to be let in, sees when something has changed.

const A_WHILE = 2_000;
const shown = document.querySelector("[data-mark]");
const where = shown.dataset.look ?? `${location.pathname}/mark`;

async function look() {
  if (document.hidden) return;
  const answer = await fetch(where, { headers: { accept: "application/json" }, cache: "no-store" });
  if (answer.status === 401 || answer.status === 403) location.reload();
  const { mark } = await answer.json();
  if (mark && mark !== shown.dataset.mark) location.reload();
}

setInterval(() => look().catch(() => {}), A_WHILE);
document.addEventListener("visibilitychange", () => look().catch(() => {}));

// A kept page says how old it is.

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DAY = { weekday: "short", day: "numeric", month: "short" };

function moment(at) {
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(APP.language, isToday ? CLOCK : { ...DAY, ...CLOCK });
}

/** A kept page with the moment it is of, in words and for its scripts; it leads to a game since. */
async function dated(kept, game) {
  const at = Number(kept.headers.get("kept-at"));
  // What came with the worker is of no moment.
  if (!at) return kept;
  const says = APP.asOf.replace("{time}", moment(new Date(at)));
  const asOf = `<p class="as-of"><span>${says}</span></p>`;
  const link = game && `<p><a class="button button-first" href="${game}">${APP.toGame}</a></p>`;
  const html = (await kept.text())
    .replace("<html ", `<html data-kept="${at}" `)
    .replace(/<main [^>]*>/, (main) => `${main}${asOf}${link || ""}`);
  return new Response(html, { headers: kept.headers });
}

// A kept page says how old it is.

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DAY = { weekday: "short", day: "numeric", month: "short" };

function moment(at) {
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(APP.language, isToday ? CLOCK : { ...DAY, ...CLOCK });
}

/** A kept page with the moment it is of, in words and for its scripts. */
async function dated(kept) {
  const at = Number(kept.headers.get("kept-at"));
  const style = `/static/${kept.headers.get("kept-release")}/live.css`;
  const says = APP.asOf.replace("{time}", moment(new Date(at)));
  const html = (await kept.text())
    .replace("<html ", `<html data-kept="${at}" `)
    .replace("</head>", `<link rel="stylesheet" href="${style}"></head>`)
    .replace(/<main [^>]*>/, (main) => `${main}<p class="as-of"><span>${says}</span></p>`);
  return new Response(html, { headers: kept.headers });
}

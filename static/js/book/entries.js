// The entries of a book: those that a sheet was made of, those that items will be, and what counts
// of them, sorted as scorer/rules/book.py does it.

/** Stop where only the server knows what comes of something. */
export function giveUp() {
  throw new Error("unknown");
}

/** The entries that a sheet was made of, as far as it tells. */
export function entriesOfSheet(data) {
  const { deals, behind_the_end: behind, ended, moves, next, undo, version } = data;
  const entry = (kind, content, name) => ({ number: version, name, kind, content });
  // How it was ended is known while that may be taken back.
  if (ended && undo?.kind !== "end") giveUp();
  return [
    ...[...deals, ...behind].map(({ facts, id }, at, every) =>
      entry("deal", { after: every[at - 1]?.id ?? null, facts }, id),
    ),
    ...moves.map((content) => entry("buy", content)),
    ...(ended ? [entry("end", {}, undo.entry)] : []),
    ...(next?.in ?? []).map(([key, seat]) => {
      const told = next.answered[key];
      return entry("answer", { after: next.after, key, seat, value: told?.[seat] ?? told });
    }),
  ];
}

/** The entries that items will be. */
export function entriesOfItems({ asks, version }, items) {
  const entries = items.flatMap((item) => {
    if (item.kind !== "answers") return [item];
    const { after, facts } = item.content;
    const told = Object.entries(facts).flatMap(([key, value]) => {
      if (!asks.find((ask) => ask.key === key).of) return [{ key, seat: null, value }];
      const each = value.map((one, seat) => ({ key, seat, value: one }));
      return each.filter((one) => one.value !== null && one.value !== false);
    });
    // They go together, so one name does for all.
    return told.map((one) => ({ ...item, kind: "answer", content: { after, ...one } }));
  });
  return entries.map((entry, at) => ({ ...entry, number: version + 1 + at }));
}

/** The names of the entries that do not count. */
function withdrawn(entries) {
  const gone = new Set();
  for (const { content, kind, name } of [...entries].reverse()) {
    if (kind !== "withdraw" || gone.has(name)) continue;
    for (const one of [content.entry, ...(content.also ?? [])]) gone.add(one);
  }
  for (const { content, name } of entries) if (gone.has(content.with)) gone.add(name);
  return gone;
}

/**
 * The entries, sorted: those that are `gone`, by name; the `deals` that count, each with its
 * `versions`, the newest last, and the `notes` that were answered before it; the `moves` of
 * counters, each with the number of deals `before` it; the `end`; the `notes` of the deal in play.
 * `numberOf` says which deal of the sheet one is, or would be.
 */
export function sort(entries) {
  const gone = withdrawn(entries);
  const counts = ({ name }) => !gone.has(name);
  const order = [{ name: null }];
  // What says the same as another one, unseen, is that one.
  const same = {};
  const placeOf = (name) => {
    const place = order.findIndex((deal) => deal.name === (same[name] ?? name));
    return place < 0 ? giveUp() : place;
  };
  for (const entry of entries.filter(({ kind }) => kind === "deal")) {
    const place = placeOf(entry.content.after) + 1;
    const next = order.slice(place).find(counts);
    if (next?.number > entry.seen && counts(entry)) {
      if (!isSame(next.content.facts, entry.content.facts)) giveUp();
      same[entry.name] = next.name;
    } else order.splice(place, 0, entry);
  }
  const there = entries.filter(counts);
  const deals = order.slice(1).filter(counts);
  const places = deals.map(({ name }) => placeOf(name));
  const dealsUntil = (place) => places.filter((one) => one <= place).length;
  const between = there
    .filter(({ kind }) => ["answer", "buy", "lend"].includes(kind))
    .map((entry) => {
      const place = placeOf(entry.content.after);
      return { ...entry, place, before: dealsUntil(place) };
    });
  const notesOf = (at) =>
    between.flatMap(({ before, content, kind, name, number }) =>
      kind === "answer" && before === at ? { ...content, name, number } : [],
    );
  const corrects = ({ content, kind }, { name }) =>
    kind === "correct_deal" && content.deal === name;
  return {
    gone,
    numberOf: (name) => dealsUntil(placeOf(name) - 1) + 1,
    deals: deals.map((deal, at) => ({
      name: deal.name,
      versions: [deal, ...there.filter((entry) => corrects(entry, deal))],
      notes: notesOf(at),
    })),
    moves: between
      .filter(({ kind }) => kind !== "answer")
      .sort((one, other) => one.place - other.place),
    end: there.findLast(({ kind }) => kind === "end")?.content,
    notes: notesOf(deals.length),
  };
}

export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

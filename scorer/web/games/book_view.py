"""The book in words: what each entry says, and what a deal cost everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from scorer.rules.book import withdrawn
from scorer.rules.entries import (
    MOST_SEATS,
    Buy,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Lend,
    Note,
    TakeSeat,
    Totals,
    Withdraw,
)
from scorer.rules.fold import SheetHistory
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.rules.table import clockwise_from, left_of
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, say
from scorer.services.clean_text import clean_line
from scorer.services.games.read import GameRead
from scorer.web.games.counters_view import (
    LEVEL,
    counters_sentence,
    given_back_sentence,
    score_format,
)
from scorer.web.names import in_a_sentence, listed, shown_names
from scorer.web.rules.house_rules import house_rules

NOBODY = "nobody"


def diff_of_correction(
    before: SheetDeal, after: SheetDeal, variant: Variant, names: Sequence[str]
) -> list[str]:
    """Who went out, whether on a red nine, and who swept, as far as it was changed.

    `after` is not void; of a deal that was, everything is said.
    """
    old, new = before.facts.answers, after.facts.answers
    words = ["not void"] if before.facts.void else []
    words += _out(old, new, names)
    for ask in variant.asks:
        if ask.in_play and old.get(ask.key) != new.get(ask.key):
            seat, template = new.get(ask.key), WORDS["in_play"][ask.key]["says"]
            if isinstance(seat, int):
                words.append(say(template, {"name": in_a_sentence(names[seat])}))
            else:
                nobody = say(template, {"name": NOBODY})
                words.append(f"{nobody[:1].lower()}{nobody[1:]}")
    return words


def _out(old: Any, new: Any, names: Sequence[str]) -> Iterator[str]:
    out, was_out = new.get("out"), old.get("out")
    on_nine, was_on_nine = bool(new.get("on_red_nine")), bool(old.get("on_red_nine"))
    if not isinstance(out, int) or (out, on_nine) == (was_out, was_on_nine):
        return
    name = in_a_sentence(names[out])
    if isinstance(was_out, int) and out != was_out:
        how = "out on a red nine" if on_nine else "out"
        yield f"{name} {how}, not {in_a_sentence(names[was_out])}"
    elif on_nine or was_out is None:
        yield f"{name} out{' on a red nine' if on_nine else ''}"
    else:
        yield f"{name} out, though not on a red nine"


class EntrySentences:
    """Says in words what the entries of one game say, under the names of its people by now."""

    def __init__(self, game: GameRead) -> None:
        self.game = game
        self.by_name = {entry.name: entry for entry in game.entries}
        self.names_of = cache(partial(shown_names, called_now=game.names))

    def sentence(self, entry: Entry, before: Sheet | None, after: Sheet | None) -> str:
        """What an entry said, seen between the sheets before and after it."""
        match entry.body:
            case Deal():
                deal = find_deal(entry.name, after)
                return (
                    f"scored deal {deal.number}: {self.scores(deal)}" if deal else "scored a deal"
                )
            case CorrectDeal() as body:
                return self._correction(body, before, after)
            case TakeSeat() as body:
                return self._seat_taken(body, before or after)
            case CorrectStart() as body:
                return f"corrected the start: {self._start(body, after)}"
            case End() as body:
                levelled = ", the dealing levelled" if body.leftover == LEVEL else ""
                # A book out of a file is kept word for word, so its words are made fit here.
                return f"stopped the game: {clean_line(body.why)}{levelled}"
            case Totals() as body:
                return self._totals(body, after)
            case Withdraw() as body:
                return self._withdrawal(body, before, after)
        return counters_sentence(entry, after, self._names(after or before))

    def _totals(self, body: Totals, sheet: Sheet | None) -> str:
        pairs = zip(self._names(sheet), body.totals, strict=False)
        totals = listed([f"{in_a_sentence(name)} {total}" for name, total in pairs])
        if not totals:
            return "noted the totals"
        return f"noted only the totals: {totals}".replace("-", "−")

    def _names(self, sheet: Sheet | None) -> tuple[str, ...]:
        return self.names_of(sheet.sitters) if sheet else ()

    def scores(self, deal: SheetDeal, most: int = MOST_SEATS) -> str:
        """What a deal cost everybody, clockwise from whoever went out.

        At a table of more than `most` only whoever went out is named.
        """
        names = self.names_of(deal.sitters)
        if deal.facts.void:
            # What stays where it lies, and what is given back.
            left = WORDS["variants"][self.game.variant].get("void_leaves", "")
            left = left if any(deal.carry.pools.values()) else ""
            parts = ("void, dealt again", left, given_back_sentence(deal, names))
            return "; ".join(part for part in parts if part)
        write, order = score_format(self.game), deal.table.order
        out, others, scores = deal.facts.answers.get("out"), list(order), []
        if isinstance(out, int):
            *others, _ = clockwise_from(order, left_of(order, out))
            how = "out on a red nine" if deal.facts.answers.get("on_red_nine") else "out"
            won = "" if write is str else f" {write(deal.scores[out])}"
            scores.append(f"{in_a_sentence(names[out])} {how}{won}")
            if len(order) > most:
                others = []
        scores += [f"{in_a_sentence(names[seat])} {write(deal.scores[seat])}" for seat in others]
        return ", ".join(scores)

    def _correction(self, body: CorrectDeal, before: Sheet | None, after: Sheet | None) -> str:
        old, new = find_deal(body.deal, before), find_deal(body.deal, after)
        if new is None:
            return "corrected a deal"
        names, write = self.names_of(new.sitters), score_format(self.game)
        changes = []
        if new.facts.void and (old is None or not old.facts.void):
            changes = [self.scores(new)]
        elif old is not None and not new.facts.void:
            changes = diff_of_correction(old, new, self.game.sheet.start.variant, names)
        scores = [
            f"{in_a_sentence(names[seat])} {write(old.scores[seat])} → {write(new.scores[seat])}"
            for seat in new.table.order
            if old is not None and old.scores[seat] != new.scores[seat]
        ]
        words = "; ".join([*changes, ", ".join(scores)] if scores else changes)
        return f"corrected deal {new.number}: {words or 'no score changed'}"

    def _seat_taken(self, body: TakeSeat, sheet: Sheet | None) -> str:
        new = in_a_sentence(self.game.names.get(body.sitter.player, body.sitter.name))
        if sheet is None or body.seat >= len(sheet.sitters):
            return f"{new} sat down"
        after = find_deal(body.after, sheet) if body.after else None
        since = f"after deal {after.number}" if after else "before the first deal"
        return f"{new} sat down for {in_a_sentence(self._names(sheet)[body.seat])}, {since}"

    def _start(self, body: CorrectStart, sheet: Sheet | None) -> str:
        if sheet is None:
            return "told again"
        names, changes = self.names_of(sheet.start.sitters), []
        if body.order is not None or body.sitters is not None:
            changes.append(f"clockwise {listed([names[seat] for seat in sheet.start.order])}")
        if body.first_dealer is not None:
            changes.append(f"{in_a_sentence(names[body.first_dealer])} deals first")
        if body.house_rules is not None:
            chosen = house_rules(sheet.start.variant, body.house_rules)
            unusual = [f"{rule.title.lower()}: {rule.says}" for rule in chosen if not rule.usual]
            changes.append("; ".join(unusual) or "the usual rules")
        return "; ".join(changes) or "nothing changed"

    def _withdrawal(self, body: Withdraw, before: Sheet | None, after: Sheet | None) -> str:
        withdrawn_entry = self.by_name.get(body.entry)
        if withdrawn_entry is None:
            return "took something back"
        if isinstance(withdrawn_entry.body, Withdraw):
            again = self.by_name.get(withdrawn_entry.body.entry)
            return f"put back {self.short(again, after)}"
        return f"took back {self.short(withdrawn_entry, before)}"

    def short(self, entry: Entry | None, sheet: Sheet | None) -> str:
        """An entry in two or three words: "deal 3", "the correction of deal 2"."""
        if entry is None:
            return "an entry"
        match entry.body:
            case Deal():
                deal = find_deal(entry.name, sheet)
                return f"deal {deal.number}" if deal else "a deal"
            case CorrectDeal() as body:
                deal = find_deal(body.deal, sheet)
                return f"the correction of deal {deal.number}" if deal else "a correction"
            case TakeSeat(sitter=sitter):
                name = self.game.names.get(sitter.player, sitter.name)
                return f"that {in_a_sentence(name)} sat down"
            case Note() | Buy() | Lend():
                return f"that {counters_sentence(entry, sheet, self._names(sheet))}"
        return SHORT.get(type(entry.body), "an entry")


SHORT = {
    CorrectStart: "the correction of the start",
    Totals: "the totals",
    End: "the end of the game",
}


def find_deal(deal: str | None, sheet: Sheet | None) -> SheetDeal | None:
    """The deal of this name on a sheet, if both are there."""
    deals = sheet.deals if sheet else ()
    return next((row for row in deals if row.id == deal), None)


@dataclass(frozen=True)
class EntryView:
    """One entry in words; `counts` is False once it was taken back.

    `short` says what would be taken back, empty where nothing can be.
    """

    entry: Entry
    sentence: str
    counts: bool
    short: str

    @property
    def since(self) -> str:
        """What became of an entry that does not count any more."""
        return "put back" if isinstance(self.entry.body, Withdraw) else "taken back"


def entry_views(game: GameRead, first: int, last: int) -> list[EntryView]:
    """The entries of a game with these numbers in words, oldest first."""
    sentences, gone = EntrySentences(game), withdrawn(game.entries)
    parts = SheetHistory(game.start, game.entries)
    views, before = [], parts.sheet(first - 1)
    for start, end in _runs(game.entries[:last], first - 1):
        after = parts.sheet(end)
        for entry in game.entries[start:end]:
            counts = entry.name not in gone
            takes = counts and not isinstance(entry.body, Withdraw)
            short = sentences.short(entry, after) if takes else ""
            views.append(EntryView(entry, sentences.sentence(entry, before, after), counts, short))
        before = after
    return views


def _runs(entries: Sequence[Entry], start: int) -> Iterator[tuple[int, int]]:
    """Where the sheet has to be read: after each entry, but once for deals in a row.

    A deal that follows the one before changes nothing about it, so one reading serves them all.
    """
    for at in range(start + 1, len(entries) + 1):
        entry, following = entries[at - 1], entries[at].body if at < len(entries) else None
        in_a_row = isinstance(following, Deal) and following.after == entry.name
        if not (in_a_row and isinstance(entry.body, Deal)):
            yield start, at
            start = at

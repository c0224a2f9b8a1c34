"""The entries of a book, sorted by what they are about.

Withdrawn entries are left out here, corrections put with the deal they correct, and a deal
that was forgotten at first is put where it belongs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import itemgetter
from typing import Any

from scorer.rules.entries import (
    MOST_DEALS,
    MOST_ENTRIES,
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
from scorer.rules.errors import BadEntry
from scorer.rules.start import Start

# What is written between two deals and names the one that it follows.
BetweenDeals = TakeSeat | Buy | Lend | Note


@dataclass(frozen=True)
class SortedBook:
    """What counts of a book.

    `deals` are the first entries of the deals in the order they were played; `versions` gives for
    each deal what it was recorded as, as (entry number, facts), the newest last. `places` counts
    deals from 1 in that order, withdrawn ones too, so that what follows a withdrawn deal keeps its
    place; None, before the first deal, is place 0. `starts` are the starts as they read from each
    entry number on. `seats_taken`, `transfers`, with the names of their entries, and `notes` are in
    the order of the deals they follow. `end` and `totals` come with the number of their entry, and
    `last_move` is the number of the newest withdrawal, purchase or loan: each may move the end.
    `newest` is the number of the newest entry of all.
    """

    starts: tuple[tuple[int, Start], ...]
    deals: tuple[Entry, ...]
    versions: Mapping[str, tuple[tuple[int, Mapping[str, Any]], ...]]
    places: Mapping[str | None, int]
    seats_taken: tuple[TakeSeat, ...]
    transfers: tuple[tuple[str, Buy | Lend], ...]
    notes: tuple[tuple[Entry, Note], ...]
    end: tuple[int, End] | None
    totals: tuple[int, Totals] | None = None
    last_move: int = 0
    newest: int = 0

    @property
    def start(self) -> Start:
        """The start as it reads now."""
        return self.starts[-1][1]

    def start_before(self, number: int) -> Start:
        """The start as it read when the entry of this number was written."""
        return self.starts[bisect_left(self.starts, number, key=itemgetter(0)) - 1][1]

    def equal_until(self, book: SortedBook) -> int:
        """The place up to which two books agree in everything but the deals."""

        def first_difference(mine: Sequence[BetweenDeals], theirs: Sequence[BetweenDeals]) -> int:
            for pair in zip_longest(mine, theirs):
                if pair[0] is not pair[1]:
                    return min(self.places.get(body.after, 0) for body in pair if body)
            return len(self.places)

        return min(
            first_difference(self.seats_taken, book.seats_taken),
            first_difference([b for _, b in self.transfers], [b for _, b in book.transfers]),
            first_difference([b for _, b in self.notes], [b for _, b in book.notes]),
        )


def _deals_in_order(entries: Sequence[Entry]) -> list[Entry]:
    """All deals ever written, each right behind the one it names as its forerunner."""
    following: dict[str | None, Entry | None] = {None: None}
    for entry in entries:
        if isinstance(entry.body, Deal):
            following[entry.name] = following[entry.body.after]
            following[entry.body.after] = entry
    order: list[Entry] = []
    deal = following[None]
    while deal is not None:
        order.append(deal)
        deal = following[deal.name]
    return order


def _check_names(entries: Sequence[Entry]) -> None:
    """Refuse an entry about a deal or an entry that the book did not hold by then."""
    deals: set[str] = set()
    names: set[str] = set()
    for entry in entries:
        body = entry.body
        deal = None
        if isinstance(body, CorrectDeal):
            deal = body.deal
        elif isinstance(body, Deal | BetweenDeals):
            deal = body.after
        if deal is not None and deal not in deals:
            raise BadEntry("unknown_deal")
        if isinstance(body, Withdraw) and body.entry not in names:
            raise BadEntry("unknown_entry")
        names.add(entry.name)
        if isinstance(body, Deal):
            deals.add(entry.name)


def sort_entries(start: Start, entries: Sequence[Entry]) -> SortedBook:
    """The entries that count, sorted.

    Raises BadEntry for one about nothing in the book, and for more than a game can have.
    """
    if len(entries) > MOST_ENTRIES:
        raise BadEntry("too_many_entries", most=MOST_ENTRIES)
    _check_names(entries)
    gone = withdrawn(entries)
    order = _deals_in_order(entries)
    versions: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
    starts = [(0, start)]
    seats_taken: list[TakeSeat] = []
    transfers: list[tuple[str, Buy | Lend]] = []
    notes: list[tuple[Entry, Note]] = []
    end = totals = None
    for entry in entries:
        if entry.name in gone:
            continue
        match entry.body:
            case Deal(facts=facts):
                versions[entry.name] = [(entry.number, facts)]
            case CorrectDeal(deal=deal, facts=facts) if deal not in gone:
                versions[deal].append((entry.number, facts))
            case CorrectStart() as body:
                starts.append((entry.number, starts[-1][1].corrected(body)))
            case TakeSeat() as body:
                seats_taken.append(body)
            case Buy() | Lend() as body:
                transfers.append((entry.name, body))
            case Note() as body:
                notes.append((entry, body))
            case End() as body:
                end = (entry.number, body)
            case Totals() as body:
                totals = (entry.number, body)
    if len(versions) > MOST_DEALS:
        raise BadEntry("too_many_deals", most=MOST_DEALS)
    places: dict[str | None, int] = {deal.name: at for at, deal in enumerate(order, start=1)}
    places[None] = 0
    moving = (Withdraw, Buy, Lend)
    moves = [entry.number for entry in entries if isinstance(entry.body, moving)]
    return SortedBook(
        starts=tuple(starts),
        deals=tuple(deal for deal in order if deal.name not in gone),
        versions={deal: tuple(facts) for deal, facts in versions.items()},
        places=places,
        seats_taken=tuple(sorted(seats_taken, key=lambda body: places[body.after])),
        transfers=tuple(sorted(transfers, key=lambda item: places[item[1].after])),
        notes=tuple(sorted(notes, key=lambda item: places[item[1].after])),
        end=end,
        totals=totals,
        last_move=max(moves, default=0),
        newest=max((entry.number for entry in entries), default=0),
    )


def withdrawn(entries: Sequence[Entry]) -> frozenset[str]:
    """The names of all entries that do not count, withdrawals of withdrawals included."""
    gone: set[str] = set()
    for entry in reversed(entries):
        if isinstance(entry.body, Withdraw) and entry.name not in gone:
            gone.add(entry.body.entry)
    return frozenset(gone)


def to_undo(entries: Sequence[Entry]) -> Entry | None:
    """The newest entry that counts and can be taken back."""
    gone = withdrawn(entries)
    for entry in reversed(entries):
        if not isinstance(entry.body, Withdraw) and entry.name not in gone:
            return entry
    return None


def to_redo(entries: Sequence[Entry]) -> Entry | None:
    """The newest withdrawal that counts, if nothing else has been written since."""
    gone = withdrawn(entries)
    # A withdrawal of a withdrawal is itself a redo, and taking it back is what Undo does.
    withdrawals = {entry.name for entry in entries if isinstance(entry.body, Withdraw)}
    for entry in reversed(entries):
        if not isinstance(entry.body, Withdraw):
            return None
        if entry.name not in gone and entry.body.entry not in withdrawals:
            return entry
    return None

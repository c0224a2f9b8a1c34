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

# What is said to follow a deal, beside the deals themselves.
Aside = TakeSeat | Buy | Lend | Note


@dataclass(frozen=True)
class SortedBook:
    """What counts of a book.

    `deals` are the first entries of the deals in the order they were played; `told` gives for each
    deal what was said of it, as (entry number, facts), the newest last. `places` counts deals from
    1 in that order, withdrawn ones too, so that what is said to follow a withdrawn deal keeps its
    place; None, before the first deal, is place 0. `starts` are the starts as they read from each
    entry number on. `taken`, `moved`, with the names of its entries, and `notes` are in the order
    of the deals they follow. `totals` are there where only those were noted, and `undone` is the
    number of the last withdrawal.
    """

    starts: tuple[tuple[int, Start], ...]
    deals: tuple[Entry, ...]
    told: Mapping[str, tuple[tuple[int, Mapping[str, Any]], ...]]
    places: Mapping[str | None, int]
    taken: tuple[TakeSeat, ...]
    moved: tuple[tuple[str, Buy | Lend], ...]
    notes: tuple[tuple[Entry, Note], ...]
    ended: tuple[int, End] | None
    totals: tuple[int, Totals] | None = None
    undone: int = 0

    @property
    def start(self) -> Start:
        """The start as it reads now."""
        return self.starts[-1][1]

    def start_before(self, number: int) -> Start:
        """The start as it read when the entry of this number was written."""
        return self.starts[bisect_left(self.starts, number, key=itemgetter(0)) - 1][1]

    def same_until(self, other: SortedBook) -> int:
        """The place up to which two books say the same of everything but the deals."""
        return min(
            self._same_until(self.taken, other.taken),
            self._same_until([said for _, said in self.moved], [said for _, said in other.moved]),
            self._same_until([note for _, note in self.notes], [note for _, note in other.notes]),
        )

    def _same_until(self, mine: Sequence[Aside], theirs: Sequence[Aside]) -> int:
        pairs = ((one, other) for one, other in zip_longest(mine, theirs) if one is not other)
        differing = next(pairs, ())
        return min(
            (self.places.get(one.after, 0) for one in differing if one), default=len(self.places)
        )


def _in_order(entries: Sequence[Entry]) -> list[Entry]:
    """All deals ever written, each right behind the one it names as its forerunner."""
    behind: dict[str | None, Entry | None] = {None: None}
    for entry in entries:
        if isinstance(entry.body, Deal):
            behind[entry.name] = behind[entry.body.after]
            behind[entry.body.after] = entry
    order: list[Entry] = []
    following = behind[None]
    while following is not None:
        order.append(following)
        following = behind[following.name]
    return order


def _check_names(entries: Sequence[Entry]) -> None:
    """Refuse an entry about a deal or an entry that the book did not hold by then."""
    deals: set[str] = set()
    known: set[str] = set()
    for entry in entries:
        said = entry.body
        about = said.deal if isinstance(said, CorrectDeal) else None
        if isinstance(said, TakeSeat | Deal | Note | Buy | Lend):
            about = said.after
        if about is not None and about not in deals:
            raise BadEntry("unknown_deal")
        if isinstance(said, Withdraw) and said.entry not in known:
            raise BadEntry("unknown_entry")
        known.add(entry.name)
        if isinstance(said, Deal):
            deals.add(entry.name)


def sort_entries(start: Start, entries: Sequence[Entry]) -> SortedBook:
    """The entries that count, sorted.

    Raises BadEntry for one about nothing in the book, and for more than a game can have.
    """
    if len(entries) > MOST_ENTRIES:
        raise BadEntry("too_many_entries", most=MOST_ENTRIES)
    _check_names(entries)
    gone = withdrawn(entries)
    order = _in_order(entries)
    told: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
    starts = [(0, start)]
    taken: list[TakeSeat] = []
    moved: list[tuple[str, Buy | Lend]] = []
    notes: list[tuple[Entry, Note]] = []
    ended = totals = None
    for entry in entries:
        if entry.name in gone:
            continue
        match entry.body:
            case Deal(facts=facts):
                told[entry.name] = [(entry.number, facts)]
            case CorrectDeal(deal=deal, facts=facts) if deal not in gone:
                told[deal].append((entry.number, facts))
            case CorrectStart() as said:
                starts.append((entry.number, starts[-1][1].corrected(said)))
            case TakeSeat() as said:
                taken.append(said)
            case Buy() | Lend() as said:
                moved.append((entry.name, said))
            case Note() as said:
                notes.append((entry, said))
            case End() as said:
                ended = (entry.number, said)
            case Totals() as said:
                totals = (entry.number, said)
    if len(told) > MOST_DEALS:
        raise BadEntry("too_many_deals", most=MOST_DEALS)
    places: dict[str | None, int] = {one.name: at for at, one in enumerate(order, start=1)}
    places[None] = 0
    return SortedBook(
        starts=tuple(starts),
        deals=tuple(one for one in order if one.name not in gone),
        told={deal: tuple(tellings) for deal, tellings in told.items()},
        places=places,
        taken=tuple(sorted(taken, key=lambda one: places[one.after])),
        moved=tuple(sorted(moved, key=lambda one: places[one[1].after])),
        notes=tuple(sorted(notes, key=lambda one: places[one[1].after])),
        ended=ended,
        totals=totals,
        undone=max((one.number for one in entries if isinstance(one.body, Withdraw)), default=0),
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

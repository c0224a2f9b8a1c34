"""The entries of a book, sorted by what they are about.

Withdrawn entries are left out here, corrections put with the deal they correct, and a deal
that was forgotten at first is put where it belongs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import zip_longest
from operator import itemgetter
from typing import Any

from scorer.rules.entries import (
    MOST_DEALS,
    MOST_ENTRIES,
    Answer,
    Buy,
    CorrectDeal,
    CorrectStart,
    Deal,
    Decide,
    End,
    Entry,
    Lend,
    TakeSeat,
    Totals,
    Withdraw,
)
from scorer.rules.errors import BadEntry
from scorer.rules.rivals import Telling, Tellings, facts_of, first_told
from scorer.rules.start import Start

# What is written between two deals and names the one that it follows.
BetweenDeals = TakeSeat | Buy | Lend | Answer


@dataclass(frozen=True)
class SortedBook:
    """What counts of a book.

    `deals` are the first entries of the deals in the order they were played; `versions` gives for
    each deal what it was recorded as, as (entry number, facts), the newest last: of a deal that was
    answered one by one, by the name of any of its answers, only what it was corrected to. `rivals`
    are what else was told of a deal, unseen, as long as nobody has decided; `settled` is how much
    those had seen who corrected it, and `decisions` gives the newest one for each entry. `places`
    counts deals from 1 in that order, withdrawn ones and all answers too, since any may have begun
    a deal: so what follows a withdrawn deal keeps its place; what was told of one place, unseen, is
    at that place; None, before the first deal, is place 0. `starts` are the starts as they read
    from each entry number on. `seats_taken`, `transfers`, with the names of their entries, and
    `answers` are in the order of the deals they follow. `first_of` gives for each answer the first
    to the same deal, withdrawn or not, and `told_at` for each deal the number of the entry that was
    the first to tell of its place. `end` and `totals` come with the number of their entry, and
    `last_move` is the number of the newest withdrawal, decision, purchase or loan: each may move
    the end. `newest_answers` names the newest entry where it is an answer, and those it was given
    with. `seen` is how much the writer of each entry had seen, by its number, from 1. `entries` are
    all that were sorted.
    """

    entries: tuple[Entry, ...]
    starts: tuple[tuple[int, Start], ...]
    deals: tuple[Entry, ...]
    versions: Mapping[str, tuple[tuple[int, Mapping[str, Any]], ...]]
    rivals: Mapping[str, tuple[Telling, ...]]
    settled: Mapping[str, int]
    decisions: Mapping[str, Entry]
    places: Mapping[str | None, int]
    seats_taken: tuple[TakeSeat, ...]
    transfers: tuple[tuple[str, Buy | Lend], ...]
    answers: tuple[Entry, ...]
    first_of: Mapping[str, str]
    told_at: Mapping[str, int]
    end: tuple[int, End] | None
    totals: tuple[int, Totals] | None = None
    last_move: int = 0
    newest_answers: frozenset[str] = frozenset()
    seen: tuple[int, ...] = ()

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
            first_difference(_bodies(self.answers), _bodies(book.answers)),
        )


def _bodies(answers: Sequence[Entry]) -> list[Answer]:
    return [entry.body for entry in answers if isinstance(entry.body, Answer)]


def _in_order(
    entries: Sequence[Entry], decisions: Mapping[str, Entry]
) -> list[tuple[int, list[Entry]]]:
    """All deals and answers ever written, each right behind the one it names as its forerunner.

    Those that were told of one place, unseen, stand together, unless they were played apart, with
    the number of the first of them.
    """
    first = first_told(entries, withdrawn)
    following: dict[str | None, str | None] = {None: None}
    told: dict[str | None, list[Entry]] = {}
    for entry in entries:
        if not isinstance(entry.body, Deal | Answer):
            continue
        told.setdefault(first[entry.name], []).append(entry)
        if first[entry.name] == entry.name:
            before = first[entry.body.after]
            following[entry.name] = following[before]
            following[before] = entry.name
    order: list[tuple[int, list[Entry]]] = []
    place = following[None]
    while place is not None:
        apart = [one for one in told[place] if _is_apart(decisions.get(one.name))]
        together = [one for one in told[place] if one not in apart]
        order += [(told[place][0].number, some) for some in (together, *([one] for one in apart))]
        place = following[place]
    return order


def _is_apart(decision: Entry | None) -> bool:
    return decision is not None and isinstance(decision.body, Decide) and bool(decision.body.apart)


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
        if isinstance(body, Withdraw | Decide) and body.entry not in names:
            raise BadEntry("unknown_entry")
        names.add(entry.name)
        if isinstance(body, Deal | Answer):
            deals.add(entry.name)


# As many as an entry has to do with: the book with it and without it, and as its writer saw it.
MOST_SORTED = 4
_sorted: ContextVar[list[SortedBook] | None] = ContextVar("sorted", default=None)


@contextmanager
def sorting_once() -> Iterator[None]:
    """Sort the same entries only once in here."""
    unset = _sorted.set([])
    try:
        yield
    finally:
        _sorted.reset(unset)


def sort_entries(start: Start, entries: Sequence[Entry]) -> SortedBook:
    """The entries that count, sorted; in `sorting_once` the very same book for the same entries.

    Raises BadEntry for one about nothing in the book, and for more than a game can have.
    """
    entries, books = tuple(entries), _sorted.get()
    for book in books or ():
        if book.starts[0][1] == start and _are_same(book.entries, entries):
            return book
    book = _sort(start, entries)
    if books is not None:
        books[:] = [book, *books[: MOST_SORTED - 1]]
    return book


def _are_same(some: tuple[Entry, ...], others: tuple[Entry, ...]) -> bool:
    """Whether they are the same, and are in the book already or new alike: new ones are checked."""
    return some == others and all(
        one.stored == other.stored for one, other in zip(some, others, strict=True)
    )


def _sort(start: Start, entries: tuple[Entry, ...]) -> SortedBook:
    if len(entries) > MOST_ENTRIES:
        raise BadEntry("too_many_entries", most=MOST_ENTRIES)
    _check_names(entries)
    gone = withdrawn(entries)
    tellings = Tellings(entries, withdrawn)
    starts = [(0, start)]
    seats_taken: list[TakeSeat] = []
    transfers: list[tuple[str, Buy | Lend]] = []
    answers: list[Entry] = []
    end = totals = None
    answered = {entry.name for entry in entries if isinstance(entry.body, Answer)}
    for entry in entries:
        if entry.name in gone:
            continue
        match entry.body:
            case Deal() | Decide():
                tellings.add(entry)
            case CorrectDeal(deal=deal) if deal in answered or deal not in gone:
                tellings.add(entry)
            case CorrectStart() as body:
                starts.append((entry.number, starts[-1][1].corrected(vars(body))))
            case TakeSeat() as body:
                seats_taken.append(body)
            case Buy() | Lend() as body:
                transfers.append((entry.name, body))
            case Answer():
                answers.append(entry)
            case End() as body:
                end = (entry.number, body)
            case Totals() as body:
                totals = (entry.number, body)
    if len(tellings.versions) > MOST_DEALS:
        raise BadEntry("too_many_deals", most=MOST_DEALS)
    deals: list[Entry] = []
    rivals = {deal: tellings.rivals_of(deal) for deal in answered & tellings.versions.keys()}
    places: dict[str | None, int] = {None: 0}
    told_at: dict[str, int] = {}
    for at, (first, together) in enumerate(_in_order(entries, tellings.decisions), start=1):
        places |= {entry.name: at for entry in together}
        told_at |= {entry.name: first for entry in together}
        told = [e for e in together if isinstance(e.body, Deal) and e.name not in gone]
        if told:
            counting, others = tellings.of_place(told)
            deals.append(counting)
            rivals[counting.name] = tellings.rivals_of(counting.name, others)
    moving = (Withdraw, Decide, Buy, Lend)
    moves = [entry.number for entry in entries if isinstance(entry.body, moving)]
    return SortedBook(
        entries=entries,
        starts=tuple(starts),
        deals=tuple(deals),
        versions={
            deal: tuple((entry.number, facts_of(entry)) for entry in told)
            for deal, told in tellings.versions.items()
        },
        rivals={deal: told for deal, told in rivals.items() if told},
        settled=tellings.settled,
        decisions=tellings.decisions,
        places=places,
        seats_taken=tuple(sorted(seats_taken, key=lambda body: places[body.after])),
        transfers=tuple(sorted(transfers, key=lambda item: places[item[1].after])),
        answers=tuple(sorted(answers, key=lambda entry: places[_after(entry)])),
        first_of=deals_of_answers(entries),
        told_at=told_at,
        end=end,
        totals=totals,
        last_move=max(moves, default=0),
        newest_answers=_newest_answers(entries),
        seen=(0, *(entry.seen for entry in entries)),
    )


def _newest_answers(entries: Sequence[Entry]) -> frozenset[str]:
    """The newest entry if it is an answer, and those that were given with it."""
    body = entries[-1].body if entries else None
    if not isinstance(body, Answer):
        return frozenset()
    first = body.given_with or entries[-1].name
    return frozenset(
        entry.name
        for entry in entries
        if isinstance(entry.body, Answer) and first in (entry.name, entry.body.given_with)
    )


def _after(entry: Entry) -> str | None:
    """The deal that an answer follows."""
    return entry.body.after if isinstance(entry.body, Answer) else None


def withdrawn(entries: Sequence[Entry]) -> frozenset[str]:
    """The names of all entries that do not count, withdrawals of withdrawals included."""
    gone: set[str] = set()
    deals: Mapping[str, str] = {}
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        if isinstance(entry.body, Withdraw) and entry.name not in gone:
            gone.add(entry.body.entry)
            if not entry.body.whole:
                gone |= set(entry.body.also or ())
            else:
                deals = deals or deals_of_answers(entries)
                of = {deals.get(name) for name in entry.body.takes_back} - {None}
                gone |= {e.name for e in entries[:at] if deals.get(e.name) in of}
    taken_back = {entry.name: _after(entry) for entry in entries if entry.name in gone}
    gone |= {
        entry.name
        for entry in entries
        if isinstance(entry.body, Answer) and entry.body.given_with in taken_back
        if taken_back[entry.body.given_with] == entry.body.after
    }
    return frozenset(gone)


def deals_of_answers(entries: Sequence[Entry]) -> dict[str, str]:
    """For each answer the first to the same deal, by whose name the deal goes.

    That is the first that was written, though it was taken back by itself since: so the deal has
    one name on every phone, whatever is taken back and put back. What follows the same deal is
    about the same one, unless that was taken back as a whole then.
    """
    deals: dict[str, str] = {}
    first: dict[tuple[str | None, str | None], str] = {}
    # The deals taken back, by what they follow; and what withdrew that, or put it back, and so on.
    taken_back: dict[str | None, list[str]] = {}
    about: dict[str, tuple[str, bool]] = {}
    in_force: dict[str, bool] = {}
    after_of: dict[str, str | None] = {}
    for entry in entries:
        body = entry.body
        if isinstance(body, Answer):
            after_of[entry.name] = body.after
            closed = [name for name in taken_back.get(body.after, ()) if in_force[name]]
            key = (body.after, closed[-1] if closed else None)
            deals[entry.name] = first.setdefault(key, entry.name)
        elif isinstance(body, Withdraw):
            if body.whole and body.entry in after_of:
                for after in {after_of[name] for name in body.takes_back if name in after_of}:
                    taken_back.setdefault(after, []).append(entry.name)
                about[entry.name] = (entry.name, True)
                in_force[entry.name] = True
            elif body.entry in about:
                deal, counts = about[body.entry]
                about[entry.name] = (deal, not counts)
                in_force[deal] = not counts
    return deals


def to_undo(entries: Sequence[Entry]) -> Entry | None:
    """The newest entry that counts and can be taken back."""
    gone = withdrawn(entries)
    for entry in reversed(entries):
        if not isinstance(entry.body, Withdraw) and entry.name not in gone:
            first = entry.body.given_with if isinstance(entry.body, Answer) else None
            together = (one for one in entries if one.name == first)
            return next((one for one in together if _after(one) == _after(entry)), entry)
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

"""What was written since a phone last looked, about the same matter as what it writes now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

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
    Said,
    TakeSeat,
    Totals,
    Withdraw,
)
from scorer.rules.start import Start
from scorer.rules.tellings import sort_entries
from scorer.rules.undoing import withdrawn

Places = Mapping[str | None, int]
ALL_SEATS = frozenset(range(MOST_SEATS))


def written_since(start: Start, entries: Sequence[Entry], seen: int) -> tuple[int, ...]:
    """The numbers of the entries that the writer of the last one should have seen before.

    The last entry takes something back, puts it back, or tells it again; or it is a deal, and
    what counts is the deal it follows. It has to have seen what is about the same deal or seat
    or the start, and every later deal. Everybody plays in every deal, so whatever is about a
    seat is about each deal too. What was written since and taken back again changes nothing.
    Raises BadEntry for an entry about nothing in the book.
    """
    *before, entry = entries
    if seen >= len(before):
        return ()
    places = sort_entries(start, entries).places
    by_name = {one.name: one for one in before}
    named = _named(entry, by_name)
    known = {one.name for one in named}
    about = named[-1]
    if isinstance(about.said, CorrectDeal):
        about = by_name[about.said.deal]
    elif isinstance(entry.said, Deal) and entry.said.after is not None:
        about = by_name[entry.said.after]
    known.add(about.name)
    matter = _matter(about, before[:seen], places)
    if isinstance(entry.said, TakeSeat):
        # Nothing is taken back: only whoever else was put into this seat has to be known.
        matter = replace(matter, after=len(places), deals=frozenset())
    changes = [one for one in _changes(before, seen, by_name, known) if one.by.name not in known]
    return tuple(sorted({one.by.number for one in changes if matter.touches(one, places)}))


@dataclass(frozen=True)
class _Change:
    """An entry that counts since, or no longer does; `by` is the entry that made it so."""

    entry: Entry
    counts: bool
    by: Entry


@dataclass(frozen=True)
class _Matter:
    """What an entry is about: deals, seats, or what its `kind` alone says.

    `after` is the place of the deal before it, as the writer saw the book: whatever was played
    after that comes later, or instead.
    """

    kind: type[Said]
    after: int = 0
    deals: frozenset[str | None] = frozenset()
    seats: frozenset[int] = frozenset()

    def touches(self, change: _Change, places: Places) -> bool:
        """Whether a change is about the same, or a later deal."""
        match change.entry.said:
            case CorrectStart():
                return True
            case Deal():
                later = places[change.entry.name] > self.after
                return change.entry.name in self.deals or (change.counts and later)
            case CorrectDeal(deal=deal):
                return deal in self.deals
            case Note(after=after):
                return self.kind in (Deal, Note) and places[after] >= self.after
            case TakeSeat() | Buy() | Lend() as said:
                return not self.seats.isdisjoint(_seats(said))
            case End():
                return self.kind in (Deal, End)
            case Totals():
                return self.kind is Totals
        return False


def _matter(entry: Entry, then: Sequence[Entry], places: Places) -> _Matter:
    match entry.said:
        case Deal():
            before = _place_before(entry, then, places)
            return _Matter(Deal, before, frozenset({entry.name}), ALL_SEATS)
        case TakeSeat(after=after) | Buy(after=after) | Lend(after=after) as said:
            return _Matter(type(said), places[after], frozenset(places), _seats(said))
        case Note(after=after):
            return _Matter(Note, places[after])
        case CorrectStart(order=order, sitters=sitters) if order or sitters:
            return _Matter(CorrectStart, deals=frozenset(places), seats=ALL_SEATS)
    return _Matter(type(entry.said))


def _seats(said: Said) -> frozenset[int]:
    match said:
        case TakeSeat(seat=seat) | Buy(seat=seat):
            return frozenset({seat})
        case Lend(seat=seat, lender=lender):
            return frozenset({seat, lender})
    return frozenset()


def _place_before(deal: Entry, then: Sequence[Entry], places: Places) -> int:
    """The place of the deal before this one, among those that the writer saw or named."""
    gone = withdrawn(then)
    seen = [places[deal.said.after]] if isinstance(deal.said, Deal) else []
    seen += [
        places[one.name] for one in then if isinstance(one.said, Deal) and one.name not in gone
    ]
    return max((place for place in seen if place < places[deal.name]), default=0)


def _named(entry: Entry, by_name: Mapping[str, Entry]) -> list[Entry]:
    """The entry, what it takes back or puts back, and so on to what was written first."""
    named = [entry]
    while isinstance(said := named[-1].said, Withdraw) and said.entry in by_name:
        named.append(by_name[said.entry])
    return named


def _changes(
    before: Sequence[Entry], seen: int, by_name: Mapping[str, Entry], known: Set[str]
) -> Iterator[_Change]:
    """All that counts now and did not when so much was seen, or the other way round.

    What the writer names is known too, though it may have been on its way to the book then.
    """
    then, now = withdrawn(before[:seen]), withdrawn(before)
    by = {_named(entry, by_name)[-1].name: entry for entry in before[seen:]}
    for entry in before:
        if isinstance(entry.said, Withdraw):
            continue
        was_there = entry.number <= seen or entry.name in known
        counted = was_there and entry.name not in then
        if counted != (entry.name not in now):
            yield _Change(entry, not counted, by[entry.name] if was_there else entry)

"""Detecting conflicts: entries that the writer of the last one had not seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Seat
from scorer.rules.book import SortedBook, sort_entries, withdrawn
from scorer.rules.entries import (
    MOST_SEATS,
    Body,
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
from scorer.rules.errors import BadEntry, GameIsOver, Refused
from scorer.rules.fold import check_not_empty, read_note, read_sheet
from scorer.rules.same_deal import rescore_deal, same_deal
from scorer.rules.start import ResolvedStart, Start, resolve_start
from scorer.services.errors import Conflict, DealConflict, WrittenSince
from scorer.services.games.read import GameRead


def check_noting(read: GameRead) -> None:
    """Refuse the last entry where it answers nothing asked in play, or comes after the end."""
    note, sheet = read.entries[-1].body, read.sheet
    if not isinstance(note, Note):
        return
    _answers(note, sheet.start)
    if sheet.over:
        raise GameIsOver(deals=sheet.played)
    check_not_empty(note)


def read_noted(note: Note, start: ResolvedStart) -> dict[str, Any]:
    """What a note of the book answers; nothing where it is one that is refused by now."""
    try:
        return _answers(note, start)
    except Refused:
        return {}


def _answers(note: Note, start: ResolvedStart) -> dict[str, Any]:
    return read_note(note, start.asks, start.table(start.first_dealer))


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
    by_name = {entry.name: entry for entry in before}
    named = _named(entry, by_name)
    known = {entry.name for entry in named}
    about = named[-1]
    if isinstance(about.body, CorrectDeal):
        about = by_name[about.body.deal]
    elif isinstance(entry.body, Deal) and entry.body.after is not None:
        about = by_name[entry.body.after]
    known.add(about.name)
    scope = _scope(about, before[:seen], places)
    if isinstance(entry.body, TakeSeat):
        # Nothing is taken back: only whoever else was put into this seat has to be known.
        scope = replace(scope, after=len(places), deals=frozenset())
    changes = [
        change for change in _changes(before, seen, by_name, known) if change.by.name not in known
    ]
    return tuple(sorted({change.by.number for change in changes if scope.touches(change, places)}))


@dataclass(frozen=True)
class _Change:
    """An entry that counts since, or no longer does; `by` is the entry that made it so."""

    entry: Entry
    counts: bool
    by: Entry


@dataclass(frozen=True)
class _Scope:
    """What an entry is about: deals, seats, or what its `kind` alone says.

    `after` is the place of the deal before it, as the writer saw the book: whatever was played
    after that comes later, or instead.
    """

    kind: type[Body]
    after: int = 0
    deals: frozenset[str | None] = frozenset()
    seats: frozenset[int] = frozenset()

    def touches(self, change: _Change, places: Places) -> bool:
        """Whether a change is about the same, or a later deal."""
        match change.entry.body:
            case CorrectStart():
                return True
            case Deal():
                later = places[change.entry.name] > self.after
                return change.entry.name in self.deals or (change.counts and later)
            case CorrectDeal(deal=deal):
                return deal in self.deals
            case Note(after=after):
                return self.kind in (Deal, Note) and places[after] >= self.after
            case TakeSeat() | Buy() | Lend() as body:
                return not self.seats.isdisjoint(_seats(body))
            case End():
                return self.kind in (Deal, End)
            case Totals():
                return self.kind is Totals
        return False


def _scope(entry: Entry, then: Sequence[Entry], places: Places) -> _Scope:
    match entry.body:
        case Deal():
            before = _place_before(entry, then, places)
            return _Scope(Deal, before, frozenset({entry.name}), ALL_SEATS)
        case TakeSeat(after=after) | Buy(after=after) | Lend(after=after) as body:
            return _Scope(type(body), places[after], frozenset(places), _seats(body))
        case Note(after=after):
            return _Scope(Note, places[after])
        case CorrectStart(order=order, sitters=sitters) if order or sitters:
            return _Scope(CorrectStart, deals=frozenset(places), seats=ALL_SEATS)
    return _Scope(type(entry.body))


def _seats(body: Body) -> frozenset[int]:
    match body:
        case TakeSeat(seat=seat) | Buy(seat=seat):
            return frozenset({seat})
        case Lend(seat=seat, lender=lender):
            return frozenset({seat, lender})
    return frozenset()


def _place_before(deal: Entry, then: Sequence[Entry], places: Places) -> int:
    """The place of the deal before this one, among those that the writer saw or named."""
    gone = withdrawn(then)
    seen = [places[deal.body.after]] if isinstance(deal.body, Deal) else []
    seen += [
        places[entry.name]
        for entry in then
        if isinstance(entry.body, Deal) and entry.name not in gone
    ]
    return max((place for place in seen if place < places[deal.name]), default=0)


def _named(entry: Entry, by_name: Mapping[str, Entry]) -> list[Entry]:
    """The entry, what it takes back or puts back, and so on to what was written first."""
    named = [entry]
    while isinstance(body := named[-1].body, Withdraw) and body.entry in by_name:
        named.append(by_name[body.entry])
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
        if isinstance(entry.body, Withdraw):
            continue
        was_there = entry.number <= seen or entry.name in known
        counted = was_there and entry.name not in then
        if counted != (entry.name not in now):
            yield _Change(entry, not counted, by[entry.name] if was_there else entry)


class SameDeal(Exception):
    """Another phone wrote this very deal, unseen; raised so that the transaction rolls back.

    `number` is that of the entry in the book.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


def check_conflicts(
    start: Start, entries: Sequence[Entry], seen: int, names: Mapping[str, str]
) -> None:
    """Raise Conflict where the last entry is about something that changed unseen.

    A deal that says otherwise than a note its writer had not seen would lose it unnoticed.
    Raises SameDeal where another phone has written the very same deal, or corrected it to the
    very same.
    """
    *before, entry = entries
    if isinstance(entry.body, Withdraw) and entry.body.entry in withdrawn(before):
        raise Conflict("already_withdrawn")
    if isinstance(entry.body, End):
        _check_not_ended(before, seen)
    elif seen < len(before):
        if isinstance(entry.body, Deal):
            book = sort_entries(start, entries)
            rival = _competing_deal(book, entry, entry.body, seen)
            if rival is not None:
                _check_same(start, before, rival, entry.body)
            if entry.body.after in withdrawn(before) - withdrawn(before[:seen]):
                # It would get another number than its phone has shown.
                since, number = written_since(start, entries, seen), book.deals.index(entry) + 1
                raise WrittenSince(since, len(before), deal=number)
            unseen = _noted_unseen(book, before, _in_play_of(book, entry), seen)
            for ask, (then, now) in unseen.items():
                if not entry.body.facts.get("void") and _told(entry.body.facts, ask) != now:
                    raise _note_conflict(book, ask, then, now, names)
        elif isinstance(entry.body, Note):
            book = sort_entries(start, entries)
            later = book.places[entry.body.after]
            after = [deal.number for deal in book.deals if book.places[deal.name] > later]
            if scored := [number for number in after if number > seen]:
                # The deal this was about is scored by now; it can be said there.
                raise WrittenSince((scored[0],), len(before))
            unseen = _noted_unseen(book, before, _in_play_of(book, None), seen)
            # Of many answers this is one more, whatever others have noted.
            noted = {ask.key for ask in unseen if not ask.many}
            if keys := noted & entry.body.facts.keys():
                raise WrittenSince((_last_note(before, keys),), len(before))
        elif not isinstance(entry.body, Buy | Lend):
            if isinstance(entry.body, CorrectDeal):
                _check_corrected(start, before, entry.body, seen)
            if since := written_since(start, entries, seen):
                raise WrittenSince(since, len(before))
    if isinstance(entry.body, CorrectDeal) and entry.body.deal in withdrawn(before):
        raise BadEntry("unknown_deal")


def _check_corrected(
    start: Start, before: Sequence[Entry], correction: CorrectDeal, seen: int
) -> None:
    """Raise SameDeal where another phone has corrected this deal to the very same, unseen."""
    versions = sort_entries(start, before).versions.get(correction.deal, ())
    if len(versions) < 2 or versions[-1][0] <= seen:
        return
    sheet = read_sheet(start, before)
    deal = next((deal for deal in sheet.deals if deal.id == correction.deal), None)
    # Behind the end of the game nothing is compared.
    if deal is not None and same_deal(sheet, deal, rescore_deal(sheet, deal, correction.facts)):
        raise SameDeal(deal.entry)


def _competing_deal(book: SortedBook, entry: Entry, deal: Deal, seen: int) -> Entry | None:
    """The deal with which somebody else has filled the place of this one, unseen.

    That is an unseen deal which stands right behind it or right before it. Whoever puts in
    a forgotten deal has seen its neighbours; and the deal that is named as the one before
    was seen, though it may have been on its way to the book then.
    """
    at = book.deals.index(entry)
    neighbours = (*book.deals[max(0, at - 1) : at], *book.deals[at + 1 : at + 2])
    return next(
        (entry for entry in neighbours if entry.number > seen and entry.name != deal.after), None
    )


def _check_same(start: Start, before: Sequence[Entry], rival: Entry, deal: Deal) -> None:
    """Refuse a deal whose place another has filled: SameDeal where both say the same."""
    sheet = read_sheet(start, before)
    theirs = next((deal for deal in sheet.deals if deal.id == rival.name), None)
    if theirs is None:
        # Theirs is behind the end of the game, and so would this one be.
        return
    if same_deal(sheet, theirs, rescore_deal(sheet, theirs, deal.facts)):
        raise SameDeal(theirs.entry)
    raise DealConflict(theirs.number, theirs.id)


def _in_play_of(book: SortedBook, deal: Entry | None) -> range:
    """The places of deals after which a note is about this deal; None is the next one."""
    at = book.deals.index(deal) if deal is not None else len(book.deals)
    last = book.places[book.deals[at - 1].name] if at else 0
    return range(last, book.places[deal.name] if deal is not None else len(book.places))


def _noted_unseen(
    book: SortedBook, before: Sequence[Entry], places: range, seen: int
) -> dict[Ask[Any], tuple[Any, Any]]:
    """What was answered in play after these places, as far as it changed: as seen, and now.

    As a record keeps it; None where nothing counts.
    """
    start = resolve_start(book.start)
    asks = {ask.key: ask for ask in start.asks}

    def noted(entries: Sequence[Entry]) -> dict[str, Any]:
        gone = withdrawn(entries)
        answers: dict[str, Any] = {}
        for entry in entries:
            body = entry.body
            if not isinstance(body, Note) or entry.name in gone:
                continue
            if book.places[body.after] in places:
                for key, answer in read_noted(body, start).items():
                    many = asks[key].many
                    answers[key] = (*answers.get(key, ()), answer) if many else answer
        return {
            key: asks[key].write(answer) for key, answer in answers.items() if answer is not None
        }

    then, now = noted(before[:seen]), noted(before)
    keys = [key for key in {**then, **now} if then.get(key) != now.get(key)]
    return {asks[key]: (then.get(key), now.get(key)) for key in keys}


def _told(facts: Mapping[str, Any], ask: Ask[Any]) -> Any:
    """What a deal says to an ask; None where it says nothing."""
    given = facts.get(ask.group) if ask.group else facts
    answer = given.get(ask.key) if isinstance(given, Mapping) else None
    return None if answer == [] else answer


def _last_note(before: Sequence[Entry], keys: Set[str]) -> int:
    """The number of the entry that noted one of these last, or took that back."""
    last, names = 0, set()
    for entry in before:
        body = entry.body
        if (isinstance(body, Note) and keys & body.facts.keys()) or (
            isinstance(body, Withdraw) and body.entry in names
        ):
            names.add(entry.name)
            last = entry.number
    return last


def _note_conflict(
    book: SortedBook, ask: Ask[Any], then: Any, now: Any, names: Mapping[str, str]
) -> Conflict:
    """That somebody noted this, or took it back."""
    if not isinstance(ask, Seat) or ask.many or ask.of != "deal":
        return Conflict("noted_otherwise_meanwhile", ask=ask.key)
    seat = then if now is None else now
    taken = [taking.sitter for taking in book.seats_taken if taking.seat == seat]
    sitter = (taken or [book.start.sitters[seat]])[-1]
    code = "taken_back_meanwhile" if now is None else "noted_meanwhile"
    return Conflict(code, ask=ask.key, name=names.get(sitter.player, sitter.name))


def _check_not_ended(before: Sequence[Entry], seen: int) -> None:
    """Refuse to end a game that was ended before."""
    gone = withdrawn(before)
    for entry in before:
        if isinstance(entry.body, End) and entry.name not in gone:
            if entry.number > seen:
                raise WrittenSince((entry.number,), len(before))
            deals = sum(
                isinstance(earlier.body, Deal) and earlier.name not in gone for earlier in before
            )
            raise GameIsOver(deals=deals)

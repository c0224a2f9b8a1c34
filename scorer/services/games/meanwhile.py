"""Meanwhile: what somebody else wrote that the writer of an entry had not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from scorer.rules.entries import (
    Buy,
    CorrectDeal,
    Deal,
    End,
    Entry,
    Lend,
    Note,
    Withdraw,
)
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.rules.reading import read_sheet
from scorer.rules.same_deal import deal_as_told, same_deal
from scorer.rules.start import Start, read_start
from scorer.rules.tellings import Tellings, sort_entries
from scorer.rules.undoing import withdrawn
from scorer.services.errors import Conflict, DealConflict, WrittenSince
from scorer.services.games.noting import answers_kept
from scorer.services.games.since import written_since


class SameDeal(Exception):
    """Another phone told this deal just so, unseen; raised so that the transaction rolls back.

    `number` is that of the entry that tells it now.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"entry {number} says the same")


# What people are called by now, by player.
Called = Mapping[str, str]


def check_meanwhile(start: Start, entries: Sequence[Entry], seen: int, called: Called) -> None:
    """Raise Conflict where the last entry is about something that changed unseen.

    A deal that says otherwise than a note its writer had not seen would lose it unnoticed.
    Raises SameDeal where another phone has written the very same deal, or corrected it to the
    very same.
    """
    *before, entry = entries
    if isinstance(entry.said, Withdraw) and entry.said.entry in withdrawn(before):
        raise Conflict("already_withdrawn")
    if isinstance(entry.said, End):
        _check_going_on(before, seen)
    elif seen < len(before):
        if isinstance(entry.said, Deal):
            book = sort_entries(start, entries)
            rival = _rival(book, entry, entry.said, seen)
            if rival is not None:
                _compare(start, before, rival, entry.said)
            if _taken_back(before, entry.said.after, seen):
                since, number = written_since(start, entries, seen), book.deals.index(entry) + 1
                raise WrittenSince(since, len(before), deal=number)
            unseen = _noted_unseen(book, before, _in_play_of(book, entry), seen)
            for key, (then, now) in unseen.items():
                if not entry.said.facts.get("void") and entry.said.facts.get(key) != now:
                    raise _noted_otherwise(book, key, then, now, called)
        elif isinstance(entry.said, Note):
            book = sort_entries(start, entries)
            if scored := [d.number for d in _after(book, entry.said) if d.number > seen]:
                # The deal this was about is scored by now; it can be said there.
                raise WrittenSince((scored[0],), len(before))
            unseen = _noted_unseen(book, before, _in_play_of(book, None), seen)
            if keys := unseen.keys() & entry.said.facts.keys():
                raise WrittenSince((_last_note(before, keys),), len(before))
        elif not isinstance(entry.said, Buy | Lend):
            if isinstance(entry.said, CorrectDeal):
                _check_corrected(start, before, entry.said, seen)
            if since := written_since(start, entries, seen):
                raise WrittenSince(since, len(before))
    if isinstance(entry.said, CorrectDeal) and entry.said.deal in withdrawn(before):
        raise BadEntry("unknown_deal")


def _taken_back(before: Sequence[Entry], after: str | None, seen: int) -> bool:
    """Whether the deal that a new one follows was taken back, unseen.

    The new one would get another number than its phone has shown.
    """
    return after in withdrawn(before) and after not in withdrawn(before[:seen])


def _check_corrected(start: Start, before: Sequence[Entry], said: CorrectDeal, seen: int) -> None:
    """Raise SameDeal where another phone has corrected this deal to the very same, unseen."""
    told = sort_entries(start, before).told.get(said.deal, ())
    if len(told) < 2 or told[-1][0] <= seen:
        return
    sheet = read_sheet(start, before)
    deal = next(one for one in sheet.deals if one.id == said.deal)
    if same_deal(sheet, deal, deal_as_told(sheet, deal, said.facts)):
        raise SameDeal(deal.entry)


def _rival(book: Tellings, entry: Entry, said: Deal, seen: int) -> Entry | None:
    """The deal with which somebody else has filled the place of this one, unseen.

    That is an unseen deal which stands right behind it or right before it. Whoever puts in
    a forgotten deal has seen its neighbours; and the deal that is named as the one before
    was seen, though it may have been on its way to the book then.
    """
    at = book.deals.index(entry)
    beside = (*book.deals[max(0, at - 1) : at], *book.deals[at + 1 : at + 2])
    return next((one for one in beside if one.number > seen and one.name != said.after), None)


def _compare(start: Start, before: Sequence[Entry], rival: Entry, said: Deal) -> None:
    """Refuse a deal whose place another has filled: SameDeal where both say the same."""
    sheet = read_sheet(start, before)
    theirs = next(deal for deal in sheet.deals if deal.id == rival.name)
    if same_deal(sheet, theirs, deal_as_told(sheet, theirs, said.facts)):
        raise SameDeal(theirs.entry)
    raise DealConflict(theirs.number, theirs.id)


def _after(book: Tellings, note: Note) -> list[Entry]:
    """The deals that were played after the one this note names as the one before."""
    return [deal for deal in book.deals if book.places[deal.name] > book.places[note.after]]


def _in_play_of(book: Tellings, deal: Entry | None) -> range:
    """The places of deals after which a note is about this deal; None is the next one."""
    at = book.deals.index(deal) if deal is not None else len(book.deals)
    last = book.places[book.deals[at - 1].name] if at else 0
    return range(last, book.places[deal.name] if deal is not None else len(book.places))


def _noted_unseen(
    book: Tellings, before: Sequence[Entry], places: range, seen: int
) -> dict[str, tuple[Any, Any]]:
    """What was answered in play after these places, as far as it changed: as seen, and now."""
    start = read_start(book.start)

    def noted(entries: Sequence[Entry]) -> dict[str, Any]:
        gone = withdrawn(entries)
        answers: dict[str, Any] = {}
        for entry in entries:
            said = entry.said
            if not isinstance(said, Note) or entry.name in gone:
                continue
            if book.places[said.after] in places:
                answers |= answers_kept(said, start)
        return answers

    then, now = noted(before[:seen]), noted(before)
    keys = [key for key in {**then, **now} if then.get(key) != now.get(key)]
    return {key: (then.get(key), now.get(key)) for key in keys}


def _last_note(before: Sequence[Entry], keys: Set[str]) -> int:
    """The number of the entry that noted one of these last, or took that back."""
    last, names = 0, set()
    for entry in before:
        said = entry.said
        if (isinstance(said, Note) and keys & said.facts.keys()) or (
            isinstance(said, Withdraw) and said.entry in names
        ):
            names.add(entry.name)
            last = entry.number
    return last


def _noted_otherwise(book: Tellings, key: str, then: Any, now: Any, called: Called) -> Conflict:
    """That somebody noted this, or took it back."""
    seat = then if now is None else now
    taken = [one.sitter for one in book.taken if one.seat == seat]
    sitter = (taken or [book.start.sitters[seat]])[-1]
    code = "taken_back_meanwhile" if now is None else "noted_meanwhile"
    return Conflict(code, ask=key, name=called.get(sitter.player, sitter.name))


def _check_going_on(before: Sequence[Entry], seen: int) -> None:
    """Refuse to end a game that was ended before."""
    gone = withdrawn(before)
    for entry in before:
        if isinstance(entry.said, End) and entry.name not in gone:
            if entry.number > seen:
                raise WrittenSince((entry.number,), len(before))
            deals = sum(isinstance(one.said, Deal) and one.name not in gone for one in before)
            raise GameIsOver(deals=deals)

"""Meanwhile: what somebody else wrote that the writer of an entry had not seen."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.entries import CorrectDeal, CorrectStart, Deal, End, Entry, TakeSeat, Withdraw
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.rules.start import Start
from scorer.rules.tellings import Tellings, sort_entries
from scorer.rules.undoing import withdrawn
from scorer.services.errors import Conflict


def check_meanwhile(start: Start, entries: Sequence[Entry], seen: int) -> None:
    """Raise Conflict where the last entry is about something that changed unseen."""
    *before, entry = entries
    if isinstance(entry.said, Withdraw):
        if entry.said.entry in withdrawn(before):
            raise Conflict("already_withdrawn")
    elif isinstance(entry.said, End):
        _check_going_on(before, seen)
    elif seen < len(before):
        if isinstance(entry.said, Deal):
            _check_place(sort_entries(start, entries), entry, entry.said, seen)
        elif _facts(start, before[:seen], entry) != _facts(start, before, entry):
            raise Conflict("changed_meanwhile")
    if isinstance(entry.said, CorrectDeal) and entry.said.deal in withdrawn(before):
        raise BadEntry("unknown_deal")


def _check_place(book: Tellings, entry: Entry, said: Deal, seen: int) -> None:
    """Refuse a deal for a place that somebody else has filled, unseen.

    That is so when an unseen deal stands right behind it or right before it. Whoever puts in
    a forgotten deal has seen its neighbours; and the deal that is named as the one before
    was seen, though it may have been on its way to the book then.
    """
    at = book.deals.index(entry)
    for place, other in enumerate(book.deals):
        beside = place in (at - 1, at + 1) and other.name != said.after
        if beside and other.number > seen:
            # Its number as others count, who have not got this deal before it.
            raise Conflict("already_scored", deal=place + 1 if place < at else place)


def _facts(start: Start, entries: Sequence[Entry], about: Entry) -> object:
    """What counts by these entries of the matter that an entry tells again."""
    book = sort_entries(start, entries)
    match about.said:
        case CorrectDeal(deal=deal):
            return book.told.get(deal, ())[-1:]
        case CorrectStart():
            return book.start
        case TakeSeat(after=after, seat=seat):
            return [one for one in book.taken if (one.after, one.seat) == (after, seat)]
    return None


def _check_going_on(before: Sequence[Entry], seen: int) -> None:
    """Refuse to end a game that was ended before."""
    gone = withdrawn(before)
    for entry in before:
        if isinstance(entry.said, End) and entry.name not in gone:
            if entry.number > seen:
                raise Conflict("changed_meanwhile")
            deals = sum(isinstance(one.said, Deal) and one.name not in gone for one in before)
            raise GameIsOver(deals=deals)

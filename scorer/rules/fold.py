"""`read_sheet`: from the book to the sheet, deal after deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from scorer.rules.book import MOST_SORTED, sort_entries, sorting_once
from scorer.rules.entries import Answer, Deal, Entry, Withdraw, answer_of
from scorer.rules.errors import Refused
from scorer.rules.sheet import Sheet
from scorer.rules.sheet_reader import LACKING, SheetReader
from scorer.rules.start import Start

# What was read, the last first, where several sheets of one book are read.
_last_read: ContextVar[list[SheetReader] | None] = ContextVar("last_read", default=None)


@contextmanager
def reading_on(last: SheetReader | None = None) -> Iterator[list[SheetReader]]:
    """Read the deals that the sheets of one book have in common only once in here.

    `last` is what was read of this book before; gives the readers that have read, the last first.
    """
    reading = _last_read.get()
    if reading is not None:
        yield reading
        return
    reading = [] if last is None else [last]
    unset = _last_read.set(reading)
    try:
        with sorting_once():
            yield reading
    finally:
        _last_read.reset(unset)


def read_sheet(start: Start, entries: Sequence[Entry]) -> Sheet:
    """The sheet these entries make.

    Raises BadRecord where no such game can begin, ImpossibleDeal (with the deal's number)
    for the first deal that cannot have happened, and BadEntry for an entry about nothing.
    """
    book, last = sort_entries(start, entries), _last_read.get()
    for known in last or ():
        if known.book is book and known.sheet is not None:
            return known.sheet
    reader = SheetReader(book)
    if last:
        reader.reuse(last[0])
    sheet = reader.read()
    if entries and not entries[-1].stored and reader.may_have_lost(entries[-1]):
        _check_nothing_lost(start, entries, reader, sheet)
    reader.sheet = sheet
    if last is not None:
        last[:] = [reader, *last[: MOST_SORTED - 1]]
    return sheet


def _check_nothing_lost(
    start: Start, entries: Sequence[Entry], reader: SheetReader, sheet: Sheet
) -> None:
    """Refuse a new entry by which answers that made a deal would make none any more.

    The last deal may lack one again, or say what cannot be, as long as nothing follows it: what is
    chosen, corrected or written anew has to be possible.
    """
    try:
        # Of a file only the deals are stored: without the answers they may follow nothing.
        stored = sort_entries(start, [entry for entry in entries if entry.stored])
        before = SheetReader(stored, with_earlier=False)
        before.reuse(reader)
        then = before.read()
    except Refused:
        return
    body, counting = entries[-1].body, {entry.name for entry in reader.book.answers}
    taken_back = {entry.name for entry in stored.answers} - counting
    told = [one for deal in sheet.deals for one in (deal, *deal.rivals)]
    names = {one.id for one in (*told, *sheet.behind_the_end)}
    if isinstance(body, Deal):
        numbers = {one.number for one in told if one.id == entries[-1].name}
        taken_back |= {name for one in then.deals if one.number in numbers for name in one.answers}
    follow = {answer_of(entry).after for entry in before.waiting()}
    for deal in then.deals:
        fault = reader.faults.get(deal.id)
        ids = {deal.id, *(rival.id for rival in deal.rivals)}
        if fault is None or not ids.isdisjoint(names) or not taken_back.isdisjoint(deal.answers):
            continue
        is_last = deal is then.deals[-1] and not then.behind_the_end
        may_wait = fault.code == LACKING or isinstance(body, Answer | Withdraw)
        if not is_last or not may_wait or any(deal.goes_by(name) for name in follow):
            fault.deal = deal.number
            raise fault


class SheetHistory:
    """The sheets of a book as it grew, without the scores that deals had before corrections.

    Deals that a sheet has in common with the one asked for before are read only once.
    """

    def __init__(self, start: Start, entries: Sequence[Entry]) -> None:
        self.start, self.entries = start, entries
        last = _last_read.get()
        self._last = last[0] if last else None

    def sheet(self, version: int) -> Sheet | None:
        """The sheet of the first entries; None where they make no sense by themselves."""
        try:
            book = sort_entries(self.start, self.entries[:version])
            reader = SheetReader(book, with_earlier=False)
            if self._last is not None:
                reader.reuse(self._last)
            self._last = reader
            return reader.read()
        except Refused:
            return None

"""Reading the book: the one way from entries to a sheet.

`read_sheet(start, entries)` is a pure fold. Whoever corrects deal 2 in deal 9 adds an entry
and the sheet is read again: there is no other code for corrections, undo or redo.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.entries import Entry
from scorer.rules.errors import Refused
from scorer.rules.fold import Fold
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.rules.tellings import sort_entries


def read_sheet(start: Start, entries: Sequence[Entry]) -> Sheet:
    """The sheet these entries make.

    Raises BadRecord where no such game can begin, ImpossibleDeal (with the deal's number)
    for the first deal that cannot have happened, and BadEntry for an entry about nothing.
    """
    return _read_rest(Fold(sort_entries(start, entries)))


def _read_rest(fold: Fold) -> Sheet:
    for entry in fold.book.deals[len(fold.deals) :]:
        fold.read(entry)
    return fold.finish()


class Parts:
    """The sheets of a book as it grew, without the scores that deals had before corrections.

    The deals with which a part begins as the part asked for before are read only once.
    """

    def __init__(self, start: Start, entries: Sequence[Entry]) -> None:
        self.start, self.entries = start, entries
        self._before: Fold | None = None

    def sheet(self, end: int) -> Sheet | None:
        """The sheet of the first entries; None where they make no sense by themselves."""
        try:
            fold = Fold(sort_entries(self.start, self.entries[:end]), earlier=False)
            if self._before is not None:
                fold.keep(self._before)
            self._before = fold
            return _read_rest(fold)
        except Refused:
            return None

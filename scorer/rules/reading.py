"""Reading the book: the one way from entries to a sheet.

`read_sheet(start, entries)` is a pure fold. Whoever corrects deal 2 in deal 9 adds an entry
and the sheet is read again: there is no other code for corrections, undo or redo.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.entries import Entry
from scorer.rules.fold import Fold
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.rules.tellings import sort_entries


def read_sheet(start: Start, entries: Sequence[Entry]) -> Sheet:
    """The sheet these entries make.

    Raises BadRecord where no such game can begin, ImpossibleDeal (with the deal's number)
    for the first deal that cannot have happened, and BadEntry for an entry about nothing.
    """
    fold = Fold(sort_entries(start, entries))
    for entry in fold.book.deals:
        fold.read(entry)
    return fold.finish()

"""What a correction would change, before it is written."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.rules.entries import Entry, Said
from scorer.rules.reading import read_sheet
from scorer.rules.sheet import Sheet
from scorer.services.games import GameRead

NOT_WRITTEN = "not-written-yet"


@dataclass(frozen=True)
class Change:
    """One seat's total before and after."""

    seat: int
    before: int
    after: int

    @property
    def changed(self) -> bool:
        """Whether there is any difference."""
        return self.before != self.after


def sheet_if(game: GameRead, said: Said) -> Sheet:
    """The sheet as it would read with one entry more; raises Refused where it cannot be."""
    entry = Entry(len(game.entries) + 1, NOT_WRITTEN, said, seen=game.version)
    return read_sheet(game.start, [*game.entries, entry])


def changes(now: Sheet, then: Sheet) -> tuple[Change, ...]:
    """The totals of both sheets, seat by seat, clockwise."""
    return tuple(Change(seat, now.totals[seat], then.totals[seat]) for seat in then.start.order)

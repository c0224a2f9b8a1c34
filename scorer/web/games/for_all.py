"""What the sheet of a game tells every phone alike, whatever it may do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead
from scorer.web.access import state_here
from scorer.web.games.at_table import AtTable, at_table
from scorer.web.games.notice import Notice, notice_of
from scorer.web.games.open_view import OpenView
from scorer.web.games.own_view import OwnView
from scorer.web.games.sheet_view import SheetView
from scorer.web.games.so_far import SoFar, read_so_far


@dataclass(frozen=True, eq=False)
class ForAll:
    """A game as all phones see it; each part is worked out once, for the phones of all rights."""

    read: GameRead
    state: GameState
    at_table: AtTable
    so_far: SoFar

    @cached_property
    def sheet(self) -> SheetView:
        """The sheet."""
        return SheetView(self.read)

    @cached_property
    def own(self) -> OwnView | None:
        """Own answers of the deal in play; None where there is none."""
        opening = self.read.sheet.opening
        if opening is None or self.read.sheet.waits:
            return None
        return OwnView(self.sheet, opening, self.state)

    @cached_property
    def open(self) -> OpenView | None:
        """What two have told otherwise; None where nothing is open."""
        return OpenView(self.read) or None

    @cached_property
    def notice(self) -> Notice | None:
        """What was saved last."""
        return notice_of(self.sheet)


def for_all(read: GameRead) -> ForAll:
    """A game as all phones see it, of which nothing was worked out yet."""
    return ForAll(read, state_here(), at_table(read), SoFar(read_so_far(read)))

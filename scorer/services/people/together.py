"""Together: whether two players ever sat in the same deal, which makes them two people."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, or_, select

from scorer.rules.reading import read_sheet
from scorer.rules.sheet import Sheet
from scorer.services.errors import Conflict
from scorer.storage import book
from scorer.storage.models import entries, seats
from scorer.storage.starts import read_start

# The kinds of entries that name people.
NAMING = ("take_seat", "correct_start")


def check_never_together(
    connection: Connection, club: str, some: Sequence[str], others: Sequence[str]
) -> None:
    """Refuse where two players sat in one deal, or sit in one game, together."""
    both = _games_that_name(connection, club, some) & _games_that_name(connection, club, others)
    for game in sorted(both):
        # Games in the bin count as well: they may come back.
        sheet = _sheet_of(connection, club, game)
        for sitting in _sittings(sheet):
            if sitting & set(some) and sitting & set(others):
                raise Conflict("sat_together")


def _sheet_of(connection: Connection, club: str, game: str) -> Sheet:
    return read_sheet(read_start(connection, club, game), book.read_entries(connection, club, game))


def _sittings(sheet: Sheet) -> list[set[str]]:
    """Who sat together: in every deal, and now."""
    seated = [deal.sitters for deal in sheet.deals] + [sheet.sitters]
    return [{one.player for one in sitters} for sitters in seated]


def _games_that_name(connection: Connection, club: str, ids: Sequence[str]) -> set[str]:
    """The games whose start or book names any of these players."""
    sat = select(seats.c.game).where(seats.c.club == club, seats.c.player.in_(ids))
    came = select(entries.c.game).where(
        entries.c.club == club,
        entries.c.kind.in_(NAMING),
        or_(*(entries.c.content.contains(one) for one in ids)),
    )
    return {*connection.scalars(sat), *connection.scalars(came)}

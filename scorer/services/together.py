"""Together: whether two players ever sat in the same deal, which makes them two people."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, or_, select

from scorer.rules.sheet import Sheet
from scorer.services.errors import Conflict
from scorer.services.reading import game_in
from scorer.storage.models import entries, seats

# The kinds of entries that name people.
NAMING = ("take_seat", "correct_start")


def check_never_together(
    connection: Connection, club: str, some: Sequence[str], others: Sequence[str]
) -> None:
    """Refuse where two players sat in one deal, or sit in one game, together."""
    both = _games_that_name(connection, club, some) & _games_that_name(connection, club, others)
    for game in sorted(both):
        sheet = game_in(connection, club, game).sheet
        for sitting in _sittings(sheet):
            if sitting & set(some) and sitting & set(others):
                raise Conflict("sat_together")


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

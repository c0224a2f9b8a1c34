"""Which games the statistics have still to count, and taking some of them to count them.

A game is counted when its `tallied` is its version. Saving a deal raises the version and so
needs nothing more; whatever else changes a game marks it here.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, Integer, bindparam, func, select, text, update

from scorer.storage.columns import AnyRow
from scorer.storage.holding import hold_club
from scorer.storage.models import games
from scorer.storage.sheets import GAMES

UNCOUNTED = games.c.tallied != games.c.version
WAITING = select(func.count()).where(games.c.club == bindparam("of_club"), UNCOUNTED)
EVERY = GAMES.where(UNCOUNTED)
OLDEST = EVERY.limit(bindparam("most", type_=Integer()))
OF_THESE = OLDEST.where(games.c.id.in_(bindparam("ids", expanding=True)))
# Somebody who is saving a deal just now is not waited for: his game's turn comes again.
LOCK = (
    select(games.c.id, games.c.version, games.c.tallied)
    .where(games.c.club == bindparam("of_club"), games.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(games.c.id)
    .with_for_update(key_share=True, skip_locked=True)
)
SAY_COUNTED = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id.in_(bindparam("ids", expanding=True)))
    .values(tallied=games.c.version)
)
# No mark comes twice, so that a count which began before it is noticed, however often the game
# was counted and marked meanwhile.
MARKED = bindparam("mark", type_=Integer(), callable_=lambda: -1 - secrets.randbelow(2**31 - 1))


def count_waiting(connection: Connection, club: str) -> int:
    """How many games of a club are still to be counted."""
    return int(connection.scalar(WAITING, {"of_club": club}) or 0)


def oldest_uncounted(connection: Connection, club: str, most: int) -> Sequence[AnyRow]:
    """The oldest games that are still to be counted, with the days of their nights."""
    return connection.execute(OLDEST, {"of_club": club, "most": most}).all()


def all_uncounted(connection: Connection, club: str) -> Sequence[AnyRow]:
    """All games that are still to be counted."""
    return connection.execute(EVERY, {"of_club": club}).all()


def uncounted_of(
    connection: Connection, club: str, these: Collection[str], most: int
) -> Sequence[AnyRow]:
    """Those of these games that are still to be counted, the oldest first."""
    if not these:
        return ()
    asked = {"of_club": club, "most": most, "ids": sorted(these)}
    return connection.execute(OF_THESE, asked).all()


def take(connection: Connection, club: str, rows: Sequence[AnyRow]) -> frozenset[str]:
    """Say that these games are counted now; the ids of those to be counted by this transaction.

    Left out is what has changed since it was read, and what somebody else counts or writes
    just now. Whoever counts holds the club, so that there is one at a time.
    """
    if connection.dialect.name == "postgresql":
        # Whoever makes the results anew is waited for before any row is held, not after.
        connection.execute(text("LOCK TABLE games IN ROW EXCLUSIVE MODE"))
    if not hold_club(connection, club, skip_locked=True):
        return frozenset()
    known = {(row.id, row.version, row.tallied) for row in rows}
    asked = {"of_club": club, "ids": sorted(row.id for row in rows)}
    taken = [row.id for row in connection.execute(LOCK, asked) if tuple(row) in known]
    if taken:
        connection.execute(SAY_COUNTED, {"of_club": club, "ids": taken})
    return frozenset(taken)


def mark_uncounted(
    connection: Connection, club: str, *, these: Collection[str] = (), night: str | None = None
) -> None:
    """Have games counted again after something besides their books has changed.

    To be called by the transaction that moves a game to another night, changes a night's day,
    puts either into the bin or brings it back, or brings a game in from a file.
    """
    which = games.c.id.in_(sorted(these)) if night is None else games.c.night == night
    connection.execute(update(games).where(games.c.club == club, which).values(tallied=MARKED))

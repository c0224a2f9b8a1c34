"""Catching up: the statistics count what was played since they were looked at last.

Saving a deal counts nothing. Whoever opens a page of statistics has what is new counted, a
bounded number of games at a time: read aside, then put in by one short transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date

from sqlalchemy import Connection, select

from scorer.rules.sheet import Sheet
from scorer.services.statistics.highlights import highlight_keeper
from scorer.services.statistics.ratings import rating_keeper
from scorer.storage.columns import AnyRow
from scorer.storage.contributions import contribution_of, exchange
from scorer.storage.database import Database
from scorer.storage.models import clubs
from scorer.storage.sheets import GameSheet, read_sheets
from scorer.storage.streaks import Changed, follow_streaks
from scorer.storage.unavailable import Unavailable
from scorer.storage.uncounted import (
    all_uncounted,
    count_waiting,
    oldest_uncounted,
    take,
    uncounted_of,
)

MOST = 50
AT_ONCE = 500

# Who keeps something beside the tallies: called in the transaction that counts a game, with the
# game's row, the day of its night, and its sheet, None where it lies in the bin.
Keeper = Callable[[Connection, str, AnyRow, date, Sheet | None], None]
KEEPERS: tuple[Keeper, ...] = (rating_keeper, highlight_keeper)


def catch_up(
    database: Database, club: str, most: int = MOST, *, first: Collection[str] = ()
) -> int:
    """Count games that are not counted yet, the oldest first; how many are left after that.

    Where some of `first` are not counted yet, they alone are. One cheap question where none is
    waiting. Where somebody else is counting just now, that is left to him, and where nothing can
    be written at once, to another time: whoever reads a page waits for nobody.
    """
    with database.reading() as connection:
        waiting = count_waiting(connection, club)
        if not waiting:
            return 0
        rows = uncounted_of(connection, club, first, most)
        read = read_sheets(connection, club, rows or oldest_uncounted(connection, club, most))
    try:
        with database.writing(wait=0) as connection:
            taken = take(connection, club, [one.row for one in read])
            # A broken book keeps what was counted when it could be read; `check` names it.
            mine = [one for one in read if one.row.id in taken and not one.broken]
            if mine:
                count(connection, club, mine)
    except Unavailable:
        return waiting
    return waiting - len(taken)


def count(connection: Connection, club: str, read: Sequence[GameSheet]) -> None:
    """Let the statistics hold just what these games say by now."""
    now = {one.row.id: contribution_of(one) for one in read}
    before = exchange(connection, club, now)
    changed = [
        Changed(
            game=one.row.id,
            started_at=one.row.started_at,
            finished=bool((new := now[one.row.id]) and new.finishers),
            finished_before=before[one.row.id].finishers if one.row.id in before else (),
        )
        for one in read
    ]
    follow_streaks(connection, club, changed)
    for one in read:
        for keep in KEEPERS:
            keep(connection, club, one.row, one.day, one.sheet)


def waiting_games(database: Database) -> dict[str, Sequence[AnyRow]]:
    """All games of each club that are still to be counted, as they are now."""
    with database.reading() as connection:
        every = connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all()
        return {club: all_uncounted(connection, club) for club in every}


def mark_counted(database: Database, waiting: Mapping[str, Sequence[AnyRow]]) -> None:
    """Mark these games as counted, once all that is kept of them was made anew.

    A game that has changed since it was read is left for `catch_up`.
    """
    for club, rows in waiting.items():
        for at in range(0, len(rows), AT_ONCE):
            with database.writing() as connection:
                take(connection, club, rows[at : at + AT_ONCE])

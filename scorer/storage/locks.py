"""Two locks: the row of a club, and that of a game.

A deal that is saved takes its game's alone, and at its end the lock on the sums of the club
(`results`). All that changes what pages show and no book says takes the club's: who sits in a game
and by which phone, who somebody is, nights, the bin, payments, an import. So that lock also counts
these changes, and open pages know that they are old.

Where both are needed the club's is taken first, and of several games those with smaller ids, so
that no two transactions wait for one another. Foreign keys stand in nobody's way: no row is locked
against being referred to. On SQLite all that writes is one at a time anyway.
"""

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, func, select, update

from scorer.storage.schema import AnyRow, AnySelect, clubs, games, in_ids, of_club

LOCK_CLUB = (
    update(clubs)
    .where(clubs.c.id == bindparam("of_club"), clubs.c.closed_at.is_(None))
    .values(changes=clubs.c.changes + 1)
    .returning(clubs.c.changes)
)
LOCK_GAMES: AnySelect = (
    select(games)
    .where(of_club(games), in_ids(games.c.id))
    .order_by(games.c.id)
    .with_for_update(key_share=True)
)


def lock_club(connection: Connection, club: str) -> int | None:
    """Lock a club until this transaction ends; its counter of changes, unless it is closed."""
    changes: int | None = connection.scalar(LOCK_CLUB, {"of_club": club})
    return changes


def lock_games(connection: Connection, club: str, ids: Collection[str]) -> dict[str, AnyRow]:
    """Lock games; their rows by id, without those that the club does not have."""
    rows = connection.execute(LOCK_GAMES, {"of_club": club, "ids": sorted(ids)})
    return {row.id: row for row in rows}


def lock_name(connection: Connection, name: str) -> None:
    """Lock what has no row yet, by a name."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))

"""Locks: rows, taken in one order, so that no two transactions wait for one another.

1. the club: starting a game, changing who sits in one, who somebody is, payments, and whatever
   changes the past (an import, a rebuild, nights, the bin), in transactions of about PIECE games or
   one night
2. its nights, in the order of their ids: what belongs to a night as a whole
3. its games, in the order of their ids: whatever is written in a book

Whoever takes a club or a night is about to change what pages show and no book says: names,
payments, the bin. So the lock also counts these changes, and open pages know that they are old.

Nothing is locked after something further down. A deal that is saved takes its game and nothing
else. Foreign keys stand in nobody's way: no row is locked against being referred to. On SQLite
all that writes is one at a time anyway.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, bindparam, func, select, update

from scorer.storage.schema import AnyRow, AnySelect, clubs, games, nights

Item = TypeVar("Item")
# So many games of a club are changed in one transaction.
PIECE = 50
# Who waits for a lock is woken when it is free, and needs a moment to take it.
SECONDS_BETWEEN_PIECES = 0.01

_THIS_CLUB = clubs.c.id == bindparam("of_club")
LOCK_CLUB = (
    update(clubs).where(_THIS_CLUB).values(changes=clubs.c.changes + 1).returning(clubs.c.id)
)


def _rows(table: Table, *columns: Any) -> AnySelect:
    """A query that locks rows of a club in the order of their ids."""
    return (
        select(*(columns or (table,)))
        .where(
            table.c.club == bindparam("of_club"), table.c.id.in_(bindparam("ids", expanding=True))
        )
        .order_by(table.c.id)
        .with_for_update(key_share=True)
    )


LOCK_NIGHTS = _rows(nights)
COUNT_CHANGE = (
    update(nights)
    .where(nights.c.club == bindparam("of_club"), nights.c.id.in_(bindparam("ids", expanding=True)))
    .values(changes=nights.c.changes + 1)
)
LOCK_GAMES = _rows(games)


def lock_club(connection: Connection, club: str) -> bool:
    """Lock a club until this transaction ends; False where there is no such club."""
    return connection.execute(LOCK_CLUB, {"of_club": club}).first() is not None


def lock_nights(connection: Connection, club: str, ids: Collection[str]) -> dict[str, AnyRow]:
    """Lock nights; their rows by id, without those that the club does not have."""
    locked = _lock(connection, LOCK_NIGHTS, club, ids)
    if locked:
        connection.execute(COUNT_CHANGE, {"of_club": club, "ids": sorted(locked)})
    return locked


def lock_games(connection: Connection, club: str, ids: Collection[str]) -> dict[str, AnyRow]:
    """Lock games; their rows by id, without those that the club does not have."""
    return _lock(connection, LOCK_GAMES, club, ids)


def lock_name(connection: Connection, name: str) -> None:
    """Lock what has no row of its own, by a name."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


def pieces(
    items: Iterable[Item], key: Callable[[Item], object] | None = None
) -> Iterator[Sequence[Item]]:
    """These items, as many at a time as may be changed in one transaction.

    Neighbours that have the same key stay together, unless they are more than that by themselves.
    """
    for piece in _in_pieces(items, key):
        give_way()
        began = time.monotonic()
        yield piece
        # On a busy machine everything takes longer, and so does waking up.
        give_way((time.monotonic() - began) / 10)


def _in_pieces(items: Iterable[Item], key: Callable[[Item], object] | None) -> Iterator[list[Item]]:
    piece: list[Item] = []
    for _, neighbours in groupby(items, key or (lambda item: item)):
        group = list(neighbours)
        if len(piece) + len(group) > PIECE and piece:
            yield piece
            piece = []
        piece += group
        while len(piece) > PIECE:
            yield piece[:PIECE]
            piece = piece[PIECE:]
    if piece:
        yield piece


def give_way(seconds: float = 0.0) -> None:
    """Let those go first who wait for what this thread has just unlocked."""
    time.sleep(max(seconds, SECONDS_BETWEEN_PIECES))


def _lock(
    connection: Connection, statement: AnySelect, club: str, ids: Collection[str]
) -> dict[str, AnyRow]:
    if not ids:
        return {}
    rows = connection.execute(statement, {"of_club": club, "ids": sorted(ids)})
    return {row.id: row for row in rows}

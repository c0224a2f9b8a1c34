"""Two locks: the row of a club, and that of a game.

A deal that is saved takes its game's and nothing else. All that changes what pages show and no book
says takes the club's: who sits in a game and by which phone, who somebody is, nights, the bin,
payments, an import. So that lock also counts these changes, and open pages know that they are old.

Where both are needed the club's is taken first, and of several games those with smaller ids, so
that no two transactions wait for one another. Foreign keys stand in nobody's way: no row is locked
against being referred to. On SQLite all that writes is one at a time anyway.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from sqlalchemy import Connection, bindparam, func, select, update

from scorer.storage.schema import AnyRow, AnySelect, clubs, games

Item = TypeVar("Item")
# So many games of a club are changed in one transaction.
PIECE = 50
# Who waits for a lock is woken when it is free, and needs a moment to take it.
SECONDS_BETWEEN_PIECES = 0.01

LOCK_CLUB = (
    update(clubs)
    .where(clubs.c.id == bindparam("of_club"))
    .values(changes=clubs.c.changes + 1)
    .returning(clubs.c.id)
)
LOCK_GAMES: AnySelect = (
    select(games)
    .where(games.c.club == bindparam("of_club"), games.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(games.c.id)
    .with_for_update(key_share=True)
)


def lock_club(connection: Connection, club: str) -> bool:
    """Lock a club until this transaction ends; False where there is no such club."""
    return connection.execute(LOCK_CLUB, {"of_club": club}).first() is not None


def lock_games(connection: Connection, club: str, ids: Collection[str]) -> dict[str, AnyRow]:
    """Lock games; their rows by id, without those that the club does not have."""
    if not ids:
        return {}
    rows = connection.execute(LOCK_GAMES, {"of_club": club, "ids": sorted(ids)})
    return {row.id: row for row in rows}


def lock_name(connection: Connection, name: str) -> None:
    """Lock what has no row yet, by a name."""
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

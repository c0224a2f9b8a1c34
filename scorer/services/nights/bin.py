"""The bin: games and nights that were deleted, and can be brought back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, update

from scorer.services import clock
from scorer.services.changes import Change, record_change, standing_change
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.storage.book import find_game
from scorer.storage.database import Database
from scorer.storage.games import SET_GAME_DELETED, find_night, update_last_played
from scorer.storage.locks import lock_club, lock_games, lock_nights
from scorer.storage.schema import AnyRow, games, nights, results
from scorer.storage.search import write_document

DELETE_GAME = "delete_game"
DELETE_NIGHT = "delete_night"
KINDS = (DELETE_GAME, DELETE_NIGHT)
GAMES = select(games.c.id).where(
    games.c.club == bindparam("of_club"), games.c.night == bindparam("of_night")
)
SAT = select(results.c.person).where(
    results.c.club == bindparam("of_club"), results.c.game.in_(bindparam("ids", expanding=True))
)

SET_NIGHT_DELETED = (
    update(nights)
    .where(nights.c.club == bindparam("of_club"), nights.c.id == bindparam("of_id"))
    .values(deleted_at=bindparam("at"))
)


def delete_game(database: Database, club: str, game: str, *, device: str | None) -> str:
    """Put a game into the bin; the id of the change, which is the same if it lies there already.

    Raises NotFound.
    """
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        row = lock_games(connection, club, [game]).get(game) if is_id(game) else None
        if row is None:
            raise NotFound
        if row.deleted_at is not None:
            return _deletion_of(connection, club, game, row.night).id
        connection.execute(SET_GAME_DELETED, {"of_club": club, "of_id": game, "at": now})
        write_document(connection, club, row.night)
        content = {"night": row.night}
        change = record_change(connection, club, DELETE_GAME, game, content, device=device, now=now)
    update_after_bin(database, club, [game])
    return change


def delete_night(database: Database, club: str, night: str, *, device: str | None) -> str:
    """Put a night into the bin with all its games; the id of the change. Raises NotFound."""
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        row = lock_nights(connection, club, [night]).get(night) if is_id(night) else None
        if row is None:
            raise NotFound
        known = standing_change(connection, club, DELETE_NIGHT, night)
        if row.deleted_at is not None and known is not None:
            return known.id
        played = _lock_games_of(connection, club, night)
        deleted = [game for game in played if game.deleted_at is None]
        _set_deleted(connection, club, night, deleted, now)
        ids = [game.id for game in deleted]
        content = {"games": ids}
        change = record_change(
            connection, club, DELETE_NIGHT, night, content, device=device, now=now
        )
    update_after_bin(database, club, ids)
    return change


def update_after_bin(database: Database, club: str, ids: Sequence[str]) -> None:
    """Work out anew when those who sat in these games have last played."""
    with database.writing() as connection:
        sat = connection.scalars(SAT, {"of_club": club, "ids": list(ids)})
        update_last_played(connection, club, set(sat))


def restore(connection: Connection, club: str, change: Change) -> None:
    """Take out of the bin what a change put there; raises Conflict where its night lies there."""
    if change.kind == DELETE_NIGHT:
        lock_nights(connection, club, [change.about])
        played = _lock_games_of(connection, club, change.about)
        deleted = [game for game in played if game.id in change.content["games"]]
        _set_deleted(connection, club, change.about, deleted, None)
        return
    game = lock_games(connection, club, [change.about])[change.about]
    night = find_night(connection, club, game.night)
    if night is not None and night.deleted_at is not None:
        raise Conflict("night_in_the_bin")
    connection.execute(SET_GAME_DELETED, {"of_club": club, "of_id": change.about, "at": None})
    write_document(connection, club, game.night)


def find_deletion(database: Database, club: str, what: str, identity: str) -> Change | None:
    """The change that has put a game or a night into the bin; None where it was brought back.

    Raises NotFound.
    """
    find = find_night if what == "night" else find_game
    with database.reading() as connection:
        row = find(connection, club, identity)
        if row is None:
            raise NotFound
        if row.deleted_at is None:
            return None
        if what == "game":
            return _deletion_of(connection, club, identity, row.night)
        deletion = standing_change(connection, club, DELETE_NIGHT, identity)
        if deletion is None:
            raise NotFound
        return deletion


def _lock_games_of(connection: Connection, club: str, night: str) -> Sequence[AnyRow]:
    """Lock all games of a night; their rows, by id. The caller holds the club."""
    played = connection.scalars(GAMES, {"of_club": club, "of_night": night}).all()
    return list(lock_games(connection, club, played).values())


def _deletion_of(connection: Connection, club: str, game: str, night: str) -> Change:
    """The change that deleted a game: by itself, or with its night."""
    deletion = standing_change(connection, club, DELETE_GAME, game)
    deletion = deletion or standing_change(connection, club, DELETE_NIGHT, night)
    if deletion is None:
        raise NotFound
    return deletion


def _set_deleted(
    connection: Connection, club: str, night: str, deleted: Sequence[AnyRow], at: datetime | None
) -> None:
    """Put a night and these games into the bin at a moment, or take them out again."""
    connection.execute(SET_NIGHT_DELETED, {"of_club": club, "of_id": night, "at": at})
    if deleted:
        rows = [{"of_club": club, "of_id": game.id, "at": at} for game in deleted]
        connection.execute(SET_GAME_DELETED, rows)
    write_document(connection, club, night)

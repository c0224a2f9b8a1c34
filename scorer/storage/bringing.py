"""Bringing games in: whole games and the rest of books, written as they came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from scorer.storage.book import played_at
from scorer.storage.columns import AnyRow
from scorer.storage.models import entries, games, seats
from scorer.storage.results import GameKey, SheetRows, add_results, save_changes

Rows = Sequence[Mapping[str, Any]]


ADD_GAME = insert(games)
ADD_SEATS = insert(seats)
ADD_ENTRIES = insert(entries)
GO_ON = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values(version=bindparam("now_version"), last_at=bindparam("now_last_at"))
)
HOLD = (
    select(games.c.id)
    .where(games.c.club == bindparam("of_club"), games.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(games.c.id)
    .with_for_update()
)


def hold(connection: Connection, club: str, ids: Sequence[str]) -> None:
    """Let nobody write in these games until this transaction ends."""
    connection.execute(HOLD, {"of_club": club, "ids": list(ids)}).all()


def last_played(since: datetime, book: Rows) -> datetime:
    """When a game was last played, by its book."""
    for entry in book:
        since = played_at(since, entry["kind"], entry["written_at"])
    return since


def bring_game(
    connection: Connection, game: Mapping[str, Any], sitting: Rows, book: Rows, rows: SheetRows
) -> None:
    """Add a game that is new here with all that was written of it."""
    here = {"club": game["club"], "game": game["id"]}
    last_at = last_played(game["started_at"], book)
    row = {**game, "version": len(book), "over": rows.over, "last_at": last_at}
    connection.execute(ADD_GAME, row)
    connection.execute(ADD_SEATS, [{**here, **one} for one in sitting])
    if book:
        connection.execute(ADD_ENTRIES, [{**here, **one} for one in book])
    key = GameKey(game["club"], game["id"], game["variant"], game["started_at"])
    add_results(connection, key, rows)


def go_on(connection: Connection, game: AnyRow, book: Rows, rows: SheetRows) -> None:
    """Add the rest of its book to a game that is here."""
    here = {"club": game.club, "game": game.id}
    last_at = last_played(game.last_at, book)
    connection.execute(ADD_ENTRIES, [{**here, **one} for one in book])
    told = {"of_club": game.club, "of_game": game.id}
    told |= {"now_version": game.version + len(book), "now_last_at": last_at}
    connection.execute(GO_ON, told)
    save_changes(connection, game, rows)

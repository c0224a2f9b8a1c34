"""Undoing changes, and the list of what lies in the bin."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, bindparam, select

from scorer.services import clock
from scorer.services.changes import Change, load_change, mark_undone, newest_changes
from scorer.services.errors import NotFound
from scorer.services.games.game_list import OF_IDS, GameLine, lines_of
from scorer.services.nights import bin as the_bin
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import nights

NIGHTS = select(nights).where(
    nights.c.club == bindparam("of_club"), nights.c.id.in_(bindparam("ids", expanding=True))
)


@dataclass(frozen=True)
class ChangeLine:
    """A change in a list, with the night it was done in, and the game where it was done to one."""

    change: Change
    night: str
    day: date
    night_name: str
    game: GameLine | None


def undo_change(database: Database, club: str, change: str) -> Change:
    """Undo a change, or nothing where it was undone before; raises NotFound, Conflict."""
    with database.writing() as connection:
        lock_club(connection, club)
        loaded = load_change(connection, club, change)
        if loaded.kind not in the_bin.KINDS:
            raise NotFound
        if loaded.undone_at is None:
            the_bin.restore(connection, club, loaded)
            mark_undone(connection, club, change, clock.now())
    the_bin.update_after_bin(database, club, loaded.content.get("games", [loaded.about]))
    return loaded


def read_change(database: Database, club: str, change: str) -> ChangeLine:
    """One change, as a list shows it; raises NotFound."""
    with database.reading() as connection:
        loaded = load_change(connection, club, change)
        if loaded.kind not in the_bin.KINDS:
            raise NotFound
        (line,) = _lines(connection, club, [loaded])
        return line


def list_bin(
    database: Database, club: str, *, before: str | None = None, limit: int = 30
) -> list[ChangeLine]:
    """What lies in the bin, deleted last first, or what was deleted before the change `before`.

    Raises NotFound where there is no such change.
    """
    with database.reading() as connection:
        changes = newest_changes(connection, club, the_bin.KINDS, limit, before=before)
        return _lines(connection, club, changes)


def _lines(connection: Connection, club: str, changes: Collection[Change]) -> list[ChangeLine]:
    deleted = [change.about for change in changes if change.kind == the_bin.DELETE_GAME]
    rows = connection.execute(OF_IDS, {"of_club": club, "ids": deleted}).all()
    games = {line.id: line for line in lines_of(connection, club, rows)}
    # A game stands in the night where it is by now.
    where = {
        change.id: games[change.about].night if change.about in games else change.about
        for change in changes
    }
    parameters = {"of_club": club, "ids": sorted(set(where.values()))}
    known = {row.id: row for row in connection.execute(NIGHTS, parameters)}
    return [
        ChangeLine(
            change=change,
            night=night.id,
            day=night.day,
            night_name=night.name or night.place,
            game=games.get(change.about),
        )
        for change in changes
        for night in [known[where[change.id]]]
    ]

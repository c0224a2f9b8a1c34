"""Undoing changes, and the list of what lies in the bin."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, bindparam, select

from scorer.services import clock
from scorer.services.changes import Change, load_change, mark_undone, newest_changes
from scorer.services.errors import NotFound
from scorer.services.games.game_list import OF_IDS, GameLine, lines_of
from scorer.services.money.settle_up import SETTLE
from scorer.services.money.together import undo_settling
from scorer.services.nights import bin as the_bin
from scorer.services.people.players import find_players
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, nights

UNDO: Mapping[str, Callable[[Connection, str, Change], None]] = {
    SETTLE: undo_settling,
    the_bin.DELETE_GAME: the_bin.restore,
    the_bin.DELETE_NIGHT: the_bin.restore,
}

NIGHTS = select(nights).where(
    nights.c.club == bindparam("of_club"), nights.c.id.in_(bindparam("ids", expanding=True))
)


@dataclass(frozen=True)
class ChangeLine:
    """A change in a list, with the night it was done in, and the game where it was done to one.

    `paid` has the names of who paid whom for several nights.
    """

    change: Change
    night: str
    day: date
    night_name: str
    game: GameLine | None
    paid: tuple[str, str] | None = None


def undo_change(database: Database, club: str, change: str) -> Change:
    """Undo a change, or nothing where it was undone before; raises NotFound, Conflict."""
    with database.writing() as connection:
        lock_club(connection, club)
        loaded = load_change(connection, club, change)
        if loaded.kind not in UNDO:
            raise NotFound
        if loaded.undone_at is None:
            UNDO[loaded.kind](connection, club, loaded)
            mark_undone(connection, club, change, clock.now())
    if loaded.kind in the_bin.KINDS:
        the_bin.update_after_bin(database, club, loaded.content.get("games", [loaded.about]))
    return loaded


def read_change(database: Database, club: str, change: str) -> ChangeLine:
    """One change, as a list shows it; raises NotFound."""
    with database.reading() as connection:
        loaded = load_change(connection, club, change)
        if loaded.kind not in UNDO:
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
    paid = [change.content for change in changes if change.kind == SETTLE]
    ids = {player for content in paid for player in (content["payer"], content["payee"]) if player}
    people = find_players(connection, club, ids) if ids else {}
    names = {player: people[player].name for player in ids}
    return [
        _line(change, known, where[change.id], games.get(change.about), names) for change in changes
    ]


def _line(
    change: Change,
    known: Mapping[str, AnyRow],
    where: str,
    game: GameLine | None,
    names: Mapping[str, str],
) -> ChangeLine:
    night = known[where]
    content = change.content if change.kind == SETTLE and change.content["amount"] else None
    return ChangeLine(
        change=change,
        night=night.id,
        day=night.day,
        night_name=night.name or night.place,
        game=game,
        paid=None if content is None else (names[content["payer"]], names[content["payee"]]),
    )

"""Undoing deeds, and the lists of what was done and of what lies in the bin."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, bindparam, select

from scorer.services import clock
from scorer.services.changes import Change, load_change, mark_undone, newest_changes
from scorer.services.errors import NotFound
from scorer.services.nights import bin as the_bin
from scorer.services.nights.edit import MERGE, SPLIT, move_back
from scorer.services.nights.standings import OF_IDS, GameLine, lines_of
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, nights

UNDO: Mapping[str, Callable[[Connection, str, Change], None]] = {
    SPLIT: move_back,
    MERGE: move_back,
    the_bin.DELETE_GAME: the_bin.bring_back,
    the_bin.DELETE_NIGHT: the_bin.bring_back,
}

NIGHTS = select(nights).where(
    nights.c.club == bindparam("of_club"), nights.c.id.in_(bindparam("ids", expanding=True))
)


@dataclass(frozen=True)
class ChangeLine:
    """A deed in a list, with the night it was done in, and the game where it was done to one.

    `source` is the day and the name of the night that was brought into this one.
    """

    deed: Change
    night: str
    day: date
    called: str
    game: GameLine | None
    source: tuple[date, str] | None = None


def undo_change(database: Database, club: str, deed: str) -> Change:
    """Undo a deed, or nothing where it was undone before; raises NotFound, Conflict."""
    with database.writing() as connection:
        lock_club(connection, club)
        found = load_change(connection, club, deed)
        if found.kind not in UNDO:
            raise NotFound
        if found.undone_at is None:
            UNDO[found.kind](connection, club, found)
            mark_undone(connection, club, deed, clock.now())
    if found.kind in the_bin.KINDS:
        the_bin.update_after_bin(database, club, found.content.get("games", [found.about]))
    return found


def read_change(database: Database, club: str, deed: str) -> ChangeLine:
    """One deed, as a list shows it; raises NotFound."""
    with database.reading() as connection:
        found = load_change(connection, club, deed)
        if found.kind not in UNDO:
            raise NotFound
        (line,) = _lines(connection, club, [found])
        return line


def list_changes(
    database: Database,
    club: str,
    kinds: Collection[str] = tuple(UNDO),
    *,
    standing: bool = False,
    before: str | None = None,
    limit: int = 30,
) -> list[ChangeLine]:
    """The newest deeds done to nights and games, or those before the one that is named.

    Those that stand have not been undone. Raises NotFound where there is no such deed.
    """
    with database.reading() as connection:
        found = newest_changes(connection, club, kinds, limit, standing=standing, before=before)
        return _lines(connection, club, found)


def _lines(connection: Connection, club: str, found: Collection[Change]) -> list[ChangeLine]:
    deleted = [one.about for one in found if one.kind == the_bin.DELETE_GAME]
    rows = connection.execute(OF_IDS, {"of_club": club, "ids": deleted}).all()
    games = {line.id: line for line in lines_of(connection, club, rows)}
    # A game stands in the night where it is by now.
    where = {one.id: games[one.about].night if one.about in games else one.about for one in found}
    brought = {one.content["from"] for one in found if one.kind == MERGE}
    asked = {"of_club": club, "ids": sorted({*where.values(), *brought})}
    known = {row.id: row for row in connection.execute(NIGHTS, asked)}
    return [_line(one, known, where[one.id], games.get(one.about)) for one in found]


def _line(
    deed: Change, known: Mapping[str, AnyRow], where: str, game: GameLine | None
) -> ChangeLine:
    night, source = known[where], None
    if deed.kind == MERGE:
        source = known[deed.content["from"]]
    return ChangeLine(
        deed=deed,
        night=night.id,
        day=night.day,
        called=_called(night),
        game=game,
        source=None if source is None else (source.day, _called(source)),
    )


def _called(night: AnyRow) -> str:
    return str(night.name or night.place)

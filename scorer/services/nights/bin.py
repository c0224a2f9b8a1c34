"""The bin: games and nights that were deleted, and can be brought back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from sqlalchemy import Connection, Integer, bindparam, literal_column, select, union_all, update

from scorer.services import clock
from scorer.services.errors import Conflict, NotFound
from scorer.services.games.game_list import OF_IDS, GameLine, lines_of
from scorer.services.ids import is_id
from scorer.services.ratings import mark_due
from scorer.storage.book import find_game
from scorer.storage.database import Database
from scorer.storage.games import CALLED, find_night, move_counts
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, devices, games, in_ids, nights, of_club, players, refers

Kind = Literal["game", "night"]


@dataclass(frozen=True)
class Deleted:
    """A game or a night in the bin; `night` is its id, or that of the game's night."""

    kind: Kind
    id: str
    night: str
    deleted_at: datetime
    device_name: str | None
    day: date
    night_name: str
    game: GameLine | None


# A game that was deleted with its night has the same moment, and comes back with it.
_deleted = union_all(
    select(
        literal_column("'game'").label("kind"),
        games.c.id,
        games.c.night,
        games.c.deleted_at,
        games.c.deleted_by,
    )
    .join(nights, refers(games.c.night, nights))
    .where(
        of_club(games),
        games.c.deleted_at.is_not(None),
        games.c.deleted_at.is_distinct_from(nights.c.deleted_at),
    ),
    select(
        literal_column("'night'"),
        nights.c.id,
        nights.c.id.label("night"),
        nights.c.deleted_at,
        nights.c.deleted_by,
    ).where(of_club(nights), nights.c.deleted_at.is_not(None)),
).subquery()
BIN: Any = (
    select(_deleted, CALLED, nights.c.day, nights.c.name, nights.c.place)
    .join(nights, (of_club(nights)) & (nights.c.id == _deleted.c.night))
    .outerjoin(devices, (devices.c.club == nights.c.club) & (devices.c.id == _deleted.c.deleted_by))
    .outerjoin(players, refers(devices.c.person, players))
    .order_by(_deleted.c.deleted_at.desc(), _deleted.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
    .offset(bindparam("skip", type_=Integer()))
)
# The night of a game comes first: the game cannot be restored without it.
OF_GAME = BIN.where(in_ids(_deleted.c.id)).order_by(None).order_by(_deleted.c.kind.desc())


def delete(database: Database, club: str, kind: Kind, id_: str, *, device: str | None) -> str:
    """Put a game or a night with its games into the bin; the night's id. Raises NotFound."""
    return _set_deleted(database, club, kind, id_, clock.now(), device)


def restore(database: Database, club: str, kind: Kind, id_: str) -> None:
    """Take a game or night out of the bin; raises NotFound, Conflict where its night lies there."""
    _set_deleted(database, club, kind, id_, None, None)


def _set_deleted(
    database: Database, club: str, kind: Kind, id_: str, at: datetime | None, device: str | None
) -> str:
    with database.writing() as connection:
        lock_club(connection, club)
        find = find_night if kind == "night" else find_game
        row = find(connection, club, id_) if is_id(id_) else None
        in_night = row and find_night(connection, club, row.id if kind == "night" else row.night)
        if row is None or in_night is None:
            raise NotFound
        night = str(in_night.id)
        if (row.deleted_at is None) == (at is None):
            return night
        values = {"deleted_at": at, "deleted_by": device}
        if kind == "night":
            this = (nights.c.club == club, nights.c.id == night)
            connection.execute(update(nights).where(*this).values(values))
            changed = games.c.deleted_at.is_not_distinct_from(row.deleted_at)
        else:
            if in_night.deleted_at is not None:
                raise Conflict("night_in_the_bin")
            changed = games.c.id == id_
        of_night = (games.c.club == club, games.c.night == night)
        change = update(games).where(*of_night, changed).values(values)
        moved = connection.execute(change.returning(games.c.id, games.c.started_at)).all()
        year = in_night.day.year
        old, new = (None, year) if at is None else (year, None)
        move_counts(connection, club, [game.id for game in moved], old, new)
        if moved:
            mark_due(connection, club, min(game.started_at for game in moved))
    return night


def find_deleted(database: Database, club: str, id_: str) -> Deleted | None:
    """The game or night to restore before this one can be seen again; None for none."""
    with database.reading() as connection:
        game = find_game(connection, club, id_)
        parameters = {"of_club": club, "ids": [id_, game.night] if game else [id_]}
        rows = connection.execute(OF_GAME, {**parameters, "most": 1, "skip": 0}).all()
        found = _read(connection, club, rows)
    return found[0] if found else None


def list_deleted(database: Database, club: str, *, skip: int = 0, limit: int = 30) -> list[Deleted]:
    """The games and nights in the bin, deleted last first."""
    with database.reading() as connection:
        parameters = {"of_club": club, "most": limit, "skip": skip}
        return _read(connection, club, connection.execute(BIN, parameters).all())


def _read(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[Deleted]:
    ids = [row.id for row in rows if row.kind == "game"]
    found = connection.execute(OF_IDS, {"of_club": club, "ids": ids}).all()
    lines = {line.id: line for line in lines_of(connection, club, found)}
    return [
        Deleted(
            row.kind,
            row.id,
            row.night,
            row.deleted_at,
            row.device_name,
            row.day,
            row.name or row.place,
            lines.get(row.id),
        )
        for row in rows
    ]

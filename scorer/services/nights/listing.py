"""Past nights: listed, found by words, and read one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Date, Integer, String, bindparam, exists, select, tuple_

from scorer.rules.digits import as_sent
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.nights.finding import groups_for
from scorer.services.nights.lines import GameLine, Wins, lines_of_nights, wins_of
from scorer.services.nights.standings import Standings, standings_of
from scorer.services.there import night_there
from scorer.storage.columns import AnyRow, AnySelect
from scorer.storage.database import Database
from scorer.storage.models import games, nights
from scorer.storage.moments import Utc
from scorer.storage.searching import find_nights

LARGEST_NUMBER = 2**62


@dataclass(frozen=True)
class NightLine:
    """A night in a list: its games in the order they were begun, and who won how many."""

    id: str
    day: date
    name: str
    place: str
    games: tuple[GameLine, ...]
    wins: tuple[Wins, ...]

    @property
    def people(self) -> dict[str, str]:
        """Everybody who played, by person, under today's names."""
        return {seat.person: seat.name for game in self.games for seat in game.seats}


@dataclass(frozen=True)
class NightsPage:
    """A page of nights; `more` is where the next one begins."""

    nights: tuple[NightLine, ...]
    more: str | None


@dataclass(frozen=True)
class NightRead:
    """One night with all that can be said of it."""

    id: str
    opened_at: datetime
    day: date
    name: str
    place: str
    note: str
    games: tuple[GameLine, ...]
    wins: tuple[Wins, ...]
    standings: tuple[Standings, ...]


# Only nights with something to be seen.
SEEN: AnySelect = (
    select(nights)
    .where(
        nights.c.club == bindparam("of_club"),
        nights.c.deleted_at.is_(None),
        exists().where(
            games.c.club == nights.c.club,
            games.c.night == nights.c.id,
            games.c.deleted_at.is_(None),
        ),
    )
    .order_by(nights.c.day.desc(), nights.c.opened_at.desc(), nights.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
)
OLDER = SEEN.where(
    tuple_(nights.c.day, nights.c.opened_at, nights.c.id)
    < tuple_(
        bindparam("before_day", type_=Date()),
        bindparam("before_at", type_=Utc()),
        bindparam("before_id", type_=String()),
    )
)
NAMED = select(nights).where(
    nights.c.club == bindparam("of_club"), nights.c.id.in_(bindparam("ids", expanding=True))
)


def list_nights(
    database: Database, club: str, *, words: str = "", before: str | None = None, limit: int = 20
) -> NightsPage:
    """A page of a club's nights, the newest first; with words, only those they are found in.

    Every word has to be found: in the name of somebody who played, the title of a game that was
    played, or the night's name, place or note. `before` is the `more` of the page before;
    raises NotFound where it is none.
    """
    with database.reading() as connection:
        if words.strip():
            return _found(database, connection, club, words, before, limit)
        asked: dict[str, Any] = {"of_club": club, "most": limit + 1}
        if before is not None:
            asked |= _read_mark(before)
        rows = connection.execute(SEEN if before is None else OLDER, asked).all()
        more = _mark(rows[limit - 1]) if len(rows) > limit else None
        return NightsPage(_night_lines(connection, club, rows[:limit]), more)


def newest_nights(
    connection: Connection, club: str, most: int, *, besides: str | None = None
) -> tuple[NightLine, ...]:
    """The newest nights, and one besides, wherever it stands."""
    rows = list(connection.execute(SEEN, {"of_club": club, "most": most}))
    if besides is not None and besides not in {row.id for row in rows}:
        rows += connection.execute(NAMED, {"of_club": club, "ids": [besides]})
    return _night_lines(connection, club, rows)


def nights_near(database: Database, club: str, night: str, most: int) -> tuple[NightLine, ...]:
    """The nights before and after a night, so many of each; raises NotFound, InTheBin."""
    with database.reading() as connection:
        row = night_there(connection, club, night)
        here = {"of_club": club, "most": most, **_keys(row)}
        older = connection.execute(OLDER, here).all()
        newer = connection.execute(NEWER, here).all()
        return _night_lines(connection, club, [*reversed(newer), *older])


def read_night(database: Database, club: str, night: str) -> NightRead:
    """One night with all its games; raises NotFound, also where none is left, and InTheBin."""
    with database.reading() as connection:
        row = night_there(connection, club, night)
        lines = tuple(lines_of_nights(connection, club, [night]))
        if not lines:
            raise NotFound
    return NightRead(
        id=row.id,
        opened_at=row.opened_at,
        day=row.day,
        name=row.name,
        place=row.place,
        note=row.note,
        games=lines,
        wins=wins_of(lines),
        standings=standings_of(lines),
    )


NEWER: AnySelect = (
    SEEN.where(
        tuple_(nights.c.day, nights.c.opened_at, nights.c.id)
        > tuple_(
            bindparam("before_day", type_=Date()),
            bindparam("before_at", type_=Utc()),
            bindparam("before_id", type_=String()),
        )
    )
    .order_by(None)
    .order_by(nights.c.day, nights.c.opened_at, nights.c.id)
)


def _found(
    database: Database,
    connection: Connection,
    club: str,
    words: str,
    before: str | None,
    limit: int,
) -> NightsPage:
    groups = groups_for(connection, club, words)
    number = None if before is None else _read_number(before)
    found = find_nights(database, connection, club, groups, number, limit + 1)
    more = str(found[limit - 1][1]) if len(found) > limit else None
    order = {night: at for at, (night, _) in enumerate(found[:limit])}
    rows = connection.execute(NAMED, {"of_club": club, "ids": list(order)}).all()
    rows = sorted(rows, key=lambda row: order[row.id])
    return NightsPage(_night_lines(connection, club, rows), more)


def _night_lines(
    connection: Connection, club: str, rows: Sequence[AnyRow]
) -> tuple[NightLine, ...]:
    played: dict[str, list[GameLine]] = {row.id: [] for row in rows}
    for line in lines_of_nights(connection, club, list(played)):
        played[line.night].append(line)
    return tuple(_night_line(row, played[row.id]) for row in rows)


def _night_line(row: AnyRow, lines: Iterable[GameLine]) -> NightLine:
    played = tuple(lines)
    return NightLine(row.id, row.day, row.name, row.place, played, wins_of(played))


def _keys(row: AnyRow) -> dict[str, Any]:
    return {"before_day": row.day, "before_at": row.opened_at, "before_id": row.id}


def _mark(row: AnyRow) -> str:
    return f"{row.day.isoformat()}_{row.opened_at.strftime('%Y%m%dT%H%M%S.%f')}_{row.id}"


def _read_mark(mark: str) -> dict[str, Any]:
    day, _, rest = mark.partition("_")
    moment, _, identity = rest.partition("_")
    try:
        on = date.fromisoformat(day)
        at = datetime.strptime(f"{moment}+0000", "%Y%m%dT%H%M%S.%f%z")
    except ValueError:
        raise NotFound from None
    if not is_id(identity):
        raise NotFound
    return {"before_day": on, "before_at": at, "before_id": identity}


def _read_number(mark: str) -> int:
    number = as_sent(mark, LARGEST_NUMBER)
    if number is None:
        raise NotFound
    return number

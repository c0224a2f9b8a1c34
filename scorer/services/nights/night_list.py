"""Nights as lists: found, paged, and one of them read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    bindparam,
    exists,
    false,
    or_,
    select,
    tuple_,
)

from scorer.services.errors import InTheBin, NotFound
from scorer.services.games.game_list import GameLine, lines_of_nights
from scorer.services.ids import is_id
from scorer.services.nights.standings import KindStandings, Wins, standings_of, wins_of
from scorer.services.rows import load_night_row
from scorer.services.statistics.kinds import read_kinds
from scorer.storage.database import Database
from scorer.storage.schema import (
    AnyRow,
    AnySelect,
    games,
    left_seats,
    nights,
    of_club,
    players,
    refers,
    results,
)
from scorer.storage.search import words_of

MAX_QUERY_LENGTH = 200
MAX_WORDS = 6
HAS_GAMES = exists().where(
    games.c.club == nights.c.club, games.c.night == nights.c.id, games.c.deleted_at.is_(None)
)
LAST_DELETED = (
    select(games.c.id)
    .where(of_club(games), games.c.night == bindparam("of_night"), games.c.deleted_at.is_not(None))
    .order_by(games.c.deleted_at.desc(), games.c.id)
    .limit(1)
)
NAMES = select(players.c.id, players.c.person, players.c.name).where(of_club(players))


def _search(connection: Connection, club: str, typed: str) -> list[ColumnElement[bool]]:
    words = words_of(typed[:MAX_QUERY_LENGTH])[:MAX_WORDS]
    people = connection.execute(NAMES, {"of_club": club}).all()
    titles = {key: words_of(kind.title) for key, kind in read_kinds(connection, club).items()}
    names = [(row.person, words_of(row.name)) for row in people]
    found: list[ColumnElement[bool]] = [] if words else [false()]
    for word in words:
        persons = {person for person, name in names if _begins(word, name)}
        ids = [row.id for row in people if row.person in persons]
        of_kind = [kind for kind, title in titles.items() if _begins(word, title)]
        played: list[ColumnElement[bool]] = [games.c.kind.in_(of_kind)] if of_kind else []
        for table in (results, left_seats) if ids else ():
            in_game = refers(table.c.game, games)
            played.append(exists().where(in_game, table.c.player.in_(ids)))
        ways = [nights.c.words.contains(f" {word}", autoescape=True)]
        if played:
            ways.append(HAS_GAMES.where(or_(*played)))
        found.append(or_(*ways))
    return found


def _begins(word: str, words: Sequence[str]) -> bool:
    return any(other.startswith(word) for other in words)


@dataclass(frozen=True)
class NightHead:
    """When and where a night was; `name` is empty where nobody gave it one."""

    id: str
    day: date
    opened_at: datetime
    name: str
    place: str
    note: str


@dataclass(frozen=True)
class Night(NightHead):
    """A night with its games, in the order they were begun."""

    games: tuple[GameLine, ...]

    @cached_property
    def wins(self) -> tuple[Wins, ...]:
        """Who won how many of its games, the most first."""
        return wins_of(self.games)

    @cached_property
    def standings(self) -> tuple[KindStandings, ...]:
        """The standings in each kind of game that was finished."""
        return standings_of(self.games)

    @property
    def people(self) -> dict[str, str]:
        """Everybody who played, by person, under today's names."""
        return {seat.person: seat.name for game in self.games for seat in game.seats}


def read_head(database: Database, club: str, night: str) -> NightHead:
    """A night without its games; raises NotFound, InTheBin."""
    with database.reading() as connection:
        row = load_night_row(connection, club, night)
    return NightHead(*_head(row))


# Only nights with something to be seen.
SEEN: AnySelect = (
    select(nights)
    .where(of_club(nights), nights.c.deleted_at.is_(None), HAS_GAMES)
    .order_by(nights.c.day.desc(), nights.c.opened_at.desc(), nights.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
)
_ORDER = tuple_(nights.c.day, nights.c.opened_at, nights.c.id)
_other = nights.alias("other")
_OTHER = (
    select(_other.c.day, _other.c.opened_at, _other.c.id)
    .where(of_club(_other), _other.c.id == bindparam("of_night"))
    .scalar_subquery()
)
OLDER = SEEN.where(_ORDER < _OTHER)
NEWER: AnySelect = (
    SEEN.where(_ORDER > _OTHER)
    .order_by(None)
    .order_by(nights.c.day, nights.c.opened_at, nights.c.id)
)


def list_nights(
    database: Database, club: str, *, words: str = "", before: str | None = None, limit: int = 20
) -> tuple[tuple[Night, ...], str | None]:
    """A page of a club's nights, the newest first, and the night before which the next page is.

    Every word has to be found: in the name of somebody who played, the title of a game that was
    played, or the night's texts. `before` is the last night of the page before; raises NotFound.
    """
    if before is not None and not is_id(before):
        raise NotFound
    with database.reading() as connection:
        parameters = {"of_club": club, "most": limit + 1, "of_night": before}
        query = SEEN if before is None else OLDER
        if words.strip():
            query = query.where(*_search(connection, club, words))
        rows = connection.execute(query, parameters).all()
        more = rows[limit - 1].id if len(rows) > limit else None
        return with_games(connection, club, rows[:limit]), more


def nights_near(database: Database, club: str, night: str, most: int) -> tuple[Night, ...]:
    """The nights before and after a night, so many of each; raises NotFound, InTheBin."""
    with database.reading() as connection:
        load_night_row(connection, club, night)
        parameters = {"of_club": club, "most": most, "of_night": night}
        older = connection.execute(OLDER, parameters).all()
        newer = connection.execute(NEWER, parameters).all()
        return with_games(connection, club, [*reversed(newer), *older])


def read_night(database: Database, club: str, night: str) -> Night:
    """One night with all its games; raises NotFound, and InTheBin where it or all games are."""
    with database.reading() as connection:
        (read,) = with_games(connection, club, [load_night_row(connection, club, night)])
        if read.games:
            return read
        last = connection.scalar(LAST_DELETED, {"of_club": club, "of_night": night})
    if last is None:
        raise NotFound
    raise InTheBin("night", last)


def with_games(connection: Connection, club: str, rows: Sequence[AnyRow]) -> tuple[Night, ...]:
    """These nights, each with its games."""
    played: dict[str, list[GameLine]] = {row.id: [] for row in rows}
    for line in lines_of_nights(connection, club, list(played)):
        played[line.night].append(line)
    return tuple(Night(*_head(row), tuple(played[row.id])) for row in rows)


def _head(row: AnyRow) -> tuple[str, date, datetime, str, str, str]:
    return row.id, row.day, row.opened_at, row.name, row.place, row.note

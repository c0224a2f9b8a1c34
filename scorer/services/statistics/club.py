"""The club's statistics, of sums and ratings that every write keeps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import Integer, bindparam, func, or_, select

from scorer.rules.kinds import Kind
from scorer.services import clock
from scorer.services.ratings import Rating, chances
from scorer.services.statistics.highlights import HighlightRead, read_best_ever
from scorer.services.statistics.kinds import read_kinds
from scorer.services.statistics.tallies import PERSON, tallies_by
from scorer.storage.database import Database
from scorer.storage.games import LAST_PLAYED
from scorer.storage.schema import (
    AnyRow,
    UtcDateTime,
    of_club,
    players,
    ratings,
    refers,
    tallies,
)

REGULAR_WITHIN = timedelta(days=365)
# A regular has finished so many games lately; so many regulars at most are compared.
REGULAR_GAMES = 5
MAX_REGULARS = 8
MAX_PEOPLE = 60
# Up to so many games the chances are mostly luck.
STILL_LUCK = 25
MAX_YEARS = 10
# Winning the only game of a year is no feat, nor is the best of it a record.
ENOUGH_GAMES = 5


def _newest(column: Any, *conditions: Any) -> Any:
    """A column of the newest rating of a person in a kind of game, as part of `BY_KIND`."""
    return (
        select(column)
        .where(
            of_club(ratings),
            ratings.c.kind == tallies.c.kind,
            ratings.c.person == PERSON.c.id,
            *conditions,
        )
        .order_by(ratings.c.started_at.desc(), ratings.c.game.desc())
        .limit(1)
        .correlate(tallies, PERSON)
        .scalar_subquery()
    )


_before = ratings.c.started_at < bindparam("since", type_=UtcDateTime())
BY_KIND = tallies_by(tallies.c.kind).add_columns(
    _newest(ratings.c.mu).label("mu"),
    _newest(ratings.c.sigma).label("sigma"),
    (
        func.coalesce(_newest(ratings.c.games), 0)
        - func.coalesce(_newest(ratings.c.games, _before), 0)
    ).label("lately"),
)
BY_YEAR = tallies_by(tallies.c.year)
_finished = (
    select(
        players.c.person,
        func.sum(tallies.c.games).label("games"),
        func.sum(tallies.c.wins).label("wins"),
    )
    .join(tallies, refers(tallies.c.player, players))
    .where(of_club(players))
    .group_by(players.c.person)
    .subquery()
)
PEOPLE = (
    select(
        players.c.id,
        players.c.name,
        players.c.number,
        func.coalesce(_finished.c.games, 0).cast(Integer),
        func.coalesce(_finished.c.wins, 0).cast(Integer),
    )
    .outerjoin(_finished, _finished.c.person == players.c.id)
    .where(
        of_club(players),
        players.c.person == players.c.id,
        # Who was removed before having played stands nowhere.
        or_(players.c.anonymous_at.is_(None), LAST_PLAYED.is_not(None)),
    )
    .order_by(
        func.coalesce(_finished.c.wins, 0).desc(),
        LAST_PLAYED.desc().nulls_last(),
        players.c.name,
        players.c.id,
    )
    .limit(bindparam("most", type_=Integer()))
    .offset(bindparam("skip", type_=Integer()))
)


@dataclass(frozen=True)
class PersonGames:
    """A person of this number in the club, with the games that were finished and won."""

    person: str
    name: str
    number: int
    games: int
    wins: int

    @property
    def share(self) -> int:
        """How many of a hundred finished games were won, where there are any."""
        return (200 * self.wins // self.games + 1) // 2


@dataclass(frozen=True)
class Regular(PersonGames):
    """Who finished so many games of a kind `lately`, and would win `percent` of a hundred."""

    lately: int
    percent: int


@dataclass(frozen=True)
class BestOfKind:
    """The regulars of a kind of game, the likeliest winner first, partners each by themselves."""

    kind: Kind
    regulars: Sequence[Regular]
    by_sides: bool

    @property
    def even(self) -> int:
        """The wins of each by luck alone, of a hundred games."""
        return (200 // len(self.regulars) + 1) // 2

    @property
    def farthest(self) -> int:
        """How far from that a chance is at most; 1 where nobody is."""
        return max(1, *(abs(who.percent - self.even) for who in self.regulars))


@dataclass(frozen=True)
class Trophy:
    """The most wins of a year; several hold it where they won equally many."""

    year: int
    wins: int
    holders: Sequence[PersonGames]


@dataclass(frozen=True)
class ClubRead:
    """The best of each kind of game, trophies and records."""

    best: Sequence[BestOfKind]
    trophies: Sequence[Trophy]
    records: Sequence[HighlightRead]


def read_club(database: Database, club: str, this_year: int) -> ClubRead:
    """The statistics of a club."""
    here = {"of_club": club, "since": clock.now() - REGULAR_WITHIN}
    with database.reading() as connection:
        kinds, by_kind = read_kinds(connection, club), _grouped(connection.execute(BY_KIND, here))
        best = []
        for key in sorted(by_kind, key=lambda key: (-_sum(by_kind[key], "lately"), key)):
            if regulars := _regulars(by_kind[key]):
                by_sides = any(row.by_sides for row in by_kind[key])
                best.append(BestOfKind(kinds[key], regulars, by_sides))
        enough = {key: kinds[key] for key, rows in by_kind.items() if _are_enough(rows)}
        by_year = _grouped(connection.execute(BY_YEAR, here))
        return ClubRead(
            best=best,
            trophies=_trophies(by_year, this_year),
            records=read_best_ever(connection, club, enough),
        )


def list_people(database: Database, club: str, skip: int = 0) -> tuple[list[PersonGames], bool]:
    """The people of a club behind the first so many, most wins first; whether there are more."""
    parameters = {"of_club": club, "most": MAX_PEOPLE + 1, "skip": skip}
    people = [PersonGames(*row) for row in database.rows(PEOPLE, parameters)]
    return people[:MAX_PEOPLE], len(people) > MAX_PEOPLE


def _grouped(rows: Iterable[AnyRow]) -> dict[Any, list[AnyRow]]:
    """The rows of those who have finished a game, by their first column."""
    finished = (row for row in rows if row.games)
    return {key: list(of_key) for key, of_key in groupby(finished, lambda row: row[0])}


def _sum(rows: Iterable[AnyRow], column: str) -> int:
    return sum(int(getattr(row, column)) for row in rows)


def _are_enough(rows: Iterable[AnyRow]) -> bool:
    return _sum(rows, "first_seats") >= ENOUGH_GAMES


def _person(row: AnyRow) -> tuple[str, str, int, int, int]:
    return row.person, row.name, row.number, row.games, row.wins


def _regulars(rows: Iterable[AnyRow]) -> list[Regular]:
    """How often each of those who played a kind of game most lately would win one of a hundred."""
    rows = [row for row in rows if row.lately >= REGULAR_GAMES]
    rows.sort(key=lambda row: (-row.lately, -row.games, row.name, row.person))
    rows = rows[:MAX_REGULARS]
    if len(rows) < 2:
        return []
    would = chances([Rating(row.mu, row.sigma) for row in rows])
    found = [
        Regular(*_person(row), lately=row.lately, percent=round(100 * chance))
        for row, chance in zip(rows, would, strict=True)
    ]
    return sorted(found, key=lambda who: (-who.percent, who.name, who.person))


def _trophies(by_year: Mapping[int, Sequence[AnyRow]], this_year: int) -> list[Trophy]:
    trophies = []
    for year, rows in sorted(by_year.items(), reverse=True):
        most = max(row.wins for row in rows)
        if year > this_year - MAX_YEARS and most and _are_enough(rows):
            holders = [PersonGames(*_person(row)) for row in rows if row.wins == most]
            holders.sort(key=lambda holder: (holder.name, holder.person))
            trophies.append(Trophy(year, most, holders))
    return trophies

"""The club's statistics, summed up by the database when they are shown; only ratings are kept."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Integer, bindparam, case, extract, func, or_, select

from scorer.rules.kinds import Kind
from scorer.services import clock
from scorer.services.ratings import Rating, chances, read_ratings
from scorer.services.statistics.highlights import HighlightRead, read_best_ever
from scorer.services.statistics.kinds import read_kinds
from scorer.storage.database import Database
from scorer.storage.games import LAST_PLAYED
from scorer.storage.results import DELETED
from scorer.storage.schema import (
    AnyRow,
    UtcDateTime,
    games,
    nights,
    of_club,
    players,
    refers,
    results,
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

_wins: Any = func.sum(case((results.c.won, 1), else_=0)).label("wins")
_YEAR = extract("year", nights.c.day).cast(Integer).label("year")
# What everybody finished and won in each year and kind of game, in one go through the results for
# all that rests on them. Every game has a first seat, so the sum of those is the number of games.
_YEARS = (
    select(
        _YEAR,
        games.c.kind,
        results.c.person,
        func.count().label("games"),
        _wins,
        func.sum(case((results.c.seat == 0, 1), else_=0)).label("first_seats"),
        func.sum(
            case((results.c.started_at >= bindparam("since", type_=UtcDateTime()), 1), else_=0)
        ).label("lately"),
        func.max(case((results.c.seat > results.c.side, 1), else_=0)).label("by_sides"),
    )
    .select_from(nights)
    .join(games, refers(games.c.night, nights))
    .join(results, refers(results.c.game, games))
    .where(
        of_club(nights),
        nights.c.deleted_at.is_(None),
        games.c.deleted_at.is_(None),
        results.c.finished,
    )
    .group_by(_YEAR, games.c.kind, results.c.person)
    .subquery()
)
YEARS = select(_YEARS, players.c.name, players.c.number).join(
    players, (of_club(players)) & (players.c.id == _YEARS.c.person)
)
_finished = (
    select(results.c.person, func.count().label("games"), _wins)
    .where(of_club(results), results.c.finished, results.c.game.not_in(DELETED))
    .group_by(results.c.person)
    .subquery()
)
PEOPLE = (
    select(
        players.c.id,
        players.c.name,
        players.c.number,
        func.coalesce(_finished.c.games, 0),
        func.coalesce(_finished.c.wins, 0),
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
    def share(self) -> int | None:
        """How many of a hundred finished games were won; None without any."""
        return (200 * self.wins // self.games + 1) // 2 if self.games else None


@dataclass(frozen=True)
class Regular(PersonGames):
    """Who finished so many games of a kind `lately`, and would win `percent` of a hundred."""

    lately: int
    percent: int = 0


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
    ratings = read_ratings(database, club)
    with database.reading() as connection:
        since = clock.now() - REGULAR_WITHIN
        years = connection.execute(YEARS, {"of_club": club, "since": since}).all()
        kinds = read_kinds(connection, club)
        by_kind = _by(years, "kind")
        best = []
        for kind in sorted(by_kind, key=lambda kind: (-_sum(by_kind[kind], "lately"), kind)):
            if regulars := _regulars(by_kind[kind], ratings.get(kind, {})):
                by_sides = any(row.by_sides for row in by_kind[kind])
                best.append(BestOfKind(kinds[kind], regulars, by_sides))
        enough = {
            kind: kinds[kind]
            for kind, rows in by_kind.items()
            if _sum(rows, "first_seats") >= ENOUGH_GAMES
        }
        return ClubRead(
            best=best,
            trophies=_trophies(_by(years, "year"), this_year),
            records=read_best_ever(connection, club, enough),
        )


def list_people(database: Database, club: str, skip: int = 0) -> tuple[list[PersonGames], bool]:
    """The people of a club behind the first so many, most wins first; whether there are more."""
    parameters = {"of_club": club, "most": MAX_PEOPLE + 1, "skip": skip}
    people = [PersonGames(*row) for row in database.rows(PEOPLE, parameters)]
    return people[:MAX_PEOPLE], len(people) > MAX_PEOPLE


def _by(rows: Iterable[AnyRow], column: str) -> dict[Any, list[AnyRow]]:
    found = defaultdict[Any, list[AnyRow]](list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found


def _sum(rows: Iterable[AnyRow], column: str) -> int:
    return sum(int(getattr(row, column)) for row in rows)


def _people_of(rows: Iterable[AnyRow]) -> list[Regular]:
    return [
        Regular(
            person=person,
            name=played[0].name,
            number=played[0].number,
            games=_sum(played, "games"),
            wins=_sum(played, "wins"),
            lately=_sum(played, "lately"),
        )
        for person, played in _by(rows, "person").items()
    ]


def _regulars(rows: Iterable[AnyRow], ratings: Mapping[str, Rating]) -> list[Regular]:
    """How often each of those who played a kind of game most lately would win one of a hundred."""
    regulars = [
        who for who in _people_of(rows) if who.person in ratings and who.lately >= REGULAR_GAMES
    ]
    regulars.sort(key=lambda who: (-who.lately, -who.games, who.name, who.person))
    regulars = regulars[:MAX_REGULARS]
    if len(regulars) < 2:
        return []
    would = chances([ratings[who.person] for who in regulars])
    found = [
        replace(who, percent=round(100 * chance))
        for who, chance in zip(regulars, would, strict=True)
    ]
    return sorted(found, key=lambda who: (-who.percent, who.name, who.person))


def _trophies(by_year: Mapping[int, Iterable[AnyRow]], this_year: int) -> list[Trophy]:
    trophies = []
    for year in sorted((year for year in by_year if year > this_year - MAX_YEARS), reverse=True):
        played = _people_of(by_year[year])
        most = max(who.wins for who in played)
        if most and _sum(by_year[year], "first_seats") >= ENOUGH_GAMES:
            holders = [who for who in played if who.wins == most]
            holders.sort(key=lambda holder: (holder.name, holder.person))
            trophies.append(Trophy(year, most, holders))
    return trophies

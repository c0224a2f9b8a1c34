"""The club's statistics, summed up by the database when they are shown; only ratings are kept."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, case, extract, func, or_, select

from scorer.rules.kinds import Kind
from scorer.rules.words import say
from scorer.services import clock
from scorer.services.ratings import Rating, chances, percents, read_ratings
from scorer.services.statistics.feats import LuckTexts, feat_definitions
from scorer.services.statistics.highlights import HighlightRead, read_best_ever
from scorer.services.statistics.kinds import KINDS, read_kinds
from scorer.services.statistics.luck import CHI_SQUARES, ENOUGH_DEALS
from scorer.storage.database import Database
from scorer.storage.games import LAST_PLAYED
from scorer.storage.results import DELETED
from scorer.storage.schema import (
    AnyRow,
    UtcDateTime,
    feats,
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
# Beyond so many standard deviations it is luck only once in a hundred times.
BEYOND_LUCK = math.sqrt(CHI_SQUARES[0] / 1000)

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
        func.max(results.c.started_at).label("last_at"),
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
# How often each of these feats was done with each number.
TIMES = (
    select(feats.c.kind, feats.c.key, feats.c.number, func.count().label("deals"))
    .where(
        of_club(feats),
        feats.c.kind.in_(select(KINDS.c.kind)),
        feats.c.key.in_(bindparam("keys", expanding=True)),
        feats.c.game.not_in(DELETED),
    )
    .group_by(feats.c.kind, feats.c.key, feats.c.number)
    .order_by(feats.c.kind, feats.c.number)
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
        func.coalesce(_finished.c.wins, 0).desc(), LAST_PLAYED.desc().nulls_last(), players.c.id
    )
    .limit(bindparam("most", type_=Integer()))
    .offset(bindparam("skip", type_=Integer()))
)


@dataclass(frozen=True)
class Chance:
    """The wins to expect of a hundred games, by so many finished ones, `lately` in a year."""

    person: str
    name: str
    number: int
    percent: int
    games: int
    lately: int


@dataclass(frozen=True)
class BestOfKind:
    """The regulars of a kind of game, the likeliest winner first, partners each by themselves."""

    kind: Kind
    chances: tuple[Chance, ...]
    by_sides: bool

    @property
    def even(self) -> int:
        """The wins of each by luck alone, of a hundred games."""
        return (200 // len(self.chances) + 1) // 2


@dataclass(frozen=True)
class Finished:
    """A person of this number in the club, with the games that were finished and won."""

    person: str
    name: str
    number: int
    games: int = 0
    wins: int = 0

    @property
    def share(self) -> int | None:
        """How many of a hundred finished games were won; None without any."""
        return (200 * self.wins // self.games + 1) // 2 if self.games else None


@dataclass(frozen=True)
class Trophy:
    """The most wins of a year; several hold it where they won equally many."""

    year: int
    wins: int
    holders: tuple[Finished, ...]


@dataclass(frozen=True)
class BesideLuck:
    """How often a feat was a part of another one, and what luck would have done.

    Of 100 `deals` with the other feat, `made` were it as well, and `even` would be, if everybody
    were as likely to do it. `enough` deals were played to say anything, and `beyond_luck` says
    that luck alone would hardly have done it. `words` say what the feat is.
    """

    words: LuckTexts
    kind: Kind
    deals: int
    made: int
    even: int
    enough: bool
    beyond_luck: bool

    @property
    def says(self) -> str:
        """How often it was done, in a sentence."""
        return say(self.words.says, {"made": self.made, "even": self.even})


@dataclass(frozen=True)
class ClubRead:
    """The best of each kind of game, trophies, records and people, of whom there may be `more`."""

    best: tuple[BestOfKind, ...]
    trophies: tuple[Trophy, ...]
    records: tuple[HighlightRead, ...]
    compared_with_luck: Mapping[LuckTexts, Sequence[BesideLuck]]
    people: tuple[Finished, ...]
    more: bool


def read_club(database: Database, club: str, this_year: int) -> ClubRead:
    """The statistics of a club."""
    ratings = read_ratings(database, club)
    people, more = list_people(database, club)
    with database.reading() as connection:
        since = clock.now() - REGULAR_WITHIN
        years = connection.execute(YEARS, {"of_club": club, "since": since}).all()
        kinds = read_kinds(connection, club)
        by_kind = _by(years, "kind")
        best = []
        for kind in sorted(by_kind, key=lambda kind: (-_sum(by_kind[kind], "lately"), kind)):
            rows = by_kind[kind]
            if regulars := _regulars(rows, ratings.get(kind, {})):
                by_sides = any(row.by_sides for row in rows)
                best.append(BestOfKind(kinds[kind], regulars, by_sides))
        enough = {
            kind: kinds[kind]
            for kind, rows in by_kind.items()
            if _sum(rows, "first_seats") >= ENOUGH_GAMES
        }
        return ClubRead(
            best=tuple(best),
            trophies=_trophies(_by(years, "year"), this_year),
            records=read_best_ever(connection, club, enough),
            compared_with_luck=read_beside_luck(connection, club, kinds),
            people=people,
            more=more,
        )


def list_people(database: Database, club: str, skip: int = 0) -> tuple[tuple[Finished, ...], bool]:
    """The people of a club behind the first so many, most wins first; whether there are more."""
    parameters = {"of_club": club, "most": MAX_PEOPLE + 1, "skip": skip}
    people = [Finished(*row) for row in database.rows(PEOPLE, parameters)]
    return tuple(people[:MAX_PEOPLE]), len(people) > MAX_PEOPLE


def _by(rows: Iterable[AnyRow], column: str) -> dict[Any, list[AnyRow]]:
    """Rows by what stands in a column."""
    found = defaultdict[Any, list[AnyRow]](list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found


def _sum(rows: Iterable[AnyRow], column: str) -> int:
    return sum(int(getattr(row, column)) for row in rows)


def _regulars(rows: Iterable[AnyRow], ratings: Mapping[str, Rating]) -> tuple[Chance, ...]:
    """How often each of those who played a kind of game most lately would win one of a hundred."""

    def rank(played: Sequence[AnyRow]) -> tuple[Any, ...]:
        last_at = max(row.last_at for row in played).timestamp()
        name, person = played[0].name, played[0].person
        return -_sum(played, "lately"), -_sum(played, "games"), -last_at, name, person

    regulars = sorted(
        (
            played
            for person, played in _by(rows, "person").items()
            if person in ratings and _sum(played, "lately") >= REGULAR_GAMES
        ),
        key=rank,
    )[:MAX_REGULARS]
    if len(regulars) < 2:
        return ()
    would = percents(chances([ratings[played[0].person] for played in regulars]))
    found = [
        Chance(
            person=played[0].person,
            name=played[0].name,
            number=played[0].number,
            percent=percent,
            games=_sum(played, "games"),
            lately=_sum(played, "lately"),
        )
        for played, percent in zip(regulars, would, strict=True)
    ]
    return tuple(sorted(found, key=lambda chance: (-chance.percent, chance.name, chance.person)))


def _trophies(by_year: Mapping[int, Sequence[AnyRow]], this_year: int) -> tuple[Trophy, ...]:
    """The trophies of the last years with ENOUGH_GAMES finished, the newest first."""
    trophies = []
    recent = (year for year in by_year if year > this_year - MAX_YEARS)
    for year in sorted(recent, reverse=True):
        played = _by(by_year[year], "person").values()
        most = max(_sum(rows, "wins") for rows in played)
        if most and _sum(by_year[year], "first_seats") >= ENOUGH_GAMES:
            holders = [
                Finished(rows[0].person, rows[0].name, rows[0].number, _sum(rows, "games"), most)
                for rows in played
                if _sum(rows, "wins") == most
            ]
            holders.sort(key=lambda holder: (holder.name, holder.person))
            trophies.append(Trophy(year, most, tuple(holders)))
    return tuple(trophies)


def read_beside_luck(
    connection: Connection, club: str, kinds: Mapping[str, Kind]
) -> dict[LuckTexts, list[BesideLuck]]:
    """How often each feat that can be weighed was done, by kind of game, under its words."""
    weighed = [
        (meaning.key, meaning.of, meaning.luck)
        for meaning in feat_definitions()
        if meaning.of and meaning.luck
    ]
    keys = sorted({key for pair in weighed for key in pair[:2]})
    times: dict[tuple[str, str], dict[int, int]] = {}
    for row in connection.execute(TIMES, {"of_club": club, "keys": keys}):
        times.setdefault((row.kind, row.key), {})[row.number] = row.deals
    found: dict[LuckTexts, list[BesideLuck]] = {}
    for key, of, words in weighed:
        for kind in kinds.values():
            if by_players := times.get((kind.key, of)):
                made = sum(times.get((kind.key, key), {}).values())
                found.setdefault(words, []).append(weigh(words, kind, by_players, made))
    return found


def weigh(words: LuckTexts, kind: Kind, by_players: Mapping[int, int], made: int) -> BesideLuck:
    """The weight of a feat, by the number of deals in which so many players could do it."""
    deals = sum(by_players.values())
    even = sum(many / players for players, many in by_players.items())
    spread = math.sqrt(
        sum(many / players * (1 - 1 / players) for players, many in by_players.items())
    )
    return BesideLuck(
        words=words,
        kind=kind,
        deals=deals,
        made=round(100 * made / deals),
        even=round(100 * even / deals),
        enough=deals >= ENOUGH_DEALS,
        # Half a deal less, since deals come whole.
        beyond_luck=abs(made - even) - 0.5 > BEYOND_LUCK * spread,
    )

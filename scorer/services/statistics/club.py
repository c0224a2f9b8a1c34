"""The club's statistics: who is best, the trophies, what is more than luck, and everybody.

All is summed up by the database when somebody looks at it; only ratings are kept.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, case, extract, func, select

from scorer.rules.feats import OfLuck, every_meaning
from scorer.rules.kinds import Kind, parse_kind
from scorer.rules.luck import ENOUGH_DEALS, SQUARE_THOUSANDTHS
from scorer.rules.words import say
from scorer.services import clock
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.ratings import Ratings, chances, percents, read_ratings
from scorer.services.statistics.highlights import HighlightRead, read_best_ever
from scorer.services.statistics.kinds import KINDS, title_of
from scorer.storage.database import Database
from scorer.storage.results import DELETED
from scorer.storage.schema import AnyRow, UtcDateTime, feats, games, nights, players, results

LATELY = timedelta(days=365)
# A regular has finished so many games lately; so many regulars at most are compared.
ENOUGH_LATELY = 5
MOST_REGULARS = 8
MOST_PEOPLE = 60
# Up to so many games the chances are mostly luck.
STILL_LUCK = 25
MOST_YEARS = 10
# Winning the only game of a year is no feat.
ENOUGH_GAMES = 5
# Beyond so many standard deviations it is luck only once in a hundred times.
BEYOND_LUCK = math.sqrt(SQUARE_THOUSANDTHS[0] / 1000)

_wins: Any = func.sum(case((results.c.won, 1), else_=0)).label("wins")
TOTALS = (
    select(results.c.person, func.count().label("games"), _wins)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.person.in_(bindparam("ids", expanding=True)),
        results.c.finished,
        results.c.game.not_in(DELETED),
    )
    .group_by(results.c.person)
)
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
    .join(games, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .join(results, (results.c.club == games.c.club) & (results.c.game == games.c.id))
    .where(
        nights.c.club == bindparam("of_club"),
        nights.c.deleted_at.is_(None),
        games.c.deleted_at.is_(None),
        results.c.finished,
    )
    .group_by(_YEAR, games.c.kind, results.c.person)
    .subquery()
)
YEARS = select(_YEARS, players.c.name, players.c.number).join(
    players, (players.c.club == bindparam("of_club")) & (players.c.id == _YEARS.c.person)
)
TITLES = select(KINDS.c.kind, KINDS.c.title)
# How often each of these feats was done with each number.
_TIMES = (
    select(
        feats.c.kind,
        feats.c.key,
        feats.c.number,
        func.count().label("deals"),
    )
    .where(
        feats.c.club == bindparam("of_club"),
        feats.c.kind.in_(select(KINDS.c.kind)),
        feats.c.key.in_(bindparam("keys", expanding=True)),
        feats.c.game.not_in(DELETED),
    )
    .group_by(feats.c.kind, feats.c.key, feats.c.number)
    .subquery()
)
TIMES = select(_TIMES, title_of(_TIMES.c.kind).label("title")).order_by(
    _TIMES.c.kind, _TIMES.c.number
)
_when = func.coalesce(players.c.last_played_at, players.c.made_at)
PEOPLE = (
    select(players.c.id, players.c.name, players.c.number)
    .where(players.c.club == bindparam("of_club"), players.c.person == players.c.id)
    .order_by(_when.desc(), players.c.id)
    .limit(MOST_PEOPLE + 1)
)
MARK = select(_when, players.c.id).where(
    players.c.club == bindparam("of_club"), players.c.id == bindparam("of_person")
)
_later = (_when < bindparam("at", type_=UtcDateTime())) | (
    (_when == bindparam("at", type_=UtcDateTime())) & (players.c.id > bindparam("of_person"))
)
MORE_PEOPLE = PEOPLE.where(_later)


@dataclass(frozen=True)
class Chance:
    """How many of a hundred games somebody would win, resting on so many finished ones of a kind.

    `lately` counts those of the last year, by which the regulars are chosen. `number` is that of
    the person in the club.
    """

    person: str
    name: str
    number: int
    percent: int
    games: int
    lately: int


@dataclass(frozen=True)
class BestOfKind:
    """The regulars of a kind of game, the likeliest winner first.

    Where it was played `by_sides`, it is said of each for themselves, by what their sides did.
    """

    kind: Kind
    chances: tuple[Chance, ...]
    by_sides: bool

    @property
    def most_regulars(self) -> bool:
        """Whether as many are compared as can be, so that others may be left out."""
        return len(self.chances) == MOST_REGULARS

    @property
    def mostly_luck(self) -> bool:
        """Whether the chances rest on so few games that they say little."""
        return any(chance.games < STILL_LUCK for chance in self.chances)


@dataclass(frozen=True)
class Finished:
    """Somebody who played, with how many games were finished and how many of them won.

    `number` is that of the person in the club.
    """

    person: str
    name: str
    number: int
    games: int = 0
    wins: int = 0


@dataclass(frozen=True)
class Trophy:
    """The most wins of a year; several hold it where they won equally many.

    Of the `holders` it has what they finished and won in that year.
    """

    year: int
    wins: int
    holders: tuple[Finished, ...]


@dataclass(frozen=True)
class BesideLuck:
    """How often a feat was a part of another one, beside what luck would have done.

    Of 100 `deals` with the other feat, `made` were it as well, and `even` would be, if everybody
    were as likely to do it. `enough` deals were played to say anything, and `beyond_luck` says
    that luck alone would hardly have done it. `words` say what the feat is.
    """

    words: OfLuck
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
    """All that is told of a club.

    `best` tells of each kind of game of which enough were played, the one played most lately
    first. `more` is where the list of people goes on.
    """

    best: tuple[BestOfKind, ...]
    trophies: tuple[Trophy, ...]
    records: tuple[HighlightRead, ...]
    beside_luck: tuple[BesideLuck, ...]
    people: tuple[Finished, ...]
    more: str


def read_club(database: Database, club: str, this_year: int) -> ClubRead:
    """What is told of a club."""
    parameters = {"of_club": club, "since": clock.now() - LATELY}
    ratings = read_ratings(database, club)
    with database.reading() as connection:
        years = connection.execute(YEARS, parameters).all()
        totals = {
            person: (_sum(rows, "games"), _sum(rows, "wins"))
            for person, rows in _by(years, "person").items()
        }
        people, more = _people(connection.execute(PEOPLE, {"of_club": club}).all(), totals)
        return ClubRead(
            best=_who_is_best(connection, club, _by(years, "kind"), ratings),
            trophies=_trophies(_by(years, "year"), this_year),
            records=read_best_ever(connection, club),
            beside_luck=read_beside_luck(connection, club),
            people=people,
            more=more,
        )


def _by(rows: Iterable[AnyRow], column: str) -> dict[Any, list[AnyRow]]:
    """Rows by what stands in a column."""
    found: dict[Any, list[AnyRow]] = {}
    for row in rows:
        found.setdefault(getattr(row, column), []).append(row)
    return found


def _sum(rows: Iterable[AnyRow], column: str) -> int:
    return sum(int(getattr(row, column)) for row in rows)


def more_people(database: Database, club: str, after: str) -> tuple[tuple[Finished, ...], str]:
    """Those who played before that one did, and where the list goes on; raises NotFound."""
    parameters = {"of_club": club, "of_person": after}
    with database.reading() as connection:
        mark = connection.execute(MARK, parameters).first() if is_id(after) else None
        if mark is None:
            raise NotFound
        rows = connection.execute(MORE_PEOPLE, {**parameters, "at": mark[0]}).all()
        return _people(rows, _totals(connection, club, [row.id for row in rows]))


def _who_is_best(
    connection: Connection, club: str, by_kind: Mapping[str, Sequence[AnyRow]], ratings: Ratings
) -> tuple[BestOfKind, ...]:
    """How often each of the regulars of a kind of game would win one of a hundred of them."""
    played = {kind: _by(rows, "person") for kind, rows in by_kind.items()}
    regulars = {kind: _regulars(by_person) for kind, by_person in played.items()}
    regulars = {kind: people for kind, people in regulars.items() if len(people) > 1}
    if not regulars:
        return ()
    titles = {row.kind: row.title for row in connection.execute(TITLES, {"of_club": club})}
    best = []
    for kind in sorted(regulars, key=lambda kind: (-_sum(by_kind[kind], "lately"), kind)):
        people = [person for person in regulars[kind] if person in ratings.get(kind, {})]
        if len(people) < 2:
            continue
        would = percents(chances([ratings[kind][person] for person in people]))
        of_kind = [
            _chance(played[kind][person], percent)
            for person, percent in zip(people, would, strict=True)
        ]
        of_kind.sort(key=lambda chance: (-chance.percent, chance.name, chance.person))
        by_sides = any(row.by_sides for row in by_kind[kind])
        title = titles.get(kind) or ""
        best.append(BestOfKind(parse_kind(kind, title), tuple(of_kind), by_sides))
    return tuple(best)


def _regulars(by_person: Mapping[str, Sequence[AnyRow]]) -> list[str]:
    """Whoever finished enough games of a kind lately, those who finished most, up to a number."""
    lately = {person: _sum(rows, "lately") for person, rows in by_person.items()}

    def rank(person: str) -> tuple[Any, ...]:
        rows = by_person[person]
        last_at = max(row.last_at for row in rows).timestamp()
        return -lately[person], -_sum(rows, "games"), -last_at, rows[0].name, person

    enough = [person for person, many in lately.items() if many >= ENOUGH_LATELY]
    return sorted(enough, key=rank)[:MOST_REGULARS]


def _chance(rows: Sequence[AnyRow], percent: int) -> Chance:
    games, lately = _sum(rows, "games"), _sum(rows, "lately")
    return Chance(rows[0].person, rows[0].name, rows[0].number, percent, games, lately)


def _trophies(by_year: Mapping[int, Sequence[AnyRow]], this_year: int) -> tuple[Trophy, ...]:
    """The trophies of this year and of some before it, the newest first.

    There is one for each year in which the club has finished ENOUGH_GAMES.
    """
    trophies = []
    recent = (year for year in by_year if year > this_year - MOST_YEARS)
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


def read_beside_luck(connection: Connection, club: str) -> tuple[BesideLuck, ...]:
    """How often each feat that can be weighed was done, by kind of game."""
    parts = [(meaning.key, meaning.of, meaning.luck) for meaning in every_meaning()]
    weighed = [(key, of, words) for key, of, words in parts if of and words]
    keys = sorted({key for pair in weighed for key in pair[:2]})
    kinds: dict[str, Kind] = {}
    times: dict[tuple[str, str], dict[int, int]] = {}
    for row in connection.execute(TIMES, {"of_club": club, "keys": keys}):
        kinds[row.kind] = parse_kind(row.kind, row.title or "")
        times.setdefault((row.kind, row.key), {})[row.number] = row.deals
    return tuple(
        weigh(words, kind, times[kind.key, of], sum(times.get((kind.key, key), {}).values()))
        for key, of, words in weighed
        for kind in kinds.values()
        if (kind.key, of) in times
    )


def weigh(words: OfLuck, kind: Kind, by_players: Mapping[int, int], made: int) -> BesideLuck:
    """What a feat comes to in a kind of game.

    `by_players` has in how many deals the other feat was done where so many could have done this
    one as well; it was `made` in so many of them.
    """
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


def _people(
    rows: Sequence[AnyRow], totals: Mapping[str, tuple[int, int]]
) -> tuple[tuple[Finished, ...], str]:
    shown = rows[:MOST_PEOPLE]
    more = shown[-1].id if len(rows) > MOST_PEOPLE else ""
    people = (Finished(row.id, row.name, row.number, *totals.get(row.id, (0, 0))) for row in shown)
    return tuple(people), more


def _totals(
    connection: Connection, club: str, ids: Collection[str]
) -> Mapping[str, tuple[int, int]]:
    """How many games these people have finished and won; those who have none are left out."""
    parameters = {"of_club": club, "ids": sorted(ids)}
    rows = connection.execute(TOTALS, parameters)
    return {row.person: (int(row.games), int(row.wins)) for row in rows}

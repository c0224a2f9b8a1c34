"""A person's statistics, summed up by the database when somebody looks at them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, case, extract, func, literal, select

from scorer.rules.kinds import Kind, parse_kind
from scorer.services.people.merge import Person, load_person
from scorer.services.statistics.feats import (
    FeatDefinition,
    feat_definition,
    feat_definitions,
    feats_of_variant,
)
from scorer.services.statistics.kinds import read_kinds
from scorer.storage.database import Database
from scorer.storage.games import DAY
from scorer.storage.results import DELETED
from scorer.storage.schema import (
    ID,
    AnyRow,
    AnySelect,
    deal_results,
    feats,
    games,
    nights,
    of_club,
    pair_results,
    players,
    refers,
    results,
)
from scorer.storage.sheet_results import Pair

MAX_FORM = 30


@dataclass(frozen=True)
class FeatSum:
    """How often a feat was done, and the sum, largest or smallest of its numbers."""

    count: int = 0
    number: int = 0


@dataclass
class Tally:
    """The sums of a person's results; `apart` is that of `deal_results`, in thousandths."""

    games: int = 0
    wins: int = 0
    deals: int = 0
    apart: int = 0
    feats: dict[str, FeatSum] = field(default_factory=dict)

    def feat(self, key: str) -> FeatSum:
        """All there is of a feat, which may be nothing."""
        return self.feats.get(key, FeatSum())


@dataclass(frozen=True)
class HeadToHead:
    """The results against another person of this number: altogether, and by kind of game."""

    person: str
    name: str
    number: int
    together: Pair
    by_kind: Mapping[str, Pair]


@dataclass(frozen=True)
class FormGame:
    """A finished game in a person's form, with the place among its sides."""

    game: str
    kind: Kind
    day: date
    place: int
    sides: int
    won: bool


@dataclass(frozen=True)
class PersonRead(Person):
    """A person with the statistics.

    `by_kind`, by the keys of `kinds`, and `by_year` are sums; feats and what is counted in points
    are summed by kind only. `companions` has whom he sat with most often first. `form` are the last
    finished games, the oldest first; `streak` counts the wins in a row up to now, and `longest`
    is the longest streak of wins ever, 0 where there was none of two at least.
    """

    kinds: Mapping[str, Kind]
    by_kind: Mapping[str, Tally]
    by_year: Mapping[int, Tally]
    companions: tuple[HeadToHead, ...]
    form: tuple[FormGame, ...]
    streak: int
    longest: int

    @property
    def whole(self) -> Tally:
        """Everything together: for counts of games and deals, not for points."""
        tallies = self.by_kind.values()
        whole = Tally(
            games=sum(tally.games for tally in tallies),
            wins=sum(tally.wins for tally in tallies),
            deals=sum(tally.deals for tally in tallies),
        )
        for key in {key for tally in tallies for key in tally.feats}:
            done = [tally.feats[key] for tally in tallies if key in tally.feats]
            together = TOGETHER.get(feat_definition(key).summed, sum)
            number = together(feat.number for feat in done)
            whole.feats[key] = FeatSum(sum(feat.count for feat in done), number)
        return whole

    @property
    def feats(self) -> tuple[FeatDefinition, ...]:
        """The feats that there can be in the games this person played."""
        known = {
            feat.key for kind in self.kinds.values() for feat in feats_of_variant(kind.variant)
        }
        return tuple(feat for feat in feat_definitions() if feat.key in known)

    def deals_with(self, feat: FeatDefinition) -> int:
        """The deals of games in which there can be this feat."""
        return sum(
            tally.deals
            for key, tally in self.by_kind.items()
            if feat in feats_of_variant(self.kinds[key].variant)
        )


# How the numbers of a feat come together, by what its words say (`FeatDefinition.summed`).
TOGETHER: Mapping[str, Any] = {"sum": sum, "largest": max, "smallest": min}
_IDS: Any = bindparam("ids", type_=ID, expanding=True)
_won = case((results.c.won, 1), else_=0)


def _by_kind_and_year(of_games: AnySelect) -> AnySelect:
    counted = of_games.subquery()
    year = extract("year", nights.c.day).cast(Integer).label("year")
    sums = [func.sum(column).label(column.name) for column in counted.c if column.name != "game"]
    return (
        select(games.c.kind, year, *sums)
        .select_from(counted)
        .join(games, (of_club(games)) & (games.c.id == counted.c.game))
        .join(nights, refers(games.c.night, nights))
        .where(games.c.deleted_at.is_(None), nights.c.deleted_at.is_(None))
        .group_by(games.c.kind, year)
    )


FINISHED = _by_kind_and_year(
    select(results.c.game, literal(1).label("games"), _won.label("wins")).where(
        of_club(results), results.c.person == bindparam("of_person"), results.c.finished
    )
)
DEALS = _by_kind_and_year(
    select(
        deal_results.c.game,
        func.count().label("deals"),
        func.sum(deal_results.c.apart).label("apart"),
    )
    .where(of_club(deal_results), deal_results.c.player.in_(_IDS))
    .group_by(deal_results.c.game)
)
FEATS = (
    select(
        feats.c.kind,
        feats.c.key,
        func.count().label("times"),
        func.sum(feats.c.number).label("sum"),
        func.max(feats.c.number).label("largest"),
        func.min(feats.c.number).label("smallest"),
    )
    .where(
        of_club(feats),
        feats.c.player.in_(_IDS),
        feats.c.key.in_(bindparam("keys", expanding=True)),
        feats.c.game.not_in(DELETED),
    )
    .group_by(feats.c.kind, feats.c.key)
)
_PAIRS = (
    select(
        pair_results.c.kind,
        pair_results.c.other,
        *(func.sum(pair_results.c[field.name]).label(field.name) for field in fields(Pair)),
    )
    .where(
        of_club(pair_results), pair_results.c.player.in_(_IDS), pair_results.c.game.not_in(DELETED)
    )
    .group_by(pair_results.c.kind, pair_results.c.other)
    .subquery()
)
_other, _person = players.alias(), players.alias()
PAIRS = (
    select(
        _person.c.id.label("person"),
        _person.c.name,
        _person.c.number,
        _PAIRS.c.kind,
        *(func.sum(_PAIRS.c[field.name]).label(field.name) for field in fields(Pair)),
    )
    .select_from(_PAIRS)
    .join(_other, (of_club(_other)) & (_other.c.id == _PAIRS.c.other))
    .join(_person, refers(_other.c.person, _person))
    .where(_person.c.id != bindparam("of_person"))
    .group_by(_person.c.id, _person.c.name, _person.c.number, _PAIRS.c.kind)
    .order_by(_person.c.id, _PAIRS.c.kind)
)
_OF_PERSON = (
    of_club(results),
    results.c.person == bindparam("of_person"),
    results.c.finished,
    results.c.game.not_in(DELETED),
)
_seat = results.alias("seat")
FORM = (
    select(
        results.c.game,
        games.c.kind,
        games.c.title,
        DAY,
        results.c.place,
        select(func.count(_seat.c.side.distinct()))
        .where(_seat.c.club == results.c.club, _seat.c.game == results.c.game)
        .scalar_subquery()
        .label("sides"),
        results.c.won,
    )
    .join(games, refers(results.c.game, games))
    .where(*_OF_PERSON)
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(MAX_FORM)
)
# Wins with the same number of lost games before them are one streak.
_lost = (
    func.sum(case((results.c.won, 0), else_=1))
    .over(order_by=(results.c.started_at, results.c.game), rows=(None, 0))
    .label("lost")
)
_played = select(_lost, _won.label("won")).where(*_OF_PERSON).subquery()
_streaks = (
    select(_played.c.lost, func.sum(_played.c.won).label("wins"))
    .group_by(_played.c.lost)
    .cte("streaks")
)
STREAKS = select(
    func.max(_streaks.c.wins).label("longest"),
    select(_streaks.c.wins)
    .order_by(_streaks.c.lost.desc())
    .limit(1)
    .scalar_subquery()
    .label("now"),
)


def read_person(database: Database, club: str, player: str) -> PersonRead:
    """The statistics of the person a player is; raises NotFound."""
    by_kind, by_year = defaultdict[str, Tally](Tally), defaultdict[int, Tally](Tally)
    with database.reading() as connection:
        person = load_person(connection, club, player)
        parameters = {"of_club": club, "of_person": person.id, "ids": person.ids}
        for row in connection.execute(FINISHED, parameters):
            for tally in (by_kind[row.kind], by_year[row.year]):
                tally.games += int(row.games)
                tally.wins += int(row.wins)
        for row in connection.execute(DEALS, parameters):
            for tally in (by_kind[row.kind], by_year[row.year]):
                tally.deals += int(row.deals)
                tally.apart += int(row.apart)
        # The feats that the page tells of, by itself or as what another one is a part of.
        shown = [feat for feat in feat_definitions() if feat.person]
        keys = sorted({key for feat in shown for key in (feat.key, feat.of) if key})
        for row in connection.execute(FEATS, {**parameters, "keys": keys}):
            feat = feat_definition(row.key)
            number = 0 if feat.summed == "count" else int(row._mapping[feat.summed])
            by_kind[row.kind].feats[row.key] = FeatSum(int(row.times), number)
        kinds = read_kinds(connection, club)
        companions = _companions(connection.execute(PAIRS, parameters))
        form = _form(connection, club, person.id)
        streaks = connection.execute(STREAKS, parameters).one()
    longest = int(streaks.longest or 0)
    return PersonRead(
        **vars(person),
        kinds={key: kinds[key] for key in sorted(by_kind)},
        by_kind=dict(sorted(by_kind.items())),
        by_year=dict(sorted(by_year.items(), reverse=True)),
        companions=companions,
        form=form,
        streak=int(streaks.now or 0),
        longest=longest if longest > 1 else 0,
    )


def form_of(database: Database, club: str, person: str) -> tuple[FormGame, ...]:
    """The last finished games of a person, the oldest first."""
    with database.reading() as connection:
        return _form(connection, club, person)


def _companions(rows: Iterable[AnyRow]) -> tuple[HeadToHead, ...]:
    pairs = []
    for who, of_person in groupby(rows, lambda row: (row.person, row.name, row.number)):
        by_kind = {row.kind: _add_pairs([row]) for row in of_person}
        pairs.append(HeadToHead(*who, _add_pairs(by_kind.values()), by_kind))
    return tuple(
        sorted(pairs, key=lambda p: (-p.together.deals, -p.together.games_with, p.name, p.person))
    )


def _add_pairs(pairs: Iterable[Pair | AnyRow]) -> Pair:
    pairs = list(pairs)
    return Pair(*(sum(int(getattr(pair, each.name)) for pair in pairs) for each in fields(Pair)))


def _form(connection: Connection, club: str, person: str) -> tuple[FormGame, ...]:
    rows = connection.execute(FORM, {"of_club": club, "of_person": person}).all()
    return tuple(
        FormGame(row.game, parse_kind(row.kind, row.title), row.day, row.place, row.sides, row.won)
        for row in reversed(rows)
    )

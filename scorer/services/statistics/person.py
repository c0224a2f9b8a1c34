"""A person's statistics, summed up by the database when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    bindparam,
    case,
    extract,
    func,
    literal,
    null,
    select,
    union_all,
)

from scorer.rules.feats import Meaning, Summed, every_meaning, feats_of_variant, meaning_of
from scorer.rules.kinds import Kind, parse_kind
from scorer.rules.results import Pair
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.statistics.kinds import title_of
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
    pair_results,
    players,
    results,
)

MOST_FORM = 30


@dataclass(frozen=True)
class FeatSum:
    """A feat over many deals: how often, and what its numbers come to, by its words.

    That is their sum, the largest or the smallest, and 0 where no page tells it.
    """

    count: int = 0
    number: int = 0


@dataclass(frozen=True)
class Tally:
    """What a person has done.

    `games` are finished ones. `score` is the sum of what the deals changed, without counters
    bought or lent. `apart` is the sum over all deals of their own score less the average of the
    other sides at that table, in thousandths, since tables differ in size. `feats` are those that
    pages tell of, by key.
    """

    games: int = 0
    wins: int = 0
    deals: int = 0
    score: int = 0
    apart: int = 0
    feats: Mapping[str, FeatSum] = field(default_factory=dict)

    def feat(self, key: str) -> FeatSum:
        """All there is of a feat, which may be nothing."""
        return self.feats.get(key, FeatSum())


@dataclass(frozen=True)
class HeadToHead:
    """How somebody fared beside another person: altogether, and by kind of game.

    `number` is that of the other person in the club.
    """

    person: str
    name: str
    number: int
    together: Pair
    by_kind: Mapping[str, Pair]


@dataclass(frozen=True)
class FormGame:
    """A finished game as somebody's form shows it, under the day of its night.

    `place` is that among the `sides`, which are the players where each played for itself.
    """

    game: str
    kind: Kind
    day: date
    place: int
    sides: int
    won: bool


@dataclass(frozen=True)
class PersonRead:
    """All that is told of a person, who has a `number` in the club.

    `by_kind`, by the keys of `kinds`, and `by_year` are sums; what is told in points means
    something by kind only. `companions` has whom he sat with most often first. `form` are the last
    finished games, the oldest first; `streak` counts the wins in a row up to now, and `longest`
    is the longest streak of wins ever, 0 where there was none of two at least.
    """

    id: str
    name: str
    number: int
    other_names: tuple[str, ...]
    anonymous: bool
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
        return add_tallies(self.by_kind.values())

    @property
    def feats(self) -> tuple[Meaning, ...]:
        """The feats that there can be in the games this person played."""
        known = {meaning.key for kind in self.kinds.values() for meaning in of_kind(kind)}
        return tuple(meaning for meaning in every_meaning() if meaning.key in known)

    def deals_with(self, feat: str) -> int:
        """The deals of games in which there can be this feat."""
        return sum(
            tally.deals
            for key, tally in self.by_kind.items()
            if any(meaning.key == feat for meaning in of_kind(self.kinds[key]))
        )


_me = players.alias("me")
NAMES = (
    select(players.c.id, players.c.person, players.c.name, players.c.number, players.c.anonymous_at)
    .join(_me, (_me.c.club == players.c.club) & (_me.c.person == players.c.person))
    .where(_me.c.club == bindparam("of_club"), _me.c.id == bindparam("of_player"))
    .order_by(players.c.made_at, players.c.id)
)


@dataclass(frozen=True)
class FeatColumns:
    """The columns of a feat that pages tell of; `summed` is "count" where its number is not."""

    at: int
    key: str
    summed: Summed

    @property
    def count(self) -> str:
        """The column of how often it was done."""
        return f"count_{self.at}"

    @property
    def number(self) -> str:
        """The column of what its numbers come to."""
        return f"number_{self.at}"


# The columns of a tally.
COUNTED = tuple(field.name for field in fields(Tally) if field.name != "feats")
TOGETHER: Mapping[str, Any] = {"sum": func.sum, "largest": func.max, "smallest": func.min}
_IDS: Any = bindparam("ids", type_=ID, expanding=True)


@cache
def tallies(columns: tuple[FeatColumns, ...]) -> AnySelect:
    """The query for all that is counted of a person, by kind and year.

    By game first, which the indexes have in their order; the games are joined only after that. One
    row a game: with one for each feat it takes twice as long.
    """
    of_feats = dict[str, Any]()
    for feat in columns:
        of_feats[feat.count] = func.sum(case((feats.c.key == feat.key, 1), else_=0))
        if feat.summed in TOGETHER:
            number = case((feats.c.key == feat.key, feats.c.number))
            of_feats[feat.number] = TOGETHER[feat.summed](number)
    absent, won = null().cast(Integer), case((results.c.won, 1), else_=0)
    nothing = {**dict.fromkeys(COUNTED, literal(0)), **dict.fromkeys(of_feats, absent)}

    def by_game(game: Any, counted: Mapping[str, Any]) -> Any:
        every = {**nothing, **counted}
        return select(game.label("game"), *(column.label(name) for name, column in every.items()))

    sums = union_all(
        by_game(results.c.game, {"games": literal(1), "wins": won}).where(
            results.c.club == bindparam("of_club"),
            results.c.person == bindparam("of_person"),
            results.c.finished,
        ),
        by_game(
            deal_results.c.game,
            {
                "deals": func.count(),
                "score": func.sum(deal_results.c.score),
                "apart": func.sum(deal_results.c.apart),
            },
        )
        .where(deal_results.c.club == bindparam("of_club"), deal_results.c.player.in_(_IDS))
        .group_by(deal_results.c.game),
        by_game(feats.c.game, of_feats)
        .where(feats.c.club == bindparam("of_club"), feats.c.player.in_(_IDS))
        .group_by(feats.c.game),
    ).subquery()
    together = dict.fromkeys(nothing, func.sum)
    together |= {feat.number: TOGETHER[feat.summed] for feat in columns if feat.summed in TOGETHER}
    year = extract("year", nights.c.day).cast(Integer).label("year")
    rows = (
        select(
            games.c.kind,
            year,
            *(add(sums.c[name]).label(name) for name, add in together.items()),
        )
        .select_from(sums)
        .join(games, (games.c.club == bindparam("of_club")) & (games.c.id == sums.c.game))
        .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
        .where(games.c.deleted_at.is_(None), nights.c.deleted_at.is_(None))
        .group_by(games.c.kind, year)
        .subquery()
    )
    return select(rows, title_of(rows.c.kind).label("title")).order_by(
        rows.c.kind, rows.c.year.desc()
    )


_PAIRS = (
    select(
        pair_results.c.kind,
        pair_results.c.other,
        *(func.sum(pair_results.c[field.name]).label(field.name) for field in fields(Pair)),
    )
    .where(
        pair_results.c.club == bindparam("of_club"),
        pair_results.c.player.in_(_IDS),
        pair_results.c.game.not_in(DELETED),
    )
    .group_by(pair_results.c.kind, pair_results.c.other)
    .subquery()
)
_other, _person = players.alias("other"), players.alias("other_person")
PAIRS = (
    select(_PAIRS, _person.c.id.label("person"), _person.c.name, _person.c.number)
    .select_from(_PAIRS)
    .join(_other, (_other.c.club == bindparam("of_club")) & (_other.c.id == _PAIRS.c.other))
    .join(_person, (_person.c.club == _other.c.club) & (_person.c.id == _other.c.person))
    .where(_person.c.id != bindparam("of_person"))
    .order_by(_PAIRS.c.kind, _PAIRS.c.other)
)
_FINISHED = (
    results.c.club == bindparam("of_club"),
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
    .join(games, (games.c.club == results.c.club) & (games.c.id == results.c.game))
    .where(*_FINISHED)
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(bindparam("most", type_=Integer()))
)
# Wins with the same number of lost games before them are one streak.
_lost = (
    func.sum(case((results.c.won, 0), else_=1))
    .over(order_by=(results.c.started_at, results.c.game), rows=(None, 0))
    .label("lost")
)
_played = select(_lost, case((results.c.won, 1), else_=0).label("won")).where(*_FINISHED).subquery()
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
    """All that is told of the person a player is; raises NotFound."""
    with database.reading() as connection:
        names = _names_of(connection, club, player)
        ids, person = [row.id for row in names], names[0].person
        parameters = {"of_club": club, "of_person": person, "ids": ids}
        columns = columns_of_feats()
        rows = connection.execute(tallies(columns), parameters).all()
        companions = _by_companion(connection.execute(PAIRS, parameters))
        form = _form(connection, club, person, MOST_FORM)
        streaks = connection.execute(STREAKS, parameters).one()
    me = next(row for row in names if row.id == person)
    others = {row.name: None for row in names if row.name != me.name}
    longest = int(streaks.longest or 0)
    return PersonRead(
        id=person,
        name=me.name,
        number=me.number,
        other_names=tuple(others),
        anonymous=me.anonymous_at is not None,
        kinds={row.kind: parse_kind(row.kind, row.title or "") for row in rows},
        by_kind=_tally_by((row.kind, _tally(row, columns)) for row in rows),
        by_year=dict(
            sorted(_tally_by((row.year, _tally(row, columns)) for row in rows).items())[::-1]
        ),
        companions=companions,
        form=form,
        streak=int(streaks.now or 0),
        longest=longest if longest > 1 else 0,
    )


def form_of(
    database: Database, club: str, player: str, most: int = MOST_FORM
) -> tuple[FormGame, ...]:
    """The last finished games of the person a player is, the oldest first; raises NotFound."""
    with database.reading() as connection:
        person = _names_of(connection, club, player)[0].person
        return _form(connection, club, person, most)


def of_kind(kind: Kind) -> tuple[Meaning, ...]:
    """The feats that there can be in games of a kind."""
    return feats_of_variant(kind.variant)


def columns_of_feats() -> tuple[FeatColumns, ...]:
    """The feats that a person's page tells of, by itself or as what another one is a part of."""
    meanings = {meaning.key: meaning for meaning in every_meaning()}
    of_people = [meaning for meaning in meanings.values() if meaning.person is not None]
    keys = sorted({key for meaning in of_people for key in (meaning.key, meaning.of) if key})
    return tuple(
        FeatColumns(at, key, meanings[key].summed if meanings[key].tells_number else "count")
        for at, key in enumerate(keys)
    )


def add_tallies(tallies: Iterable[Tally]) -> Tally:
    """The sums of tallies."""
    sums: dict[str, Any] = dict.fromkeys(COUNTED, 0)
    by_key: dict[str, list[FeatSum]] = {}
    for tally in tallies:
        for name in COUNTED:
            sums[name] += getattr(tally, name)
        for key, feat in tally.feats.items():
            by_key.setdefault(key, []).append(feat)
    return Tally(**sums, feats={key: _add_feats(key, each) for key, each in by_key.items()})


def _add_feats(key: str, each: Sequence[FeatSum]) -> FeatSum:
    numbers = [feat.number for feat in each]
    add = {"largest": max, "smallest": min}.get(meaning_of(key).summed, sum)
    return FeatSum(sum(feat.count for feat in each), add(numbers))


def _tally_by(tallies: Iterable[tuple[Any, Tally]]) -> dict[Any, Tally]:
    """Sums of tallies by what stands before them, in the order in which that comes first."""
    grouped: dict[Any, list[Tally]] = {}
    for key, tally in tallies:
        grouped.setdefault(key, []).append(tally)
    return {key: add_tallies(each) for key, each in grouped.items()}


def _tally(row: AnyRow, columns: Iterable[FeatColumns]) -> Tally:
    # Nothing but nulls come to null.
    values = row._mapping.items()
    numbers = {name: int(value or 0) for name, value in values if type(value) is not str}
    return Tally(
        **{name: numbers[name] for name in COUNTED},
        feats={
            feat.key: FeatSum(numbers[feat.count], numbers.get(feat.number, 0))
            for feat in columns
            if numbers[feat.count]
        },
    )


def add_pairs(rows: Iterable[Pair | AnyRow]) -> Pair:
    """The sums of pairs, or of rows that hold such."""
    sums = {field.name: 0 for field in fields(Pair)}
    for row in rows:
        for name in sums:
            sums[name] += int(getattr(row, name))
    return Pair(**sums)


def _names_of(connection: Connection, club: str, player: str) -> list[AnyRow]:
    """Every name of the person a player is."""
    parameters = {"of_club": club, "of_player": player}
    names = list(connection.execute(NAMES, parameters)) if is_id(player) else []
    if not names:
        raise NotFound
    return names


def _by_companion(rows: Iterable[AnyRow]) -> tuple[HeadToHead, ...]:
    """Everybody somebody has sat with, the most deals together first."""
    grouped: dict[str, list[AnyRow]] = {}
    for row in rows:
        grouped.setdefault(row.person, []).append(row)
    pairs = [
        HeadToHead(
            person=person,
            name=those[0].name,
            number=those[0].number,
            together=add_pairs(those),
            by_kind=_pairs_by_kind(those),
        )
        for person, those in grouped.items()
    ]
    return tuple(sorted(pairs, key=_most_together))


def _pairs_by_kind(rows: Iterable[AnyRow]) -> dict[str, Pair]:
    grouped: dict[str, list[AnyRow]] = {}
    for row in rows:
        grouped.setdefault(row.kind, []).append(row)
    return {kind: add_pairs(those) for kind, those in grouped.items()}


def _most_together(pair: HeadToHead) -> tuple[Any, ...]:
    """The place of a companion: the most deals first, then the most games as partners."""
    return -pair.together.deals, -pair.together.games_with, pair.name, pair.person


def _form(connection: Connection, club: str, person: str, most: int) -> tuple[FormGame, ...]:
    parameters = {"of_club": club, "of_person": person, "most": most}
    return tuple(
        FormGame(row.game, parse_kind(row.kind, row.title), row.day, row.place, row.sides, row.won)
        for row in connection.execute(FORM, parameters)
    )[::-1]

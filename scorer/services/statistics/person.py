"""A person's statistics, summed up by the database when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Integer,
    bindparam,
    case,
    extract,
    func,
    literal,
    select,
    union_all,
)

from scorer.rules.feats import CAUGHT, OUT_ON_RED_NINE, RED_NINES_HELD, WENT_OUT
from scorer.rules.results import Pair
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.storage.database import Database
from scorer.storage.games import DAY
from scorer.storage.results import DELETED
from scorer.storage.schema import (
    ID,
    AnyRow,
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
class Tally:
    """What a person has done.

    `games` are finished ones. `noted` counts the deals somebody else won and in which it was
    noted what was held: the number `red_nine` (caught with one or more) and `red_nines` (with
    two or more) rest on. `score` is the sum of what the deals changed, without counters bought
    or lent. `apart` is the sum over all deals of the own score less the average of the others
    at that table, in thousandths, since tables differ in size.
    """

    games: int = 0
    wins: int = 0
    deals: int = 0
    score: int = 0
    apart: int = 0
    outs: int = 0
    red_outs: int = 0
    noted: int = 0
    red_nine: int = 0
    red_nines: int = 0


Sums = TypeVar("Sums", Tally, Pair)


@dataclass(frozen=True)
class HeadToHead:
    """How somebody fared beside another person: altogether, and by variant."""

    person: str
    name: str
    together: Pair
    by_variant: Mapping[str, Pair]


@dataclass(frozen=True)
class FormGame:
    """A finished game as somebody's form shows it, under the day of its night."""

    game: str
    variant: str
    day: date
    place: int
    players: int
    won: bool


@dataclass(frozen=True)
class PersonRead:
    """All that is told of a person.

    `by_variant` and `by_year` are sums; what is told in points means something by variant
    only. `beside` has whom he sat with most often first. `form` are the last finished games,
    the oldest first; `streak` counts the wins in a row up to now, and `longest` is the longest
    streak of wins ever, 0 where there was none of two at least.
    """

    id: str
    name: str
    other_names: tuple[str, ...]
    anonymous: bool
    by_variant: Mapping[str, Tally]
    by_year: Mapping[int, Tally]
    companions: tuple[HeadToHead, ...]
    form: tuple[FormGame, ...]
    streak: int
    longest: int

    @property
    def whole(self) -> Tally:
        """Everything together: for counts of games and deals, not for points."""
        return add_up(Tally, self.by_variant.values())


_me = players.alias("me")
NAMES = (
    select(players.c.id, players.c.person, players.c.name, players.c.anonymous_at)
    .join(_me, (_me.c.club == players.c.club) & (_me.c.person == players.c.person))
    .where(_me.c.club == bindparam("of_club"), _me.c.id == bindparam("of_player"))
    .order_by(players.c.made_at, players.c.id)
)
_IDS: Any = bindparam("ids", type_=ID, expanding=True)


def _many(which: Any) -> Any:
    return func.sum(case((which, 1), else_=0))


def _of_person(columns: Mapping[str, Any], game: Any) -> Any:
    """A part of the sums of a person, game by game; what it does not count is 0."""
    sums = [columns.get(field.name, literal(0)).label(field.name) for field in fields(Tally)]
    return select(game.label("game"), *sums)


# By game first, which the indexes have in their order; the games are joined only after that.
_SUMS = union_all(
    _of_person(
        {"games": literal(1), "wins": case((results.c.won, 1), else_=0)}, results.c.game
    ).where(
        results.c.club == bindparam("of_club"),
        results.c.person == bindparam("of_person"),
        results.c.finished,
    ),
    _of_person(
        {
            "deals": func.count(),
            "score": func.sum(deal_results.c.score),
            "apart": func.sum(deal_results.c.apart),
        },
        deal_results.c.game,
    )
    .where(deal_results.c.club == bindparam("of_club"), deal_results.c.player.in_(_IDS))
    .group_by(deal_results.c.game),
    _of_person(
        {
            "outs": _many(feats.c.key == WENT_OUT),
            "red_outs": _many(feats.c.key == OUT_ON_RED_NINE),
            "noted": _many(feats.c.key == CAUGHT),
            "red_nine": _many(feats.c.key == RED_NINES_HELD),
            "red_nines": _many((feats.c.key == RED_NINES_HELD) & (feats.c.number >= 2)),
        },
        feats.c.game,
    )
    .where(feats.c.club == bindparam("of_club"), feats.c.player.in_(_IDS))
    .group_by(feats.c.game),
).subquery()
_YEAR = extract("year", nights.c.day).cast(Integer).label("year")
TALLIES = (
    select(
        games.c.variant,
        _YEAR,
        *(func.sum(_SUMS.c[field.name]).label(field.name) for field in fields(Tally)),
    )
    .select_from(_SUMS)
    .join(games, (games.c.club == bindparam("of_club")) & (games.c.id == _SUMS.c.game))
    .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .where(games.c.deleted_at.is_(None), nights.c.deleted_at.is_(None))
    .group_by(games.c.variant, _YEAR)
    .order_by(games.c.variant, _YEAR.desc())
)
_PAIRS = (
    select(
        pair_results.c.variant,
        pair_results.c.other,
        *(func.sum(pair_results.c[field.name]).label(field.name) for field in fields(Pair)),
    )
    .where(
        pair_results.c.club == bindparam("of_club"),
        pair_results.c.player.in_(_IDS),
        pair_results.c.game.not_in(DELETED),
    )
    .group_by(pair_results.c.variant, pair_results.c.other)
    .subquery()
)
_other, _person = players.alias("other"), players.alias("other_person")
PAIRS = (
    select(_PAIRS, _person.c.id.label("person"), _person.c.name)
    .select_from(_PAIRS)
    .join(_other, (_other.c.club == bindparam("of_club")) & (_other.c.id == _PAIRS.c.other))
    .join(_person, (_person.c.club == _other.c.club) & (_person.c.id == _other.c.person))
    .where(_person.c.id != bindparam("of_person"))
    .order_by(_PAIRS.c.variant, _PAIRS.c.other)
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
        games.c.variant,
        DAY,
        results.c.place,
        select(func.count())
        .where(_seat.c.club == results.c.club, _seat.c.game == results.c.game)
        .scalar_subquery()
        .label("players"),
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
        rows = connection.execute(TALLIES, parameters).all()
        companions = _by_companion(connection.execute(PAIRS, parameters))
        form = _form(connection, club, person, MOST_FORM)
        streaks = connection.execute(STREAKS, parameters).one()
    me = next(row for row in names if row.id == person)
    others = {row.name: None for row in names if row.name != me.name}
    longest = int(streaks.longest or 0)
    return PersonRead(
        id=person,
        name=me.name,
        other_names=tuple(others),
        anonymous=me.anonymous_at is not None,
        by_variant=_sum_by(Tally, ((row.variant, row) for row in rows)),
        by_year=dict(sorted(_sum_by(Tally, ((row.year, row) for row in rows)).items())[::-1]),
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


def add_up(of: type[Sums], rows: Iterable[Sums | AnyRow]) -> Sums:
    """The sums of tallies or pairs, or of rows that hold such."""
    sums = {field.name: 0 for field in fields(of)}
    for row in rows:
        for name in sums:
            sums[name] += int(getattr(row, name))
    return of(**sums)


def _sum_by(of: type[Sums], rows: Iterable[tuple[Any, AnyRow]]) -> dict[Any, Sums]:
    """Sums of rows by what stands before them, in the order in which that comes first."""
    grouped: dict[Any, list[AnyRow]] = {}
    for key, row in rows:
        grouped.setdefault(key, []).append(row)
    return {key: add_up(of, those) for key, those in grouped.items()}


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
            together=add_up(Pair, those),
            by_variant=_sum_by(Pair, ((row.variant, row) for row in those)),
        )
        for person, those in grouped.items()
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.together.deals, pair.name, pair.person)))


def _form(connection: Connection, club: str, person: str, most: int) -> tuple[FormGame, ...]:
    parameters = {"of_club": club, "of_person": person, "most": most}
    return tuple(FormGame(*row) for row in connection.execute(FORM, parameters))[::-1]

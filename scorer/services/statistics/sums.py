"""What the statistics say of a person and of a club: sums of tallies, never of books."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import Connection, Integer, String, bindparam, func, literal_column, select

from scorer.rules.counting import Pair, Tally
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.nights.lines import DAY
from scorer.services.statistics.catching_up import catch_up
from scorer.storage.columns import AnyRow
from scorer.storage.database import Database
from scorer.storage.models import games, players, results
from scorer.storage.streaks import IS_COUNTED
from scorer.storage.tallies import pairs, tallies

MOST_FORM = 30

Sums = TypeVar("Sums", Tally, Pair)


@dataclass(frozen=True)
class Beside:
    """How somebody fared beside another person: altogether, and by variant."""

    person: str
    name: str
    together: Pair
    by_variant: Mapping[str, Pair]


@dataclass(frozen=True)
class FormGame:
    """A finished game as somebody's form shows it, under the day of its night.

    `streak` counts wins in a row up to it.
    """

    game: str
    variant: str
    day: date
    place: int
    players: int
    won: bool
    streak: int


@dataclass(frozen=True)
class PersonRead:
    """All that is told of a person.

    `by_variant` and `by_year` are sums; what is told in points means something by variant
    only. `beside` has whom he sat with most often first. `form` are the last finished games,
    the oldest first, and `longest` the longest streak of wins ever, 0 where there was none of
    two at least. `waiting` games are still to be counted.
    """

    id: str
    name: str
    other_names: tuple[str, ...]
    anonymous: bool
    by_variant: Mapping[str, Tally]
    by_year: Mapping[int, Tally]
    beside: tuple[Beside, ...]
    form: tuple[FormGame, ...]
    longest: int
    waiting: int

    @property
    def whole(self) -> Tally:
        """Everything together: for counts of games and deals, not for points."""
        return add_up(Tally, self.by_variant.values())


_me = players.alias("me")
WHO = (
    select(players.c.id, players.c.person, players.c.name, players.c.anonymous_at)
    .join(_me, (_me.c.club == players.c.club) & (_me.c.person == players.c.person))
    .where(_me.c.club == bindparam("of_club"), _me.c.id == bindparam("of_player"))
    .order_by(players.c.made_at, players.c.id)
)
_IDS: Any = bindparam("ids", type_=String(), expanding=True)
TALLIES = (
    select(tallies)
    .where(tallies.c.club == bindparam("of_club"), tallies.c.player.in_(_IDS))
    .order_by(tallies.c.variant, tallies.c.year.desc())
)
_other, _person = players.alias("other"), players.alias("other_person")
PAIRS = (
    select(pairs, _person.c.id.label("person"), _person.c.name)
    .join(_other, (_other.c.club == pairs.c.club) & (_other.c.id == pairs.c.other))
    .join(_person, (_person.c.club == _other.c.club) & (_person.c.id == _other.c.person))
    .where(
        pairs.c.club == bindparam("of_club"),
        pairs.c.player.in_(_IDS),
        _person.c.id != bindparam("of_person"),
    )
    .order_by(pairs.c.variant)
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
        results.c.streak,
    )
    .join(games, (games.c.club == results.c.club) & (games.c.id == results.c.game))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.person == bindparam("of_person"),
        IS_COUNTED,
    )
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(bindparam("most", type_=Integer()))
)
# One game is no streak; only longer ones are in the index, which has to be named as it was made.
LONGEST = (
    select(results.c.streak)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.person == bindparam("of_person"),
        results.c.streak > literal_column("1"),
    )
    .order_by(results.c.streak.desc())
    .limit(1)
)


def read_person(database: Database, club: str, player: str) -> PersonRead:
    """All that is told of the person a player is; raises NotFound.

    Counts what was played since, as far as that takes no time.
    """
    waiting = catch_up(database, club) if is_id(player) else 0
    with database.reading() as connection:
        who = _who(connection, club, player)
        ids, person = [row.id for row in who], who[0].person
        here = {"of_club": club, "of_person": person, "ids": ids}
        rows = connection.execute(TALLIES, here).all()
        beside = _beside(connection.execute(PAIRS, here))
        form = _form(connection, club, person, MOST_FORM)
        longest = connection.scalar(LONGEST, here)
    me = next(row for row in who if row.id == person)
    others = {row.name: None for row in who if row.name != me.name}
    return PersonRead(
        id=person,
        name=me.name,
        other_names=tuple(others),
        anonymous=me.anonymous_at is not None,
        by_variant=_sum_by(Tally, ((row.variant, row) for row in rows)),
        by_year=dict(sorted(_sum_by(Tally, ((row.year, row) for row in rows)).items())[::-1]),
        beside=beside,
        form=form,
        longest=longest or 0,
        waiting=waiting,
    )


def form_of(
    database: Database, club: str, player: str, most: int = MOST_FORM
) -> tuple[FormGame, ...]:
    """The last finished games of the person a player is, the oldest first; raises NotFound."""
    with database.reading() as connection:
        person = _who(connection, club, player)[0].person
        return _form(connection, club, person, most)


def add_up(of: type[Sums], all_of: Iterable[Sums | AnyRow]) -> Sums:
    """The sums of tallies or pairs, or of rows that hold such."""
    names = [one.name for one in fields(of)]
    sums = dict.fromkeys(names, 0)
    for one in all_of:
        for name in names:
            sums[name] += getattr(one, name)
    return of(**sums)


def _sum_by(of: type[Sums], rows: Iterable[tuple[Any, AnyRow]]) -> dict[Any, Sums]:
    """Sums of rows by what stands before them, in the order in which that comes first."""
    grouped: dict[Any, list[AnyRow]] = {}
    for key, row in rows:
        grouped.setdefault(key, []).append(row)
    return {key: add_up(of, those) for key, those in grouped.items()}


def _who(connection: Connection, club: str, player: str) -> list[AnyRow]:
    """Every name of the person a player is."""
    asked = {"of_club": club, "of_player": player}
    found = list(connection.execute(WHO, asked)) if is_id(player) else []
    if not found:
        raise NotFound
    return found


def _beside(rows: Iterable[AnyRow]) -> tuple[Beside, ...]:
    """Everybody somebody has sat with, the most deals together first."""
    grouped: dict[str, list[AnyRow]] = {}
    for row in rows:
        grouped.setdefault(row.person, []).append(row)
    beside = [
        Beside(
            person=person,
            name=those[0].name,
            together=add_up(Pair, those),
            by_variant=_sum_by(Pair, ((row.variant, row) for row in those)),
        )
        for person, those in grouped.items()
    ]
    return tuple(sorted(beside, key=lambda one: (-one.together.deals, one.name, one.person)))


def _form(connection: Connection, club: str, person: str, most: int) -> tuple[FormGame, ...]:
    asked = {"of_club": club, "of_person": person, "most": most}
    return tuple(FormGame(*row) for row in connection.execute(FORM, asked))[::-1]

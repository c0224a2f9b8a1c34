"""A person's statistics, of sums that every write keeps."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field, fields
from datetime import date
from functools import cached_property
from itertools import groupby

from sqlalchemy import Connection, bindparam, func, select

from scorer.rules.feats import (
    FeatDefinition,
    feat_definition,
    feat_definitions,
    feats_of_variant,
)
from scorer.rules.kinds import Kind, parse_kind
from scorer.rules.tallies import Pair, Tally
from scorer.services.people.merge import Person, load_person
from scorer.services.ratings import OF_RESULT
from scorer.services.statistics.kinds import read_kinds
from scorer.services.statistics.tallies import PERSON, sums_of, tallies_by
from scorer.storage.database import Database
from scorer.storage.games import DAY
from scorer.storage.results import DELETED
from scorer.storage.schema import (
    AnyRow,
    feats,
    games,
    in_ids,
    of_club,
    pairs,
    players,
    ratings,
    refers,
    results,
    tallies,
)

MAX_FORM = 30


@dataclass(frozen=True)
class FeatSum:
    """How often a feat was done, and the sum, largest or smallest of its numbers."""

    count: int = 0
    number: int = 0


@dataclass
class PersonTally(Tally):
    """The sums of a person's results; of each feat, how often it was done with each number."""

    feats: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, other: Tally | AnyRow) -> None:
        """Add the numbers of a tally, or of a row of tallies."""
        for number in fields(Tally):
            setattr(self, number.name, getattr(self, number.name) + getattr(other, number.name))

    def feat(self, key: str) -> FeatSum:
        """All there is of a feat, which may be nothing."""
        done, summed = self.feats.get(key, Counter[int]()), feat_definition(key).summed
        if summed == "sum":
            number = sum(number * times for number, times in done.items())
        else:
            number = (min if summed == "smallest" else max)(done, default=0)
        return FeatSum(done.total(), number)


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
    by_kind: Mapping[str, PersonTally]
    by_year: Mapping[int, PersonTally]
    companions: tuple[HeadToHead, ...]
    form: tuple[FormGame, ...]
    streak: int
    longest: int

    @cached_property
    def whole(self) -> PersonTally:
        """Everything together: for counts of games and deals, not for points."""
        whole = PersonTally()
        for tally in self.by_kind.values():
            whole.add(tally)
            for key, done in tally.feats.items():
                whole.feats[key].update(done)
        return whole

    @cached_property
    def feats_by_kind(self) -> Mapping[str, tuple[FeatDefinition, ...]]:
        """The feats that there can be in each kind of game this person played."""
        return {key: feats_of_variant(kind.variant) for key, kind in self.kinds.items()}

    @cached_property
    def feats(self) -> tuple[FeatDefinition, ...]:
        """The feats that there can be in any of them."""
        known = {feat.key for feats in self.feats_by_kind.values() for feat in feats}
        return tuple(feat for feat in feat_definitions() if feat.key in known)

    def deals_with(self, feat: FeatDefinition) -> int:
        """The deals of games in which there can be this feat."""
        of_kind = self.feats_by_kind
        return sum(tally.deals for key, tally in self.by_kind.items() if feat in of_kind[key])


OF_PERSON = tallies_by(tallies.c.kind, tallies.c.year).where(
    PERSON.c.id == bindparam("of_person"), in_ids(tallies.c.player)
)
FEATS = select(feats).where(of_club(feats), in_ids(feats.c.player), feats.c.times > 0)
PAIRS = (
    select(
        PERSON.c.id,
        PERSON.c.name,
        PERSON.c.number,
        pairs.c.kind,
        *sums_of(pairs, Pair),
    )
    .select_from(pairs)
    .join(players, refers(pairs.c.other, players))
    .join(PERSON, refers(players.c.person, PERSON))
    .where(of_club(pairs), in_ids(pairs.c.player), PERSON.c.id != bindparam("of_person"))
    .group_by(PERSON.c.id, PERSON.c.name, PERSON.c.number, pairs.c.kind)
    .order_by(PERSON.c.id, pairs.c.kind)
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
        .where(_seat.c.club == results.c.club, _seat.c.game == results.c.game, _seat.c.place > 0)
        .scalar_subquery()
        .label("sides"),
        results.c.won,
    )
    .join(games, refers(results.c.game, games))
    .where(*_OF_PERSON)
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(MAX_FORM)
)
_STREAK = select(ratings.c.streak).where(
    of_club(ratings), ratings.c.person == bindparam("of_person")
)
STREAKS = select(
    _STREAK.join(results, OF_RESULT)
    .where(*_OF_PERSON)
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(1)
    .scalar_subquery()
    .label("now"),
    _STREAK.order_by(ratings.c.streak.desc()).limit(1).scalar_subquery().label("longest"),
)


def read_person(database: Database, club: str, player: str) -> PersonRead:
    """The statistics of the person a player is; raises NotFound."""
    by_kind = defaultdict[str, PersonTally](PersonTally)
    by_year = defaultdict[int, PersonTally](PersonTally)
    with database.reading() as connection:
        person = load_person(connection, club, player)
        parameters = {"of_club": club, "of_person": person.id, "ids": person.ids}
        for row in connection.execute(OF_PERSON, parameters):
            if row.games or row.deals:
                by_kind[row.kind].add(row)
                by_year[row.year].add(row)
        for row in connection.execute(FEATS, parameters):
            by_kind[row.kind].feats[row.key][row.number] += row.times
        kinds = read_kinds(connection, club)
        companions = _companions(connection.execute(PAIRS, parameters))
        form = _form(connection, club, person.id)
        streaks = connection.execute(STREAKS, parameters).one()
    longest = streaks.longest or 0
    return PersonRead(
        **vars(person),
        kinds={key: kinds[key] for key in sorted(by_kind)},
        by_kind=dict(sorted(by_kind.items())),
        by_year=dict(sorted(by_year.items(), reverse=True)),
        companions=companions,
        form=form,
        streak=streaks.now or 0,
        longest=longest if longest > 1 else 0,
    )


def form_of(database: Database, club: str, person: str) -> tuple[FormGame, ...]:
    """The last finished games of a person, the oldest first."""
    with database.reading() as connection:
        return _form(connection, club, person)


def _companions(rows: Iterable[AnyRow]) -> tuple[HeadToHead, ...]:
    found = []
    for (id, name, number), of_person in groupby(rows, lambda row: tuple(row[:3])):
        by_kind = {row.kind: Pair(*row[4:]) for row in of_person}
        together = Pair(*map(sum, zip(*map(astuple, by_kind.values()), strict=True)))
        if together != Pair():
            found.append(HeadToHead(id, name, number, together, by_kind))
    return tuple(
        sorted(found, key=lambda p: (-p.together.deals, -p.together.games_with, p.name, p.person))
    )


def _form(connection: Connection, club: str, person: str) -> tuple[FormGame, ...]:
    rows = connection.execute(FORM, {"of_club": club, "of_person": person}).all()
    return tuple(
        FormGame(row.game, parse_kind(row.kind, row.title), row.day, row.place, row.sides, row.won)
        for row in reversed(rows)
    )

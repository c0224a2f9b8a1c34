"""The club: who is best, as chances, and everybody who ever played."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, func, select

from scorer.services import clock
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.statistics.catching_up import catch_up
from scorer.services.statistics.highlights import Told, tell_records
from scorer.services.statistics.leading import Leading
from scorer.services.statistics.rating_model import Rating, chances, percents
from scorer.services.statistics.ratings import catch_up_ratings, is_behind
from scorer.services.statistics.trophies import Trophy, read_leading, read_trophies
from scorer.storage.columns import AnyRow
from scorer.storage.database import Database
from scorer.storage.holding import hold_club
from scorer.storage.honours import rated, ratings
from scorer.storage.models import players
from scorer.storage.moments import Utc
from scorer.storage.unavailable import Unavailable

LATELY = timedelta(days=365)
# A regular has finished so many games lately; so many regulars at most are compared.
ENOUGH_GAMES = 5
MOST_REGULARS = 8
MOST_PEOPLE = 60
# Up to so many games the chances are mostly luck.
STILL_LUCK = 25

_before = (
    select(rated.c.games)
    .where(
        rated.c.club == ratings.c.club,
        rated.c.person == ratings.c.person,
        rated.c.started_at < bindparam("since", type_=Utc()),
    )
    .order_by(rated.c.started_at.desc(), rated.c.game.desc())
    .limit(1)
    .scalar_subquery()
)
_lately = (ratings.c.games - func.coalesce(_before, 0)).label("lately")
REGULARS = (
    select(ratings, players.c.name, _lately)
    .join(players, (players.c.club == ratings.c.club) & (players.c.id == ratings.c.person))
    .where(
        ratings.c.club == bindparam("of_club"),
        ratings.c.last_at >= bindparam("since", type_=Utc()),
        _lately >= ENOUGH_GAMES,
    )
    .order_by(
        _lately.desc(),
        ratings.c.games.desc(),
        ratings.c.last_at.desc(),
        players.c.name,
        ratings.c.person,
    )
    .limit(MOST_REGULARS)
)
_when = func.coalesce(players.c.last_played_at, players.c.made_at)
PEOPLE = (
    select(players.c.id, players.c.name, ratings.c.games, ratings.c.wins)
    .outerjoin(ratings, (ratings.c.club == players.c.club) & (ratings.c.person == players.c.id))
    .where(players.c.club == bindparam("of_club"), players.c.person == players.c.id)
    .order_by(_when.desc(), players.c.id)
    .limit(MOST_PEOPLE + 1)
)
MARK = select(_when, players.c.id).where(
    players.c.club == bindparam("of_club"), players.c.id == bindparam("of_person")
)
_later = (_when < bindparam("at", type_=Utc())) | (
    (_when == bindparam("at", type_=Utc())) & (players.c.id > bindparam("of_person"))
)
MORE_PEOPLE = PEOPLE.where(_later)


@dataclass(frozen=True)
class Chance:
    """How many of a hundred games somebody would win, resting on so many finished ones.

    `lately` counts those of the last year, by which the regulars are chosen.
    """

    person: str
    name: str
    percent: int
    games: int
    lately: int


@dataclass(frozen=True)
class Somebody:
    """Somebody who played, with the finished games and how many of them were won."""

    person: str
    name: str
    games: int
    wins: int


@dataclass(frozen=True)
class ClubRead:
    """All that is told of a club.

    `waiting` games are still to be counted, and `behind` says that some are still to be rated.
    `best` has the regulars, the likeliest winner first; nobody as long as there are too few
    games. `more` is where the list of people goes on.
    """

    waiting: int
    behind: bool
    best: tuple[Chance, ...]
    trophies: tuple[Trophy, ...]
    records: tuple[Told, ...]
    leading: tuple[Leading, ...]
    people: tuple[Somebody, ...]
    more: str

    @property
    def most_regulars(self) -> bool:
        """Whether as many are compared as can be, so that others may be left out."""
        return len(self.best) == MOST_REGULARS

    @property
    def mostly_luck(self) -> bool:
        """Whether the chances rest on so few games that they say little."""
        return any(one.games < STILL_LUCK for one in self.best)


def read_club(database: Database, club: str, this_year: int) -> ClubRead:
    """What is told of a club; counts and rates what is new, as far as that takes no time."""
    waiting = catch_up(database, club)
    rate_some(database, club)
    with database.reading() as connection:
        people = connection.execute(PEOPLE, {"of_club": club}).all()
        found, more = _people(people)
        return ClubRead(
            waiting=waiting,
            behind=is_behind(connection, club),
            best=who_is_best(connection, club, clock.now()),
            trophies=read_trophies(connection, club, this_year),
            records=tell_records(connection, club),
            leading=read_leading(connection, club),
            people=found,
            more=more,
        )


def more_people(database: Database, club: str, after: str) -> tuple[tuple[Somebody, ...], str]:
    """Those who played before that one did, and where the list goes on; raises NotFound."""
    asked = {"of_club": club, "of_person": after}
    with database.reading() as connection:
        mark = connection.execute(MARK, asked).first() if is_id(after) else None
        if mark is None:
            raise NotFound
        return _people(connection.execute(MORE_PEOPLE, {**asked, "at": mark[0]}).all())


def rate_some(database: Database, club: str) -> None:
    """Rate some of what is to be rated, unless somebody else is at it; one question if nothing."""
    with database.reading() as connection:
        if not is_behind(connection, club):
            return
    with suppress(Unavailable), database.writing(wait=0) as connection:
        if hold_club(connection, club, skip_locked=True):
            catch_up_ratings(connection, club)


def who_is_best(connection: Connection, club: str, now: datetime) -> tuple[Chance, ...]:
    """How often each of the regulars would win, if they sat down together for a hundred games."""
    found = connection.execute(REGULARS, {"of_club": club, "since": now - LATELY}).all()
    if len(found) < 2:
        return ()
    would = percents(chances([Rating(row.mu, row.sigma, row.games) for row in found]))
    told = [
        Chance(row.person, row.name, percent, row.games, row.lately)
        for row, percent in zip(found, would, strict=True)
    ]
    return tuple(sorted(told, key=lambda one: (-one.percent, one.name, one.person)))


def _people(rows: Sequence[AnyRow]) -> tuple[tuple[Somebody, ...], str]:
    shown = rows[:MOST_PEOPLE]
    more = shown[-1].id if len(rows) > MOST_PEOPLE else ""
    return tuple(Somebody(row.id, row.name, row.games or 0, row.wins or 0) for row in shown), more

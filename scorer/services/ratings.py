"""Ratings: how well people play each kind of game, by the games that they finished.

Ratings are openskill's, of its Thurstone-Mosteller model with full pairing, which asks for nothing
but the places. BETA is the luck with which chances foretell winners best
(`tests/benchmarks/test_ratings.py`); openskill's own value sees strength in mere luck.

Games are rated in the order in which they began, and what each made of everybody is kept. What
changes a finished game, or who somebody is, notes from when on ratings are due. The next request
of the club rates these games behind its answer (`web.access`); until then all stand as they did.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from itertools import groupby
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from scorer.progress import progress
from scorer.storage.database import Database
from scorer.storage.locks import lock_name
from scorer.storage.results import DELETED, Row, upsert
from scorer.storage.schema import (
    AnyRow,
    AnySelect,
    UtcDateTime,
    games,
    of_club,
    ratings,
    ratings_due,
    refers,
    results,
)
from scorer.storage.unavailable import Unavailable

if TYPE_CHECKING:
    from openskill.models import ThurstoneMostellerFull

MU = 25.0
SIGMA = MU / 3
# How much a single game is a matter of luck: eight times as much as people differ at first.
BETA = 8 * SIGMA
# How much people may change from game to game: hardly.
TAU = SIGMA / 100
STEPS = 200

# So many games are rated in one transaction.
AT_ONCE = 100
FIRST = datetime.min.replace(tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)

_since, _until = (bindparam(name, type_=UtcDateTime()) for name in ("since", "until"))
DUE: AnySelect = select(ratings_due.c.since).where(of_club(ratings_due)).limit(1)
CLUBS_DUE = select(ratings_due.c.club).distinct()
TAKE_DUE = delete(ratings_due).where(of_club(ratings_due)).returning(ratings_due.c.since)
# When the first game began that is left to the next transaction.
UNTIL = (
    select(games.c.started_at)
    .where(of_club(games), games.c.started_at > _since)
    .order_by(games.c.started_at)
    .limit(1)
    .offset(AT_ONCE)
)
_MEANWHILE = (of_club(games), games.c.started_at >= _since, games.c.started_at < _until)
GO_BACK = delete(ratings).where(
    of_club(ratings), ratings.c.game.in_(select(games.c.id).where(*_MEANWHILE))
)
# By person, so that sums come out the same every time.
FINISHES = (
    select(
        games.c.id,
        games.c.kind,
        games.c.started_at,
        results.c.person,
        results.c.place,
        results.c.side,
        results.c.won,
    )
    .join(results, refers(results.c.game, games))
    .where(*_MEANWHILE, games.c.over, games.c.id.not_in(DELETED), results.c.finished)
    .order_by(games.c.started_at, games.c.id, results.c.person)
)
_OF_PERSON = select(ratings).where(
    of_club(ratings), ratings.c.person == bindparam("of_person"), ratings.c.started_at < _since
)
# The row of ratings that a result of a finished game has.
OF_RESULT = (
    (ratings.c.club == results.c.club)
    & (ratings.c.game == results.c.game)
    & (ratings.c.person == results.c.person)
)
# By the index of results, which has all kinds of games in their order.
BEFORE = (
    _OF_PERSON.join(results, OF_RESULT)
    .where(
        of_club(results),
        results.c.person == bindparam("of_person"),
        results.c.started_at < _since,
    )
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(1)
)
BEFORE_IN_KIND = (
    _OF_PERSON.where(ratings.c.kind == bindparam("of_kind"))
    .order_by(ratings.c.started_at.desc(), ratings.c.game.desc())
    .limit(1)
)


class Rating(NamedTuple):
    """How well somebody plays, as far as finished games can tell."""

    mu: float = MU
    sigma: float = SIGMA


NOTHING_PLAYED: Row = {**Rating()._asdict(), "games": 0, "streak": 0}


class Finish(NamedTuple):
    """The place of somebody's side; who plays alone is a side."""

    place: int
    side: int


def mark_due(connection: Connection, club: str, since: datetime) -> None:
    """Note that the games that began since then have to be rated, or rated again."""
    upsert(connection, ratings_due, [{"club": club, "since": since}])


def rate_due(database: Database, club: str) -> None:
    """Rate the games of which it is due; where nothing can be written now, the next one does."""
    with suppress(Unavailable):
        due = iter(partial(database.first, DUE, {"of_club": club}), None)
        for _ in progress(due, f"Rating {AT_ONCE} games a step"):
            with database.writing(wait=0) as connection:
                lock_name(connection, f"ratings {club}")
                _rate_some(connection, club)


def rate_all_due(database: Database) -> None:
    """Rate the games of all clubs of which it is due."""
    for row in database.rows(CLUBS_DUE, {}):
        rate_due(database, row.club)


def are_rated(connection: Connection, club: str) -> bool:
    """Whether the ratings of a club are those of its finished games, or are due."""
    here = {"of_club": club, "since": FIRST, "until": LAST}
    if connection.execute(DUE, here).first() is not None:
        return True
    kept = connection.execute(select(ratings).where(of_club(ratings)), here).mappings()
    by_key = {(row["game"], row["person"]): dict(row) for row in kept}
    made = rate(connection.execute(FINISHES, here), lambda person, kind: None)
    return by_key == {(row["game"], row["person"]): {"club": club, **row} for row in made}


def _rate_some(connection: Connection, club: str) -> None:
    """Rate the games of which it is due, or as many as one transaction should."""
    due = connection.scalars(TAKE_DUE, {"of_club": club}).all()
    if not due:
        return
    here = {"of_club": club, "since": min(due)}
    until = connection.scalar(UNTIL, here)
    if until is not None:
        mark_due(connection, club, until)
    here["until"] = until or LAST
    connection.execute(GO_BACK, here)

    def stood(person: str, kind: str | None) -> Row | None:
        query = BEFORE if kind is None else BEFORE_IN_KIND
        found = connection.execute(query, {**here, "of_person": person, "of_kind": kind})
        return next((dict(row) for row in found.mappings()), None)

    rows = [{"club": club, **row} for row in rate(connection.execute(FINISHES, here), stood)]
    if rows:
        connection.execute(insert(ratings), rows)


def rate(
    finishes: Iterable[AnyRow], stood: Callable[[str, str | None], Row | None]
) -> Iterator[Row]:
    """The rows of ratings of these finishes, with what asks how somebody stood before the first.

    That is in a kind of game, or in any, and None where nothing was finished.
    """
    known: dict[tuple[str, str | None], Row] = {}

    def before(person: str, kind: str | None) -> Row:
        if (person, kind) not in known:
            known[person, kind] = stood(person, kind) or NOTHING_PLAYED
        return known[person, kind]

    for (game, kind, began), of_game in groupby(finishes, lambda row: row[:3]):
        ended = {row.person: row for row in of_game}
        after = [Rating(was["mu"], was["sigma"]) for was in (before(one, kind) for one in ended)]
        # A book may name one person in all seats, who cannot be compared with anybody.
        if len({row.side for row in ended.values()}) > 1:
            after = rate_game(after, [Finish(row.place, row.side) for row in ended.values()])
        for (person, row), rating in zip(ended.items(), after, strict=True):
            played, streak = before(person, kind)["games"], before(person, None)["streak"]
            stands = {"games": played + 1, "streak": streak + 1 if row.won else 0}
            stands |= {"game": game, "person": person, "kind": kind, "started_at": began}
            known[person, kind] = known[person, None] = {**stands, **rating._asdict()}
            yield known[person, kind]


@cache
def _model() -> ThurstoneMostellerFull:
    from openskill.models import ThurstoneMostellerFull

    return ThurstoneMostellerFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


def rate_game(before: Sequence[Rating], finishes: Sequence[Finish]) -> list[Rating]:
    """The ratings after a game that ended like this for these people, on two sides or more."""
    sides: dict[int, list[int]] = {}
    for at, finish in enumerate(finishes):
        sides.setdefault(finish.side, []).append(at)
    teams = [[_model().create_rating(list(before[at])) for at in side] for side in sides.values()]
    ranks = [float(finishes[side[0]].place) for side in sides.values()]
    after = list(before)
    for side, team in zip(sides.values(), _model().rate(teams, ranks=ranks), strict=True):
        for at, rated in zip(side, team, strict=True):
            after[at] = Rating(rated.mu, rated.sigma)
    return after


def chances(ratings: Sequence[Rating]) -> tuple[float, ...]:
    """How likely each of these people is to win one game that all of them sit down to.

    Everybody's game is a number from a normal distribution, and the highest wins: the integral
    over what the winner has, summed in even steps, so that it comes out the same every time.
    """
    plays = [NormalDist(rating.mu, math.hypot(rating.sigma, BETA)) for rating in ratings]
    widest = max(play.stdev for play in plays)
    least = min(play.mean for play in plays) - 4 * widest
    most = max(play.mean for play in plays) + 4 * widest
    won = [0.0] * len(plays)
    for step in range(STEPS + 1):
        level = least + (most - least) * step / STEPS
        below = [play.cdf(level) for play in plays]
        for at, play in enumerate(plays):
            won[at] += play.pdf(level) * math.prod(below[:at] + below[at + 1 :])
    return tuple(part / sum(won) for part in won)

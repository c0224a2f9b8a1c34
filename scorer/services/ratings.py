"""Ratings: how well people play each kind of game, by the games that they finished.

Ratings are openskill's, of its Thurstone-Mosteller model with full pairing, which asks for nothing
but the places. BETA is the luck with which chances foretell winners best
(`tests/benchmarks/test_ratings.py`); openskill's own value sees strength in mere luck.

Games are rated in the order in which they were last played. The ratings after the newest one are
kept, with a digest of the games that they rest on. Whoever reads them adds the games that were
finished since, or rates all of them again where the digest says that an older one has changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import groupby
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, select

from scorer.storage.database import Database
from scorer.storage.results import DELETED, upsert
from scorer.storage.schema import AnyRow, games, of_club, players, ratings, refers, results
from scorer.storage.stored_json import dump_json, load_json
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

_COUNTED = (of_club(games), games.c.over, games.c.id.not_in(DELETED))
GAMES = (
    select(games.c.id, games.c.version, games.c.last_at)
    .where(*_COUNTED)
    .order_by(games.c.last_at, games.c.id)
)
# By person, so that sums come out the same every time.
FINISHES = (
    select(games.c.id, games.c.kind, results.c.person, results.c.place, results.c.side)
    .join(results, refers(results.c.game, games))
    .where(*_COUNTED, results.c.finished, games.c.last_at >= bindparam("since"))
    .order_by(games.c.last_at, games.c.id, results.c.person)
)
MERGED = (
    select(players.c.id, players.c.person)
    .where(of_club(players), players.c.id != players.c.person)
    .order_by(players.c.id)
)
KEPT = select(ratings).where(of_club(ratings))


class Rating(NamedTuple):
    """How well somebody plays, as far as finished games can tell."""

    mu: float = MU
    sigma: float = SIGMA


class Finish(NamedTuple):
    """The place of somebody's side; who plays alone is a side."""

    place: int
    side: int


# By kind of game and person.
Ratings: TypeAlias = dict[str, dict[str, Rating]]


def read_ratings(database: Database, club: str) -> Ratings:
    """Everybody's rating in each kind of game, kept for the next time where it is new."""
    with database.reading() as connection:
        merged = connection.execute(MERGED, {"of_club": club}).all()
        played = connection.execute(GAMES, {"of_club": club}).all()
        rated, kept = _kept(connection, club, merged, played)
        found = _rate(connection, club, played[rated:], kept)
    if rated < len(played):
        row = {"games": len(played), "digest": _digest(merged, played), "state": dump_json(found)}
        # Where nothing can be written just now, the next reader works it out again.
        with suppress(Unavailable), database.writing(wait=0) as connection:
            upsert(connection, ratings, [{"club": club, **row}])
    return found


def _kept(
    connection: Connection, club: str, merged: Sequence[AnyRow], played: Sequence[AnyRow]
) -> tuple[int, Ratings]:
    row = connection.execute(KEPT, {"of_club": club}).first()
    if row is None or row.digest != _digest(merged, played[: row.games]):
        return 0, {}
    return row.games, {
        kind: {person: Rating(*numbers) for person, numbers in of_kind.items()}
        for kind, of_kind in load_json(row.state).items()
    }


def _digest(merged: Sequence[AnyRow], played: Sequence[AnyRow]) -> str:
    """A digest of who is whom, and of the books of these games, each in its version."""
    basis = "".join(f"{row[0]} {row[1]}\n" for row in (*merged, *played))
    return sha256(basis.encode()).hexdigest()


def _rate(connection: Connection, club: str, played: Sequence[AnyRow], found: Ratings) -> Ratings:
    if not played:
        return found
    ids = {game.id for game in played}
    rows = connection.execute(FINISHES, {"of_club": club, "since": played[0].last_at})
    for (game, kind), of_game in groupby(rows, key=lambda row: (row.id, row.kind)):
        finishes = {row.person: Finish(row.place, row.side) for row in of_game}
        # A book may name one person in all seats, who cannot be compared with anybody.
        if game in ids and len({finish.side for finish in finishes.values()}) > 1:
            of_kind = found.setdefault(kind, {})
            before = [of_kind.get(person, Rating()) for person in finishes]
            after = rate_game(before, list(finishes.values()))
            of_kind.update(zip(finishes, after, strict=True))
    return found


@cache
def _model() -> ThurstoneMostellerFull:
    from openskill.models import ThurstoneMostellerFull

    return ThurstoneMostellerFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


def rate_game(before: Sequence[Rating], finishes: Sequence[Finish]) -> tuple[Rating, ...]:
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
    return tuple(after)


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

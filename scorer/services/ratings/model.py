"""The model behind the ratings: what a game says about how well people play.

Ratings are openskill's, of its Thurstone-Mosteller model with full pairing: made for games of
many players, of which only the places are asked. What is ours is how much luck it expects.
Measured on clubs that exist on paper only (`tests/benchmarks/test_ratings.py`: 24 clubs of four
to nine people, 120 games each, for people who are all alike, differ a little, or by much): the
chances foretell the winner better than "everybody the same" by so many thousandths of a nat.

    luck (BETA / SIGMA)      0.5      2      4      6      8     12
    all alike               -542    -67    -34    -17     -8     -2    what believing costs
    a little better         -645    -16     15     27     29     25
    better                  -454    122    144    146    135    102

openskill's own 0.5 sees strength in mere luck. Plackett-Luce and Bradley-Terry do as well at
their best, within a tenth, and no better; so does the chance read from the average of all
pairs (openskill's `predict_win`), but it can never say more than 50 % at a table of four.

Partners play one game between them, so a side plays as well as its members do on average, and
luck is to a side what it is to somebody alone. (openskill adds its members up: three against two
would be expected to win.) What a game says of a side is said of each member as far as he is
uncertain, by the rule for normal distributions of which only the mean was seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import ThurstoneMostellerFull

MU = 25.0
SIGMA = MU / 3
# How much a single game is a matter of luck: eight times as much as people differ at first.
BETA = 8 * SIGMA
# How much people may change from game to game: hardly.
TAU = SIGMA / 100
STEPS = 200


@dataclass(frozen=True)
class Rating:
    """How well somebody plays, as far as finished games can tell: how many, and how many won."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    wins: int = 0


@dataclass(frozen=True)
class Finish:
    """How a game ended for somebody on this side: level places are the same, though one has won.

    Who plays alone is a side.
    """

    place: int
    won: bool
    side: int


@cache
def _model() -> ThurstoneMostellerFull:
    from openskill.models import ThurstoneMostellerFull

    # How much people may change is added here, once for each of them and not for a side.
    return ThurstoneMostellerFull(mu=MU, sigma=SIGMA, beta=BETA, tau=0)


def rate_game(before: Sequence[Rating], finishes: Sequence[Finish]) -> tuple[Rating, ...]:
    """The ratings after a game that ended like this for these people, on two sides or more."""
    model = _model()
    sides: dict[int, list[int]] = {}
    for at, finish in enumerate(finishes):
        sides.setdefault(finish.side, []).append(at)
    variances = [rating.sigma * rating.sigma + TAU * TAU for rating in before]
    teams = [
        model.create_rating(
            [
                sum(before[at].mu for at in members) / len(members),
                math.sqrt(sum(variances[at] for at in members)) / len(members),
            ]
        )
        for members in sides.values()
    ]
    ranks = [float(finishes[members[0]].place) for members in sides.values()]
    rated = model.rate([[team] for team in teams], ranks=ranks)
    after = list(before)
    for members, team, (now,) in zip(sides.values(), teams, rated, strict=True):
        variance = sum(variances[at] for at in members)
        left = (now.sigma / team.sigma) ** 2
        for at in members:
            share = variances[at] / variance
            after[at] = Rating(
                mu=before[at].mu + len(members) * share * (now.mu - team.mu),
                sigma=math.sqrt(variances[at] * (1 - share * (1 - left))),
                games=before[at].games + 1,
                wins=before[at].wins + finishes[at].won,
            )
    return tuple(after)


def chances(ratings: Sequence[Rating]) -> tuple[float, ...]:
    """How likely each of these people is to win one game that all of them sit down to.

    Everybody's game is a number from a normal distribution, and the highest wins: the integral
    over what the winner has, summed in even steps, so that it comes out the same every time.
    """
    spread = [math.hypot(rating.sigma, BETA) for rating in ratings]
    least = min(rating.mu for rating in ratings) - 4 * max(spread)
    most = max(rating.mu for rating in ratings) + 4 * max(spread)
    won = [0.0] * len(ratings)
    for step in range(STEPS + 1):
        level = least + (most - least) * step / STEPS
        far = [(level - rating.mu) / wide for rating, wide in zip(ratings, spread, strict=True)]
        below = [math.erfc(-distance / math.sqrt(2)) / 2 for distance in far]
        for at, (distance, wide) in enumerate(zip(far, spread, strict=True)):
            others = math.prod(below[:at] + below[at + 1 :])
            won[at] += math.exp(-distance * distance / 2) / wide * others
    return tuple(part / sum(won) for part in won)


def percents(shares: Sequence[float]) -> tuple[int, ...]:
    """Whole percents that sum to 100: what is missing goes by largest remainder."""
    exact = [100 * share / sum(shares) for share in shares]
    whole = [math.floor(percent) for percent in exact]
    order = sorted(range(len(exact)), key=lambda at: (whole[at] - exact[at], at))
    for at in order[: 100 - sum(whole)]:
        whole[at] += 1
    return tuple(whole)

"""Whether a result is more than luck: it is off by so much once in a hundred times at most."""

from math import sqrt
from statistics import NormalDist

# Below so many deals all is mostly luck.
ENOUGH_DEALS = 25
ONCE_IN = 100


def is_beyond_luck(off: float, spread: float, among: int = 1) -> bool:
    """Whether something is further from what luck makes of it than luck would hardly be.

    `spread` is the standard deviation of luck, and `among` how many comparisons are made side by
    side: luck is as far off in any of them less than once in a hundred times. Half of one is
    taken off, since deals come whole.
    """
    deviations = NormalDist().inv_cdf(1 - 1 / (2 * ONCE_IN * among))
    return off - 0.5 > deviations * spread


def is_better_by_more_than_luck(better: int, worse: int, among: int = 1) -> bool:
    """The same of deals that were better or worse, as a coin would fall; level ones say nothing."""
    return is_beyond_luck(abs(better - worse) / 2, sqrt(better + worse) / 2, among)

"""Whether a result is more than luck: it is off by so much once in a hundred times at most."""

from math import sqrt
from statistics import NormalDist

# Below so many deals all is mostly luck.
ENOUGH_DEALS = 25
ONCE_IN = 100


def is_better_by_more_than_luck(better: int, worse: int, among: int = 1) -> bool:
    """Whether deals were better or worse more often than a coin would hardly fall.

    Level ones say nothing. `among` is how many comparisons are made side by side: luck is as far
    off in any of them less than once in a hundred times. Half of one is taken off, since deals come
    whole.
    """
    deviations = NormalDist().inv_cdf(1 - 1 / (2 * ONCE_IN * among))
    return abs(better - worse) / 2 - 0.5 > deviations * sqrt(better + worse) / 2

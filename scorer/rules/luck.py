"""Luck: could a coin have done the same? An exact sign test, in whole numbers."""

from __future__ import annotations

# Below so many deals nothing is said but that it is mostly luck.
ENOUGH_DEALS = 25
# A page compares somebody with twenty others: once in twenty would often be mere chance.
ONCE_IN = 100
# The square of how many standard deviations that is, on both sides: 2.5758.
SQUARE_THOUSANDTHS = 6635
EXACT_UP_TO = 500


def is_beyond_luck(better: int, worse: int) -> bool:
    """Whether a fair coin would be as one-sided as this less than once in a hundred times.

    Level deals say nothing either way and are left out by the caller. Exact for up to 500
    deals; beyond, the bell curve is as good.
    """
    deals, fewer = better + worse, min(better, worse)
    if deals > EXACT_UP_TO:
        beyond_half = abs(better - worse) - 1
        return 1000 * beyond_half * beyond_half > SQUARE_THOUSANDTHS * deals
    ways, as_one_sided = 1, 0
    for heads in range(fewer + 1):
        as_one_sided += ways
        ways = ways * (deals - heads) // (heads + 1)
    return bool(2 * as_one_sided * ONCE_IN < 2**deals)

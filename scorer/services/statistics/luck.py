"""An exact sign test in integers, to compare a result with chance."""

# Below so many deals all is mostly luck.
ENOUGH_DEALS = 25
ONCE_IN = 100
# The square of how many standard deviations that is, in thousandths: 2.5758 for one comparison,
# and more for one of two, of three and so on, so that all together stay at once in a hundred.
CHI_SQUARES = (6635, 7879, 8615, 9141, 9550, 9885, 10169, 10415, 10633, 10828, 11004, 11165)
MAX_AMONG = len(CHI_SQUARES)
EXACT_UP_TO = 500


def is_beyond_luck(better: int, worse: int, among: int = 1) -> bool:
    """Whether a fair coin would be as one-sided as this less than once in a hundred times.

    `among` is how many comparisons are made side by side: fair coins are as one-sided as this
    in any of them less than once in a hundred times. Level deals say nothing either way and are
    left out by the caller. Exact for up to 500 deals; beyond, the bell curve is as good.
    """
    deals, fewer = better + worse, min(better, worse)
    if deals > EXACT_UP_TO:
        beyond_half = abs(better - worse) - 1
        return 1000 * beyond_half * beyond_half > CHI_SQUARES[among - 1] * deals
    ways, as_one_sided = 1, 0
    for heads in range(fewer + 1):
        as_one_sided += ways
        ways = ways * (deals - heads) // (heads + 1)
    return bool(2 * as_one_sided * ONCE_IN * among < 2**deals)

"""When a difference is more than luck."""

from math import comb

import pytest

from scorer.services.statistics.significance import is_better_by_more_than_luck


@pytest.mark.parametrize(
    ("better", "worse", "beyond"),
    [(0, 0, False), (0, 12, True), (12, 0, True), (15, 10, False), (30, 10, True)],
)
def test_a_difference_is_more_than_luck_once_a_coin_would_hardly_do_it(better, worse, beyond):
    assert is_better_by_more_than_luck(better, worse) is beyond


@pytest.mark.parametrize("among", [1, 12])
@pytest.mark.parametrize("deals", [25, 60, 333, 1000])
def test_it_says_what_an_exact_count_of_a_tossed_coin_says(deals, among):
    """But for a single deal at the edge, where the bell curve and the coin part."""
    exactly, found, ways = 0, 0, 0
    for fewer in range(deals // 2 + 1):
        ways += comb(deals, fewer)
        exactly += 2 * ways * 100 * among < 2**deals
        found += is_better_by_more_than_luck(fewer, deals - fewer, among)
    assert abs(found - exactly) <= 1

"""When a difference is more than luck."""

from itertools import accumulate
from math import comb

import pytest

from scorer.services.statistics.luck import is_beyond_luck


@pytest.mark.parametrize(
    ("better", "worse", "beyond"),
    [(0, 0, False), (7, 0, False), (8, 0, True), (0, 8, True), (15, 10, False), (30, 10, True)],
)
def test_a_difference_is_more_than_luck_once_a_coin_would_hardly_do_it(better, worse, beyond):
    assert is_beyond_luck(better, worse) is beyond


def as_one_sided(deals):
    """In how many of 2 ** deals cases a coin is as one-sided as each number of fewer heads."""
    return [2 * ways for ways in accumulate(comb(deals, heads) for heads in range(deals // 2 + 1))]


@pytest.mark.parametrize("deals", [1, 10, 25, 60, 333, 500])
def test_the_coin_is_tossed_exactly(deals):
    for fewer, cases in enumerate(as_one_sided(deals)):
        assert is_beyond_luck(fewer, deals - fewer) == (100 * cases < 2**deals)
        assert is_beyond_luck(fewer, deals - fewer, 11) == (1100 * cases < 2**deals)


@pytest.mark.parametrize("among", [1, 12])
@pytest.mark.parametrize("deals", [501, 1000, 3000])
def test_the_bell_curve_goes_on_where_the_coin_stops(deals, among):
    exactly = sum(100 * among * cases < 2**deals for cases in as_one_sided(deals))
    found = sum(is_beyond_luck(fewer, deals - fewer, among) for fewer in range(deals // 2 + 1))
    assert abs(found - exactly) <= 1


def test_millions_of_deals_take_no_time():
    assert is_beyond_luck(2_000_000, 3_000_000)

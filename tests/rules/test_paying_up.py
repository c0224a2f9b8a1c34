"""Paying up: never a counter or a penny off, never a payment more than needed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.paying_up import MOST_EXACT, in_money, is_exact, payments_that_settle


def balances(least, most, largest=30):
    """What people won and lost; the last one makes the sum zero."""
    amounts = st.lists(st.integers(-largest, largest), min_size=least - 1, max_size=most - 1)
    return amounts.map(lambda some: [*some, -sum(some)])


def fewest(left):
    """The smallest number of payments, by trying everything."""
    left = [one for one in left if one]
    if not left:
        return 0
    first, rest = left[0], left[1:]
    tries = []
    for at, other in enumerate(rest):
        if (first < 0) != (other < 0):
            tries.append(1 + fewest([*rest[:at], other + first, *rest[at + 1 :]]))
    return min(tries)


def paid(amounts):
    left = list(amounts)
    for payment in payments_that_settle(amounts):
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return left


@given(balances(2, 14))
def test_after_the_payments_everybody_is_even(amounts):
    assert not any(paid(amounts))


@given(balances(2, 8, largest=6))
def test_there_are_never_more_payments_than_needed(amounts):
    assert len(payments_that_settle(amounts)) == fewest(amounts)


@given(balances(13, 30))
def test_beyond_twelve_there_is_at_most_one_payment_fewer_than_people(amounts):
    people = sum(1 for one in amounts if one)
    assert len(payments_that_settle(amounts)) <= max(people - 1, 0)
    assert is_exact(amounts) == (people <= MOST_EXACT)


@given(balances(2, 10))
def test_the_plan_is_a_function_of_the_balances(amounts):
    assert payments_that_settle(amounts) == payments_that_settle(list(amounts))


def test_balances_that_do_not_sum_to_zero_are_refused():
    with pytest.raises(ValueError, match="lost"):
        payments_that_settle([1, 2])


@given(balances(2, 12, largest=300), st.integers(1, 9), st.integers(1, 9))
def test_money_sums_to_zero_and_is_never_a_whole_coin_off(nets, counters, pays):
    worth = in_money(nets, {"counters": counters, "pays": pays})
    assert sum(worth) == 0
    for net, coins in zip(nets, worth, strict=True):
        assert abs(coins * counters - net * pays) < counters


def test_a_penny_that_cannot_be_divided_goes_by_largest_remainder():
    assert in_money([3, -1, -1, -1], {"counters": 2, "pays": 1}) == (2, 0, -1, -1)

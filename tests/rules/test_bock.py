"""Bock rounds: which deals count how many times as much."""

from types import SimpleNamespace

import pytest

from scorer.rules.asks import Facts
from scorer.rules.bock import marks_of_bock, multiplied, shown_of_bock, times_of
from scorer.rules.table import Table
from scorer.rules.types import Carry, Line


def table_of(rule, players=4):
    order = tuple(range(players))
    return Table(order, 0, SimpleNamespace(bock=rule), None, order)


def counted(rule, *deals, players=4):
    """How many times as much each deal counts, by which of them begin a round."""
    table, carry, times = table_of(rule, players), Carry(()), []
    for begins in deals:
        times.append(times_of(table, carry))
        carry = Carry((), marks=marks_of_bock(Facts({"bock": begins}), table, carry))
    return times


NO, YES = False, True


@pytest.mark.parametrize(
    ("rule", "deals", "times"),
    [
        ("queue", [YES, NO, NO, NO, NO, NO], [1, 2, 2, 2, 2, 1]),
        ("queue", [YES, YES, *[NO] * 8], [1, *[2] * 8, 1]),
        ("stack", [YES, YES, *[NO] * 5], [1, 2, 4, 4, 4, 2, 1]),
        # A fourth round waits until the first is over.
        ("stack", [YES, YES, YES, YES, *[NO] * 6], [1, 2, 4, 8, 8, 8, 4, 2, 2, 1]),
    ],
)
def test_a_round_doubles_as_many_deals_as_people_sit_there(rule, deals, times):
    assert counted(rule, *deals) == times
    assert counted(rule, YES, *[NO] * 7, players=6) == [1, *[2] * 6, 1]


def test_the_sheet_says_how_much_the_next_deal_counts_and_how_many_are_left():
    table = table_of("stack")
    assert shown_of_bock(table, Carry(())) == ()
    [shown] = shown_of_bock(table, Carry((), marks={"bock": [1, 2, 4, 4]}))
    assert shown.numbers == {"times": 8, "deals": 5}
    [shown] = shown_of_bock(table_of("queue"), Carry((), marks={"bock": [1, 4]}))
    assert shown.numbers == {"times": 2, "deals": 5}


def test_each_side_has_so_many_times_as_much():
    lines = Line(0, 3, "won"), Line(1, -3, "lost"), Line(0, -1, "fox"), Line(1, 1, "fox")
    assert [(line.side, line.points) for line in multiplied(lines, 4)] == [(0, 6), (1, -6)]
    assert multiplied(lines, 1) == ()

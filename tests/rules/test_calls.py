"""Several seats may call a premium; one call counts, and opens one bid."""

import pytest

from scorer.rules.entries import Answer, Entry, Sitter, Withdraw
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start

PLAYERS = tuple(Sitter(f"player-{seat}", name) for seat, name in enumerate("Ann Ben Cat".split()))


def sheet(*bodies, dealer=0):
    start = Start("ninety-nine", PLAYERS, first_dealer=dealer)
    entries = [
        Entry(number, f"e{number}", body, number - 1, stored=True)
        for number, body in enumerate(bodies, start=1)
    ]
    return read_sheet(start, entries)


def bid(seat, number):
    return Answer(None, "bids", seat, number)


def call(seat, premium):
    return Answer(None, "premiums", seat, premium)


def tricks(*taken):
    return [Answer(None, "tricks", seat, number) for seat, number in enumerate(taken)]


BIDS = (bid(0, 3), bid(1, 2), bid(2, 4))


@pytest.mark.parametrize("calls", [("declared", "revealed"), ("revealed", "declared")])
def test_revealing_beats_declaring_whoever_was_first(calls):
    noted = sheet(*BIDS, call(0, calls[0]), call(2, calls[1])).opening.noted
    seat = 2 * calls.index("revealed")
    assert noted["premiums"][seat] == "revealed"
    assert sum(one is not None for one in noted["premiums"]) == 1
    assert [at for at, one in enumerate(noted["bids"]) if one is not None] == [seat]


@pytest.mark.parametrize(("dealer", "counts"), [(0, 1), (1, 2), (2, 0)])
def test_of_equal_calls_that_nearest_to_the_dealers_left_counts(dealer, counts):
    every = [call(seat, "declared") for seat in (2, 0, 1)]
    noted = sheet(*BIDS, *every, dealer=dealer).opening.noted
    assert [at for at, one in enumerate(noted["premiums"]) if one] == [counts]


def test_a_call_that_was_beaten_counts_once_the_other_is_taken_back():
    calls = (*BIDS, call(0, "declared"), call(2, "revealed"))
    assert sheet(*calls, Withdraw("e5")).opening.noted["premiums"] == ("declared", None, None)


def test_the_deal_has_the_one_premium_that_counts():
    (deal,) = sheet(*BIDS, call(0, "declared"), call(1, "revealed"), *tricks(3, 2, 4)).deals
    assert deal.record["premiums"] == [None, "revealed", None]
    assert deal.scores == (13, 72, 14)


def test_with_two_players_both_may_declare():
    start = Start("ninety-nine", PLAYERS[:2])
    entries = [Entry(n + 1, f"e{n}", call(n, "declared"), n, stored=True) for n in range(2)]
    assert read_sheet(start, entries).opening.noted["premiums"] == ("declared", "declared")

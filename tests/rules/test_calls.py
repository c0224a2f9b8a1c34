"""Several seats may call a premium; one call counts, and opens one bid."""

import pytest

from scorer.rules.entries import Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.in_play import Answer, DealInPlay
from scorer.rules.score_deal import score_deal
from scorer.rules.start import Start

PLAYERS = tuple(Sitter(f"player-{seat}", name) for seat, name in enumerate("Ann Ben Cat".split()))


def in_play(*answers, dealer=0, players=3):
    """The deal in play with these answers, each by the phone of its seat."""
    start = Start("ninety-nine", PLAYERS[:players], first_dealer=dealer)
    rows = [Answer(ask, seat, value, f"phone-{seat}") for ask, seat, value in answers]
    return DealInPlay(read_sheet(start, ()), rows)


def call(seat, premium):
    return "premiums", seat, premium


BIDS = (("bids", 0, 3), ("bids", 1, 2), ("bids", 2, 4))


@pytest.mark.parametrize("calls", [("declared", "revealed"), ("revealed", "declared")])
def test_revealing_beats_declaring_whoever_was_first(calls):
    noted = in_play(*BIDS, call(0, calls[0]), call(2, calls[1])).noted()
    seat = 2 * calls.index("revealed")
    assert noted["premiums"][seat] == "revealed"
    assert sum(one is not None for one in noted["premiums"]) == 1
    assert [at for at, one in enumerate(noted["bids"]) if one is not None] == [seat]


@pytest.mark.parametrize(("dealer", "counts"), [(0, 1), (1, 2), (2, 0)])
def test_of_equal_calls_that_nearest_to_the_dealers_left_counts(dealer, counts):
    every = [call(seat, "declared") for seat in (2, 0, 1)]
    noted = in_play(*BIDS, *every, dealer=dealer).noted()
    assert [at for at, one in enumerate(noted["premiums"]) if one] == [counts]


def test_a_call_that_was_beaten_counts_once_the_other_is_cleared():
    deal = in_play(*BIDS, call(0, "declared"), call(2, "revealed"))
    assert deal.without([("premiums", 2)]).noted()["premiums"] == ("declared", None, None)


def test_the_deal_has_the_one_premium_that_counts():
    tricks = [("tricks", seat, taken) for seat, taken in enumerate((3, 2, 4))]
    deal = in_play(*BIDS, call(0, "declared"), call(1, "revealed"), *tricks)
    assert deal.facts()["premiums"] == [None, "revealed", None]
    scored = score_deal(deal.start, deal.facts(), deal.table, deal.sheet.carry)
    assert scored.carry.totals == (13, 72, 14)


def test_with_two_players_both_may_declare():
    noted = in_play(call(0, "declared"), call(1, "declared"), players=2).noted()
    assert noted["premiums"] == ("declared", "declared")

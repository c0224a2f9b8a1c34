"""Counters bought and lent: a loan is a debt, and a purchase wins nothing."""

import pytest

from scorer.commands.sheet_text import sheet_as_text
from scorer.rules.entries import Buy, CorrectDeal, End, Entry, Lend, changed_answers
from scorer.rules.feats import comeback
from scorer.rules.fold import read_sheet
from scorer.rules.sheet_json import sheet_as_json
from scorer.rules.types import Loan
from tests.rules.books import book_of
from tests.rules.test_counter_games import start_of, won_by

ANN, BEN, CAT, DAN = range(4)
# Nothing is dressed, so that numbers are easy to follow.
NO_POOLS = {"red_nine_pool": 0, "red_ace_pool": 0}


def sheet_of(*bodies, **rules):
    return read_sheet(start_of(**{**NO_POOLS, **rules}), book_of(*bodies))


def keys_of(moved):
    return [(line.key, line.side, line.points) for item in moved for line in item.lines]


def test_giving_back_more_than_was_owed_lends_the_rest():
    sheet = sheet_of(Lend(DAN, CAT, 10), Lend(CAT, DAN, 13))
    assert sheet.loans == (Loan(CAT, DAN, 3),)
    assert keys_of(sheet.since)[2:] == [
        ("gives_back", DAN, -10),
        ("is_given_back", CAT, 10),
        ("lends", DAN, -3),
        ("is_lent", CAT, 3),
    ]


@pytest.mark.parametrize("short", ["owe", "pay_what_you_have", "buy_in"])
def test_nobody_wins_by_a_loan_that_stands_at_the_end(short):
    deals = [won_by(0), won_by(1)]
    lent = sheet_of(Lend(DAN, CAT, 10), *deals, End("late"), short=short)
    never = sheet_of(*deals, End("late"), short=short)
    assert [(line.key, line.side, line.points) for line in lent.closing] == [
        ("gives_back", DAN, -10),
        ("is_given_back", CAT, 10),
    ]
    assert lent.settled == never.settled
    assert (lent.winners, lent.standing) == (never.winners, never.standing)


def test_a_loan_is_given_back_in_full():
    poor = {"counters": 4, "short": "pay_what_you_have"}
    sheet = sheet_of(Lend(DAN, CAT, 4), won_by(0, cards=8), End("late"), **poor)
    assert sheet.totals == (16, 0, 0, 0)
    assert sheet.settled == (16, 0, 4, -4)


@pytest.mark.parametrize(("held", "own"), [([8], 4), ([8, 8], 0)])
def test_the_dealing_is_levelled_with_counters_of_ones_own(held, own):
    rules = {"counters": 12, "red_nine_pool": 6, "short": "pay_what_you_have"}
    deals = [won_by(0, cards=cards) for cards in held]
    sheet = sheet_of(Lend(DAN, CAT, 12), *deals, End("late", "level_the_dealing"), **rules)
    # Dan was lent 12, and paid Ann 8 of 24, or 16: giving back 12 leaves him 4, or owing 4.
    paid = [(line.key, line.points) for line in sheet.closing if line.side == DAN]
    assert paid[:2] == [("gives_back", -12), ("levels_the_dealing_in_part", -own)]
    assert sum(sheet.settled) == 4 * 12


def test_whoever_plays_with_a_loan_is_not_in_front_by_it():
    sheet = sheet_of(won_by(0), Lend(DAN, CAT, 30))
    assert sheet.totals == (39, 35, 5, 65)
    assert sheet.standing.totals == (39, 35, 35, 35)
    assert sheet.standing.places == (1, 2, 2, 2)
    assert sheet.standing.sides == (ANN, BEN, CAT, DAN)


def test_the_standing_counts_the_dress_of_the_next_deal():
    sheet = sheet_of(won_by(0), red_nine_pool=6)
    assert sheet.opening.table.dealer == BEN
    assert sheet.standing.totals == (33, 29, 35, 35)
    assert (sheet.standing.sides, sheet.standing.places) == ((CAT, DAN, ANN, BEN), (3, 4, 1, 1))
    assert (sheet.standing.leaders, sheet.standing.lead) == ((CAT, DAN), 0)


def test_nobody_comes_back_from_behind_a_borrowed_lead():
    sheet = sheet_of(Lend(DAN, CAT, 30), won_by(1), won_by(0, cards=4), End("late"))
    assert sheet.winners == (ANN,)
    assert (found := comeback(sheet)) and found.number == 4


def test_what_a_seat_can_lend_is_what_the_dress_leaves():
    sheet = read_sheet(start_of(), [])
    assert [sheet.can_lend(seat) for seat in range(4)] == [27, 36, 36, 36]


@pytest.mark.parametrize("short", ["owe", "pay_what_you_have", "buy_in"])
def test_what_the_lender_had_is_judged_where_the_loan_stands(short):
    rules = {"counters": 12, "short": short, "red_nine_pool": 6, "red_ace_pool": 3}
    sheet = read_sheet(start_of(**rules), book_of(won_by(0), won_by(1)))
    assert sheet.can_lend(ANN, before="e2") == 12 - 9 + 3


def test_a_correction_may_leave_a_lender_with_less_than_he_lent():
    book = book_of(won_by(1), Lend(DAN, ANN, 35))
    wrong = Entry(3, "e3", CorrectDeal("e1", changed_answers(won_by(1), won_by(1, cards=10))))
    assert read_sheet(start_of(**NO_POOLS), [*book, wrong]).totals[ANN] == 36 - 10 - 35


def test_what_moved_is_printed_before_the_next_deal():
    text = sheet_as_text(sheet_of(won_by(0), Buy(BEN, 20)))
    assert text.endswith("Before deal 2\n  Ben +20: bought 20 counters")


def test_the_file_tells_what_moved_and_what_was_given_back():
    bodies = [Buy(BEN, 20), won_by(0), Lend(DAN, CAT, 10), End("late")]
    result = sheet_as_json(sheet_of(*bodies))
    assert [line["reason"] for line in result["deals"][0]["moved_before"]] == ["Bought 20 counters"]
    assert [line["key"] for line in result["moved_since"]] == ["lends", "is_lent"]
    assert [line["key"] for line in result["closing"]] == ["gives_back", "is_given_back"]

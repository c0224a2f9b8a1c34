"""Oxford Whist: the stock of trumps is counted down, whatever was noted, and when."""

import pytest

from scorer.rules.entries import CorrectStart, Sitter
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.fold import read_strictly
from scorer.rules.in_play import OF_DEAL, Answer, DealInPlay
from scorer.rules.start import Start
from tests.rules.books import book_of

DEAL = {"bids": [3, 4, 2], "tricks": [3, 2, 4]}
PEOPLE = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat"))


def sheet_of(*bodies, **house_rules):
    return read_strictly(Start("oxford-whist", PEOPLE, house_rules=house_rules), book_of(*bodies))


def turned(suits):
    """A deal for each of these trumps; "-" where nobody noted it."""
    return [{**DEAL, **({} if suit == "-" else {"trump": suit})} for suit in suits]


def shown(sheet):
    return {shown.key: shown.numbers for shown in sheet.opening.shows}


def test_the_stock_has_four_of_each_suit_and_is_counted_down():
    assert shown(sheet_of()) == {"stock": {"C": 4, "D": 4, "H": 4, "S": 4}}
    assert shown(sheet_of(*turned("CCH"))) == {"stock": {"C": 2, "D": 4, "H": 3, "S": 4}}


def test_trumps_that_nobody_noted_are_told_beside_the_stock():
    sheet = sheet_of(*turned("C-H-"), {"void": True})
    assert shown(sheet) == {"stock": {"C": 3, "D": 4, "H": 3, "S": 4}, "not_noted": {"deals": 2}}


def in_play(deals, *trumps):
    """The deal in play after these deals, with the trump that was noted last, if any."""
    rows = [Answer("trump", OF_DEAL, trump, "phone") for trump in trumps]
    return DealInPlay(sheet_of(*deals), rows)


def test_a_trump_noted_in_play_has_left_the_stock():
    deals = turned("CC")
    for noted, left in ((["C"], 1), (["H"], 2), ([], 2)):
        assert shown(in_play(deals, *noted).on_sheet())["stock"]["C"] == left
    played = sheet_of(*deals, *turned("C"))
    assert shown(played)["stock"] == {"C": 1, "D": 4, "H": 4, "S": 4}


def test_a_suit_is_trump_four_times_and_no_fifth():
    deals = turned("CCCC")
    with pytest.raises(ImpossibleDeal) as noted:
        in_play(deals).check(Answer("trump", OF_DEAL, "C", "phone"))
    with pytest.raises(ImpossibleDeal) as played:
        sheet_of(*deals, *turned("C"))
    for fault in (noted, played):
        assert fault.value.code == "suit_used_up"
        assert fault.value.message == (
            "Clubs were trumps four times already: the stock has no more"
        )


def test_with_twenty_deals_nothing_is_counted():
    sheet = sheet_of(*turned("C" * 19), deals=20)
    assert (sheet.opening.shows, sheet.left) == ((), 1)
    assert sheet_of(*turned("C" * 20), deals=20).over
    with pytest.raises(ImpossibleDeal):
        sheet_of(*turned("C" * 5), CorrectStart(house_rules={"deals": 16}), deals=20)


def test_sixteen_deals_use_up_the_stock():
    sheet = sheet_of(*turned("CDHS" * 4))
    assert (sheet.over, sheet.played) == (True, 16)
    dealers = [deal.table.dealer for deal in sheet.deals]
    assert [dealers.count(seat) for seat in range(3)] == [6, 5, 5]
    assert len(sheet.winners) == 1
    assert sheet.totals == (16 * 13, 16 * 2, 16 * 4)


@pytest.mark.parametrize(
    ("exact", "scores"),
    [("tricks_plus_ten", (13, 2, 4)), ("ten_only", (10, 0, 0)), ("ten_or_tricks", (10, 2, 4))],
)
def test_an_exact_bid_scores_as_the_table_agreed(exact, scores):
    assert sheet_of(DEAL, exact=exact).totals == scores

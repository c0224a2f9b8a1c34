"""A game in which each deal asks its own: by its number, what is carried, and what is answered."""

import pytest

from scorer.rules.entries import ChangeTable, CorrectDeal, Deal, Join, Sitter, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.in_play import OF_DEAL, Answer, DealInPlay
from scorer.rules.start import Start
from tests.made_up_game import OF_BIDS
from tests.rules.books import book_of, write

pytestmark = pytest.mark.usefixtures("made_up_game")

VOID = {"void": True}
# Ann, Ben and Cat are dealt 1, 2, 3, 4, 3, 2 and 1.
ONE = {"bids": [0, 1, 1], "tricks": [0, 1, 0]}
TWO = {"bids": [2, 1, 1], "tricks": [1, 1, 0]}
THREE = {"bids": [0, 1, 1], "tricks": [0, 1, 2]}


def start(players=3, **house_rules):
    names = ("Ann", "Ben", "Cat", "Dan")[:players]
    sitters = tuple(Sitter(name.lower(), name) for name in names)
    return Start(OF_BIDS, sitters, house_rules=house_rules)


def refused(*bodies, **house_rules):
    """The code, deal and seat with which the newest entry is refused."""
    with pytest.raises(Refused) as fault:
        write(start(**house_rules), book_of(*bodies))
    return fault.value.code, fault.value.deal, fault.value.seat


def in_play(*answers, deals=(ONE,), **house_rules):
    """The second deal, with answers as (ask, place, value); Ben deals."""
    rows = [Answer(ask, place, value, f"phone-{place}") for ask, place, value in answers]
    return DealInPlay(read_sheet(start(**house_rules), book_of(*deals)), rows)


def test_a_deal_has_as_many_cards_as_its_number_says():
    sheet = write(start(), book_of(ONE, TWO, VOID, THREE, VOID))
    assert [deal.table.played for deal in sheet.deals] == [0, 1, 2, 2, 3]
    assert sheet.totals == (21, 33, 2)
    assert refused(ONE, ONE) == ("tricks_add_up", 2, None)
    assert refused(TWO) == ("number_not_between", 1, 0)


def test_a_withdrawal_moves_the_hands_behind_it_where_they_fit():
    assert refused(ONE, TWO, Withdraw("e1"))[1] == 1
    assert refused(ONE, TWO, THREE, CorrectDeal("e2", VOID | dict.fromkeys(TWO)))[1] == 3
    # That of the newest is an undo, and a void deal never had a hand.
    assert write(start(), book_of(ONE, VOID, TWO, Withdraw("e3"))).played == 1
    assert write(start(), book_of(ONE, VOID, TWO, Withdraw("e2"))).played == 2
    assert refused(ONE, TWO, Deal(TWO, before="e2"))[1] == 3


def test_the_course_stays_where_the_table_changes():
    join = Join(3, Sitter("dan", "Dan"), 0)
    change = ChangeTable((0, 1, 2, 3), (join,), "e1")
    sheet = write(start(), book_of(ONE, change))
    assert (sheet.opening.table.asks[2].most, sheet.to_play) == (2, 7)
    # The dealer is named by the seat that he has on the sheet.
    gone = ChangeTable((1, 2, 3), (), "e2")
    sheet = write(start(), book_of(ONE, change, gone))
    assert (sheet.opening.table.dealer, sheet.opening.table.asks[2].last) == (1, 1)
    rags = DealInPlay(sheet, [Answer("bids", 3, 0, "dan")]).table.asks[4]
    assert rags.seats == (3,)


def test_what_a_deal_does_not_ask_has_no_place_in_its_record():
    assert refused(ONE, TWO | {"rags": [1, 0, 0]}) == ("no_answer_here", 2, 0)
    assert refused(ONE | {"pot": 5}) == ("no_answer_here", 1, None)
    assert refused(ONE, TWO | {"trump": "H", "called": [False, True, False]})[0] == "not_beside"
    none = {"rags": [None, 0, None], "called": [False] * 3, "trump": "H", "pot": None}
    nil = {"bids": [2, 0, 1], "tricks": [1, 1, 0]}
    sheet = write(start(), book_of(ONE, nil | none))
    assert sheet.deals[1].record == nil | {"trump": "H"}
    # One value that cannot be hides no other.
    asked = read_sheet(start(), book_of(ONE, nil | {"bids": [99, 0, "x"]})).deals[1]
    assert asked.fault.code == "number_not_between"


def test_a_phone_answers_what_its_deal_asks():
    with pytest.raises(Refused) as fault:
        in_play().check(Answer("rags", 0, 1, "ann"))
    assert (fault.value.code, fault.value.seat) == ("no_answer_here", 0)
    in_play(("bids", 0, 0)).check(Answer("rags", 0, 1, "ann"))
    # A call of any seat excludes the trump.
    for called in (False, True):
        noted = in_play(("trump", OF_DEAL, "H"), ("called", 2, called)).facts()
        assert ("trump" in noted) != called
    with pytest.raises(Refused) as fault:
        in_play(deals=()).check(Answer("pot", OF_DEAL, 5, "ann"))
    assert fault.value.code == "no_answer_here"


def test_the_dealer_bids_last_and_not_what_is_left():
    early = in_play(("bids", 2, 0))
    assert early.waiting_seats() == (0,)
    with pytest.raises(Refused) as fault:
        early.check(Answer("bids", 1, 0, "ben"))
    assert (fault.value.code, fault.value.seat) == ("others_first", 1)
    ready = in_play(("bids", 2, 0), ("bids", 0, 1))
    assert ready.waiting_seats() == (1,)
    with pytest.raises(Refused) as fault:
        ready.check(Answer("bids", 1, 1, "ben"))
    assert fault.value.code == "barred" and "Not 1" in fault.value.message
    ready.check(Answer("bids", 1, 2, "ben"))
    # Once the cards were played it was so.
    rows = [Answer("tricks", seat, tricks, "host") for seat, tricks in enumerate((1, 1, 0))]
    ready.put(*rows).check(Answer("bids", 1, 1, "host"))
    together = in_play(("bids", 2, 0), bids="together")
    together.check(Answer("bids", 1, 2, "ben"))


def test_bids_that_come_to_the_hand_are_only_remarked_on():
    all_of_it = {"bids": [1, 1, 0], "tricks": [1, 1, 0]}
    sheet = write(start(), book_of(ONE, all_of_it))
    assert [remark.key for remark in sheet.deals[1].remarks] == ["bids_come_to"]
    assert write(start(), book_of(ONE, TWO, CorrectDeal("e2", {"bids": [1, 1, 0]}))).played == 2
    assert not write(start(bids="together"), book_of(ONE, all_of_it)).deals[1].remarks

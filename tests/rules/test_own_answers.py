"""What each seat answers of itself: who is asked what, from the deal's first answer to its last."""

import pytest

from scorer.rules.entries import Answer, Entry, Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.own_answers import (
    asks_of_who_is_out,
    asks_to_correct,
    changeable,
    flags_of_deal,
    is_counted,
    own_asks,
    waited_for,
)
from scorer.rules.start import Start

ANN, BEN, CAT, DAN = range(4)
NAMES = ("Ann", "Ben", "Cat", "Dan")
SITTERS = tuple(Sitter(name, name) for name in NAMES)


class Play:
    """A game in which the first deal is answered one by one."""

    def __init__(self, variant, players=4, **rules):
        self.start = Start(variant, SITTERS[:players], house_rules=rules)
        self.entries = []

    def answer(self, key, seat, value):
        number = len(self.entries) + 1
        body = Answer(None, key, seat, value)
        self.entries.append(Entry(number, f"e{number}", body, number - 1, stored=True))
        return self

    @property
    def here(self):
        sheet = read_sheet(self.start, self.entries)
        assert sheet.opening is not None
        return sheet.start, sheet.opening

    @property
    def waits(self):
        return waited_for(*self.here)


def hand(points):
    return {"points": points, "red_nines": 0}


@pytest.mark.parametrize("variant", ["ninety-nine", "oxford-whist"])
def test_bids_are_asked_before_the_play_and_after_it_as_long_as_one_is_missing(variant):
    play = Play(variant, 3)
    key = own_asks(play.here[0])[0].key
    assert play.waits == (ANN, BEN, CAT)
    play.answer(key, BEN, 3)
    assert play.waits == (ANN, CAT)
    assert not is_counted(*play.here)
    for seat in (ANN, BEN, CAT):
        play.answer("tricks", seat, 3)
    assert play.waits == (ANN, CAT)
    play.answer(key, CAT, None)
    assert play.waits == (ANN,)


def test_where_all_is_public_or_nothing_is_held_no_seat_is_asked():
    sides = Play("nine-five")
    assert (own_asks(sides.here[0]), sides.waits) == ((), ())
    assert Play("pink-nines").waits == ()
    pays = Play("pink-nines", per_card=1)
    assert pays.answer("out", None, ANN).waits == (BEN, CAT, DAN)


def test_who_is_out_and_the_flags_beside_it_are_told_by_the_asks():
    start, _ = Play("red-nines").here
    assert [ask.key for ask in asks_of_who_is_out(start)] == ["out"]
    assert [ask.key for ask in flags_of_deal(start)] == ["on_red_nine"]
    start, _ = Play("ninety-nine", 3).here
    assert (asks_of_who_is_out(start), flags_of_deal(start)) == ((), ())
    start, _ = Play("nine-five").here
    assert (asks_of_who_is_out(start), flags_of_deal(start)) == ((), ())


def test_a_seat_is_asked_clockwise_in_the_order_of_the_table():
    play = Play("red-nines")
    play.start = Start("red-nines", SITTERS, order=(ANN, CAT, BEN, DAN))
    assert play.answer("out", None, ANN).waits == (CAT, BEN, DAN)


def test_a_hand_may_change_until_the_deal_is_there_and_be_corrected_then():
    play = Play("red-nines").answer("out", None, ANN).answer("hands", BEN, hand(7))
    assert changeable(*play.here, BEN) == (("hands", BEN),)
    play.answer("hands", CAT, hand(8)).answer("hands", DAN, hand(9))
    sheet = read_sheet(play.start, play.entries)
    keys = [
        [ask.key for ask in asks_to_correct(sheet.start, sheet.deals[0], seat)] for seat in range(4)
    ]
    assert keys == [[], ["hands"], ["hands"], ["hands"]]


def test_a_bid_is_nothing_to_correct_for_a_seat():
    play = Play("oxford-whist", 3)
    for seat, tricks in enumerate((2, 3, 4)):
        play.answer("bids", seat, 3).answer("tricks", seat, tricks)
    sheet = read_sheet(play.start, play.entries)
    assert asks_to_correct(sheet.start, sheet.deals[0], BEN) == ()

"""What carries from deal to deal where counters are paid."""

import pytest

from scorer.commands.sheet_text import sheet_as_text
from scorer.rules.counter_value import nets_of
from scorer.rules.counters import merge_lines
from scorer.rules.entries import End, Sitter
from scorer.rules.errors import BadRecord, ImpossibleDeal
from scorer.rules.fold import read_strictly
from scorer.rules.start import Start
from tests.rules.books import book_of

NAMES = ("Ann", "Ben", "Cat", "Dan")
ANN, BEN, CAT, DAN = range(4)


def start_of(variant="red-nines-1881", players=4, **house_rules):
    sitters = tuple(Sitter(str(seat), NAMES[seat]) for seat in range(players))
    return Start(variant, sitters, house_rules=house_rules)


def won_by(out, *, on_red_nine=False, swept_by=None, cards=1):
    hands = [[] if seat == out else {"cards": cards, "red_nines": 0} for seat in range(4)]
    deal = {"out": out, "on_red_nine": on_red_nine, "hands": hands}
    return deal if swept_by is None else {**deal, "aces_swept_by": swept_by}


def test_levelling_costs_those_who_were_spared_the_dress():
    deals = [won_by(0), won_by(0)]
    as_it_stands = read_strictly(start_of(), book_of(*deals, End("late", "as_it_stands")))
    levelled = read_strictly(start_of(), book_of(*deals, End("late", "level_the_dealing")))
    paid = [line for line in levelled.closing if line.key == "levels_the_dealing"]
    assert [(line.side, line.points) for line in paid] == [(2, -6), (2, -3), (3, -6), (3, -3)]
    assert sum(levelled.settled) == sum(as_it_stands.settled) == 4 * 36
    assert levelled.settled[0] > as_it_stands.settled[0]


def test_a_dealer_of_a_void_deal_dresses_once():
    stop = End("late", "level_the_dealing")
    sheet = read_strictly(start_of(), book_of(won_by(1), {"void": True}, stop))
    assert sheet.totals == (26, 30, 35, 35)
    assert sheet.carry.pools == {"red_nine": 12, "red_ace": 6}
    assert [(line.side, line.points) for line in merge_lines(sheet.closing)] == [
        *((CAT, -9), (DAN, -9)),
        *((CAT, 9), (DAN, 9), (ANN, 9), (BEN, 9)),
    ]
    assert sheet.settled == (35, 39, 35, 35)


def test_what_is_left_is_one_line_a_seat_and_reason():
    rules = {"counters": 7, "short": "pay_what_you_have", "red_nine_pool": 5, "red_ace_pool": 4}
    deals = [won_by(0, cards=7), End("late", "level_the_dealing")]
    sheet = read_strictly(start_of(**rules), book_of(*deals))
    assert {line.points for line in sheet.closing if line.side == BEN} == {0, 2}
    assert [(line.side, line.key) for line in merge_lines(sheet.closing) if line.side == BEN] == [
        (BEN, "shares_what_is_left")
    ]
    deals = [won_by(0), End("late", "level_the_dealing")]
    (ben, *_) = merge_lines(read_strictly(start_of(**rules), book_of(*deals)).closing)
    assert (ben.key, ben.points) == ("levels_the_dealing_in_part", -6)
    assert ben.numbers == {"amount": 6, "due": 9}
    text = sheet_as_text(read_strictly(start_of(**rules), book_of(*deals)))
    assert "Ben -6: dealt less often than others, and paid 6 of 9, the full amount" in text
    assert text.count("Ben -") == 2


def test_a_finished_game_says_nothing_of_shared_pools():
    deals = [won_by(0), won_by(1)]
    assert "In the pools: red nine 12, red ace 6." in sheet_as_text(
        read_strictly(start_of(), book_of(*deals))
    )
    over = read_strictly(start_of(), book_of(*deals, End("late", None)))
    assert "In the pools" not in sheet_as_text(over)


def test_who_is_short_owes_pays_in_part_or_buys_in():
    poor = {"counters": 3, "red_nine_pool": 0, "red_ace_pool": 0}
    deals = book_of(won_by(0, cards=5))
    sheets = {
        short: read_strictly(start_of(**poor, short=short), deals)
        for short in ("owe", "pay_what_you_have", "buy_in")
    }
    assert sheets["owe"].totals == (18, -2, -2, -2)
    assert sheets["pay_what_you_have"].totals == (12, 0, 0, 0)
    assert sheets["buy_in"].totals == (18, 1, 1, 1)
    # What was bought is not won.
    (deal,) = sheets["buy_in"].deals
    assert deal.scores_of_play == (15, -5, -5, -5)
    assert deal.carry.bought == (0, 3, 3, 3)
    # Nor is what is bought to even out the dealing.
    books = book_of(won_by(0, cards=5), End("late", "level_the_dealing"))
    sheet = read_strictly(start_of(counters=3, short="buy_in"), books)
    assert (sheet.now.bought, sheet.settled) == ((6, 12, 12, 12), (24, 10, 10, 10))
    assert nets_of(sheet) == (15, -5, -5, -5)


def test_the_last_winner_can_be_given_what_is_left():
    sheet = read_strictly(
        start_of(leftover="last_winner"), book_of(won_by(0), won_by(3), End("late", None))
    )
    assert sheet.settled[3] == sheet.totals[3] + 18
    assert sheet.winners == (3,)


def test_a_hand_size_the_pack_cannot_give_is_refused():
    with pytest.raises(BadRecord, match="cannot be dealt"):
        read_strictly(start_of(hand_size=12), [])


def test_whoever_swept_the_aces_has_two_cards_fewer():
    deal = won_by(0, swept_by=1, cards=9)
    with pytest.raises(ImpossibleDeal) as fault:
        read_strictly(start_of(), book_of(deal))
    assert fault.value.code == "swept_and_held_too_many"

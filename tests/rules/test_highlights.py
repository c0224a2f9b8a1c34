"""What is told of a game afterwards, found on its sheet."""

import pytest

from scorer.rules.entries import End, Sitter, TakeSeat
from scorer.rules.feats import highlights_of, worth_telling
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from tests.rules.books import book_of

NAMES = ("Ann", "Ben", "Cat", "Dan")


def sheet_of(*bodies, variant="red-nines", players=4, **house_rules):
    """The sheet of a game in which this was said, deal after deal."""
    sitters = tuple(Sitter(NAMES[seat].lower(), NAMES[seat]) for seat in range(players))
    return read_sheet(Start(variant, sitters, house_rules=house_rules), book_of(*bodies))


def deal(out, *hands, **more):
    """A deal: who went out, then what the others held; a pair is points and red nines."""
    all_hands = [
        held if isinstance(held, list) else {"points": held[0], "red_nines": held[1]}
        for held in (hand if isinstance(hand, tuple | list) else (hand, 0) for hand in hands)
    ]
    all_hands.insert(out, [])
    return {"out": out, "hands": all_hands, **more}


def by_the_card(out, *held, **more):
    all_hands = [{"cards": count, "red_nines": 0} for count in held]
    all_hands.insert(out, [])
    return {"out": out, "hands": all_hands, **more}


def found_of(feat, sheet):
    return [highlight for highlight in highlights_of(sheet) if highlight.feat == feat]


def test_the_dearest_hand_is_told_with_its_cards():
    sheet = sheet_of(deal(0, 7, 23, 32), deal(1, 5, ["K", "9r", "4"], 20), deal(0, 5, 6, 7))
    (found,) = found_of("caught", sheet)
    assert (found.player, found.deal, found.number) == ("cat", 2, 52)
    assert found.cards == ("K", "9r", "4")
    (found,) = found_of("caught", sheet_of(deal(0, 7, 23, 32)))
    assert (found.player, found.number, found.cards) == ("dan", 32, None)


def test_most_red_nines_are_told_with_all_who_held_as_many():
    sheet = sheet_of(deal(0, (18, 2), 40, 5), deal(1, 5, 6, (40, 2)))
    (found,) = found_of("several_red_nines_held", sheet)
    assert (found.player, found.deal, found.number) == ("ben", 1, 2)
    assert found.winners == (("ben", "dan"),)
    assert found_of("several_red_nines_held", sheet_of(deal(0, (18, 1), (18, 1), 5))) == []


def test_out_on_a_red_nine_says_what_it_cost_the_others():
    (found,) = found_of("out_on_red_nine", sheet_of(deal(2, 7, 8, 9, on_red_nine=True)))
    assert (found.player, found.number) == ("cat", 48)
    sheet = sheet_of(by_the_card(2, 1, 2, 3, on_red_nine=True), variant="red-nines-1881", players=4)
    (found,) = found_of("out_on_red_nine", sheet)
    assert (found.player, found.number) == ("cat", 12 + 6)


def test_the_dearest_hand_of_counters_is_what_was_paid_for_it():
    (found,) = found_of("caught", sheet_of(by_the_card(0, 1, 4, 2), variant="red-nines-1881"))
    assert (found.player, found.number) == ("cat", 4)


def test_the_biggest_sweep_adds_what_was_swept_in_one_deal():
    sheet = sheet_of(
        by_the_card(0, 1, 1, 1, aces_swept_by=3),
        by_the_card(2, 1, 1, 1, aces_swept_by=2, on_red_nine=True),
        variant="red-nines-1881",
    )
    (found,) = found_of("swept", sheet)
    assert (found.player, found.deal) == ("cat", 2)
    assert (found.number, found.pools) == (12 + 3, ("red_ace", "red_nine"))


def test_a_pool_is_a_sweep_only_after_a_void_deal():
    plain = [{"out": 0}, {"out": 1}]
    assert found_of("swept", sheet_of(*plain, variant="pink-nines", ante=2)) == []
    (found,) = found_of("swept", sheet_of({"void": True}, *plain, variant="pink-nines", ante=2))
    assert (found.player, found.deal, found.number) == ("ann", 2, 16)


def test_a_finish_is_as_close_as_the_first_two_are():
    sheet = sheet_of(*[deal(0, 5, 6, 7)] * 3, deal(1, 12, 6, 7))
    (found,) = found_of("closest_finish", sheet)
    assert (found.player, found.number, found.deal) == ("ann", 3, 0)
    assert found.winners == (("ann",),)


def test_a_stopped_game_has_no_finish_and_an_open_one_no_winner():
    deals = [deal(0, 5, 6, 7)] * 2
    assert found_of("closest_finish", sheet_of(*deals, End("late"))) == []
    assert {highlight.feat for highlight in highlights_of(sheet_of(*deals))} == {"caught"}
    assert highlights_of(sheet_of()) == ()


@pytest.mark.parametrize(("of_ann", "won"), [(90, (("ben",),)), (50, (("ann",), ("ben",)))])
def test_a_comeback_is_how_far_behind_a_winner_had_been(of_ann, won):
    deals = [(0, 50, 60, 70), (0, 50, 2, 2), *[(1, of_ann, 80, 80)] * 2]
    (found,) = found_of("comeback", sheet_of(*(deal(*told) for told in deals)))
    assert (found.player, found.number, found.winners) == ("ben", 100, won)
    assert found_of("comeback", sheet_of(*[deal(0, 5, 6, 7)] * 4)) == []


def test_a_deal_belongs_to_who_sat_there():
    first = deal(0, 50, 6, 7)
    eve = TakeSeat(1, Sitter("eve", "Eve"))
    sheet = sheet_of(first, eve, deal(0, 9, 6, 7))
    (found,) = found_of("caught", sheet)
    assert found.player == "ben"


def test_an_evening_tells_of_close_finishes_and_comebacks():
    assert worth_telling("penalties", "closest_finish", 10)
    assert not worth_telling("penalties", "closest_finish", 11)
    assert not worth_telling("counters", "closest_finish", 10)
    assert worth_telling("penalties", "comeback", -20)
    assert not worth_telling("penalties", "comeback", -19)
    assert worth_telling("penalties", "caught", -1)


def test_the_best_deal_of_bids_leaves_out_the_game_bonus():
    revealed = {
        "bids": [9, 1, 1],
        "tricks": [9, 0, 0],
        "premiums": ["revealed", None, None],
    }
    sheet = sheet_of(revealed, revealed, variant="ninety-nine", players=3, length="match")
    assert sheet.totals == (99 + 99 + 100, 0, 0)
    assert {found.number for found in found_of("best_deal", sheet)} == {99}


def test_only_deals_that_can_be_a_highlight_are_kept():
    small = {"bids": [3, 2, None], "tricks": [3, 2, 4]}
    large = {"bids": [2, None, None], "tricks": [2, 4, 3], "premiums": ["declared", None, None]}
    least = {**large, "bids": [None, None, 3], "premiums": [None, None, "declared"]}
    sheet = sheet_of(small, large, least, variant="ninety-nine", players=3)
    (found,) = found_of("best_deal", sheet)
    assert (found.deal, found.number) == (3, 63)
    assert found_of("best_deal", sheet_of(small, variant="ninety-nine", players=3)) == []


def test_the_highest_bid_that_was_made_is_told():
    taken = {"high": 0, "low": 0, "jack": None, "game": 0, "nine": 0, "five": 0}
    bids = [{"bidder": seat, "bid": bid, "taken": taken} for seat, bid in ((0, 12), (2, 15))]
    set_back = {"bidder": 1, "bid": 18, "taken": taken}
    (found,) = found_of("made_a_bid", sheet_of(*bids, set_back, variant="nine-five"))
    assert (found.player, found.number) == ("cat", 15)

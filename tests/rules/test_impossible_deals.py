"""What cannot have happened is refused by name, for every variant and in sums too."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import RED_NINE
from scorer.rules.entries import Sitter
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.fold import read_sheet, read_strictly
from scorer.rules.start import Start, resolve_start
from scorer.rules.variants import find_variant
from scorer.rules.variants.red_nines import card_values
from tests.rules.strategies import NAMES, book_of, starts


def start_of(players, **house_rules):
    return Start(
        "red-nines",
        tuple(Sitter(str(seat), NAMES[seat]) for seat in range(players)),
        house_rules=house_rules,
    )


def refused(hands, *, players=4, on_red_nine=False, **house_rules):
    """The code and seat a deal is refused with; Ann goes out, the hands are the others'."""
    deal = {"out": 0, "on_red_nine": on_red_nine, "hands": [[], *hands]}
    with pytest.raises(ImpossibleDeal) as fault:
        read_strictly(start_of(players, **house_rules), book_of([deal]))
    return fault.value.code, fault.value.seat


def summed(points, red_nines=0):
    return {"points": points, "red_nines": red_nines}


SMALL = summed(2)


def test_whoever_went_out_has_no_cards():
    with pytest.raises(ImpossibleDeal) as fault:
        read_strictly(start_of(4), book_of([{"out": 0, "hands": [["A"], SMALL, SMALL, SMALL]}]))
    assert (fault.value.code, fault.value.seat) == ("winner_has_cards", 0)


def test_a_sum_is_doubted_and_cards_that_come_to_it_are_not():
    kings_and_queens = [*"KKKKQQQQ", "10", "10"]
    deals = [
        {"out": 0, "hands": [[], hand, SMALL, SMALL]} for hand in (summed(120), kings_and_queens)
    ]
    doubted = [deal.remarks for deal in read_strictly(start_of(4), book_of(deals)).deals]
    assert [[one.key for one in remarks] for remarks in doubted] == [["rarely_so_dear"], []]


@pytest.mark.parametrize(
    ("values", "red_nines", "dearest"),
    [("standard", 0, 191), ("standard", 1, 189), ("standard", 2, 186), ("american", 0, 134)],
)
def test_the_dearest_hand_depends_on_its_red_nines(values, red_nines, dearest):
    deal = {"out": 0, "hands": [[], summed(dearest, red_nines), SMALL, SMALL]}
    sheet = read_strictly(start_of(4, values=values), book_of([deal]))
    assert sheet.totals[1] == dearest * 2**red_nines
    over = [summed(dearest + 1, red_nines), SMALL, SMALL]
    assert refused(over, values=values) == ("dearer_than_any_hand", 1)


def test_game_is_not_for_a_side_that_reneged_in_a_trick():
    taken = {"high": 0, "low": 1, "jack": 1, "game": 0, "nine": 0, "five": 1}
    start = replace(start_of(4), variant="nine-five")
    book = book_of([{"bidder": 0, "bid": 10, "taken": taken, "minor_renege": 0}])
    with pytest.raises(ImpossibleDeal) as fault:
        read_strictly(start, book)
    assert fault.value.code == "game_after_renege"


THIRTEEN = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.mark.parametrize(
    ("hands", "on_red_nine", "fault"),
    [
        ([summed(1), SMALL, SMALL], False, ("one_point", 1)),
        ([summed(17, 2), SMALL, SMALL], False, ("less_than_its_red_nines", 1)),
        ([["9r"], ["9r"], ["9r"]], False, ("too_many_red_nines", 3)),
        ([summed(9, 1), ["9r"], SMALL], True, ("too_many_red_nines_after_out", 2)),
        ([["9", "9"], ["9"], ["A"]], False, ("too_many_black_nines", 2)),
        ([[*THIRTEEN, "2"], ["A"], ["A"]], False, ("too_many_cards", 1)),
    ],
)
def test_what_the_pack_cannot_give_is_refused(hands, on_red_nine, fault):
    assert refused(hands, on_red_nine=on_red_nine) == fault
    read_strictly(start_of(4), book_of([{"out": 0, "hands": [[], THIRTEEN, ["A"], ["A"]]}]))


@given(st.data())
def test_sums_of_real_hands_are_never_refused(data):
    """Whatever can be dealt, up to thirteen cards a hand, passes as cards and as sums."""
    start = data.draw(starts(find_variant("red-nines"), most=8))
    players = len(start.sitters)
    rules = resolve_start(start).rules
    pack, values = find_variant("red-nines").pack(players, rules), card_values(rules)
    cards = [card for card, n in sorted(pack.copies.items()) for _ in range(n)]
    data.draw(st.randoms(use_true_random=False)).shuffle(cards)
    if data.draw(st.booleans()):
        cards.sort(key=lambda card: values[card], reverse=data.draw(st.booleans()))
    hands = [[]]
    for _ in range(players - 1):
        size = data.draw(st.integers(1, 13))
        hands.append([cards.pop(0) for _ in range(size)])
    sums = [
        summed(sum(values[card] for card in hand), hand.count(RED_NINE)) if hand else []
        for hand in hands
    ]
    as_cards = read_strictly(start, book_of([{"out": 0, "hands": hands}]))
    as_sums = read_strictly(start, book_of([{"out": 0, "hands": sums}]))
    assert as_cards.totals == as_sums.totals


def test_every_sum_up_to_the_dearest_can_be_held(soaking):
    for players in range(4, 13) if soaking else (4,):
        start = start_of(players)
        pack = find_variant("red-nines").pack(players, resolve_start(start).rules)
        for red_nines in range(pack.red_nines + 1):
            for points in range(9 * red_nines + 2, 400):
                deal = {
                    "out": 0,
                    "hands": [[], summed(points, red_nines), *[SMALL] * (players - 2)],
                }
                try:
                    read_strictly(start, book_of([deal]))
                except ImpossibleDeal as fault:
                    assert fault.code == "dearer_than_any_hand", (players, points, red_nines)
                    break


@pytest.mark.parametrize("hand", [summed(9_999, 400), {"points": 5, "red_nines": 10**9}])
def test_a_hand_that_nobody_holds_is_read_all_the_same(hand):
    deal = {"out": 0, "on_red_nine": True, "hands": [[], hand, SMALL, SMALL]}
    sheet = read_sheet(start_of(4), book_of([deal, deal]))
    assert [one.fault.deal for one in sheet.deals] == [1, 2]
    assert sheet.played == 2 and max(sheet.totals) < 2**31

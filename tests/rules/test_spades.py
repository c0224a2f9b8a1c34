"""What the worked examples of Spades do not show: bags, ties, doubts, and who joins."""

from scorer.rules.entries import ChangeTable, Join, Sitter
from scorer.rules.start import Start
from tests.rules.books import book_of, write

OVER = {"bids": [2, 2, 2, 4], "tricks": [7, 6]}


def start(players=4, **house_rules):
    sitters = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan")[:players])
    return Start("spades", sitters, house_rules=house_rules)


def remarks(*deals, **house_rules):
    return [it.key for it in write(start(**house_rules), book_of(*deals)).deals[-1].remarks]


def test_every_tenth_bag_costs_a_hundred_and_the_others_stay():
    four = write(start(), book_of(*[OVER] * 4))
    assert four.totals == (40 + 3 + 40 + 3 + 40 + 3 + 40 + 3 - 100, 240)
    assert four.carry.by_side["bags"] == (2, 0)
    assert [it.numbers["bags"] for it in four.follows.shows if it.key == "bags"] == [2]
    none = write(start(bags="none"), book_of(*[OVER] * 4))
    assert none.totals == (172, 240)
    assert not [it for it in none.follows.shows if it.key == "bags"]


def test_level_at_the_target_plays_on_and_far_below_zero_may_end_it():
    level = {"bids": [3, 3, 3, 3], "tricks": [6, 7]}
    even = write(start(target=60, bags="none"), book_of(level | {"tricks": [7, 6]}))
    assert even.over and even.winners == (0,)
    both = {"bids": [3, 3, 3, 4], "tricks": [6, 7]}
    assert write(start(target=60), book_of(both)).winners == (1,)
    equal = {"bids": [4, 4, 4, 4], "tricks": [7, 6]}
    assert not write(start(), book_of(*[equal] * 3)).over
    lost = {"bids": [10, 2, 10, 2], "tricks": [9, 4]}
    assert write(start(), book_of(lost)).winners == (1,)
    assert not write(start(mercy=False), book_of(lost)).over


def test_what_is_unlikely():
    blind = {"bids": [0, 5, 4, 4], "blind": [True, False, False, False], "tricks": [4, 9]}
    blind["nil_tricks"] = [0, None, None, None]
    assert remarks(blind) == ["blind_not_behind"]
    behind = {"bids": [6, 4, 4, 4], "tricks": [5, 8]}
    assert not remarks(behind, blind)
    both = {"bids": [0, 5, 0, 5], "tricks": [0, 13], "nil_tricks": [0, None, 0, None]}
    assert remarks(both) == ["both_nil"]
    assert remarks({"bids": [7, 2, 7, 2], "tricks": [8, 5]}) == ["bids_above"]


def test_a_fourth_who_joins_plays_alone_too():
    deal = {"bids": [0, 8, 6], "tricks": [0, 8, 9]}
    join = ChangeTable((0, 1, 2, 3), (Join(3, Sitter("dan", "Dan"), 0),), "e1")
    four = {"bids": [0, 4, 4, 4], "tricks": [1, 4, 4, 4]}
    sheet = write(start(3), book_of(deal, join, four))
    assert sheet.totals == (100 - 100 + 1, 120, 103, 40)
    assert sheet.carry.by_side["bags"] == (1, 0, 3, 0)

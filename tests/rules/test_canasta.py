"""What the worked examples of Canasta do not show: the next first melds, and what is refused."""

import pytest

from scorer.rules.entries import Sitter
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start, resolve_start
from tests.rules.books import book_of, write

WHOLE = {"cards": [100, 50], "natural": [1, 0]}


def start(players=4, carried=None, **house_rules):
    names = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")[:players]
    sitters = tuple(Sitter(name.lower(), name) for name in names)
    return Start("canasta", sitters, house_rules=house_rules, carried=carried)


def first_melds(*totals, **house_rules):
    sheet = read_sheet(start(len(totals), totals, sides="each", **house_rules), ())
    return [it.numbers["points"] for it in sheet.follows.shows if it.key == "first_meld"]


def refused(*deals, **house_rules):
    with pytest.raises(Refused) as fault:
        write(start(**house_rules), book_of(*deals))
    assert fault.value.message
    return fault.value.code


def remarks(**deal):
    return [it.key for it in write(start(), book_of(deal)).deals[0].remarks]


def test_the_next_first_meld_goes_by_the_total():
    assert first_melds(-5, 0, 1495, 1500, 2995, 3000) == [15, 50, 50, 90, 90, 120]
    assert first_melds(7495, 7500, target=10_000) == [120, 150]


def test_what_cannot_be():
    assert refused({"cards": [101, 50]}) == "not_a_multiple"
    assert refused(WHOLE | {"red_threes": [3, 2]}) == "too_many_red_threes"
    assert refused(WHOLE | {"cards": [1185, 50]}) == "number_not_between"
    assert refused(WHOLE | {"concealed": True}) == "no_answer_here"
    assert refused(WHOLE | {"out": 1}) == "out_without_canasta"
    assert refused(WHOLE | {"laid_nothing": [False, True]}) == "no_answer_here"
    no_meld = {"red_threes": [0, 1], "laid_nothing": [False, True]}
    assert refused({"cards": [100, 50]} | no_meld) == "no_answer_here"
    assert refused({"cards": [100, -50], "out": 1} | no_meld) == "no_answer_here"
    assert refused(WHOLE | {"wild": [1, 0]}) == "unknown_key"


def test_what_is_unlikely():
    # Totals may be more than all cards count.
    assert not remarks(cards=[1480, 395])
    assert remarks(cards=[1000, 395], mixed=[1, 0]) == ["more_than_all_cards"]
    assert remarks(cards=[30, 0], natural=[6, 0], out=0) == [
        "many_canastas",
        "high_deal",
        "little_to_go_out",
    ]


def test_red_threes_of_six_and_of_a_side_that_has_no_meld():
    table = start(6, sides="three", red_threes_unmelded="nothing")
    assert resolve_start(table).sides == (0, 1, 2, 0, 1, 2)
    facts = {"cards": [0, 0, -100], "red_threes": [4, 0, 2], "laid_nothing": [None, None, True]}
    assert write(table, book_of(facts)).totals == (400, 0, -100)
    six = {"cards": [0, 0, 0], "red_threes": [6, 0, 0]}
    assert write(table, book_of(six)).totals == (1200, 0, 0)


def test_level_at_the_top_shares_or_plays_on():
    level = {"cards": [2000, 2000]}
    assert not write(start(target=2000), book_of(level)).over
    shared = write(start(target=2000, ties="shared"), book_of(level))
    assert shared.winners == (0, 1)

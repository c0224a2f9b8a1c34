"""Rummy: what the worked examples do not show."""

import pytest

from scorer.rules.entries import Adjust, Buy, Sitter
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.house_rules import has_effect
from scorer.rules.start import Start
from scorer.rules.variants.rummy import HouseRules
from tests.rules.books import book_of, write

POOL = {"how": "pool", "target": 101, "buy_in": "highest"}


def start(**house_rules):
    sitters = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat"))
    return Start("rummy", sitters, house_rules=house_rules)


def deal(winner, *hands, **more):
    return {"winner": winner, "hands": list(hands), **more}


@pytest.mark.parametrize(
    ("deals", "rules", "code"),
    [
        ([{"hands": [1, 2, 3]}], {}, "missing"),
        ([deal(0, 5, 2, 3)], {}, "no_answer_here"),
        ([deal(0, None, -2, 3)], {}, "number_not_between"),
        ([deal(0, None, 2, None)], {}, "missing_answer"),
        ([deal(0, None, 2, 3, in_one=True)], {"in_one": "plain"}, "unknown_key"),
        ([{"hands": [1, 2, 3], "in_one": True}], {"how": "penalties"}, "nobody_in_one"),
        ([deal(0, None, 80, 1), deal(0, None, 80, 1), deal(1, 5, None, 5)], POOL, "rests"),
        ([deal(0, None, 80, 1), deal(0, None, 80, 1), deal(0, None, 5, 5)], POOL, "no_answer_here"),
    ],
)
def test_what_cannot_have_happened_is_refused(deals, rules, code):
    with pytest.raises(Refused) as fault:
        write(start(**rules), book_of(*deals))
    assert (fault.value.code, fault.value.deal) == (code, len(deals))


@pytest.mark.parametrize(
    ("hands", "rules", "remarks"),
    [
        ((0, 12), {}, [(1, "holds_nothing")]),
        ((151, 12), {}, [(1, "rarely_so_much")]),
        ((20, 20), {}, [(None, "all_the_same")]),
        ((90, 12), POOL, [(1, "is_limited")]),
        ((21, 21), POOL, [(None, "all_the_same")]),
        ((20, 20), POOL, []),
    ],
)
def test_what_is_unlikely_is_flagged(hands, rules, remarks):
    sheet = write(start(**rules), book_of(deal(0, None, *hands)))
    assert [(remark.seat, remark.key) for remark in sheet.deals[0].remarks] == remarks


def test_who_is_out_comes_back_while_a_drop_leaves_room():
    out = [deal(0, None, 80, 40), deal(0, None, 80, 40)]
    back = read_sheet(start(**POOL), book_of(*out))
    assert [(line.side, line.numbers["points"]) for line in back.buy_ins] == [(1, 80)]
    assert write(start(**POOL), book_of(*out, Buy(1, None))).totals == (0, 80, 80)
    # With 81 and a drop he would be out again.
    for rules in (POOL | {"buy_in": "highest_plus_one"}, POOL | {"buy_in": "none"}):
        assert not read_sheet(start(**rules), book_of(*out)).buy_ins


def test_level_with_the_fewest_they_share_or_play_on():
    level = [deal(0, None, 0, 120)]
    assert read_sheet(start(how="penalties"), book_of(*level)).winners == (0, 1)
    sheet = read_sheet(start(how="penalties", ties="play_on"), book_of(*level))
    assert [shown.key for shown in sheet.opening.shows] == ["plays_on", "reached"]


def test_what_its_players_tell():
    rules = POOL | {"buy_in": "none"}
    deals = [deal(0, None, 55, 10, in_one=True), deal(0, None, 10, 10)]
    sheet = read_sheet(start(**rules), book_of(*deals))
    feats = [(it.seat, it.key, it.number) for it in sheet.feats_of(sheet.deals[0])]
    assert feats == [
        *((1, "caught_with", 80), (2, "caught_with", 20)),
        *((0, "went_out", 3), (0, "out_in_one", 1)),
    ]
    # A penalty between deals counts as what was caught.
    near = read_sheet(start(**rules), book_of(deals[0], Adjust(1, 5, "late"), deals[1]))
    assert (1, "stayed_in") in {(it.seat, it.key) for it in near.feats_of(near.deals[1])}


@pytest.mark.parametrize(
    ("chosen", "is_to_a_target"),
    [({"length": "deals"}, False), ({"how": "pool", "length": "deals"}, True), ({}, True)],
)
def test_a_target_counts_for_nothing_in_so_many_deals(chosen, is_to_a_target):
    assert has_effect(HouseRules, "target", vars(HouseRules(**chosen)), 3) == is_to_a_target

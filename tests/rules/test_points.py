"""Points: what is merely unlikely about numbers that were counted at the table."""

import pytest

from scorer.rules.entries import Deal, Entry, Sitter
from scorer.rules.feats import highlights_of
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from scorer.rules.variants.points import VARIANT

SITTERS = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat"))


@pytest.mark.parametrize(
    ("rules", "points", "remark"),
    [
        ({"adds_to": 26}, [26, 26, 26], "adds_up_to_more"),
        # Who takes all 26 gives 26 to each of the others.
        ({"adds_to": 26}, [26, 26, 0], None),
        ({"adds_to": 26}, [13, 0, 0], "adds_up_to_less"),
        ({"adds_to": 26}, [13, 13, 0], None),
        ({"length": "target", "target": 500}, [1200, 0, 0], "beyond_the_target"),
        ({"length": "target", "target": 500}, [500, 0, 0], None),
        ({"target": 500}, [1200, 0, 0], None),
    ],
)
def test_what_is_unlikely_is_asked_about(rules, points, remark):
    start = Start("points", SITTERS, house_rules=rules)
    (deal,) = read_sheet(start, [Entry(1, "deal", Deal({"points": points}))]).deals
    assert [found.key for found in deal.remarks] == [key for key in [remark] if key]


@pytest.mark.parametrize(
    ("wins", "ties", "points", "winners"),
    [
        ("highest", "shared", [100, 100, 3], (0, 1)),
        ("highest", "play_on", [100, 100, 3], None),
        ("highest", "play_on", [100, 99, 99], (0,)),
        ("lowest", "shared", [100, 7, 7], (1, 2)),
        ("lowest", "play_on", [100, 7, 7], None),
        ("lowest", "play_on", [100, 100, 7], (2,)),
        ("highest", "play_on", [99, 99, 3], None),
    ],
)
def test_level_at_the_target_is_shared_or_played_on(wins, ties, points, winners):
    rules = {"wins": wins, "length": "target", "target": 100, "ties": ties}
    start = Start("points", SITTERS, house_rules=rules)
    sheet = read_sheet(start, [Entry(1, "deal", Deal({"points": points}))])
    assert sheet.over == (winners is not None)
    assert sheet.winners == (winners or ())
    shown = [] if sheet.over else [one.key for one in sheet.follows.shows]
    assert ("plays_on" in shown) == (not sheet.over and max(points) >= 100)


@pytest.mark.parametrize(
    ("rules", "points", "done"),
    [
        ({}, [0, 26, 0], {"best_of_deal": [0, 2], "most_in_deal": [1]}),
        ({}, [-26, 0, 1], {"best_of_deal": [0], "least_in_deal": [0], "most_in_deal": [2]}),
        ({"wins": "highest"}, [5, 26, 0], {"best_of_deal": [1], "most_in_deal": [0, 1]}),
        ({}, [7, 7, 7], {"most_in_deal": [0, 1, 2]}),
        ({}, [0, 0, 0], {}),
    ],
)
def test_a_deal_has_its_best_and_what_each_scored(rules, points, done):
    start = Start("points", SITTERS, house_rules=rules)
    (deal,) = read_sheet(start, [Entry(1, "deal", Deal({"points": points}))]).deals
    found = {}
    for feat in VARIANT.feats(deal):
        found.setdefault(feat.key, []).append(feat.seat)
    assert found == done


def test_what_partners_did_is_told_of_both():
    four = (*SITTERS, Sitter("dan", "Dan"))
    start = Start("points", four, house_rules={"sides": "two", "wins": "highest"})
    sheet = read_sheet(start, [Entry(1, "deal", Deal({"points": [120, -40]}))])
    feats = {one.feat: (one.number, one.winners) for one in highlights_of(sheet)}
    assert feats == {
        "most_in_deal": (120, (("ann", "cat"),)),
        "least_in_deal": (-40, (("ben", "dan"),)),
    }

"""Hearts: what the worked examples do not show."""

import pytest

from scorer.rules.entries import Adjust, ChangeTable, Sitter
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from tests.rules.books import book_of, write

EVEN = {"queen": 1, "hearts": [5, 4, 4, 0]}
MOON = {"queen": 0, "hearts": [13, 0, 0, 0]}


def start(**house_rules):
    sitters = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan"))
    return Start("hearts", sitters, house_rules=house_rules)


def shown(*bodies, **house_rules):
    """What the sheet says before the next deal, by key."""
    opening = read_sheet(start(**house_rules), book_of(*bodies)).opening
    return {shown.key: shown.numbers for shown in opening.shows}


def test_cards_are_passed_by_who_sits_there():
    gone = ChangeTable((0, 1, 3), (), "e2")
    assert shown(EVEN, EVEN, gone) == {
        "passing": {"way": "none"},
        "pack": {"players": 3},
        "ends_at": {"points": 100},
    }


@pytest.mark.parametrize(
    ("deal", "rules", "code"),
    [
        (EVEN | {"hearts": [5, 4, 3, 0]}, {}, "hearts_add_up"),
        (EVEN | {"queen": None}, {}, "missing"),
        (EVEN | {"jack": 1}, {}, "unknown_key"),
        (EVEN, {"jack": True}, "missing"),
        (MOON | {"moon": "own"}, {}, "unknown_key"),
        (MOON, {"moon": "either"}, "missing"),
        (EVEN | {"moon": "own"}, {"moon": "either"}, "no_answer_here"),
        (
            {"queen": 1, "hearts": [13, 0, 0, 0], "moon": "own"},
            {"moon": "either"},
            "no_answer_here",
        ),
    ],
)
def test_what_cannot_have_happened_is_refused(deal, rules, code):
    with pytest.raises(Refused) as fault:
        write(start(**rules), book_of(deal))
    assert fault.value.code == code


def test_the_moon_of_somebody_who_plays_with_others_by_then_is_his_own():
    three = {"queen": 3, "hearts": [0, 0, None, 13]}
    sheet = write(start(moon="own"), book_of(EVEN, ChangeTable((0, 1, 3), (), "e1"), three))
    assert sheet.totals == (5, 17, 4, -26)
    assert [line.numbers for line in sheet.deals[1].lines] == [{"who": 3}, {"who": 3}, {}]


def test_a_penalty_halves_nothing_by_itself():
    penalty, rules = Adjust(3, 50, "late"), {"target": 50, "exact": "half"}
    sheet = read_sheet(start(**rules), book_of(EVEN, penalty))
    assert sheet.carry.totals == (5, 17, 4, 50)
    assert write(start(**rules), book_of(EVEN, penalty, EVEN)).totals == (10, 34, 8, 25)


def test_what_its_players_tell():
    def feats(deal, **rules):
        sheet = read_sheet(start(**rules), book_of(deal))
        return {(feat.seat, feat.key) for feat in sheet.feats_of(sheet.deals[0])}

    hit = ((seat, "hit_by_a_moon") for seat in (1, 2, 3))
    assert feats(MOON) == {(0, "took_the_queen"), (0, "shot_the_moon"), *hit}
    assert feats({"queen": 1, "hearts": [13, 0, 0, 0]}) == {
        *((1, key) for key in ("took_the_queen", "queen_alone", "most_taken")),
        *((0, key) for key in ("broken_moon", "most_taken")),
        *((seat, "clean_deal") for seat in (2, 3)),
    }
    assert (2, "took_the_jack") in feats(EVEN | {"jack": 2}, jack=True)

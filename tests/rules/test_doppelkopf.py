"""Doppelkopf: what is unlikely, solos that are owed, and what its players would tell."""

import pytest

from scorer.rules.entries import ChangeTable, Join, Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from tests.rules.books import book_of

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
PLAIN = {"re": 0, "partner": 2, "re_points": 142}
SOLO = {"re": 1, "solo": "queens", "re_points": 130}


def read(*bodies, players=4, **rules):
    sitters = tuple(Sitter(name.lower(), name) for name in NAMES[:players])
    return read_sheet(Start("doppelkopf", sitters, house_rules=rules), book_of(*bodies))


@pytest.mark.parametrize(
    ("deal", "remarks"),
    [
        (PLAIN, []),
        (PLAIN | {"re_said": "no90", "kontra_said": "no90"}, ["nobody_won"]),
        (PLAIN | {"re_points": 240}, ["not_swept"]),
        (PLAIN | {"re_points": 240, "swept": "re"}, []),
        (SOLO | {"re_points": 0, "swept": "kontra"}, ["solo_with_nothing"]),
        (PLAIN | {"re_points": 240, "swept": "re", "re_said": "schwarz"}, []),
        (
            PLAIN | {"re_points": 0, "swept": "kontra", "kontra_said": "schwarz", "re_said": "re"},
            ["much"],
        ),
    ],
)
def test_what_is_unlikely_is_remarked_on(deal, remarks):
    [deal] = read(deal).deals
    assert [remark.key for remark in deal.remarks] == remarks


def test_the_sheet_says_who_owes_a_solo_and_when_there_are_only_solos_left():
    def shown(*deals):
        sheet = read(*deals, deals=5)
        return [(it.key, it.numbers["who"]) for it in sheet.follows.shows]

    assert shown() == [("all_owe", [0, 1, 2, 3])]
    assert shown(SOLO | {"solo": "silent"}) == [("due", [0, 1, 2, 3])]
    assert shown(SOLO) == [("owe", [0, 2, 3])]
    assert shown(SOLO, PLAIN) == [("due", [0, 2, 3])]
    assert shown(SOLO, PLAIN, PLAIN) == [("due", [0, 2, 3])]
    assert read(PLAIN, length="open").follows.shows[0].key == "all_owe"
    late, later = read(SOLO, PLAIN, PLAIN, PLAIN, deals=5).deals[-2:]
    assert [remark.key for remark in (*late.remarks, *later.remarks)] == ["only_solos"] * 2
    assert not read(SOLO, PLAIN, SOLO | {"re": 0}, deals=5).deals[-1].remarks
    assert not read(SOLO, PLAIN, compulsory_solos=False).follows.shows


def test_who_joins_owes_a_solo_and_one_of_five_rests():
    join = ChangeTable((0, 1, 2, 3, 4), (Join(4, Sitter("eve", "Eve"), 0),), "e1")
    sheet = read(SOLO, join)
    assert (sheet.opening.table.dealer, sheet.opening.table.resting) == (0, (0,))
    assert sheet.follows.shows[0].numbers["who"] == [0, 2, 3, 4]
    gone = ChangeTable((1, 2, 3, 4), (), "e2")
    sheet = read(SOLO, join, gone)
    assert sheet.opening.table.resting == ()
    assert sheet.follows.shows[0].numbers["who"] == [2, 3, 4]


def test_what_is_told_is_of_those_who_did_it():
    told = {"re_said": "no90", "foxes": [0, 1, 0, 0], "doubles": [2, 0, 0, 0], "karlchen": 3}
    sheet = read(PLAIN | told | {"re_points": 155})
    feats = {(feat.seat, feat.key): feat.number for feat in sheet.feats_of(sheet.deals[0])}
    assert feats == {
        **dict.fromkeys([(0, "was_re"), (2, "was_re"), (1, "was_kontra"), (3, "was_kontra")], 1),
        **dict.fromkeys(
            [(0, "won_re"), (2, "won_re"), (0, "with_partner"), (2, "with_partner")], 5
        ),
        **dict.fromkeys([(1, "with_partner"), (3, "with_partner")], -5),
        **dict.fromkeys([(0, "refused_and_won"), (2, "refused_and_won")], 1),
        **dict.fromkeys([(1, "foxes_caught"), (0, "foxes_lost"), (2, "foxes_lost")], 1),
        (0, "doubles_made"): 2,
        (3, "karlchen_made"): 1,
    }
    solo = read(SOLO).deals[0]
    keys = {(feat.seat, feat.key) for feat in read(SOLO).feats_of(solo)}
    assert keys == {(1, "was_alone"), (1, "won_alone"), *((at, "was_kontra") for at in (0, 2, 3))}

"""People: names made fit to show, and remembered."""

import pytest

from scorer.rules.errors import BadRecord
from scorer.rules.kinds import comparison_key
from scorer.services.errors import Conflict
from scorer.services.people.merge import merge_people, read_person
from scorer.services.people.players import (
    clean_name,
    known_players,
    match_by_name,
    rename_player,
)
from tests.tables import begin, make_club, name_player

FAMILY = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
PERSIAN = "می\u200cخواهم"


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n Lee ", "Ann Lee"),
        ("Ann\u202e", "Ann"),
        ("A\u2066n\u2069n\u200f\u061c", "Ann"),
        ("A\u0000n\u001bn\u007f", "Ann"),
        ("A\ufeff\u200b\u2060nn", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("Ann\u2028Lee", "Ann Lee"),
        ("عمر", "عمر"),
        (FAMILY, FAMILY),
        (PERSIAN, PERSIAN),
        ("\U0001f0c9", "\U0001f0c9"),
        ("A\ud800nn", "Ann"),
        ("x" * 40, "x" * 40),
        ("<b>Ann</b>", "<b>Ann</b>"),
    ],
)
def test_a_name_is_made_fit_to_show(raw, clean):
    assert clean_name(raw) == clean


@pytest.mark.parametrize(
    "raw", ["", " ", "\u200d", "\u3164", "\u2800", "\u0301", "\u202e\u202d", "\ud800", None, 7]
)
def test_a_name_of_which_nothing_is_seen_is_refused(raw):
    with pytest.raises(BadRecord, match="needs a name"):
        clean_name(raw)


@pytest.mark.parametrize("raw", ["x" * 41, "x" * 1_000_000, "\N{GRINNING FACE}" * 41])
def test_a_name_has_at_most_forty_letters(raw):
    with pytest.raises(BadRecord, match="40 letters at most"):
        clean_name(raw)


def test_who_played_last_is_offered_first(database, club, fake_clock):
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    fake_clock.advance(days=1)
    name_player(database, club, "Zoe")
    begin(database, club, "Eve", "Fay", "Dan", "Gus")
    names = [one.name for one in known_players(database, club)]
    assert names == ["Dan", "Eve", "Fay", "Gus", "Ann", "Ben", "Cat", "Zoe"]
    assert len(known_players(database, club, limit=3)) == 3


SPELLED = (
    *("İpek ipek IPEK ıpek", "Işıl IŞIL isil", "Zoë zoe ZOE\u0308", "Straße STRASSE"),
    *("Ὀδυσσεύς ΟΔΥΣΣΕΥΣ", "Ёлка елка", "Ann\u00a0Lee annlee", "ＤＡＮ Dan", "ﬁn Fin"),
    *("がく か\u3099く", "김 \u1100\u1175\u11b7", "Nguyễn nguyen", "רות רות"),
)


def test_a_name_is_one_in_all_its_spellings(database, club):
    other = name_player(database, club, "Someone").id
    for spelled in SPELLED:
        first, *others = (name.replace("\u00a0", " ") for name in spelled.split(" "))
        name_player(database, club, first)
        assert match_by_name(others[-1], known_players(database, club), ()).name == first
        for name in others:
            with pytest.raises(Conflict, match="name_in_use"):
                rename_player(database, club, other, name)


def test_marks_that_are_letters_make_another_name():
    for both in ("がく かく", "कि की", "กิน กีน", "Ann Anne"):
        assert len(set(map(comparison_key, both.split()))) == 2


def number(database, club, player):
    return read_person(database, club, player).number


def test_everybody_has_a_number_that_stays(database, club):
    ann, ben, cat = (name_player(database, club, name).id for name in ("Ann", "Ben", "Cat"))
    assert [number(database, club, who) for who in (ann, ben, cat)] == [0, 1, 2]
    rename_player(database, club, ann, "Zoe")
    merge_people(database, club, cat, ben)
    name_player(database, club, "Dan")
    assert [number(database, club, who) for who in (ann, ben, cat)] == [0, 1, 1]


def test_whoever_sits_down_gets_the_next_number_of_the_club(database, club):
    other = make_club(database, "Others")
    name_player(database, other, "Zoe")
    sitters = begin(database, club, "Ann", "Ben", "Cat", "Dan").read().sheet.sitters
    sitters += begin(database, club, "Ben", "Eve", "Cat", "Ann").read().sheet.sitters[1:2]
    assert [number(database, club, who.player) for who in sitters] == [0, 1, 2, 3, 4]

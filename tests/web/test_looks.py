"""How people look: told apart in light and dark, with colours and without, everywhere the same."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.services.nights.night_list import read_night
from scorer.web.drawing.looks import INKS, MARKS, look_of, looks_in_game, looks_of
from scorer.web.nights.lines import game_lines
from tests.examples import examples
from tests.tables import NAMES, begin, name_player

CSS = Path(__file__).parents[2] / "static" / "css"
# Lists stand on these.
PAPERS = ("--paper", "--paper-2", "--paper-3")


def brightness(colour):
    """The relative luminance of WCAG."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """The contrast ratio of WCAG."""
    light, dark = sorted((brightness(one), brightness(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_every_colour_stands_out_from_every_paper(theme):
    tokens = (CSS / "tokens.css").read_text()
    for paper in PAPERS:
        [grounds] = re.findall(rf"{paper}: light-dark\((#\w+), (#\w+)\);", tokens)
        for inks in INKS:
            assert contrast(inks[theme], grounds[theme]) >= 3, (inks[theme], paper)


@pytest.mark.parametrize("theme", [0, 1])
def test_no_two_colours_are_of_one_hue(theme):
    """Far apart as people see them, by the usual rule of thumb ("redmean")."""
    for inks in combinations([ink[theme] for ink in INKS], 2):
        (red, *_), (other_red, *_) = both = [bytes.fromhex(ink[1:]) for ink in inks]
        reds, greens, blues = ((one - other) ** 2 for one, other in zip(*both, strict=True))
        mean = (red + other_red) / 512
        assert (2 + mean) * reds + 4 * greens + (3 - mean) * blues > 120**2, inks


def test_no_colour_is_anything_like_the_red_of_a_red_nine():
    for ink in (ink for inks in INKS for ink in inks):
        red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
        assert not (red > 1.6 * green and red > 1.6 * blue), ink


def test_the_first_48_people_of_a_club_all_look_different():
    assert len({look_of(number) for number in range(len(INKS) * len(MARKS))}) == 48


@given(st.lists(st.integers(0, 47), unique=True, max_size=12))
@settings(max_examples=examples(100))
def test_at_one_table_no_two_of_eight_share_a_colour(numbers):
    looks = dict(zip(numbers, looks_of(numbers), strict=True))
    assert len(set(looks.values())) == len(numbers)
    assert len({look.ink for look in looks.values()}) == min(len(numbers), len(INKS))
    assert all(look.shape == look_of(number).shape for number, look in looks.items())
    assert [looks[number] for number in sorted(numbers)] == looks_of(sorted(numbers))


def test_the_later_comer_yields_and_nobody_else():
    assert [look.ink for look in looks_of([9, 1, 2, 33])] == [3, 1, 2, 4]


def test_nobody_looks_other_because_somebody_joins_leaves_or_takes_over(database, club):
    for name in NAMES[:11]:
        name_player(database, club, name)
    # Ida's and Joe's colours are Ann's and Ben's.
    table = begin(database, club, "Ida", "Cat", "Joe", "Dan")

    def looks():
        read = table.read()
        names = [read.name_of(it) for it in read.sheet.sitters]
        found = looks_in_game(read.sheet, read.people)
        # Lists show the same.
        [line] = game_lines(read_night(database, club, read.night).games)
        assert [(seat.name, look) for seat, look in zip(line.seats, line.looks, strict=True)] == [
            (name, look) for name, look in zip(names, found, strict=True) if name
        ]
        return dict(zip(names, found, strict=True))

    def change(seats, *joins):
        joined = [{"seat": at, "player": {"id": None, "name": it}, "total": 0} for at, it in joins]
        after = table.read().sheet.after
        table.write("change_table", {"seats": seats, "joins": joined, "after": after})

    known = looks()
    assert [look.ink for look in known.values()] == [0, 2, 1, 3]
    ben, ann = (4, "Ben"), (5, "Ann")
    for seats, *joins in (([0, 4, 1, 2, 3], ben), ([4, 1, 2, 3, 5], ann), ([0, 1, 2, 3, 5],)):
        change(seats, *joins)
        assert looks().items() >= known.items()
        known = looks()
    table.undo()
    assert looks() == known
    table.write("take_seat", {"seat": 1, "player": {"id": None, "name": "Kim"}, "before": None})
    assert {**looks(), "Cat": known["Cat"]}.items() >= known.items()

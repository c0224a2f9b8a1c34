"""How people look: told apart in light and dark, with colours and without, everywhere the same."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from scorer.web.drawing.looks import INKS, MARKS, look_of, looks_of

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


def test_no_colour_is_anything_like_the_red_of_a_red_nine():
    for ink in (ink for inks in INKS for ink in inks):
        red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
        assert not (red > 1.6 * green and red > 1.6 * blue), ink


def test_the_first_forty_eight_people_of_a_club_all_look_different():
    assert len({look_of(number) for number in range(len(INKS) * len(MARKS))}) == 48


def test_of_two_who_look_alike_at_one_table_the_later_comer_has_another_mark():
    alike = next(number for number in range(1, 99) if look_of(number) == look_of(0))
    for order in ((0, alike, 4), (alike, 0, 4)):
        looks = dict(zip(order, looks_of(order), strict=True))
        assert looks[0] == look_of(0)
        assert looks[4] == look_of(4)
        assert looks[alike].ink == looks[0].ink
        assert looks[alike].shape != looks[0].shape


def test_who_shares_a_colour_at_a_table_of_twelve_differs_in_the_mark():
    for first in range(200):
        numbers = range(first, first + 12)
        looks = looks_of(numbers)
        assert looks == [look_of(number) for number in numbers]
        assert all(one != other for one, other in combinations(looks, 2))

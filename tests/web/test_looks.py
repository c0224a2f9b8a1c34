"""How people look: told apart in light and dark, with colours and without, everywhere the same."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.web.drawing.looks import INKS, MARKS, look_of, looks_of
from tests.examples import examples

CSS = Path(__file__).parents[2] / "static" / "css"
# Lists stand on these.
PAPERS = ("--paper", "--paper-2", "--paper-3")


def linear(colour):
    """Its red, green and blue light."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def brightness(colour):
    """The relative luminance of WCAG."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def perceived(colour):
    """Lightness and two axes of colour as people see them, by OKLab."""
    red, green, blue = linear(colour)
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.63 * blue) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.978 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    )


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


@pytest.mark.parametrize("theme", [0, 1])
def test_no_two_colours_are_of_one_hue(theme):
    for one, other in combinations((inks[theme] for inks in INKS), 2):
        assert dist(perceived(one), perceived(other)) > 0.2, (one, other)


@given(st.lists(st.integers(0, 100), unique=True, max_size=len(INKS)))
@settings(max_examples=examples(100))
def test_no_two_of_eight_share_a_colour_whatever_their_order(numbers):
    looks = dict(zip(numbers, looks_of(numbers), strict=True))
    assert len({look.ink for look in looks.values()}) == len(numbers)
    assert all(look.shape == look_of(number).shape for number, look in looks.items())
    assert [looks[number] for number in sorted(numbers)] == looks_of(sorted(numbers))


def test_the_later_comer_yields_and_only_where_two_would_share_a_colour():
    looks = looks_of([9, 1, 2, 33])
    assert looks[1:3] == [look_of(1), look_of(2)]
    assert [look.ink for look in looks] == [3, 1, 2, 4]


def test_who_shares_a_colour_at_a_table_of_twelve_differs_in_the_mark():
    for first in range(200):
        numbers = range(first, first + 12)
        looks = looks_of(numbers)
        assert looks == [look_of(number) for number in numbers]
        assert all(one != other for one, other in combinations(looks, 2))

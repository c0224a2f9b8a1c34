"""Names that would look alike once they are cut are told apart."""

import pytest

from scorer.web.formats import estimate_width, shorten
from scorer.web.names import short_in_html, short_names

WOMAN, MAN = "Maximiliane-Friederike von Hohenlohe", "Maximilian-Ferdinand von Hohenstaufen"
FAMILY = "👩‍👩‍👧‍👦"
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"


def test_who_is_told_apart_by_the_beginning_stays_as_typed():
    names = ("Ann", "Ben", LONG, "שָׂרָה בַּת־אַבְרָהָם")
    assert short_names(names, 5) == names


def test_who_begins_alike_is_told_apart_by_the_end():
    assert short_names((WOMAN, "Ann", MAN), 6) == ("Maxim…lohe", "Ann", "Maxim…ufen")
    assert short_names((WOMAN, MAN), 8) == ("Maximi…enlohe", "Maximi…taufen")
    assert short_names((WOMAN, MAN), 16) == (WOMAN, MAN)
    assert short_names((WOMAN, MAN), 40) == (WOMAN, MAN)


def test_the_numbers_behind_equal_names_stay():
    assert short_names((LONG, f"{LONG} (2)"), 6) == ("Wolfe…yzab", "Wolfe… (2)")


def test_who_begins_and_ends_alike_is_told_apart_by_the_middle_or_by_a_number():
    middle = ("Anna-Maria Lisa von Schmidt", "Anna-Maria Rosa von Schmidt")
    assert short_names(middle, 6) == ("An…Lisa v…", "An…Rosa v…")
    three = (*middle, "Anna-Magda Rosa von Schmidt")
    assert len(set(short_names(three, 6))) == 3


@pytest.mark.parametrize("ems", [4, 5, 8, 14])
def test_what_was_told_apart_fits_and_stays_apart_when_it_is_cut(ems):
    names = (
        *(WOMAN, MAN, LONG, f"{LONG} (2)", LONG.upper() + "!", "\ufdfd" * 9, "\ufdfd" * 10),
        *(f"{FAMILY * 6}a", f"{FAMILY * 6}b", "مُحَمَّد" * 4, "مُحَمَّد" * 4 + " بن", "W" * 39, "W" * 40),
    )
    shown = [shorten(one, ems) for one in short_names(names, ems)]
    assert len(set(shown)) == len(names)
    assert all(estimate_width(one) <= ems + 0.01 for one in shown)


def test_whoever_listens_to_a_page_hears_the_whole_name():
    ann, woman, man = short_in_html(("<b>Ann", WOMAN, MAN), 6)
    assert ann == "&lt;b&gt;Ann"
    assert woman == (
        f'<span aria-hidden="true">Maxim…lohe</span><span class="hidden">{WOMAN}</span>'
    )
    assert "ufen" in man

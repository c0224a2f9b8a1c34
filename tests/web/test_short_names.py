"""Names that would look alike once they are cut are told apart."""

import pytest

from scorer.web.formats import estimate_width, shorten
from scorer.web.names import short_in_html, short_names

WOMAN, MAN = "Maximiliane-Friederike von Hohenlohe", "Maximilian-Ferdinand von Hohenstaufen"
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"


def test_names_are_numbered_only_where_they_would_look_alike():
    assert short_names(("Ann", LONG), 5) == ("Ann", LONG)
    assert short_names((WOMAN, "Ann", MAN), 6) == ("Maxim…", "Ann", "Maxim… (2)")
    assert short_names((WOMAN, MAN), 40) == (WOMAN, MAN)


@pytest.mark.parametrize("ems", [5, 8, 14])
def test_cut_names_fit_and_differ(ems):
    names = (WOMAN, MAN, LONG, f"{LONG} (2)", "\ufdfd" * 9, "مُحَمَّد" * 4 + " بن", "W" * 39, "W" * 40)
    shown = [shorten(name, ems) for name in short_names(names, ems)]
    assert len(set(shown)) == len(names)
    assert all(estimate_width(name) <= ems + 0.01 for name in shown)


def test_a_screen_reader_hears_the_whole_name():
    ann, woman, man = short_in_html(("<b>Ann", WOMAN, MAN), 6)
    assert ann == "&lt;b&gt;Ann"
    assert woman == f'<span aria-hidden="true">Maxim…</span><span class="hidden">{WOMAN}</span>'
    assert "Maxim… (2)" in man

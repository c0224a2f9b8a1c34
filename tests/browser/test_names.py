"""Names of every kind stay readable, burst no page, and are never taken for markup."""

from playwright.sync_api import expect

from scorer.rules.kinds import comparison_key
from tests.browser.pad_page import message

NARROW = 360
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"
HEBREW = "שָׂרָה בַּת־אַבְרָהָם"
ARABIC = "عبد الرحمن بن محمد"
FAMILY = "👩‍👩‍👧‍👦 Nağme"
MARKUP = "<img src=x onerror=alert(1)>"
BOLD = "<b>Bo</b>&amp;\"'"
AWKWARD = (LONG, HEBREW, FAMILY, MARKUP, BOLD, "Ann", "Ann", ARABIC)


def overflow(page):
    """How far a page goes beyond the narrow screen."""
    width = page.evaluate("document.documentElement.scrollWidth")
    return width - NARROW


def test_the_phone_compares_names_as_the_server_does(phone):
    phone.goto("/games/new")
    names = ["İpek", "ıPEK", "Zoe\u0308 ", "Straße", "がく", "ＤＡＮ", "Ёлка", "कि", *AWKWARD]
    path = phone.locator("script[src*='/setup.js']").evaluate("({ src }) => src")
    compare = f"async (them) => them.map((await import('{path[:-8]}names.js')).comparisonKey)"
    assert phone.evaluate(compare, names) == [comparison_key(name) for name in names]


def test_names_from_right_to_left_do_not_turn_a_sentence(phone, pad_page, seat):
    table = seat(HEBREW, ARABIC, "Cat", "Dan")
    phone.goto(f"/games/{table.id}")
    expect(phone.locator("[data-seats] bdi").first).to_have_text(HEBREW)
    pad_page.out(0)
    add_up = f"Add up ⁨{ARABIC}⁩’s cards, a red nine as 9."
    expect(message(phone)).to_have_text(f"{add_up} Then tap a red 9 for each one.")

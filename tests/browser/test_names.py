"""Names of every kind stay readable, burst no page, and are never taken for markup."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import message, pad

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


def test_a_name_in_a_sentence_has_its_letters(sheet):
    fonts = sheet.locator(".head-who, .head-who bdi").evaluate_all(
        "them => them.map((one) => getComputedStyle(one).fontFamily)"
    )
    assert len(fonts) == 3
    assert len(set(fonts)) == 1


@pytest.fixture
def narrow(join):
    """A narrow phone that may do everything."""
    return join("manage", viewport=(NARROW, 640))


def test_two_people_with_the_same_name_can_be_told_apart(phone, pad_page, seat):
    table = seat("Ann", "Ben", "Ann", "Dan")
    phone.goto(f"/games/{table.id}")
    names = phone.locator("[data-seats] .row-name").all_inner_texts()
    assert len(set(names)) == 4
    assert all("Ann" in names[at] for at in (0, 2))
    pad_page.out(1)
    typed = pad(phone).locator("[data-name]").all_inner_texts()
    assert typed == [names[2], names[3], names[0]]


def test_names_written_right_to_left_do_not_turn_a_sentence_round(phone, pad_page, seat):
    table = seat(HEBREW, ARABIC, "Cat", "Dan")
    phone.goto(f"/games/{table.id}")
    expect(phone.locator("[data-seats] bdi").first).to_have_text(HEBREW)
    pad_page.out(0)
    add_up = f"Add up ⁨{ARABIC}⁩’s cards, a red nine as 9."
    expect(message(phone)).to_have_text(f"{add_up} Then tap each red nine.")

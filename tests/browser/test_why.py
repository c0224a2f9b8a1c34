"""Tap a number to read why it is what it is."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import reload


@pytest.fixture
def scored(sheet, table):
    """Ann went out on a red nine; Dan was caught with K 9r 4."""
    hands = [[], {"points": 7, "red_nines": 0}, ["2", "3"], ["K", "9r", "4"]]
    facts = {"out": 0, "on_red_nine": True, "hands": hands}
    table.write("deal", {"after": None, "facts": facts})
    reload(sheet)
    return sheet


def test_a_tap_on_a_number_tells_why(scored, pad_page):
    number = scored.locator("[data-deals] [data-why]").nth(3)
    there = scored.url
    number.focus()
    pad_page.tap(number)
    dialog = scored.get_by_role("dialog", name="Dan, deal 1")
    expect(dialog).to_contain_text("Held: K red 9 4")
    expect(dialog.locator(".card")).to_have_text(["K", "9", "4"])
    expect(dialog.locator(".nine")).to_have_text(["9"])
    expect(dialog).to_contain_text("Caught with 17 and a red nine, which counts 9: 26")
    expect(dialog).to_contain_text("A red nine in the hand doubles it: ×2 = 52")
    expect(dialog).to_contain_text(
        "The deal was won on a red nine, which doubles everybody: ×2 = 104"
    )
    # At the right stands what the left comes to.
    expect(dialog.locator("b")).to_have_text(["26", "52", "104", "104"])
    assert scored.url == there
    expect(dialog.get_by_role("button", name="OK")).to_be_focused()
    pad_page.tap("dialog.why[open] button")
    expect(dialog).to_have_count(0)
    expect(number).to_be_focused()
    scored.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    scored.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(number).to_be_focused()

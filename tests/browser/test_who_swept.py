"""Who swept the red aces: asked once on the sheet of 1881, and answered by a name."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, expect_totals
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_counters_small import EIGHT, played
from tests.browser.test_small_screen import all_on_screen, too_small

ASKS = "Who swept the red aces?"
# What a finger on the middle of each of these would hit is the thing itself.
COVERED = """them => them.filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.textContent)"""


@pytest.fixture
def two_deals(seat):
    """A game of eight with two deals in it."""
    return played(seat, *EIGHT, variant="red-nines-1881")


def scrolled(page):
    """How far the page was scrolled."""
    return int(page.evaluate("scrollY"))


def test_who_swept_is_two_taps_without_scrolling(join, two_deals):
    page = join(viewport=(360, 560))
    page.goto(f"/games/{two_deals.id}")
    pad_page = PadPage(page)
    all_on_screen(page.locator("[data-asked] summary"))
    pad_page.ask()
    names = page.get_by_role("list", name=ASKS).get_by_role("button")
    expect(names).to_have_text(list(EIGHT))
    assert too_small(page.locator("[data-asked] :is(summary, button)")) == []
    assert names.evaluate_all(COVERED) == []
    assert scrolled(page) == 0
    assert violations_in_both(page) == []
    pad_page.sweep(3)
    row = page.locator('[data-seats] > [data-seat="3"]')
    expect(row).to_contain_text("swept A A")
    expect(row.get_by_role("button", name="Undo that Dan swept the red aces")).to_be_visible()
    expect(page.get_by_text(ASKS)).to_have_count(0)
    assert pad_page.taps == 2
    assert violations_in_both(page) == []


def test_the_names_close_without_an_answer_when_the_page_is_tapped(phone, pad_page, two_deals):
    phone.goto(f"/games/{two_deals.id}")
    names = phone.get_by_role("list", name=ASKS)
    question = phone.locator("[data-asked] summary")
    for how in ("a tap beside", "a tap on it"):
        question.press("Enter")
        expect(names).to_be_visible()
        if how == "a tap beside":
            phone.keyboard.press("Tab")
            phone.locator("h1").click()
        else:
            pad_page.tap(question)
        expect(names).to_be_hidden()
    # Nothing has moved.
    expect_totals(phone, *two_deals.read().sheet.now.totals)
    assert two_deals.read().version == 2

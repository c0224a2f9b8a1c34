"""Somebody takes over a seat: each deal stays with whoever sat there."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, expect_totals, message, pad, reload
from tests.browser.test_small_screen import too_small


@pytest.fixture
def taken_over(sheet, table):
    """Cat played the first deal, Zoe the second."""
    table.deal(0, 7, 23, 32)
    sitter = {"id": None, "name": "Zoe"}
    table.write("take_seat", {"seat": 2, "player": sitter})
    table.deal(1, 10, 5, 12)
    reload(sheet)
    return sheet


def correct(page, table, number):
    """Open the pad over a deal that is scored."""
    PadPage(page).tap(f'[data-deal="{table.deals[number - 1]}"] [data-correct]')


def test_a_correction_asks_for_the_people_of_that_deal(taken_over, pad_page, table):
    correct(taken_over, table, 1)
    expect(pad(taken_over).locator("[data-name]")).to_have_text(["Ben", "Cat", "Dan", "Ann"])
    pad_page.hand(2)
    expect(message(taken_over)).to_contain_text("Cat")
    pad_page.type(1)
    pad_page.press_save()
    expect(message(taken_over)).to_have_text("Cat: No card counts 1, so no hand can be 1.")
    pad_page.close()
    correct(taken_over, table, 2)
    expect(pad(taken_over).locator("[data-name]")).to_have_text(["Zoe", "Dan", "Ann", "Ben"])


def test_a_seat_is_taken_over_with_one_tap(join, seat, table):
    seat("Eve", "Fay", "Gus", "Hal", night="new")
    table.deal(0, 7, 23, 32)
    page = join(viewport=(360, 560))
    page.goto(f"/games/{table.id}/seats/2")
    chips = page.get_by_role("group", name="People who have played before").get_by_role("button")
    expect(chips).to_have_text(["Eve", "Fay", "Gus", "Hal"])
    assert too_small(chips) == []
    chips.nth(1).tap()
    expect(page.locator("[data-seats] .row-name")).to_have_text(["Ann", "Ben", "Fay", "Dan"])
    expect_totals(page, 0, 7, 23, 32)


def test_a_known_person_joins_with_five_taps(join, seat, table):
    seat("Eve", "Fay", "Gus", "Hal", night="new")
    table.deal(0, 7, 23, 32)
    page = join(viewport=(360, 640))
    page.goto(f"/games/{table.id}")
    page.get_by_role("button", name="More about this game").tap()
    page.get_by_role("link", name="Somebody joins").tap()
    page.get_by_role("button", name="Eve", exact=True).tap()
    places = page.get_by_role("button", name="sits here")
    expect(places).to_have_count(3)
    assert too_small(places) == []
    page.get_by_role("button", name="Eve sits here").first.tap()
    named = page.locator(".at-table .item:has([name=seat]) bdi")
    expect(named).to_have_text(["Ann", "Eve", "Ben", "Cat", "Dan"])
    page.get_by_role("button", name="Go on").tap()
    expect(page.locator("[data-seats] .row-name")).to_have_text(["Ann", "Eve", "Ben", "Cat", "Dan"])
    expect(page.get_by_role("status").filter(has_text="Eve joined")).to_be_visible()

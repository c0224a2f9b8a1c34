"""A whole game, played by tapping only, and what the taps add up to."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import expect_totals, pad, row

pytestmark = pytest.mark.moving


def test_a_deal_of_four_takes_ten_taps_and_same_again_one(sheet, pad_page):
    pad_page.score(0, [(7, 0), (23, 0), (41, 1)])
    assert pad_page.taps == 10
    expect_totals(sheet, 0, 7, 23, 82)
    # The pad opens at the winner's left and goes round clockwise.
    pad_page.out(2)
    expect(pad(sheet).locator("[data-name]")).to_have_text(["Dan", "Ann", "Ben"])
    for seat in (3, 0, 1):
        expect(row(sheet, seat)).to_have_attribute("aria-current", "true")
        pad_page.type(12)
        if seat != 1:
            pad_page.next()
    pad_page.save()
    for out in (1, 3):
        pad_page.score(out, [(7, 0), (23, 0), (12, 0)])
    before = sheet.url
    pad_page.tap_button("Same again")
    expect(sheet.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    expect(sheet).not_to_have_url(before)
    expect_totals(sheet, 0, 0, 0, 0)
    expect(sheet.locator("[data-sheet]")).to_contain_text("Ann deals")

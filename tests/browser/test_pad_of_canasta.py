"""Canasta on the pad: a deal with all that is counted, and one of totals alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PAD, PadPage, expect_totals, message, pad, recorded


@pytest.fixture
def table(seat):
    """Ann and Cat against Ben and Dan; Ann deals."""
    return seat("Ann", "Ben", "Cat", "Dan", variant="canasta")


@pytest.fixture
def pad_page(phone, table):
    phone.goto(f"/games/{table.id}")
    phone.wait_for_load_state("networkidle")
    return PadPage(phone)


def cell(page, key, side):
    return pad(page).locator(f"[data-cell='{key}'][data-at='{side}']")


def test_a_whole_deal_is_fifteen_taps(phone, pad_page, table):
    # Whose name is tapped went out.
    pad_page.out(0)
    pad_page.type(325)
    for key in ("natural", "mixed", "red_threes"):
        pad_page.tap(cell(phone, key, 0))
    expect(cell(phone, "laid_nothing", 1)).to_have_count(0)
    pad_page.next()
    pad_page.type(45)
    pad_page.tap(f"{PAD} [data-minus]:visible")
    # Everybody's cards are typed.
    expect(pad(phone).locator("[data-rest]")).to_be_hidden()
    for _ in range(2):
        pad_page.tap(cell(phone, "red_threes", 1))
    pad_page.tap(cell(phone, "laid_nothing", 1))
    pad_page.save()
    facts = {"out": 0, "cards": [325, -45], "natural": [1, 0], "mixed": [1, 0]}
    assert recorded(table) == {**facts, "red_threes": [1, 2], "laid_nothing": [None, True]}
    expect_totals(phone, 1325, -245)
    expect(phone.locator(".row-shows")).to_contain_text(["first meld 50", "first meld 15"])
    assert pad_page.taps == 15


def test_who_has_melded_has_no_key_that_denies_it(phone, pad_page):
    pad_page.out(0)
    pad_page.tap(cell(phone, "red_threes", 1))
    expect(cell(phone, "laid_nothing", 1)).to_be_visible()
    pad_page.tap(cell(phone, "mixed", 1))
    expect(cell(phone, "laid_nothing", 1)).to_have_count(0)


def test_totals_alone_are_ten_taps(phone, pad_page, table):
    pad_page.tap(".dock-action :is(a, button)")
    expect(message(phone)).to_contain_text("the cards melded")
    pad_page.type(1480)
    pad_page.next()
    pad_page.type(395)
    pad_page.save()
    assert recorded(table) == {"cards": [1480, 395]}
    assert pad_page.taps == 10

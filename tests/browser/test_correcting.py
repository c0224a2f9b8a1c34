"""Any deal, any time, can be corrected, with totals before and after on the same screen."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from scorer.services import clock
from tests.browser.pad_page import (
    PadPage,
    expect_totals,
    message,
    pad,
    reload,
    row,
    wait_for_forms,
)

FETCHED = "performance.getEntriesByType('resource').some((one) => one.name.endsWith('/pad.js'))"


@pytest.fixture
def in_deal_four(sheet, table):
    """The sheet when three of four deals are scored: 46 7 35 55."""
    table.deal(0, 7, 23, 32)
    table.deal(1, 41, 12, 3)
    table.deal(3, 5, 0 + 2, 20)
    reload(sheet)
    expect_totals(sheet, 46, 9, 55, 35)
    return sheet


def correct_link(page, table, number):
    """The first cell of a deal's line."""
    return f'[data-deal="{table.deals[number - 1]}"] [data-correct]'


def test_deal_two_is_corrected_in_deal_four_in_five_taps(in_deal_four, pad_page, table):
    page = in_deal_four
    pad_page.tap(correct_link(page, table, 2))
    pad_page.hand(2)
    pad_page.type(21)
    for seat, shown in enumerate(["46", "9", "55 → 64", "35"]):
        totals = row(page, seat).locator("[data-totals]")
        expect(totals).to_have_text(f"total {shown}")
        expect(totals).to_be_in_viewport(ratio=1)
    pad_page.save()
    assert pad_page.taps == 5
    expect_totals(page, 46, 9, 64, 35)
    # The sheet strikes the old number through.
    corrected = page.locator(f'[data-deal="{table.deals[1]}"] [data-why]')
    expect(corrected.nth(2).locator("del")).to_have_text("12")
    expect(corrected.nth(2)).to_contain_text("21")
    assert page.locator("[data-deals] del").count() == 1


def test_a_correction_is_left_refused_or_of_who_went_out(in_deal_four, pad_page, table):
    page = in_deal_four
    pad_page.tap(correct_link(page, table, 2))
    # Save waits until something differs, and so do the totals.
    expect(row(page, 2).locator("[data-totals]")).to_have_text("")
    expect(pad(page).locator("[data-save]")).to_have_attribute("aria-disabled", "true")
    pad(page).locator("[data-save]").tap(force=True)
    expect(message(page)).to_contain_text("Deal 2: tap what was wrong")
    pad_page.hand(0)
    pad_page.type(99)
    expect(pad(page).locator("[data-save]")).not_to_have_attribute("aria-disabled", "true")
    # Left without saving it changes nothing.
    pad_page.close()
    expect_totals(page, 46, 9, 55, 35)
    pad_page.tap(correct_link(page, table, 3))
    pad_page.hand(2)
    pad_page.type(1)
    pad_page.press_save()
    expect(message(page)).to_have_text("Cat: No card counts 1, so no hand can be 1.")
    pad_page.close()
    assert table.read().version == 3
    pad_page.tap(correct_link(page, table, 1))
    pad(page).locator("[data-ask='out']").select_option("1")
    # The row of who is out takes nothing, and says where another is named.
    pad_page.tap(row(page, 1))
    expect(message(page)).to_have_text("Somebody else? Choose the name at the top.")
    pad_page.hand(0)
    pad_page.type(7)
    pad_page.save()
    expect_totals(page, 53, 2, 55, 35)


def test_an_older_game_fetches_the_pad_once_it_is_corrected(phone, seat):
    with clock.set_to(clock.now() - timedelta(days=1)):
        table = seat()
        for hands in ((0, 7, 23, 32), (1, 41, 12, 3), (3, 5, 2, 20), (2, 10, 10, 10)):
            table.deal(*hands)
    phone.goto(f"/games/{table.id}")
    wait_for_forms(phone)
    assert not phone.evaluate(FETCHED)
    pad_page = PadPage(phone)
    pad_page.tap(correct_link(phone, table, 2))
    pad_page.hand(2)
    pad_page.type(21)
    pad_page.save()
    expect_totals(phone, 19, 45, 56, 64)
    assert phone.evaluate(FETCHED)

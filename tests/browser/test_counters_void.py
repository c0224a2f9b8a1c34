"""Deals that were void after all, and void deals that were played after all, told on the pad."""

from playwright.sync_api import expect

from tests.browser.pad_page import PAD, expect_totals, message, pad, row
from tests.tables import NAMES
from tests.web.counters import cards

VOID = f"{PAD} [data-void-deal]"


def begin(seat, *deals):
    """A game of eight by the rules of 1881: who went out in each deal, None for a void one."""
    table = seat(*NAMES[:8], variant="red-nines-1881")
    table.score(*({"void": True} if out is None else cards(out, *[2] * 7) for out in deals))
    return table


def test_a_scored_deal_is_made_void_with_one_tap_and_save(phone, pad_page, seat):
    table = begin(seat, 1, 2)
    phone.goto(f"/games/{table.id}")
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23")
    pad_page.tap(VOID)
    # A tap too many is taken back by another.
    pad_page.tap(VOID)
    expect(pad(phone).locator("[data-ask='out'] option:checked")).to_have_text("Ben is out")
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23")
    pad_page.taps = 0
    pad_page.tap(VOID)
    expect(message(phone)).to_contain_text("Deal 1 is void")
    # Ann dressed the pools of deal 1 and dealt again without another dress.
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23 → 25")
    expect(row(phone, 2).locator("[data-totals]")).to_have_text("39 → 50")
    pad_page.save()
    assert pad_page.taps == 2
    assert table.read().sheet.deals[0].record == {"void": True}
    expect_totals(phone, 25, 34 - 9, 50, *[34] * 5)
    # A new deal has no key for it.
    pad_page.out(2)
    expect(phone.locator(VOID)).to_be_hidden()

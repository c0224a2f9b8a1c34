"""The sheet of 1881 between two deals: aces swept with two taps, void deals, and both undone."""

from playwright.sync_api import expect

from tests.browser.pad_page import cost, expect_totals, pad, row


def totals(page, seat):
    """How a seat stands before and after, on the pad."""
    return row(page, seat).locator("[data-totals]")


def test_aces_swept_on_the_sheet_are_answered_already(old, pad_page, eight):
    pad_page.sweep(4)
    expect(old.locator('[data-seats] > [data-seat="4"]')).to_contain_text("swept A A")
    expect_totals(old, 27, 36, 36, 36, 39, 36, 36, 36)
    # It can be taken back.
    pad_page.tap(old.locator("[data-unnote] button"))
    expect_totals(old, 27, *[36] * 7)
    expect(old.locator("[data-notice]")).to_have_text("Undone.")
    pad_page.out(0)
    expect(pad(old).locator("[data-ask='aces_swept_by'] option:checked")).to_have_text(
        "nobody swept the aces", ignore_case=True
    )
    assert not eight.read().answers
    pad_page.close()
    pad_page.sweep(4)
    pad_page.out(0)
    chip = pad(old).locator("[data-ask='aces_swept_by'] option:checked")
    expect(chip).to_have_text("Eve swept the aces")
    for _ in range(7):
        pad_page.count(1)
    expect(cost(old, 4)).to_have_text("+2")
    expect(row(old, 4).locator("[data-working]")).to_have_text("Swept 3 · 1 → Ann for 1 card")
    expect(totals(old, 4)).to_have_text("36 → 38")
    pad_page.save()
    facts = eight.read().sheet.deals[0].record
    assert facts["aces_swept_by"] == 4


def test_aces_claimed_late_reopen_that_deal_at_that_question(old, pad_page, eight):
    pad_page.out(1)
    for _ in range(7):
        pad_page.count(1)
    pad_page.save()
    pad_page.tap("[data-notice] [data-ask]")
    chip = pad(old).locator("[data-ask='aces_swept_by']")
    expect(chip).to_be_focused()
    chip.select_option("3")
    expect(totals(old, 3)).to_have_text("35 → 38")
    expect(pad(old).locator(".pad-news")).to_have_text(
        "Counters now → corrected · Red Ace pool 6 → 3"
    )
    pad_page.save()
    assert eight.read().sheet.totals[3] == 38

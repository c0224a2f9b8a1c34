"""The pad of the games that are played for counters: one tap a hand, and who pays whom."""

from playwright.sync_api import expect

from tests.browser.pad_page import PAD, cost, expect_totals, message, pad, reload, row
from tests.browser.test_small_screen import all_on_screen
from tests.web.counters import cards

OLD = {"variant": "red-nines-1881"}


def totals(page, seat):
    """How a seat stands before and after, on the pad."""
    return row(page, seat).locator("[data-totals]")


def keys(page):
    """The keys that can be tapped, such as "3" and, with a red nine, "3+1"."""
    found = (
        pad(page)
        .locator("[data-count]:visible")
        .evaluate_all("them => them.map(one => `${one.dataset.count}+${one.dataset.nines}`)")
    )
    return [key.removesuffix("+0") for key in found]


def test_a_deal_of_eight_takes_nine_taps_and_save(old, pad_page):
    pad_page.out(1)
    pad_page.tap(f"{PAD} [data-ask='on_red_nine']")
    for held, nines in ((2, 0), (1, 0), (4, 0), (3, 1), (2, 0), (1, 0), (3, 0)):
        pad_page.count(held, nines)
    assert pad_page.taps == 9
    pad_page.save()
    # Two for a card, four for a red nine, and six from the pool.
    expect_totals(old, 21, 76 - 9, 32, 34, 28, 28, 32, 34)


def test_only_what_is_still_possible_is_offered(old, pad_page):
    pad_page.out(0)
    plain, one, both = ["1", "2", "3", "4", "5"], [f"{n}+1" for n in range(1, 6)], ["2+2", "3+2"]
    both += ["4+2", "5+2"]
    assert keys(old) == plain + one + both
    pad_page.count(3, 1)
    assert keys(old) == plain + one
    on_red_nine = pad(old).locator("[data-ask='on_red_nine']")
    pad_page.tap(on_red_nine)
    assert keys(old) == plain
    pad_page.tap(on_red_nine)
    pad_page.hand(1)
    assert keys(old) == plain + one + both
    expect(pad(old).locator('[data-count][aria-pressed="true"]')).to_have_attribute(
        "aria-label", "3 cards, with a red nine"
    )
    pad(old).locator("[data-ask='aces_swept_by']").select_option("1")
    assert keys(old) == ["1", "2", "3", "1+1", "2+1", "3+1", "2+2", "3+2"]
    pad_page.tap(pad(old).locator("[data-by-cards]"))
    expect(pad(old).locator('[data-card="A"] small')).to_have_text("2")


def test_a_deal_is_corrected_in_four_taps_with_totals_and_pools_before_and_after(
    old, pad_page, eight
):
    eight.score(*(cards(out, *[2] * 7) for out in (1, 2)))
    reload(old)
    expect_totals(old, 23, 36 + 14 - 9 - 2, 36 - 9 - 2 + 14, *[32] * 5)
    pad_page.taps = 0
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    pad_page.hand(5)
    pad_page.count(4)
    expect(totals(old, 5)).to_have_text("32 → 30")
    expect(pad(old).locator("[data-gain-totals]")).to_have_text("39 → 41")
    expect(totals(old, 2)).to_have_text("39")
    expect(pad(old).locator(".pad-news")).to_have_text("Counters now → corrected")
    expect(cost(old, 5)).to_have_text("−4")
    all_on_screen(pad(old).locator("[data-totals]"))
    pad_page.save()
    assert pad_page.taps == 4
    expect_totals(old, 23, 41, 39, 32, 32, 30, 32, 32)


def test_hands_of_more_than_nine_cards_are_typed_in_digits(phone, pad_page, seat):
    phone.goto(f"/games/{seat(**OLD).id}")
    pad_page.out(0)
    assert keys(phone) == []
    pad_page.type(10)
    pad_page.next()
    pad_page.type(3)
    pad_page.nine(1)
    # What was typed stands large, not what it costs.
    expect(pad(phone).locator(".large-figure")).to_have_text("3")
    pad_page.next()
    expect(cost(phone, 2)).to_have_text("−4")
    pad_page.type(11)
    expect(pad(phone).locator("[data-save]")).to_be_visible()
    # What cannot be pays nothing yet, so nobody knows what Ann receives, nor what Dan has then.
    expect(row(phone, 3).locator("[data-totals]")).to_be_empty()
    gain = pad(phone).locator(".pad-gain")
    expect(gain.locator("[data-gain-points]")).to_have_text("…")
    expect(gain.locator("[data-gain-totals]")).to_have_text("27 → …")
    pad_page.press_save()
    expect(message(phone)).to_have_text("Dan: 11 cards, but each player gets only 10.")

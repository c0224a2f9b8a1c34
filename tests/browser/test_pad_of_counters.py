"""Games for counters: their pad, aces swept on the sheet, void deals, and what others note."""

from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    cost,
    expect_sent,
    expect_totals,
    message,
    pad,
    row,
    wait_for,
)
from tests.tables import NAMES
from tests.web.counters import cards

OUT = f"{PAD} [data-ask='out']"


def totals(page, seat):
    """How a seat stands before and after, on the pad."""
    return row(page, seat).locator("[data-totals]")


def expect_keys(page, *wanted):
    """The keys that can be tapped are these, such as "3" and, with a red nine, "3+1"."""
    told = "them => them.map(one => `${one.dataset.count}+${one.dataset.nines}`)"
    shown = pad(page).locator("[data-count]:visible")
    keys = [f"{key}+0" if len(key) == 1 else key for key in wanted]
    wait_for(page, lambda: shown.evaluate_all(told) == keys, f"the keys are not {keys}")


def test_only_what_is_still_possible_is_offered(old, pad_page):
    pad_page.out(0)
    plain, one, both = ["1", "2", "3", "4", "5"], [f"{n}+1" for n in range(1, 6)], ["2+2", "3+2"]
    both += ["4+2", "5+2"]
    expect_keys(old, *plain, *one, *both)
    pad_page.count(3, 1)
    expect_keys(old, *plain, *one)
    on_red_nine = pad(old).locator("[data-ask='on_red_nine']")
    pad_page.tap(on_red_nine)
    expect_keys(old, *plain)
    pad_page.tap(on_red_nine)
    pad_page.hand(1)
    expect_keys(old, *plain, *one, *both)
    expect(pad(old).locator('[data-count][aria-pressed="true"]')).to_have_attribute(
        "aria-label", "3 cards, with a red nine"
    )
    pad(old).locator("[data-ask='aces_swept_by']").select_option("1")
    expect_keys(old, *"123", "1+1", "2+1", "3+1", "2+2", "3+2")
    pad_page.tap(pad(old).locator("[data-by-cards]"))
    expect(pad(old).locator('[data-card="A"] small')).to_have_text("2")


def test_hands_of_more_than_nine_cards_are_typed_in_digits(phone, pad_page, seat):
    phone.goto(f"/games/{seat(variant='red-nines-1881').id}")
    pad_page.out(0)
    expect(pad(phone).locator("[data-count]:visible")).to_have_count(0)
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
    expect(totals(phone, 3)).to_be_empty()
    gain = pad(phone).locator(".pad-gain")
    expect(gain.locator("[data-gain-points]")).to_have_text("…")
    expect(gain.locator("[data-gain-totals]")).to_have_text("27 → …")
    pad_page.press_save()
    expect(message(phone)).to_have_text("Dan: 11 cards, but each player gets only 10.")


def test_aces_swept_on_the_sheet_are_answered_already(old, pad_page, eight):
    pad_page.sweep(4)
    expect(old.locator('[data-seats] > [data-seat="4"]')).to_contain_text("swept A A")
    expect_totals(old, 27, 36, 36, 36, 39, 36, 36, 36)
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


def test_a_second_tap_does_not_take_the_sweep_back(old, pad_page, eight):
    old.wait_for_load_state("networkidle")
    pad_page.ask()
    button = old.locator('[data-asked] button[value="4"]')
    expect(button).to_be_visible()
    box = button.bounding_box()
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    back = old.locator("[data-unnote] button")
    for _ in range(2):
        old.touchscreen.tap(*spot)
    expect(back).to_be_visible()
    old.touchscreen.tap(*spot)
    expect_sent(old)
    assert [one.value for one in eight.read().answers] == [4]
    # A moment later the button does what it says.
    pad_page.tap(back)
    expect(old.locator("[data-asked]")).to_be_visible()
    expect_sent(old)
    assert not eight.read().answers


def test_a_deal_is_made_void_and_a_void_one_scored(phone, pad_page, seat):
    table = seat(*NAMES[:8], variant="red-nines-1881")
    table.score(*(cards(out, *[2] * 7) for out in (1, 2)))
    phone.goto(f"/games/{table.id}")
    out = phone.locator(OUT)
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    out.select_option("Nobody went out")
    # It is taken back by the name of who did.
    out.select_option("Ben is out")
    expect(totals(phone, 0)).to_have_text("23")
    out.select_option("Nobody went out")
    expect(message(phone)).to_contain_text("Deal 1 is void")
    # Ann dressed the pools of deal 1 and dealt again without another dress.
    expect(totals(phone, 0)).to_have_text("23 → 25")
    pad_page.save()
    expect_totals(phone, 25, 34 - 9, 50, *[34] * 5)
    assert table.read().sheet.deals[0].record == {"void": True}
    # That is only looked at it stays void; a tap on a row says who went out.
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    pad_page.close()
    assert table.read().version == 3
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    expect(out.locator("option:checked")).to_have_text("Nobody went out")
    pad_page.hand(3)
    expect(out.locator("option:checked")).to_have_text("Dan is out")
    for _ in range(7):
        pad_page.count(1)
    pad_page.save()
    assert table.read().sheet.deals[0].facts.answers["out"] == 3
    # So is a new deal, though another phone has answered for a hand.
    table.answer(("hands", 4, {"cards": 2, "red_nines": 0}))
    pad_page.out(2)
    out.select_option("Nobody went out")
    expect(pad(phone).locator("[data-count]:visible")).to_have_count(0)
    pad_page.save()
    assert table.read().sheet.deals[2].record == {"void": True}


def test_where_only_who_went_out_is_asked_a_row_names_them(phone, pad_page, seat):
    table = seat(variant="pink-nines")
    phone.goto(f"/games/{table.id}")
    pad_page.out(0)
    pad_page.hand(2)
    chosen = pad(phone).locator("[data-ask='out'] option:checked")
    expect(chosen).to_have_text("Cat is out")
    phone.locator(OUT).select_option("Nobody went out")
    expect(message(phone)).to_have_text(
        "Deal 1 is void: it does not count and is dealt again. "
        "The stakes stay in the pool, and everyone stakes 1 once more."
    )
    pad_page.hand(1)
    pad_page.save()
    assert table.read().sheet.deals[0].record == {"out": 1}

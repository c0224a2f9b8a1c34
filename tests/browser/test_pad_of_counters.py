"""Games for counters: their pad, aces swept on the sheet, void deals, and what others note."""

from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    cost,
    expect_sent,
    expect_totals,
    fetch_sheet,
    message,
    pad,
    row,
)
from tests.tables import NAMES
from tests.web.counters import cards

OUT = f"{PAD} [data-ask='out']"


def totals(page, seat):
    """How a seat stands before and after, on the pad."""
    return row(page, seat).locator("[data-totals]")


def keys(page):
    """The keys that can be tapped, such as "3" and, with a red nine, "3+1"."""
    told = "them => them.map(one => `${one.dataset.count}+${one.dataset.nines}`)"
    found = pad(page).locator("[data-count]:visible").evaluate_all(told)
    return [key.removesuffix("+0") for key in found]


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


def test_hands_of_more_than_nine_cards_are_typed_in_digits(phone, pad_page, seat):
    phone.goto(f"/games/{seat(variant='red-nines-1881').id}")
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


def test_an_open_pad_takes_over_what_its_phone_learns(old, pad_page, eight):
    pad_page.out(1)
    swept = pad(old).locator("[data-ask='aces_swept_by'] option:checked")
    eight.answer(("aces_swept_by", -1, 2))
    fetch_sheet(old)
    expect(message(old)).to_have_text("Another phone changed what is noted.")
    expect(swept).to_have_text("Cat swept the aces")
    eight.answer(clear=[("aces_swept_by", -1)])
    fetch_sheet(old)
    expect(message(old)).to_have_text("Another phone changed what is noted.")
    expect(swept).to_have_text("nobody swept the aces", ignore_case=True)
    # What was answered on the pad stays, and the pad says who noted otherwise.
    for _ in range(7):
        pad_page.count(2)
    pad(old).locator("[data-ask='aces_swept_by']").select_option("3")
    eight.answer(("aces_swept_by", -1, 2))
    fetch_sheet(old)
    expect(message(old)).to_have_text("Another phone changed what is noted.")
    expect(swept).to_have_text("Dan swept the aces")
    pad_page.save()
    assert eight.read().sheet.deals[0].record["aces_swept_by"] == 3


def tap_twice(page, button, come):
    """Two taps on the same spot, the second as soon as the first has shown what came of it."""
    box = button.bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*spot)
    page.touchscreen.tap(*spot)
    expect(come).to_be_visible()
    page.touchscreen.tap(*spot)


def test_a_second_tap_does_not_take_the_sweep_back(old, pad_page, eight):
    old.wait_for_load_state("networkidle")
    pad_page.ask()
    button = old.locator('[data-asked] button[value="4"]')
    back = old.locator("[data-unnote] button")
    tap_twice(old, button, back)
    assert [one.value for one in eight.read().answers] == [4]
    # A moment later the button does what it says.
    pad_page.tap(back)
    expect(old.locator("[data-asked]")).to_be_visible()
    assert not eight.read().answers
    # Nor does it make a second void deal.
    void = old.locator("[data-void] button")
    pad_page.tap(".more-open")
    tap_twice(old, void, old.locator("[data-deals]"))
    expect_sent(old)
    assert len(eight.read().sheet.deals) == 1


def begin(seat, *deals):
    """A game of eight by the rules of 1881: who went out in each deal, None for a void one."""
    table = seat(*NAMES[:8], variant="red-nines-1881")
    table.score(*({"void": True} if out is None else cards(out, *[2] * 7) for out in deals))
    return table


def test_a_scored_deal_is_made_void_where_nobody_went_out(phone, pad_page, seat):
    table = begin(seat, 1, 2)
    phone.goto(f"/games/{table.id}")
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    expect(totals(phone, 0)).to_have_text("23")
    out = phone.locator(OUT)
    out.select_option("Nobody went out")
    # It is taken back by the name of who did.
    out.select_option("Ben is out")
    expect(totals(phone, 0)).to_have_text("23")
    out.select_option("Nobody went out")
    expect(message(phone)).to_contain_text("Deal 1 is void")
    # Ann dressed the pools of deal 1 and dealt again without another dress.
    expect(totals(phone, 0)).to_have_text("23 → 25")
    expect(totals(phone, 2)).to_have_text("39 → 50")
    pad_page.save()
    assert table.read().sheet.deals[0].record == {"void": True}
    expect_totals(phone, 25, 34 - 9, 50, *[34] * 5)
    # So is a new deal.
    pad_page.out(2)
    out.select_option("Nobody went out")
    expect(pad(phone).locator("[data-count]:visible")).to_have_count(0)
    pad_page.save()
    assert table.read().sheet.deals[2].record == {"void": True}


def test_a_void_deal_opens_with_nobody_out_and_a_tap_on_a_row_says_who_was(phone, pad_page, seat):
    table = begin(seat, None, 2)
    phone.goto(f"/games/{table.id}")
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    # That is only looked at it stays void.
    pad_page.close()
    assert table.read().version == 2
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    chosen = pad(phone).locator("[data-ask='out'] option:checked")
    expect(chosen).to_have_text("Nobody went out")
    pad_page.hand(3)
    expect(chosen).to_have_text("Dan is out")
    expect(pad(phone).locator("[data-ask='out'] option:not([hidden])")).to_have_count(9)
    for _ in range(7):
        pad_page.count(1)
    pad_page.save()
    assert table.read().sheet.deals[0].facts.answers["out"] == 3


def test_a_deal_is_void_though_another_phone_has_answered_for_a_hand(phone, pad_page, seat):
    table = begin(seat)
    table.answer(("out", -1, 1), ("hands", 2, {"cards": 2, "red_nines": 0}))
    phone.goto(f"/games/{table.id}")
    pad_page.out(0)
    phone.locator(OUT).select_option("Nobody went out")
    pad_page.save()
    assert table.read().sheet.deals[0].record == {"void": True}


def test_where_nothing_else_is_typed_a_tap_on_a_row_names_somebody_else(phone, pad_page, seat):
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
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    expect(message(phone)).to_have_text("Deal 1: tap what was wrong.")
    pad_page.hand(3)
    expect(chosen).to_have_text("Dan is out")
    expect(message(phone)).to_have_text("Ready.")
    pad_page.save()
    assert table.read().sheet.deals[0].record == {"out": 3}

"""Deals that were void after all, and void deals that were played after all, told on the pad."""

from playwright.sync_api import expect

from tests.browser.pad_page import PAD, expect_totals, message, pad, row
from tests.tables import NAMES
from tests.web.counters import cards

OUT = f"{PAD} [data-ask='out']"


def begin(seat, *deals):
    """A game of eight by the rules of 1881: who went out in each deal, None for a void one."""
    table = seat(*NAMES[:8], variant="red-nines-1881")
    table.score(*({"void": True} if out is None else cards(out, *[2] * 7) for out in deals))
    return table


def test_a_scored_deal_is_made_void_where_nobody_went_out(phone, pad_page, seat):
    table = begin(seat, 1, 2)
    phone.goto(f"/games/{table.id}")
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23")
    out = phone.locator(OUT)
    out.select_option("Nobody went out")
    # It is taken back by the name of who did.
    out.select_option("Ben is out")
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23")
    out.select_option("Nobody went out")
    expect(message(phone)).to_contain_text("Deal 1 is void")
    # Ann dressed the pools of deal 1 and dealt again without another dress.
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23 → 25")
    expect(row(phone, 2).locator("[data-totals]")).to_have_text("39 → 50")
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

"""Spades on the pad: bids that all see, the dealer's last, and what is asked of who bids nil."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    PadPage,
    expect_pad_closed,
    expect_totals,
    message,
    pad,
    recorded,
)
from tests.browser.test_own_bids import bid
from tests.browser.test_own_hands import mine
from tests.browser.test_pad_by_deal import tap_numbers


@pytest.fixture
def table(seat):
    """Ann and Cat against Ben and Dan; Ann deals."""
    return seat("Ann", "Ben", "Cat", "Dan", variant="spades")


@pytest.fixture
def pad_page(phone, table):
    phone.goto(f"/games/{table.id}")
    phone.wait_for_load_state("networkidle")
    return PadPage(phone)


def blind(page, seat):
    return pad(page).locator(f"[data-cell='blind'][data-at='{seat}']")


def test_a_deal_is_eight_taps_the_dealer_bidding_last(phone, pad_page, table):
    pad_page.tap(phone.get_by_text("Bids", exact=True))
    tap_numbers(pad_page, 3, 3, 2, 4)
    expect_pad_closed(phone)
    pad_page.tap(".dock-action :is(a, button)")
    tap_numbers(pad_page, 5)
    pad_page.save()
    assert recorded(table) == {"bids": [4, 3, 3, 2], "tricks": [8, 5]}
    expect_totals(phone, 71, 50)
    assert pad_page.taps == 8


def test_who_bids_nil_says_if_it_was_blind_and_what_it_took(phone, pad_page, table):
    pad_page.tap(phone.get_by_text("Bids", exact=True))
    tap_numbers(pad_page, 5, 4, 5)
    expect(blind(phone, 0)).to_have_count(0)
    # The last bid would close the pad, had it asked nothing more.
    tap_numbers(pad_page, 0)
    pad_page.tap(blind(phone, 0))
    expect_pad_closed(phone)
    pad_page.tap(".dock-action :is(a, button)")
    tap_numbers(pad_page, 10)
    # First what is asked, then what is doubted.
    expect(message(phone)).to_have_text("Ann bid nil: how many tricks of their own?")
    tap_numbers(pad_page, 0)
    expect(message(phone)).to_have_text("Blind nil, though not 100 behind")
    pad_page.save()
    facts = {"bids": [0, 5, 4, 5], "tricks": [3, 10], "nil_tricks": [0, None, None, None]}
    assert recorded(table) == {**facts, "blind": [True, None, None, None]}
    expect_totals(phone, 160, 100)


def test_all_see_the_bids_of_each_phone(join, sit, table):
    host = join("manage")
    host.goto(f"/games/{table.id}")
    ann, ben = sit(table, "Ann"), sit(table, "Ben")
    rows = [host.locator(f'[data-seats] [data-seat="{seat}"]') for seat in range(4)]
    expect(mine(ann, 0).first).to_contain_text("All others come first.")
    mine(ben, 1).locator("[data-type-for]").tap()
    PadPage(ben).tap(f'{PAD} [data-number="0"]:visible')
    PadPage(ben).tap(blind(ben, 1))
    PadPage(ben).save()
    expect(rows[1].first).to_contain_text("bid 0, blind")
    # Another bid is not blind, and nobody waits for that.
    mine(ben, 1).get_by_role("button", name="Change it").tap()
    PadPage(ben).tap(f'{PAD} [data-number="3"]:visible')
    expect_pad_closed(ben)
    expect(rows[1].first).to_contain_text("bid 3")
    for seat, number in ((2, 4), (3, 2)):
        table.answer(("bids", seat, number), device=table.seat_phone(seat, "play"))
    expect(mine(ann, 0).locator("[data-type-for]")).to_be_visible()
    bid(ann, 0, "3")
    expect(rows[0].first).to_contain_text("bid 3")

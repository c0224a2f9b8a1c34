"""Hands told as cards: the switch, the copies left, the strip."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import cost, message, pad, row


@pytest.fixture
def by_cards(sheet, pad_page):
    """Ann is out, and Ben's hand is asked as cards."""
    pad_page.out(0)
    pad_page.tap(pad(sheet).locator("[data-by-cards]"))
    expect(pad(sheet).locator("[data-cards]")).to_be_visible()
    expect(pad(sheet).locator("[data-digits]")).to_be_hidden()
    return sheet


def expect_left(page, copies):
    """So many copies of each card are still to be found."""
    for card, number in copies.items():
        expect(page.locator(f'[data-card="{card}"] small')).to_have_text(str(number))


def test_cards_are_counted_taken_back_and_made_a_sum_of(by_cards, pad_page):
    expect_left(by_cards, {"K": 4, "9r": 2, "9": 2})
    pad_page.cards("K 9r 4")
    expect_left(by_cards, {"K": 3, "9r": 1, "9": 2})
    # A tap on a card of the strip takes it back.
    held = pad(by_cards).locator("[data-held]")
    pad_page.tap(held.nth(1))
    expect(held).to_have_text(["K", "4"])
    expect(cost(by_cards, 1)).to_have_text("17")
    expect_left(by_cards, {"9r": 2})
    pad_page.cards("9r")
    pad_page.next()
    expect_left(by_cards, {"K": 3, "9r": 1})
    # Five aces cannot be tapped.
    pad_page.cards("A A A A")
    expect(cost(by_cards, 2)).to_have_text("80")
    pad(by_cards).locator('[data-card="A"]').tap(force=True)
    expect(message(by_cards)).to_have_text("Cat: Five aces, but this pack has four.")
    expect(held).to_have_count(4)
    expect(cost(by_cards, 2)).to_have_text("80")
    # Switching back makes a sum of the cards.
    pad_page.hand(1)
    pad_page.tap(pad(by_cards).locator("[data-by-sums]"))
    expect(cost(by_cards, 1)).to_have_text("52")
    expect(row(by_cards, 1).locator("[data-working]")).to_have_text("17 + red 9 = 26, ×2 = 52")


def test_a_sum_comes_back_unless_a_card_was_tapped(sheet, pad_page):
    sums, cards = (pad(sheet).locator(f"[data-by-{name}]") for name in ("sums", "cards"))
    pad_page.out(0)
    pad_page.type(41)
    pad_page.nine(1)
    expect(sums).to_have_attribute("aria-pressed", "true")
    pad_page.tap(cards)
    expect(sums).to_have_attribute("aria-pressed", "false")
    expect(cards).to_have_attribute("aria-pressed", "true")
    expect(cost(sheet, 1)).to_have_text("")
    pad_page.tap(sums)
    expect(cost(sheet, 1)).to_have_text("82")
    pad_page.tap(cards)
    pad_page.cards("K")
    pad_page.tap(pad(sheet).locator("[data-held]"))
    pad_page.tap(sums)
    expect(cost(sheet, 1)).to_have_text("")


def test_a_long_press_on_a_name_switches_this_hand_alone(sheet, pad_page):
    cards = pad(sheet).locator("[data-cards]")
    pad_page.out(0)
    pad_page.type(23)
    # A short one chooses the hand and nothing else.
    pad_page.hand(2)
    expect(cards).to_be_hidden()
    row(sheet, 2).dispatch_event("pointerdown", {"button": 0})
    expect(cards).to_be_visible()
    row(sheet, 2).dispatch_event("pointerup")
    pad_page.hand(2)
    expect(cards).to_be_visible()
    pad_page.cards("K 9r")
    expect(cost(sheet, 2)).to_have_text("44")
    # The others are asked as before, and so is the next deal.
    pad_page.hand(1)
    expect(cards).to_be_hidden()
    expect(cost(sheet, 1)).to_have_text("23")
    pad_page.hand(3)
    expect(cards).to_be_hidden()
    pad_page.type(5)
    pad_page.save()
    pad_page.out(0)
    pad_page.hand(2)
    expect(cards).to_be_hidden()

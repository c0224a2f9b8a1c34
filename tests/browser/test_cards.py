"""Hands told as cards: the switch, the copies left, the strip."""

import pytest
from playwright.sync_api import expect

from tests.browser.fingers import cost, pad, row, says


@pytest.fixture
def by_cards(sheet, fingers):
    """Ann is out, and Ben's hand is asked as cards."""
    fingers.out(0)
    fingers.tap(pad(sheet).locator("[data-by-cards]"))
    expect(pad(sheet).locator("[data-cards]")).to_be_visible()
    expect(pad(sheet).locator("[data-digits]")).to_be_hidden()
    return sheet


def left(page, card):
    """How many copies of a card are still to be found."""
    return page.locator(f'[data-card="{card}"] small').inner_text()


def test_cards_are_counted_taken_back_and_made_a_sum_of(by_cards, fingers):
    assert (left(by_cards, "K"), left(by_cards, "9r"), left(by_cards, "9")) == ("4", "2", "2")
    fingers.cards("K 9r 4")
    assert (left(by_cards, "K"), left(by_cards, "9r"), left(by_cards, "9")) == ("3", "1", "2")
    # A tap on a card of the strip takes it back.
    held = pad(by_cards).locator("[data-held]")
    fingers.tap(held.nth(1))
    expect(held).to_have_text(["K", "4"])
    expect(cost(by_cards, 1)).to_have_text("17")
    assert left(by_cards, "9r") == "2"
    fingers.cards("9r")
    fingers.next()
    assert (left(by_cards, "K"), left(by_cards, "9r")) == ("3", "1")
    # Five aces cannot be tapped.
    fingers.cards("A A A A")
    expect(cost(by_cards, 2)).to_have_text("80")
    pad(by_cards).locator('[data-card="A"]').tap(force=True)
    expect(says(by_cards)).to_have_text("Cat: Five aces, but this pack has four.")
    expect(held).to_have_count(4)
    expect(cost(by_cards, 2)).to_have_text("80")
    # Switching back makes a sum of the cards.
    fingers.hand(1)
    fingers.tap(pad(by_cards).locator("[data-by-sums]"))
    expect(cost(by_cards, 1)).to_have_text("52")
    expect(row(by_cards, 1).locator("[data-working]")).to_have_text("17 + red 9 = 26, ×2 = 52")


def test_a_sum_comes_back_unless_a_card_was_tapped(sheet, fingers):
    sums, cards = (pad(sheet).locator(f"[data-by-{name}]") for name in ("sums", "cards"))
    fingers.out(0)
    fingers.type(41)
    fingers.nine(1)
    expect(sums).to_have_attribute("aria-pressed", "true")
    fingers.tap(cards)
    expect(sums).to_have_attribute("aria-pressed", "false")
    expect(cards).to_have_attribute("aria-pressed", "true")
    expect(cost(sheet, 1)).to_have_text("")
    fingers.tap(sums)
    expect(cost(sheet, 1)).to_have_text("82")
    fingers.tap(cards)
    fingers.cards("K")
    fingers.tap(pad(sheet).locator("[data-held]"))
    fingers.tap(sums)
    expect(cost(sheet, 1)).to_have_text("")


def test_the_switch_is_of_the_whole_table_and_remembered(by_cards, fingers):
    for card in ("K", "Q", "J"):
        expect(pad(by_cards).locator("[data-cards]")).to_be_visible()
        fingers.cards(card)
        fingers.next() if card != "J" else fingers.save()
    fingers.out(0)
    expect(row(by_cards, 1)).to_have_attribute("aria-current", "true")
    expect(pad(by_cards).locator("[data-cards]")).to_be_visible()
    fingers.tap(pad(by_cards).locator("[data-by-sums]"))
    fingers.type(23)
    fingers.next()
    expect(pad(by_cards).locator("[data-digits]")).to_be_visible()
    expect(pad(by_cards).locator("[data-cards]")).to_be_hidden()


def test_a_long_press_on_a_name_switches_this_hand_alone(sheet, fingers):
    cards = pad(sheet).locator("[data-cards]")
    fingers.out(0)
    fingers.type(23)
    # A short one chooses the hand and nothing else.
    fingers.hand(2)
    expect(cards).to_be_hidden()
    row(sheet, 2).dispatch_event("pointerdown", {"button": 0})
    expect(cards).to_be_visible()
    row(sheet, 2).dispatch_event("pointerup")
    fingers.hand(2)
    expect(cards).to_be_visible()
    fingers.cards("K 9r")
    expect(cost(sheet, 2)).to_have_text("44")
    # The others are asked as before, and so is the next deal.
    fingers.hand(1)
    expect(cards).to_be_hidden()
    expect(cost(sheet, 1)).to_have_text("23")
    fingers.hand(3)
    expect(cards).to_be_hidden()
    fingers.type(5)
    fingers.save()
    fingers.out(0)
    fingers.hand(2)
    expect(cards).to_be_hidden()

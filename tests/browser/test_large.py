"""What is typed stands large on the pad where there is room; errors, red nines, and the table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PAD, cost, message, pad, row

LARGE = f"{PAD} [data-large]"


@pytest.fixture
def typed(sheet, pad_page):
    """Ann is out, and Ben was caught with 41 points."""
    pad_page.out(0)
    expect(pad(sheet).locator(".large-name")).to_have_text("Ben")
    pad_page.type(41)
    return sheet


def large(page, part):
    """One part of the large letters."""
    return page.locator(f"{LARGE} .large-{part}")


def test_the_hand_that_is_typed_stands_large_with_its_working(typed, pad_page):
    expect(large(typed, "figure")).to_have_text("41")
    pad_page.nine(1)
    expect(large(typed, "figure")).to_have_text("82")
    expect(large(typed, "working")).to_have_text("32 + red 9 = 41, ×2 = 82")
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert large(typed, "figure").evaluate(size) >= 48
    assert large(typed, "working").evaluate(size) >= 18
    # Nobody hears twice what stands large.
    expect(typed.locator(f"{LARGE} > *")).to_have_attribute("aria-hidden", "true")
    expect(row(typed, 1)).to_contain_text("82")
    pad_page.next()
    expect(large(typed, "name")).to_have_text("Cat")
    expect(large(typed, "figure")).to_have_text("–")
    # Cards are drawn large, and a tap on one takes it back.
    pad_page.tap(f"{PAD} [data-by-cards]")
    pad_page.cards("K 9r 4")
    drawn = large(typed, "card")
    expect(drawn).to_have_text(["K", "9", "4"])
    pad_page.tap(drawn.nth(1))
    expect(drawn).to_have_text(["K", "4"])
    expect(cost(typed, 2)).to_have_text("17")


@pytest.mark.long
def test_an_error_has_a_mark_and_weight(typed, pad_page):
    look = """one => [getComputedStyle(one).fontWeight, getComputedStyle(one, "::before").content,
        getComputedStyle(one).color]"""
    weight, mark, color = message(typed).evaluate(look)
    assert (weight, "!" in mark) == ("400", False)
    pad_page.next()
    pad_page.next()
    expect(message(typed)).to_have_text(re.compile("^Cat: nothing is typed yet|^Nothing is typed"))
    wrong_weight, wrong_mark, wrong_color = message(typed).evaluate(look)
    assert (wrong_weight, "!" in wrong_mark) == ("600", True)
    # A hint is quieter; neither is red.
    assert wrong_color != color
    pad_page.type(1)
    pad_page.next()
    after = "one => getComputedStyle(one.querySelector('[data-name]'), '::after').content"
    expect(row(typed, 2)).to_have_attribute("data-fault", "")
    assert "!" in row(typed, 2).evaluate(after)
    pad_page.type(2)
    expect(message(typed)).not_to_have_attribute("data-wrong", "")

"""What is typed stands large on the pad where there is room; errors, red nines, and the table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PAD, cost, message, pad, row, wait_until

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


def test_a_count_of_cards_stands_large_without_what_it_costs(old, pad_page):
    pad_page.out(1)
    pad_page.hand(0)
    pad_page.count(2)
    pad_page.hand(0)
    expect(large(old, "figure")).to_have_text("2")
    # Who deals has put in nine already.
    expect(large(old, "working")).to_have_text("2 → Ben for 2 cards · 27 → 25")
    expect(cost(old, 0)).to_have_text("−2")


def test_a_red_nine_is_asked_until_it_is_answered(sheet, pad_page):
    pad_page.out(0)
    question = sheet.get_by_role("button", name="On a red nine?", exact=True)
    pad_page.tap(question)
    expect(question).to_have_count(0)
    answered = sheet.get_by_role("button", name="On a red nine", exact=True)
    expect(answered).to_have_attribute("aria-pressed", "true")


# Everything that moves, with how long.
WATCH = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        moved.push([this.className, timing.duration ?? timing]);
        return animate.call(this, frames, timing);
    };
    document.addEventListener("animationstart", ({ target, pseudoElement }) => {
        const { animationDuration } = getComputedStyle(target, pseudoElement);
        moved.push([target.className, 1000 * parseFloat(animationDuration)]);
    });
}"""


@pytest.mark.moving
def test_a_red_nine_turns_over(typed, pad_page):
    typed.evaluate(WATCH)
    pad_page.nine(1)
    expect(cost(typed, 1)).to_have_text("82")
    wait_until(typed, "moved.some(([name]) => name === 'large-card')")
    assert all(time < 400 for _, time in typed.evaluate("moved"))


@pytest.mark.moving
def test_an_error_has_a_mark_and_weight_and_its_row_moves(typed, pad_page):
    look = """one => [getComputedStyle(one).fontWeight, getComputedStyle(one, "::before").content,
        getComputedStyle(one).color]"""
    weight, mark, color = message(typed).evaluate(look)
    assert (weight, "!" in mark) == ("400", False)
    pad_page.next()
    typed.evaluate(WATCH)
    pad_page.next()
    expect(message(typed)).to_have_text(re.compile("^Cat: nothing is typed yet|^Nothing is typed"))
    wrong_weight, wrong_mark, wrong_color = message(typed).evaluate(look)
    assert (wrong_weight, "!" in wrong_mark) == ("600", True)
    # A hint is quieter; neither is red.
    assert wrong_color != color
    wait_until(typed, "moved.length > 0")
    assert [name for name, _ in typed.evaluate("moved")] == ["pad-of-seat"]
    pad_page.type(1)
    pad_page.next()
    after = "one => getComputedStyle(one.querySelector('[data-name]'), '::after').content"
    expect(row(typed, 2)).to_have_attribute("data-fault", "")
    assert "!" in row(typed, 2).evaluate(after)
    pad_page.type(2)
    expect(message(typed)).not_to_have_attribute("data-wrong", "")

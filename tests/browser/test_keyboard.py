"""A keyboard does everything that a finger does."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    HeldAnswer,
    cost,
    expect_pad_closed,
    expect_sent,
    expect_totals,
    fetch_sheet,
    pad,
    reload,
    row,
    wait_until,
)

ON_THE_SHEET = "document.activeElement.closest('[data-sheet]') !== null"


def press(page, *keys):
    """Keys, one after the other."""
    for key in keys:
        page.keyboard.press(key)


def focus_by_tab(page, selector):
    """Tab on until this has the focus."""
    wanted = page.locator(selector)
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"the Tab key does not get to {selector}")


HAS_RING = """() => {
    const style = getComputedStyle(document.activeElement);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
}"""


@pytest.mark.long
def test_deals_are_scored_with_a_keyboard_and_the_focus_is_seen(sheet):
    for _ in range(8):
        press(sheet, "Tab")
        assert sheet.evaluate(HAS_RING), sheet.evaluate("document.activeElement.outerHTML")
    first = '[data-seats] [data-seat="0"] [data-out]'
    focus_by_tab(sheet, first)
    press(sheet, "Enter")
    expect(row(sheet, 1)).to_be_focused()
    # Escape keeps what was typed.
    press(sheet, "7", "Escape")
    expect_pad_closed(sheet)
    expect(sheet.locator(first)).to_be_focused()
    press(sheet, "Enter")
    expect(cost(sheet, 1)).to_have_text("7")
    # Enter goes on to the next hand, Space chooses one, Backspace takes back.
    press(sheet, "Enter", "2", "4", "Backspace")
    expect(cost(sheet, 2)).to_have_text("2")
    press(sheet, "3")
    focus_by_tab(sheet, '[data-pad] [data-row="1"]')
    press(sheet, "Space", "8", "Enter", "4", "1", "r")
    expect(cost(sheet, 3)).to_have_text("82")
    # The focus stays on the sheet whatever comes of what was saved.
    held = HeldAnswer(sheet)
    press(sheet, "Enter")
    expect_pad_closed(sheet)
    wait_until(sheet, ON_THE_SHEET)
    expect_totals(sheet, 0, 8, 23, 82)
    assert sheet.evaluate(ON_THE_SHEET)
    held.release()
    expect_sent(sheet)
    assert sheet.evaluate(ON_THE_SHEET)
    # Tab and Enter alone do.
    focus_by_tab(sheet, first)
    press(sheet, "Enter")
    for digit in ("7", "5", "4"):
        focus_by_tab(sheet, f'[data-pad] [data-digit="{digit}"]')
        press(sheet, "Enter")
        focus_by_tab(sheet, "[data-pad] .pad-go")
        press(sheet, "Enter")
    expect(pad(sheet)).to_be_hidden()
    expect_totals(sheet, 0, 15, 28, 86)
    # The first stop of the Tab key leads to the page.
    reload(sheet)
    press(sheet, "Tab")
    expect(sheet.get_by_role("link", name="Skip to content")).to_be_focused()
    press(sheet, "Enter", "Tab")
    assert sheet.evaluate("document.activeElement.closest('main') !== null")
    # Escape leads back to the row all the same.
    focus_by_tab(sheet, first)
    press(sheet, "Enter")
    expect(row(sheet, 1)).to_be_focused()
    press(sheet, "Escape")
    expect_pad_closed(sheet)
    expect(sheet.locator(first)).to_be_focused()


def test_the_focus_returns_to_its_row_on_a_replaced_sheet(sheet):
    first = sheet.locator('[data-seats] [data-seat="0"] [data-out]')
    first.focus()
    press(sheet, "Enter")
    # The pad may have to be fetched.
    expect(pad(sheet)).to_be_visible()
    fetch_sheet(sheet)
    press(sheet, "Escape")
    expect_pad_closed(sheet)
    expect(first).to_be_focused()

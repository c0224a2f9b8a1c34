"""A keyboard does everything that a finger does."""

from playwright.sync_api import Page, expect

from tests.browser.fingers import cost, expect_totals, is_closed, pad, row


def press(page: Page, *keys: str) -> None:
    """Keys, one after the other."""
    for key in keys:
        page.keyboard.press(key)


def open_pad(page: Page) -> None:
    """Open the pad for the first row, which may have to be fetched."""
    page.locator('[data-seats] [data-seat="0"] [data-out]').focus()
    press(page, "Enter")
    expect(pad(page)).to_be_visible()


def focus_by_tab(page: Page, selector: str) -> None:
    """Tab on until this has the focus."""
    wanted = page.locator(selector)
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"the Tab key does not get to {selector}")


def test_a_deal_is_scored_with_a_keyboard(sheet: Page) -> None:
    focus_by_tab(sheet, '[data-seats] [data-seat="0"] [data-out]')
    press(sheet, "Enter")
    expect(row(sheet, 1)).to_be_focused()
    press(sheet, "7", "Enter", "2", "3", "Enter", "4", "1", "r")
    expect(cost(sheet, 3)).to_have_text("82")
    press(sheet, "Enter")
    expect(pad(sheet)).to_be_hidden()
    expect_totals(sheet, 0, 7, 23, 82)


def test_tab_and_enter_alone_score_a_deal(sheet: Page) -> None:
    focus_by_tab(sheet, '[data-seats] [data-seat="0"] [data-out]')
    press(sheet, "Enter")
    for digit in ("7", "5", "4"):
        focus_by_tab(sheet, f'[data-pad] [data-digit="{digit}"]')
        press(sheet, "Enter")
        focus_by_tab(sheet, "[data-pad] .pad-go")
        press(sheet, "Enter")
    expect(pad(sheet)).to_be_hidden()
    expect_totals(sheet, 0, 7, 5, 4)


def test_escape_closes_the_pad_and_keeps_what_was_typed(sheet: Page) -> None:
    open_pad(sheet)
    press(sheet, "7", "Escape")
    is_closed(sheet)
    expect(sheet.locator('[data-seats] [data-seat="0"] [data-out]')).to_be_focused()
    press(sheet, "Enter")
    expect(cost(sheet, 1)).to_have_text("7")


def test_arrows_choose_a_hand_and_backspace_takes_back(sheet: Page) -> None:
    open_pad(sheet)
    press(sheet, "ArrowDown", "2", "3", "Backspace")
    expect(cost(sheet, 2)).to_have_text("2")
    press(sheet, "ArrowUp", "8")
    expect(cost(sheet, 1)).to_have_text("8")


def test_after_saving_the_focus_is_on_the_sheet_and_not_lost(sheet: Page) -> None:
    open_pad(sheet)
    press(sheet, "7", "Enter", "8", "Enter", "4", "Enter")
    expect(pad(sheet)).to_be_hidden()
    assert sheet.evaluate("document.activeElement.closest('[data-sheet]') !== null")


def test_what_has_the_focus_can_be_seen(sheet: Page) -> None:
    seen = """() => {
        const style = getComputedStyle(document.activeElement);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    }"""
    for _ in range(8):
        press(sheet, "Tab")
        assert sheet.evaluate(seen), sheet.evaluate("document.activeElement.outerHTML")


def test_the_first_stop_of_the_tab_key_leads_to_the_page(sheet: Page) -> None:
    press(sheet, "Tab")
    expect(sheet.get_by_role("link", name="Skip to content")).to_be_focused()
    press(sheet, "Enter", "Tab")
    assert sheet.evaluate("document.activeElement.closest('main') !== null")

"""A keyboard does everything that a finger does."""

from playwright.sync_api import Page, Route, expect

from tests.browser.fingers import cost, expect_totals, is_closed, is_sent, pad, row
from tests.tables import Table

ON_THE_SHEET = "document.activeElement.closest('[data-sheet]') !== null"


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


def test_keys_are_heard_in_their_order_however_late_the_pad_learns_what_they_mean(
    phone: Page, table: Table
) -> None:
    held: list[Route] = []
    phone.route("**/pad/keyboard.js", lambda route: held.append(route))
    phone.goto(f"/games/{table.id}")
    open_pad(phone)
    press(phone, "7", "Enter", "8", "Enter", "4")
    held.pop().continue_()
    press(phone, "1", "Enter")
    is_closed(phone)
    expect_totals(phone, 0, 7, 8, 41)


def test_escape_closes_the_pad_before_it_knows_what_keys_mean(phone: Page, table: Table) -> None:
    phone.route("**/pad/keyboard.js", lambda route: None)
    phone.goto(f"/games/{table.id}")
    open_pad(phone)
    press(phone, "Escape")
    is_closed(phone)


def test_arrows_choose_a_hand_and_backspace_takes_back(sheet: Page) -> None:
    open_pad(sheet)
    press(sheet, "ArrowDown", "2", "3", "Backspace")
    expect(cost(sheet, 2)).to_have_text("2")
    press(sheet, "ArrowUp", "8")
    expect(cost(sheet, 1)).to_have_text("8")


def test_the_focus_stays_there_whatever_comes_of_what_was_saved(phone: Page, table: Table) -> None:
    held: list[Route] = []
    phone.route("**/entries", lambda route: held.append(route))
    phone.goto(f"/games/{table.id}")
    open_pad(phone)
    press(phone, "7", "Enter", "8", "Enter", "4", "Enter")
    is_closed(phone)
    total = phone.locator("[data-seats] [data-total]").nth(2)
    assert phone.evaluate(ON_THE_SHEET)
    expect(total).to_contain_text("8")
    assert phone.evaluate(ON_THE_SHEET)
    held.pop().continue_()
    is_sent(phone)
    assert phone.evaluate(ON_THE_SHEET)


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

"""Two phones score the same game."""

from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, expect_totals, reload, says
from tests.chromium import excuse
from tests.tables import Table


def test_a_deal_after_one_that_was_taken_back_says_its_new_number_first(
    sheet: Page, fingers: Fingers, table: Table, page_problems: list[str]
) -> None:
    table.deal(0, 7, 23, 32)
    reload(sheet)
    fingers.out(0)
    for seat in (1, 2, 3):
        fingers.hand(seat)
        fingers.type(seat + 20)
    expect(sheet.locator("#pad-title")).to_have_text("Deal 2")
    table.undo()
    fingers.press_save()
    expect(says(sheet)).to_contain_text("undid deal 1; yours would be deal 1.")
    excuse(page_problems, "409")
    expect(sheet.locator("#pad-title")).to_have_text("Deal 1")
    assert table.read().sheet.deals == ()
    fingers.save()
    expect_totals(sheet, 0, 21, 22, 23)

"""A pad that is open while its game is deleted and restored."""

from playwright.sync_api import expect

from scorer.services.nights import bin
from tests.browser.pad_page import expect_totals, message, type_deal
from tests.chromium import excuse


def test_what_was_typed_stays_in_the_pad_while_its_game_lies_in_the_bin(
    sheet, pad_page, table, page_problems
):
    type_deal(sheet, 7, 23, 32)
    bin.delete(table.database, table.club, "game", table.id, device=None)
    pad_page.press_save()
    expect(message(sheet)).to_contain_text("is in the bin")
    # News come meanwhile, and do not take it away.
    sheet.wait_for_timeout(1_000)
    bin.restore(table.database, table.club, "game", table.id)
    pad_page.press_save()
    expect_totals(sheet, 0, 7, 23, 32)
    excuse(page_problems, "40[49]")

"""The pad of a game nobody knows: every kind of ask, of the deal, of each seat and of each side."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import cell, message, open_pad, pad
from tests.made_up_game import KEY
from tests.tables import NAMES


@pytest.mark.usefixtures("made_up_game")
def test_what_is_missing_is_asked_for_by_its_own_words(phone, seat):
    table = seat(*NAMES[:3], variant=KEY)
    pad_page = open_pad(phone, table)
    for told in (4, 2):
        pad_page.tap(pad(phone).locator(f'[data-number="{told}"]:visible'))
    for told in (8, 9, 10):
        pad_page.type(told)
        if told < 10:
            pad_page.next()
    pad_page.press_save()
    expect(message(phone)).to_have_text("Whose ith was it?")
    assert table.read().version == 0
    # An answer hides what is not asked beside it, and brings it back.
    chip = pad(phone).locator("[data-ask='mux']")
    pad_page.tap(chip)
    expect(pad(phone).locator("[data-cell], [data-number]:visible")).to_have_count(0)
    expect(pad(phone).locator("[data-ask]:visible")).to_have_count(1)
    pad_page.tap(chip)
    expect(cell(phone, 0, "plu")).to_have_text("4")
    pad_page.tap(chip)
    pad_page.save()
    assert table.read().sheet.deals[0].record == {"mux": True}

"""Hearts on phones: the moon, and who took the queen by another phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PAD, PadPage, expect_sent, message, open_pad, pad
from tests.browser.test_own_hands import type_for
from tests.chromium import excuse
from tests.tables import NAMES


def expect_noted(pages, says, *asked):
    """Who was named stands on the sheets, and no button asks for it any more."""
    for page in pages:
        sheet = page.locator("[data-sheet]")
        expect(sheet).to_contain_text(f"{says}.")
        expect(sheet.get_by_role("button", name="Enter ")).to_have_text(list(asked))


def save_over(page, says, page_problems):
    """Save in place of what another phone has answered, which is asked about once."""
    PadPage(page).press_save()
    question = page.locator("[data-conflict]")
    expect(question).to_contain_text(says)
    excuse(page_problems, "409")
    question.get_by_role("button", name="Use mine").tap()
    expect_sent(page)


def test_what_the_moon_does_is_asked_before_the_deal_is_saved(small, seat):
    table = seat(*NAMES[:4], variant="hearts", house_rules={"moon": "either"})
    page = open_pad(small, table, at=1)
    page.tap(f'{PAD} [data-number="13"]:visible')
    expect(message(small)).to_have_text("What does the moon do?")
    page.tap(f"{PAD} [data-cell=moon] [data-segment=own]")
    page.save()
    assert page.taps == 4
    assert table.read().sheet.totals == (0, -26, 0, 0)


@pytest.mark.long
def test_who_took_the_queen_by_another_phone_is_replaced_once_asked(join, sit, seat, page_problems):
    table = seat(*NAMES[:5], variant="hearts")
    host, ben = join("manage"), sit(table, "Ben")
    host.goto(f"/games/{table.id}")
    ben.get_by_role("button", name="Enter who took the queen").tap()
    PadPage(ben).hand(4)
    PadPage(ben).save()
    expect_noted((host, ben), "Eve took the queen")
    # Who has named her can change it.
    ben.get_by_role("button", name="Change").tap()
    pad(ben).locator('select[data-ask="queen"]').select_option("0")
    PadPage(ben).save()
    expect_noted((host, ben), "Ann took the queen")
    table.answer(("queen", -1, 4), replace=True)
    expect_noted((host, ben), "Eve took the queen")
    type_for(host, 3)
    expect(pad(host).locator('select[data-ask="queen"]')).to_have_value("4")
    expect(pad(host).locator("[data-row][aria-current]")).to_have_attribute("data-row", "3")
    PadPage(host).tap(f'{PAD} [data-number="13"]:visible')
    pad(host).locator('select[data-ask="queen"]').select_option("3")
    save_over(host, "Host has entered who took the queen: Eve (you typed Dan).", page_problems)
    (deal,) = table.read().sheet.deals
    assert dict(deal.record) == {"queen": 3, "hearts": [0, 0, 0, 13, 0]}


def test_a_tap_beside_who_was_named_asks_for_who_is_not_and_keeps_no_draft(join, sit, seat):
    table = seat(*NAMES[:4], variant="hearts", house_rules={"jack": True})
    host = join("manage")
    sit(table, "Ben")
    table.answer(("queen", -1, 2))
    host.goto(f"/games/{table.id}")
    expect_noted((host,), "Cat took the queen", "Enter who took the jack")
    type_for(host, 3)
    asked = "Who took the jack of diamonds? Tap a row."
    expect(message(host)).to_have_text(asked)
    PadPage(host).close()
    expect(host.locator("body")).not_to_have_attribute("data-draft", "")
    type_for(host, 0)
    expect(pad(host).locator('select[data-ask="queen"]')).to_have_value("2")
    expect(message(host)).to_have_text(asked)

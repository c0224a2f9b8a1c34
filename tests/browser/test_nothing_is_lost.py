"""What was typed comes back: after a reload, Back, Forward, and closing everything."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, cost, expect_totals, is_closed, pad, reload, row
from tests.tables import Table


@pytest.fixture
def home(phone: Page) -> Page:
    """The front page, for whoever goes back to it."""
    phone.goto("/")
    return phone


@pytest.fixture
def in_the_middle(sheet: Page, fingers: Fingers) -> Page:
    """Dan's number is half typed: 7, 23 and 4 of 41."""
    fingers.out(0)
    fingers.type(7)
    fingers.next()
    fingers.type(23)
    fingers.next()
    fingers.nine(1)
    fingers.type(4)
    return sheet


def goes_on(page: Page) -> None:
    """What was typed is there, and typing goes on where it stopped."""
    fingers = Fingers(page)
    expect(pad(page)).to_be_visible()
    expect(row(page, 3)).to_have_attribute("aria-current", "true")
    expect(cost(page, 1)).to_have_text("7")
    expect(cost(page, 2)).to_have_text("23")
    fingers.type(1)
    expect(cost(page, 3)).to_have_text("82")
    fingers.save()
    expect_totals(page, 0, 7, 23, 82)


def test_a_reload_in_the_middle_of_a_hand_loses_nothing(in_the_middle: Page) -> None:
    reload(in_the_middle)
    goes_on(in_the_middle)


def test_back_closes_the_pad_and_a_tap_brings_it_all_back(
    in_the_middle: Page, fingers: Fingers
) -> None:
    page = in_the_middle
    there = page.url
    page.go_back()
    is_closed(page)
    assert page.url == there
    fingers.out(0)
    goes_on(page)


def test_back_to_the_front_page_and_forward_again_loses_nothing(
    home: Page, in_the_middle: Page
) -> None:
    page = in_the_middle
    page.go_back()
    page.go_back()
    expect(page.get_by_role("link", name="Continue: deal 1 of 4")).to_be_visible()
    page.go_forward()
    # A pad that was closed stays closed.
    page.wait_for_load_state("load")
    expect(pad(page)).to_be_hidden()
    Fingers(page).out(0)
    goes_on(page)


def test_back_from_another_page_shows_the_sheet_as_it_is_now(sheet: Page, fingers: Fingers) -> None:
    fingers.score(0, [(7, 0), (23, 0), (12, 0)])
    sheet.get_by_role("link", name="More", exact=True).tap()
    expect(sheet.get_by_role("heading", level=1)).to_have_text("More about this game")
    sheet.go_back()
    expect_totals(sheet, 0, 7, 23, 12)
    fingers.score(1, [(10, 0), (5, 0), (12, 0)])
    expect_totals(sheet, 12, 7, 33, 17)


def test_closing_the_page_and_opening_a_new_one_loses_nothing(in_the_middle: Page) -> None:
    there, context = in_the_middle.url, in_the_middle.context
    in_the_middle.close()
    page = context.new_page()
    page.goto(there)
    goes_on(page)


def test_a_correction_comes_back_after_a_reload(
    sheet: Page, fingers: Fingers, table: Table
) -> None:
    table.deal(0, 7, 23, 32)
    reload(sheet)
    fingers.tap(f'[data-deal="{table.deals[0]}"] [data-correct]')
    fingers.hand(2)
    fingers.type(2)
    reload(sheet)
    expect(cost(sheet, 2)).to_have_text("2")
    fingers.type(5)
    fingers.save()
    expect_totals(sheet, 0, 7, 25, 32)


def test_a_saved_deal_leaves_nothing_behind(in_the_middle: Page, fingers: Fingers) -> None:
    page = in_the_middle
    fingers.type(1)
    fingers.save()
    reload(page)
    expect(pad(page)).to_be_hidden()
    fingers.out(0)
    for seat in (1, 2, 3):
        expect(cost(page, seat)).to_have_text("")


def test_one_can_start_again_instead(in_the_middle: Page, fingers: Fingers) -> None:
    page = in_the_middle
    reload(page)
    fingers.tap_button("Start again")
    for seat in (1, 2, 3):
        expect(cost(page, seat)).to_have_text("")
    expect(row(page, 1)).to_have_attribute("aria-current", "true")


def test_a_pad_with_nothing_typed_does_not_open_by_itself(sheet: Page, fingers: Fingers) -> None:
    fingers.out(0)
    reload(sheet)
    sheet.wait_for_load_state("networkidle")
    expect(pad(sheet)).to_be_hidden()
    fingers.out(0)
    fingers.type(4)
    reload(sheet)
    expect(pad(sheet)).to_be_visible()
    expect(cost(sheet, 1)).to_have_text("4")
    fingers.close()
    reload(sheet)
    sheet.wait_for_load_state("networkidle")
    expect(pad(sheet)).to_be_hidden()

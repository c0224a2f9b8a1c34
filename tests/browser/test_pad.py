"""The pad: what it doubles, keeps and refuses."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    HeldRequest,
    PadPage,
    cost,
    expect_sent,
    expect_totals,
    message,
    pad,
    row,
    type_deal,
    wait_until,
)
from tests.chromium import excuse


def test_another_winner_loses_nothing_that_was_typed(sheet, pad_page):
    type_deal(sheet, 7, 23, 41).nine(1)
    winner = pad(sheet).locator("[data-ask='out']")
    winner.select_option("1")
    expect(winner.locator("option:checked")).to_have_text("Ben is out")
    expect(cost(sheet, 2)).to_have_text("23")
    expect(cost(sheet, 3)).to_have_text("82")
    winner.select_option("0")
    expect(pad(sheet).locator("[data-cost]")).to_have_text(["7", "23", "82"])
    winner.select_option("1")
    pad_page.hand(0)
    pad_page.type(5)
    pad_page.save()
    expect_totals(sheet, 5, 0, 23, 82)


def test_what_is_typed_is_mended_and_blank_is_not_zero(sheet, pad_page):
    pad_page.out(0)
    pad_page.type(82)
    pad_page.nine(1)
    expect(message(sheet)).to_have_text(
        "82 is even, with a red nine. Already doubled? Then it is 41."
    )
    pad_page.tap_button("Use 41")
    # Everybody has the colour and the mark of the sheet; who went out has no row.
    looks = "them => them.map((one) => one.outerHTML)"
    _, *on_sheet = sheet.locator("[data-seats] .look").evaluate_all(looks)
    assert pad(sheet).locator("[data-row] .look").evaluate_all(looks) == on_sheet
    expect(cost(sheet, 1)).to_have_text("82")
    expect(row(sheet, 1).locator("[data-working]")).to_have_text("32 + red 9 = 41, ×2 = 82")
    pad_page.next()
    pad_page.type(23)
    pad_page.tap(pad(sheet).locator("[data-delete]"))
    expect(cost(sheet, 2)).to_have_text("2")
    pad_page.tap(pad(sheet).locator("[data-delete]"))
    expect(cost(sheet, 2)).to_have_text("")
    pad_page.next()
    expect(message(sheet)).to_have_text(
        "Nothing is typed for Cat. Everyone who did not go out holds a card."
    )
    expect(pad(sheet).locator("[data-save]")).to_have_count(0)
    pad_page.type(0)
    pad_page.next()
    expect(message(sheet)).to_have_text("Cat: Only the player who went out has no cards.")


def test_a_deal_that_the_server_refuses_is_on_the_pad_again(sheet, pad_page, page_problems):
    why = {"code": "a_new_one", "seat": 2, "message": "Nobody holds that."}
    refused = {"status": 422, "json": {"error": why}}
    sheet.route("**/entries", lambda route: route.fulfill(**refused), times=1)
    type_deal(sheet, 2, 8, 20).press_save()
    expect(message(sheet)).to_contain_text("Cat: Nobody holds that.")
    expect(row(sheet, 2)).to_have_attribute("aria-current", "true")
    expect(cost(sheet, 1)).to_have_text("2")
    expect(cost(sheet, 2)).to_have_text("8")
    pad_page.save()
    expect_totals(sheet, 0, 2, 8, 20)
    excuse(page_problems, "422")


@pytest.fixture
def five(phone, seat, pad_page):
    """Five people, three red nines; Ann is out and Ben is asked."""
    phone.goto(f"/games/{seat('Ann', 'Ben', 'Cat', 'Dan', 'Eve').id}")
    pad_page.out(0)
    return phone


def lit(page):
    """The small nines that are lit."""
    return pad(page).locator('[data-nine][aria-pressed="true"]')


def offered(page):
    """The small nines that can be tapped."""
    return pad(page).locator("[data-nine]:visible")


def test_a_tap_on_a_nine_sets_so_many_of_those_that_are_left(five, pad_page):
    pad_page.type(20)
    expect(offered(five)).to_have_text(["9×2", "9×4", "9×8"])
    expect(lit(five)).to_have_count(0)
    pad_page.nine(3)
    expect(lit(five)).to_have_count(3)
    # A tap on the last that is lit takes one back.
    for tapped, left in ((3, 2), (1, 1), (1, 0)):
        pad_page.nine(tapped)
        expect(lit(five)).to_have_count(left)
    pad_page.nine(2)
    pad_page.next()
    expect(offered(five)).to_have_count(1)
    expect(message(five)).to_have_text("Add up Cat’s cards. Of 3 red nines one is left.")
    pad_page.tap(pad(five).locator("[data-ask='on_red_nine']"))
    expect(offered(five)).to_have_count(0)
    expect(message(five)).to_have_text("Add up Cat’s cards. The red nines are all counted.")
    pad_page.hand(1)
    expect(lit(five)).to_have_count(2)
    expect(offered(five)).to_have_count(2)


def test_a_double_tap_on_save_writes_one_deal(sheet, table):
    sent = []

    def count(route):
        sent.append(route.request.method)
        route.continue_()

    sheet.route("**/entries", count)
    for number in (1, 2):
        type_deal(sheet, 7, 23, 12)
        expect(cost(sheet, 3)).to_have_text("12")
        if number == 1:
            box = pad(sheet).locator("[data-save]").bounding_box()
            assert box
            for _ in range(2):
                sheet.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            # Both before there can be an answer.
            sheet.evaluate(
                "() => { const save = document.querySelector('[data-save]');"
                " save.click(); save.click(); }"
            )
        expect(pad(sheet)).to_be_hidden()
        expect(sheet.get_by_role("heading", level=1)).to_have_text(f"Deal {number + 1} of 4")
        expect_sent(sheet)
        expect(pad(sheet)).to_be_hidden()
        assert table.read().version == sent.count("POST") == number


PAD_MODULE = "**/js/pad/pad.js"


# A browser may hear of a tap after the test has moved on: one that comes late closes the pad again.
CLICKS = "addEventListener('click', () => (window.clicks = (window.clicks ?? 0) + 1), true)"


def test_a_tap_before_the_pad_has_come_opens_it_then(phone, seat):
    phone.add_init_script(CLICKS)
    module = HeldRequest(phone, PAD_MODULE)
    game = f"/games/{seat(variant='red-nines-1881').id}"
    phone.goto(game, wait_until="commit")
    module.wait()
    pad_page = PadPage(phone)
    for out in (1, 2):
        pad_page.tap(f'[data-seats] [data-seat="{out}"] [data-out]')
    wait_until(phone, "window.clicks === 2")
    expect(pad(phone)).to_be_hidden()
    assert phone.url.endswith(game)
    module.release()
    expect(pad(phone)).to_be_visible()
    expect(pad(phone).locator("[data-ask='out'] option:checked")).to_have_text("Cat is out")


def test_where_the_pad_cannot_be_had_a_tap_opens_the_plain_form(phone, seat, page_problems):
    phone.route(PAD_MODULE, lambda route: route.abort())
    phone.goto(f"/games/{seat(variant='pink-nines').id}")
    phone.wait_for_load_state("networkidle")
    PadPage(phone).tap('[data-seats] [data-seat="2"] [data-out]')
    phone.wait_for_url("**/deals/new?out=2")
    expect(phone.get_by_role("radio", name="Cat")).to_be_checked()
    excuse(page_problems, "pad/pad.js|ERR_FAILED")

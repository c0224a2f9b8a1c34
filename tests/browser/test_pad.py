"""The pad: what it doubles, keeps and refuses."""

import pytest
from playwright.sync_api import expect

from tests.browser.fingers import cost, expect_sent, expect_totals, pad, row, says, type_deal
from tests.chromium import excuse


def test_another_winner_loses_nothing_that_was_typed(sheet, fingers):
    fingers.out(0)
    for points in (7, 23, 41):
        fingers.type(points)
        fingers.next() if points != 41 else fingers.nine(1)
    winner = pad(sheet).locator("[data-ask='out']")
    winner.select_option("1")
    expect(winner.locator("option:checked")).to_have_text("Ben is out")
    expect(cost(sheet, 2)).to_have_text("23")
    expect(cost(sheet, 3)).to_have_text("82")
    winner.select_option("0")
    expect(pad(sheet).locator("[data-cost]")).to_have_text(["7", "23", "82"])
    winner.select_option("1")
    fingers.hand(0)
    fingers.type(5)
    fingers.save()
    expect_totals(sheet, 5, 0, 23, 82)


def test_what_is_typed_is_mended_and_blank_is_not_zero(sheet, fingers):
    fingers.out(0)
    fingers.type(82)
    fingers.nine(1)
    expect(says(sheet)).to_have_text("82 is even, with a red nine. Already doubled? Then it is 41.")
    fingers.tap_button("Use 41")
    # Everybody has the colour and the mark of the sheet; who went out has no row.
    looks = "them => them.map((one) => one.outerHTML)"
    _, *on_sheet = sheet.locator("[data-seats] .look").evaluate_all(looks)
    assert pad(sheet).locator("[data-row] .look").evaluate_all(looks) == on_sheet
    expect(cost(sheet, 1)).to_have_text("82")
    expect(row(sheet, 1).locator("[data-working]")).to_have_text("32 + red 9 = 41, ×2 = 82")
    fingers.next()
    fingers.type(23)
    fingers.tap(pad(sheet).locator("[data-delete]"))
    expect(cost(sheet, 2)).to_have_text("2")
    fingers.tap(pad(sheet).locator("[data-delete]"))
    expect(cost(sheet, 2)).to_have_text("")
    fingers.next()
    expect(says(sheet)).to_have_text(
        "Nothing is typed for Cat. Everyone who did not go out holds a card."
    )
    expect(pad(sheet).locator("[data-save]")).to_have_count(0)
    fingers.type(0)
    fingers.next()
    expect(says(sheet)).to_have_text("Cat: Only the player who went out has no cards.")


def test_a_deal_that_only_the_server_refuses_is_on_the_pad_again(sheet, fingers, page_problems):
    why = {"code": "a_new_one", "seat": 2, "message": "Nobody holds that."}
    refused = {"status": 422, "json": {"error": why}}
    sheet.route("**/entries", lambda route: route.fulfill(**refused), times=1)
    fingers.out(0)
    for at, points in enumerate((2, 8, 20)):
        if at:
            fingers.next()
        fingers.type(points)
    fingers.press_save()
    expect(says(sheet)).to_contain_text("Cat: Nobody holds that.")
    expect(row(sheet, 2)).to_have_attribute("aria-current", "true")
    expect(cost(sheet, 1)).to_have_text("2")
    expect(cost(sheet, 2)).to_have_text("8")
    fingers.save()
    expect_totals(sheet, 0, 2, 8, 20)
    excuse(page_problems, "422")


@pytest.fixture
def five(phone, seat, fingers):
    """Five people, three red nines; Ann is out and Ben is asked."""
    phone.goto(f"/games/{seat('Ann', 'Ben', 'Cat', 'Dan', 'Eve').id}")
    fingers.out(0)
    return phone


def lit(page):
    """How many small nines are lit."""
    return pad(page).locator('[data-nine][aria-pressed="true"]').count()


def offered(page):
    """How many small nines can be tapped."""
    return pad(page).locator("[data-nine]:visible").count()


def test_a_tap_on_a_nine_sets_so_many_and_only_those_unaccounted_for_are_offered(five, fingers):
    fingers.type(20)
    assert (lit(five), offered(five)) == (0, 3)
    fingers.nine(3)
    assert lit(five) == 3
    # A tap on the last that is lit takes one back.
    for tapped, left in ((3, 2), (1, 1), (1, 0)):
        fingers.nine(tapped)
        assert lit(five) == left
    fingers.nine(2)
    fingers.next()
    assert offered(five) == 1
    fingers.tap(pad(five).locator("[data-ask='on_red_nine']"))
    assert offered(five) == 0
    fingers.hand(1)
    assert (lit(five), offered(five)) == (2, 2)


def test_a_double_tap_on_save_writes_one_deal(sheet, table):
    sent = []

    def count(route):
        sent.append(route.request.method)
        route.continue_()

    sheet.route("**/entries", count)
    for number in (1, 2):
        type_deal(sheet, 7, 23, 12)
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

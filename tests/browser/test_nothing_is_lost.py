"""What was typed comes back: after a reload, Back, Forward, and closing everything."""

import re

from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, cost, expect_pad_closed, expect_totals, pad, reload, row


def is_there(page):
    """All of the deal that was typed, with a number that goes on where it stopped."""
    expect(pad(page)).to_be_visible()
    expect(row(page, 3)).to_have_attribute("aria-current", "true")
    expect(cost(page, 1)).to_have_text("7")
    expect(cost(page, 2)).to_have_text("23")


def is_blank(page):
    """Nothing is typed for anybody."""
    for seat in (1, 2, 3):
        expect(cost(page, seat)).to_have_text("")


def test_what_was_typed_in_the_middle_of_a_hand_comes_back(phone, table):
    phone.goto("/")
    phone.goto(f"/games/{table.id}")
    there, context, pad_page = phone.url, phone.context, PadPage(phone)
    pad_page.out(0)
    pad_page.type(7)
    pad_page.next()
    pad_page.type(23)
    pad_page.next()
    pad_page.nine(1)
    pad_page.type(4)
    expect(pad(phone).locator(".large-figure")).to_have_text("4")
    # A reload.
    reload(phone)
    is_there(phone)
    # Back closes the pad, and a tap on any row brings it all back.
    phone.go_back()
    expect_pad_closed(phone)
    assert phone.url == there
    pad_page.out(2)
    is_there(phone)
    # To the front page and forward again, where a pad that was closed stays closed.
    phone.go_back()
    phone.go_back()
    expect(phone.get_by_role("link", name="Continue: deal 1 of 4")).to_be_visible()
    phone.go_forward()
    phone.wait_for_load_state("load")
    expect(pad(phone)).to_be_hidden()
    pad_page.out(0)
    is_there(phone)
    # Closed altogether, and opened again.
    phone.close()
    page = context.new_page()
    pad_page = PadPage(page)
    page.goto(there)
    is_there(page)
    pad_page.type(1)
    expect(cost(page, 3)).to_have_text("82")
    # It can be cleared instead; and what was saved leaves nothing behind.
    reload(page)
    pad_page.tap_button("Clear all")
    is_blank(page)
    expect(row(page, 1)).to_have_attribute("aria-current", "true")
    for points in (7, 23):
        pad_page.type(points)
        pad_page.next()
    pad_page.type(41)
    pad_page.save()
    expect_totals(page, 0, 7, 23, 41)
    reload(page)
    expect(pad(page)).to_be_hidden()
    pad_page.out(0)
    is_blank(page)


def test_back_from_another_page_shows_the_sheet_as_it_is_now(sheet, pad_page):
    pad_page.score(0, [(7, 0), (23, 0), (12, 0)])
    pad_page.tap_more(sheet.get_by_role("link", name="History"))
    expect(sheet).to_have_url(re.compile("/book$"))
    sheet.go_back()
    expect_totals(sheet, 0, 7, 23, 12)
    pad_page.score(1, [(10, 0), (5, 0), (12, 0)])
    expect_totals(sheet, 12, 7, 33, 17)


def test_a_pad_with_nothing_typed_does_not_open_by_itself(sheet, pad_page):
    pad_page.out(0)
    reload(sheet)
    sheet.wait_for_load_state("networkidle")
    expect(pad(sheet)).to_be_hidden()
    pad_page.out(0)
    pad_page.type(4)
    expect(cost(sheet, 1)).to_have_text("4")
    reload(sheet)
    expect(pad(sheet)).to_be_visible()
    expect(cost(sheet, 1)).to_have_text("4")
    pad_page.close()
    says = "Half typed. Tap a row to go on."
    expect(sheet.locator(".ask")).to_have_text(says, use_inner_text=True)
    reload(sheet)
    sheet.wait_for_load_state("networkidle")
    expect(pad(sheet)).to_be_hidden()
    expect(sheet.locator(".ask")).to_have_text(says, use_inner_text=True)
    pad_page.tap("text=Go on typing")
    pad_page.tap_button("Clear all")
    pad_page.close()
    expect(sheet.locator(".ask")).to_have_text("Who went out? Tap a row.", use_inner_text=True)

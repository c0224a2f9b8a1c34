"""A table may have its rows sorted by standing; seats on the table view never move."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, fetch_sheet, reload, wait_for_forms
from tests.web.counters import cards

ROWS = "[data-seats] > .row .row-name"


def sort(page):
    """Sort by standing, or as people sit again."""
    button = page.locator("[data-by-standing]")
    was = button.get_attribute("aria-pressed")
    PadPage(page).tap_more("[data-by-standing]")
    expect(button).not_to_have_attribute("aria-pressed", was)


def expect_rows(page, *names):
    """The rows are those of these people, from the top."""
    expect(page.locator(ROWS)).to_have_text([*names])


def test_rows_go_by_standing_where_that_is_chosen(phone, table, join):
    table.deal(0, 41, 23, 7)
    phone.goto(f"/games/{table.id}")
    expect_rows(phone, "Ann", "Ben", "Cat", "Dan")
    sort(phone)
    expect_rows(phone, "Ann", "Dan", "Cat", "Ben")
    # After each deal: Ann 53, Ben 51, Cat 23, Dan 37.
    PadPage(phone).score(2, [(30, 0), (53, 0), (10, 0)])
    expect_rows(phone, "Cat", "Dan", "Ben", "Ann")
    reload(phone)
    expect_rows(phone, "Cat", "Dan", "Ben", "Ann")
    # The server paints them so, or they would move while the page comes.
    phone.route("**/js/*", lambda route: route.abort())
    phone.reload()
    expect_rows(phone, "Cat", "Dan", "Ben", "Ann")
    phone.unroute("**/js/*")
    reload(phone)
    # A tap on a row still is a tap on who sits there, and the table goes round as it sits.
    PadPage(phone).out(3)
    expect(phone.locator("dialog[data-pad] [data-row]").first).to_contain_text("Ann")
    PadPage(phone).close()
    phone.goto(f"/games/{table.id}/table?way=standing")
    expect(phone.locator(".place-name bdi")).to_have_text(["Ann", "Ben", "Cat", "Dan"])
    phone.goto(f"/games/{table.id}")
    sort(phone)
    expect_rows(phone, "Ann", "Ben", "Cat", "Dan")
    other = join()
    other.goto(f"/games/{table.id}")
    expect_rows(other, "Ann", "Ben", "Cat", "Dan")


def test_what_waits_counts_and_the_focus_stays_in_its_row(phone, table):
    phone.goto(f"/games/{table.id}")
    wait_for_forms(phone)
    sort(phone)
    phone.wait_for_load_state("networkidle")
    phone.context.set_offline(True)
    PadPage(phone, without_signal=True).score(0, [(41, 0), (23, 0), (7, 0)])
    expect_rows(phone, "Ann", "Dan", "Cat", "Ben")
    # The sentence of before the deal gives its room above the rows to another.
    expect(phone.locator(".head .drama")).to_have_text("With what waits on this phone.")
    phone.locator('[data-seats] [data-seat="1"] a').focus()
    phone.context.set_offline(False)
    fetch_sheet(phone)
    expect(phone.locator('[data-seats] [data-seat="1"] a')).to_be_focused()
    expect_rows(phone, "Ann", "Dan", "Cat", "Ben")


@pytest.mark.long
def test_sides_are_sorted_by_their_total(phone, seat):
    table = seat(*"ABCD", variant="points", house_rules={"sides": "two", "wins": "highest"})
    table.score({"points": [10, 30]})
    phone.goto(f"/games/{table.id}")
    sort(phone)
    expect_rows(phone, "B", "D", "A", "C")


@pytest.mark.long
def test_the_names_of_a_question_go_as_the_rows(old, eight):
    names = old.locator("[data-asked] li")
    eight.score(cards(5, 2, 3, 1, 4, 2, 1, 3))
    reload(old)
    sort(old)
    rows = old.locator(ROWS).all_inner_texts()
    assert rows != sorted(rows)
    expect(names).to_have_text(rows)
    sort(old)
    expect(names).to_have_text(sorted(rows))

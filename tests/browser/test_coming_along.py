"""Phones go along to the next game by themselves, unless something on them would be lost."""

import re

import pytest
from playwright.sync_api import expect

from scorer.services.games.start import same_again, undo_start
from tests.browser.pad_page import PAD, PadPage, title, wait_for_idle
from tests.browser.test_live import HIDE
from tests.chromium import excuse
from tests.tables import Table, begin, new_id

# So the result was seen for ten seconds.
LATER = "(now => { Date.now = () => now() + 10_000; })(Date.now)"


@pytest.fixture
def over(table, join):
    """A game that has just ended; the phone of its `Table` keeps the score."""
    assert join("manage")
    table.deal(0, 7, 23, 32)
    table.write("end", {"why": "late"})
    return table


def next_button(page):
    return page.locator(".dock").get_by_role("link", name="Next game")


def go_on(table):
    """The scorekeeper taps Same again."""
    game = same_again(table.database, table.club, table.id, device=table.phone.id, game_id=new_id())
    return Table(table.database, table.club, game, device=table.phone)


def expect_game(page, table):
    expect(page).to_have_url(re.compile(f"/games/{table.id}$"))


def see_long(page):
    wait_for_idle(page)
    page.evaluate(LATER)


def test_a_phone_comes_along_once_it_has_seen_the_result(over, sit):
    ben = sit(over, "Ben")
    see_long(ben)
    again = go_on(over)
    expect_game(ben, again)
    expect(ben.locator('main[data-my-seat="1"]')).to_be_attached()
    wait_for_idle(ben)
    # Whoever looks back is not led on again.
    ben.get_by_role("link", name="Back to the last result").tap()
    expect_game(ben, over)
    see_long(ben)
    with ben.expect_response("**/news"):
        pass
    with ben.expect_response("**/news"):
        pass
    expect(title(ben)).to_have_text("Ann won")
    next_button(ben).tap()
    expect_game(ben, again)


def test_a_phone_that_was_asleep_is_fetched_by_the_deal_that_wants_its_hand(over, sit):
    ben = sit(over, "Ben")
    wait_for_idle(ben)
    ben.evaluate(HIDE, {"hidden": True})
    # A whole game goes by.
    between = go_on(over)
    between.deal(1, 3, 4, 5)
    between.write("end", {"why": "late"})
    again = go_on(between)
    ben.evaluate(HIDE, {"hidden": False})
    expect(next_button(ben)).to_be_visible()
    expect_game(ben, over)
    again.answer(("out", -1, 2))
    expect_game(ben, again)
    expect(ben.locator(PAD)).to_be_visible()


def test_what_is_open_or_half_typed_keeps_a_phone_where_it_is(over, join):
    host = join()
    host.goto(f"/games/{over.id}")
    see_long(host)
    pad_page = PadPage(host)
    pad_page.tap("[data-correct]")
    pad_page.hand(1)
    pad_page.type(8)
    again = go_on(over)
    with host.expect_response("**/news"):
        pass
    expect(host.locator(PAD)).to_be_visible()
    pad_page.close()
    expect(host.get_by_text("The next game has begun.")).to_be_visible()
    expect(next_button(host)).to_be_visible()
    with host.expect_response("**/news"):
        pass
    expect_game(host, over)
    # The correction is saved, and then nothing is in the way.
    pad_page.tap("[data-correct]")
    pad_page.press_save()
    expect_game(host, again)


@pytest.mark.long
def test_what_waits_keeps_a_phone_and_goes_first(over, join, page_problems):
    host = join()
    host.goto(f"/games/{over.id}")
    see_long(host)
    host.route("**/entries", lambda route: route.abort())
    pad_page = PadPage(host, without_signal=True)
    pad_page.tap("[data-correct]")
    pad_page.hand(1)
    pad_page.type(8)
    pad_page.save()
    again = go_on(over)
    expect(next_button(host)).to_be_visible()
    with host.expect_response("**/news"):
        pass
    expect_game(host, over)
    host.unroute("**/entries")
    expect_game(host, again)
    assert over.read().sheet.totals[1] == 8
    excuse(page_problems, "Failed to load")


def test_the_undo_of_the_start_leads_back_all_who_came_along(over, sit, page_problems):
    ben, cat = sit(over, "Ben"), sit(over, "Cat")
    see_long(ben)
    again = go_on(over)
    expect_game(ben, again)
    expect(next_button(cat)).to_be_visible()
    undo_start(over.database, over.club, again.id, device=over.phone.id)
    expect_game(ben, over)
    expect(next_button(cat)).to_have_count(0)
    see_long(cat)
    # Begun with others, it is followed by those who sit there.
    names = ("Ann", "Ben", "Eve", "Fay")
    other = begin(over.database, over.club, *names, night=over.night)
    see_long(ben)
    expect_game(ben, other)
    expect_game(cat, over)
    excuse(page_problems, "40[49]")


@pytest.mark.long
def test_a_line_leads_out_of_a_game_that_is_not_over(table, join, sit):
    host, ben, cat = join(), sit(table, "Ben"), sit(table, "Cat")
    table.deal(0, 7, 23, 32)
    host.goto(f"/games/{table.id}")
    for phone in (ben, host):
        wait_for_idle(phone)
    # Another game at another table leads nobody there.
    begin(table.database, table.club, "Eve", "Fay", "Gus", "Hal", night=table.night)
    again = begin(table.database, table.club, "Ann", "Ben", "Eve", "Fay", night=table.night)
    leads = host.locator(".dock").get_by_role("link", name="Next game")
    expect(leads).to_be_visible()
    expect_game(host, table)
    # Nobody is taken out of a deal.
    see_long(ben)
    ben.locator(".dock").get_by_role("link", name="Next game").tap()
    expect_game(ben, again)
    expect_game(cat, table)
    leads.tap()
    expect_game(host, again)

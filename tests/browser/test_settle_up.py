"""Settling up on the phone: many people, the club's money, payments marked and undone."""

import re

from playwright.sync_api import expect

from tests.browser.fingers import Fingers
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_nothing_is_cut import cut_on

RATE = {"counter_value": {"counters": 3, "pays": 2}}
AWKWARD = ("Jürgen Böhm-Yjörgen", "Peggy", "Maximiliana Featherstonehaugh", "شهرزاد")


def pink(seat, *names, winners, **said):
    """A game of Pink Nines, told by who took the pools."""
    table = seat(*names, **{"variant": "pink-nines", "house_rules": RATE, **said})
    table.score(*({"out": out} for out in winners))
    return table


def due(page):
    """The payments that are due."""
    return page.get_by_role("list", name="Who pays whom").locator("li")


def look(page):
    """Nothing sticks out, nothing is cut, and axe finds nothing."""
    page.wait_for_load_state("load")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations_in_both(page) == []
    assert cut_on(page) == []


def test_games_of_two_nights_are_paid_and_one_payment_is_taken_back(join, seat):
    page = join(viewport=(360, 640))
    fingers = Fingers(page)
    people = [{"id": None, "name": name} for name in AWKWARD]
    for winners in ((0, 0, 0, 0), (0, 0, 1, 0)):
        table = pink(seat, winners=winners, players=people, night="new")
        people = [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]
    page.goto("/")
    expect(page.locator(".to-pay")).to_contain_text("owes 6 coins, 2 more")
    look(page)
    page.goto(f"/nights/{table.read().night}")
    fingers.tap(page.get_by_text("Stakes paid in cash at the start?"))
    look(page)
    fingers.tap(page.get_by_role("link", name="Settle up"))
    expect(due(page)).to_have_count(3)
    look(page)
    for left in range(3, 0, -1):
        expect(due(page)).to_have_count(left)
        fingers.tap(due(page).get_by_role("button").first)
    expect(page.get_by_text("Nobody owes anything.")).to_be_visible()
    look(page)
    fingers.tap(page.get_by_role("button", name=re.compile("^Undo")).first)
    expect(due(page)).to_have_count(1)
    expect(page.get_by_role("list", name="Paid so far").locator("li")).to_have_count(2)
    look(page)

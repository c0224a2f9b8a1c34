"""Settling several nights together on the phone: it is offered, paid and taken back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import Fingers
from tests.browser.test_accessibility import violations
from tests.browser.test_nothing_is_cut import cut_on
from tests.browser.test_paying_up import fits
from tests.tables import Table

NAMES = ("Jürgen Böhm-Yjörgen", "Peggy", "Maximiliana Featherstonehaugh", "شهرزاد")


@pytest.fixture
def nights(seat: Seat) -> list[Table]:
    """Three nights of Pink Nines that nobody paid for: Jürgen won, then Peggy, then both."""
    rules = {"counter_value": {"counters": 2, "pays": 1}, "ante": 10}
    people: list[dict[str, str | None]] = [{"id": None, "name": name} for name in NAMES]
    tables = []
    for winners in ((0, 0, 0, 0), (1, 1, 1, 1), (0, 0, 1, 0)):
        said = {"variant": "pink-nines", "house_rules": rules, "night": "new"}
        table = seat(players=people, **said)
        for out in winners:
            after = table.deals[-1] if table.deals else None
            table.write("deal", {"after": after, "facts": {"out": out}})
        people = [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]
        tables.append(table)
    return tables


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_three_nights_are_paid_by_one_plan_and_one_tap_takes_a_payment_back_in_all_of_them(
    join: Join, nights: list[Table], scheme: str
) -> None:
    page = join(viewport=(390, 844), color_scheme=scheme)
    fingers = Fingers(page)
    page.goto("/nights/")
    expect(page.locator(".unpaid")).to_contain_text("3 nights are unpaid")
    look(page)
    fingers.tap(page.get_by_role("link", name="Settle together"))
    plan = page.get_by_role("list", name="Who pays whom").locator("li")
    unpaid = page.get_by_role("button", name=re.compile("^Mark paid"))
    steps = 3
    expect(plan).to_have_count(steps)
    look(page)
    for left in range(steps, 0, -1):
        expect(unpaid).to_have_count(left)
        fingers.tap(unpaid.first)
    expect(page.get_by_text("All paid.")).to_be_visible()
    expect(plan).to_have_count(steps)
    look(page)
    fingers.tap(page.locator(".lines a").last)
    expect(page.locator("[data-paying]")).to_contain_text("All paid.")
    look(page)
    page.go_back()
    fingers.tap(page.get_by_role("button", name=re.compile("^Undo")).first)
    expect(unpaid).to_have_count(1)
    fingers.tap(page.locator(".lines a").last)
    paying = page.locator("[data-paying]")
    expect(paying.get_by_role("button", name=re.compile("^Mark paid"))).not_to_have_count(0)
    look(page)


def look(page: Page) -> None:
    """Nothing sticks out, and axe finds nothing."""
    page.wait_for_load_state("load")
    assert fits(page)
    assert violations(page) == []
    assert cut_on(page) == []

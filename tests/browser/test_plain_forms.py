"""Plain forms under a finger: what a second tap does, and what becomes of them without signal."""

import pytest
from playwright.sync_api import expect

from scorer.services.money.ledger import read_ledger
from scorer.services.nights.bin import delete
from tests.chromium import excuse
from tests.web.counters import PINK_NINES

# The pause between the taps of a nervous finger.
PAUSE_MS = 150


@pytest.fixture
def debts(server, club, seat):
    """Two debts that are both paid to Ann."""
    rules = {"ante": 10, "counter_value": {"counters": 2, "pays": 1}}
    table = seat("Ann", "Ben", "Cat", variant=PINK_NINES, house_rules=rules)
    table.score(*[{"out": 0}] * 3)
    return lambda: read_ledger(server.database, club)


def tap_twice(page, button):
    """Tap a place, and once more what is there when the next page has come."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with page.expect_navigation():
        page.touchscreen.tap(*place)
    page.wait_for_timeout(PAUSE_MS)
    page.touchscreen.tap(*place)


def test_a_second_tap_on_mark_paid_pays_no_other_debt(phone, debts):
    phone.goto("/settle-up")
    paid = phone.get_by_role("button", name="Mark paid")
    expect(paid).to_have_count(2)
    tap_twice(phone, paid.first)
    phone.wait_for_timeout(PAUSE_MS)
    assert len(debts().payments) == 1
    # A tap that comes later is meant.
    paid.tap()
    expect(paid).to_have_count(0)
    assert len(debts().payments) == 2


def test_a_second_tap_on_delete_opens_no_other_game(phone, table, seat):
    others = [seat(night=table.night) for _ in range(6)]
    for other in others:
        other.deal(0, 7, 23, 12)
    phone.goto(f"/games/{table.id}/export")
    tap_twice(phone, phone.get_by_role("button", name="Delete this game"))
    phone.wait_for_timeout(PAUSE_MS)
    expect(phone.locator(".notice")).to_contain_text("was deleted")
    assert "/nights/" in phone.url


def test_a_second_tap_on_bring_back_opens_no_pad(phone, server, club, table, page_problems):
    delete(server.database, club, "game", table.id, device=None)
    phone.goto(f"/games/{table.id}")
    tap_twice(phone, phone.get_by_role("button", name="Bring back"))
    phone.wait_for_timeout(2 * PAUSE_MS)
    expect(phone.locator("[data-sheet]")).to_be_visible()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    assert phone.url.endswith(table.id)
    excuse(page_problems, "404")

"""Hands that two have entered otherwise, and hands that cannot all be right, on every phone."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, pad
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_own_hands import Sit, host, mine, sit
from tests.tables import Table

__all__ = ("host", "sit")


def answer(table: Table, seat: int, value: Any, **other: Any) -> None:
    """Somebody else's phone enters the hand of a seat."""
    table.answer(("hands", seat, value), **other)


def points(held: int) -> dict[str, int]:
    return {"points": held, "red_nines": 0}


def test_hands_that_cannot_all_be_right_are_entered_again_on_their_own_phone(
    host: Page, sit: Sit, table: Table
) -> None:
    ann, ben = (sit(table, name) for name in ("Ann", "Ben"))
    host.reload()
    mine(ann, 0).get_by_role("button", name="I’m out").tap()
    expect(pad(ben)).to_be_visible()
    Fingers(ben).close()
    for seat, held in ((1, ["A"] * 3), (2, ["A"] * 2), (3, points(6))):
        answer(table, seat, held)
    for page in (ann, ben, host):
        expect(page.locator("[data-open]")).to_contain_text("Five aces, but this pack has four.")
        expect(page.locator("[data-open]")).to_contain_text("what Ben or Cat entered")
    expect(
        host.locator("[data-open]").get_by_role("button", name="Enter Cat again")
    ).to_be_visible()
    assert violations_in_both(ben) == []
    ben.locator("[data-open]").get_by_role("button", name="Enter mine again").tap()
    expect(pad(ben)).to_be_visible()

"""Hands that two have entered otherwise, and hands that cannot all be right, on every phone."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, expect_totals, pad
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_own_hands import Sit, enter, host, mine, revealed, sit
from tests.tables import Table

__all__ = ("host", "sit")


def answer(table: Table, seat: int, value: Any, **other: Any) -> None:
    """Somebody else's phone enters the hand of a seat."""
    table.seen = table.read().version
    content = {"after": None, "key": "hands", "seat": seat, "value": value}
    table.write("answer", content, **other)


def points(held: int) -> dict[str, int]:
    return {"points": held, "red_nines": 0}


def test_two_hands_for_one_seat_are_shown_when_all_are_in_and_the_seat_decides(
    host: Page, sit: Sit, table: Table
) -> None:
    ann, ben = (sit(table, name) for name in ("Ann", "Ben"))
    host.reload()
    mine(ann, 0).get_by_role("button", name="I’m out").tap()
    expect(pad(ben)).to_be_visible()
    enter(ben, 23)
    answer(table, 1, points(28), seen=1)
    for page in (ann, ben, host):
        # Not even that there is a question, which would tell whether both are the same.
        expect(page.locator("[data-open]")).to_have_count(0)
        assert "28" not in page.locator("[data-sheet]").inner_text()
    answer(table, 2, points(5))
    answer(table, 3, points(6))
    # The reveal asks what is open, and does not lie over where it is answered.
    for page, button in ((ann, "OK"), (ben, "Choose")):
        expect(revealed(page)).to_contain_text("Deal 1: which is right?")
        expect(revealed(page).locator("dd")).to_have_text(["23", "28"])
        revealed(page).get_by_role("button", name=button).tap()
        expect(revealed(page)).to_have_count(0)
    expect(ben.get_by_role("button", name="Ben is right")).to_be_focused()
    for page in (ann, ben):
        says = page.locator("[data-open]")
        expect(says.locator("dt")).to_contain_text(["Ben", "Another phone"])
        expect(says.locator("dd")).to_have_text(["23", "28"])
    expect(ann.locator("[data-open]").get_by_role("button")).to_have_count(0)
    assert violations_in_both(ben) == []
    button = ben.locator("[data-open]").get_by_role("button", name="Another phone is right")
    ben.wait_for_timeout(800)
    button.tap()
    for page in (ann, ben):
        expect(page.locator("[data-open]")).to_have_count(0)
        expect_totals(page, 0, 28, 5, 6)


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
    expect(host.locator("[data-open]").get_by_role("link", name="Enter Cat again")).to_be_visible()
    assert violations_in_both(ben) == []
    ben.locator("[data-open]").get_by_role("link", name="Enter mine again").tap()
    expect(pad(ben)).to_be_visible()

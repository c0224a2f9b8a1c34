"""What happens at a table of 1881 to those who have run out of counters, tapped through."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import PAD, Fingers, cost, row
from tests.tables import Table

SHORT_OF_COUNTERS = {"counters": 10, "hand_size": 5, "circuits": 2, "leftover": "last_winner"}
# Who went out, and the cards of both others round from there; deal 2 is won on a red nine.
DEALS = ((1, 3, 4), (2, 5, 4), (0, 2, 2), (1, 3, 4), (2, 5, 4), (0, 2, 2))


@pytest.fixture
def small(join: Join) -> Page:
    """A phone of 360 × 640."""
    return join(viewport=(360, 640))


def begin(page: Page, seat: Seat, **rules: Any) -> Table:
    table = seat("Ann", "Ben", "Cat", variant="red-nines-1881", house_rules=rules)
    page.goto(f"/games/{table.id}")
    return table


def tell(fingers: Fingers, deal: int) -> None:
    """Tell a deal up to the point where it can be saved."""
    out, *held = DEALS[deal - 1]
    fingers.out(out)
    if deal == 2:
        fingers.tap(f"{PAD} [data-ask='on_red_nine']")
    for cards in held:
        fingers.count(cards)


def working(page: Page, seat: int) -> Locator:
    """What a row of the pad says a seat moves."""
    return row(page, seat).locator("[data-working]")


def expect_podium(page: Page, held: Mapping[int, int]) -> None:
    for seat, counters in held.items():
        says = page.locator(f'.podium-row[data-seat="{seat}"] .podium-says')
        expect(says).to_have_text(re.compile(rf"^holds {counters}\b"))


def test_whoever_has_too_little_pays_what_is_there(small: Page, seat: Seat) -> None:
    fingers = Fingers(small)
    table = begin(small, seat, **SHORT_OF_COUNTERS, short="pay_what_you_have")
    tell(fingers, 1)
    # The dress has left Ann one counter of the four she should pay.
    expect(working(small, 0)).to_have_text("Dress 9 · 1 of 4 → Ben for 4 cards")
    fingers.save()
    assert table.read().sheet.totals == (0, 14, 7)
    tell(fingers, 2)
    expect(working(small, 0)).to_have_text("0 of 10 → Cat for 5 cards")
    expect(working(small, 1)).to_have_text("Dress 9 · 5 of 8 → Cat for 4 cards")
    fingers.save()
    assert table.read().sheet.totals == (0, 0, 24)
    for deal in (3, 4, 5, 6):
        tell(fingers, deal)
        fingers.save()
    # Twice round the table; whoever won the last deal takes all that lies in the pools.
    expect(small.get_by_role("heading", level=1)).to_contain_text("Ann won")
    expect(small.locator("main")).to_contain_text("6 of 6 deals")
    expect_podium(small, {0: 30, 1: 0, 2: 0})
    expect(small.locator("main")).to_contain_text("took what was left in the pools")


def test_whoever_has_too_little_buys_in_and_what_was_bought_never_wins(
    small: Page, seat: Seat
) -> None:
    fingers = Fingers(small)
    table = begin(small, seat, **SHORT_OF_COUNTERS, short="buy_in")
    tell(fingers, 1)
    expect(working(small, 0)).to_have_text("Dress 9 · buys 10 · 4 → Ben for 4 cards")
    expect(cost(small, 0)).to_have_text("−3")
    fingers.save()
    assert table.read().sheet.totals == (7, 17, 7)
    expect(small.locator("[data-sheet]")).to_contain_text("40 counters")
    for deal in (2, 3, 4, 5, 6):
        tell(fingers, deal)
        fingers.save()
    sheet = table.read().sheet
    assert sheet.settled is not None
    assert sum(sheet.settled) == 30 + sum(sheet.carry.bought)
    # Ann holds most in the end, having bought more than that; Cat won.
    assert sheet.settled[0] == max(sheet.settled)
    expect(small.get_by_role("heading", level=1)).to_contain_text("Cat won")
    expect(small.locator('.podium-row[data-seat="0"]')).to_contain_text("bought 30")
    won = [now - 10 - put for now, put in zip(sheet.settled, sheet.carry.bought, strict=True)]
    for name, counters in zip(("Ann", "Ben", "Cat"), won, strict=True):
        signed = f"{'+' if counters > 0 else '−'}{abs(counters)}"
        row = small.locator(".podium-row", has_text=name)
        expect(row.locator(".podium-total")).to_have_text(signed)

"""A circuit of Red Nines 1881 with four people, from the dress to paying up."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.fingers import Fingers, expect_totals, pad, row
from tests.tables import Table

# Twelve counters each are soon gone.
RULES = {"counters": 12, "counter_value": {"counters": 1, "pays": 2}}


@pytest.fixture
def four(seat: Seat) -> Table:
    """Ann, Ben, Cat and Dan; Ann deals first."""
    return seat(variant="red-nines-1881", house_rules=RULES)


def deal(fingers: Fingers, out: int, *hands: tuple[int, int], on_red_nine: bool = False) -> None:
    """A whole deal: hands as (cards, red nines) round from the winner's left."""
    fingers.score(out, hands, on_red_nine=on_red_nine)


def test_a_circuit_is_played_corrected_and_paid(phone: Page, fingers: Fingers, four: Table) -> None:
    page = phone
    page.goto(f"/games/{four.id}")
    sheet = page.locator("[data-sheet]")
    expect_totals(page, 3, 12, 12, 12)

    fingers.sweep(1)
    expect(sheet).to_contain_text("swept A A")
    expect_totals(page, 3, 15, 12, 12)
    deal(fingers, 1, (2, 0), (3, 0), (4, 0))
    # Ben has dressed the pools for the next deal; Ann could not pay it all and owes one.
    expect_totals(page, -1, 15, 10, 9)
    expect(page.locator('[data-seats] > [data-seat="0"]')).to_contain_text("owes 1")

    deal(fingers, 2, (2, 0), (1, 1), (3, 0), on_red_nine=True)
    expect_totals(page, -5, 9, 27, 5)
    deal(fingers, 3, (2, 0), (2, 0), (5, 0))
    expect_totals(page, -7, 7, 22, 5)
    deal(fingers, 0, (1, 0), (1, 0), (6, 0))
    # 21 are left in the pools and are shared; the odd one goes to the last dealer's left.
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cat won")
    held = {name: page.locator(f'.podium-row[data-seat="{at}"]') for at, name in enumerate("ABCD")}
    for name, counters in zip("ABCD", (7, 11, 26, 4), strict=True):
        expect(held[name].locator(".podium-says")).to_contain_text(f"holds {counters},")
    won = page.locator(".podium-total")
    expect(won).to_have_text(["+14", "−1", "−5", "−8"])

    fingers.taps = 0
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    fingers.hand(2)
    fingers.type(5)
    expect(row(page, 2).locator("[data-totals]")).to_have_text("21 → 18")
    expect(pad(page).locator(".pad-gain-totals")).to_have_text("6 → 9")
    fingers.save()
    assert fingers.taps == 4
    for name, counters in zip("ABCD", (7, 14, 23, 4), strict=True):
        expect(held[name].locator(".podium-says")).to_contain_text(f"holds {counters},")
    expect(won).to_have_text(["+11", "+2", "−5", "−8"])
    assert four.read().sheet.settled == (7, 14, 23, 4)

    paying = page.locator("[data-paying]")
    payments = paying.get_by_role("list", name="Who pays whom").locator("li")
    expect(payments).to_have_count(3)
    expect(payments.first).to_contain_text("Dan")
    expect(payments.first).to_contain_text("16")
    fingers.tap(payments.first.get_by_role("button"))
    expect(payments.first).to_contain_text("paid")
    expect(payments.first.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()
    expect(payments.nth(1)).not_to_contain_text("✓")


def test_a_number_says_whom_it_was_paid_to(phone: Page, fingers: Fingers, four: Table) -> None:
    phone.goto(f"/games/{four.id}")
    deal(fingers, 1, (2, 0), (3, 1), (4, 0))
    fingers.tap("[data-deals] [data-why] >> nth=3")
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_contain_text("Held three cards (one red nine) and paid Ben 4")
    expect(dialog).to_contain_text("−4")
    expect(pad(phone)).to_be_hidden()

"""Paying up on the phone: many people, the club's money, payments marked and undone, new plans."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import PAD, Fingers
from tests.tables import NAMES, Table

PENNY = {"counter_value": {"counters": 3, "pays": 2}}


@pytest.fixture
def small(join: Join) -> Page:
    """A phone of 360 × 640; being the first it may do everything."""
    return join(viewport=(360, 640))


def win(table: Table, *winners: int) -> None:
    """Deals of Pink Nines, told by who took the pool."""
    for out in winners:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": {"out": out}})


def pink(seat: Seat, *names: str, winners: tuple[int, ...], **said: object) -> Table:
    table = seat(*names, variant="pink-nines", **said)
    win(table, *winners)
    return table


def payments(page: Page) -> Locator:
    """The payments of the plan."""
    return page.get_by_role("list", name="Who pays whom").locator("li")


def fits(page: Page) -> bool:
    """Whether nothing sticks out sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_fourteen_people_of_two_games_are_settled_and_told_that_it_may_not_be_the_shortest(
    small: Page, seat: Seat
) -> None:
    ten = (*NAMES[:9], "Maximiliana Fotheringay-Hohenstaufenberg")
    # Everybody deals once, and nobody ends up even.
    first = pink(seat, *ten, winners=(0, 0, 1, 1, 2, 2, 2, 0, 3, 3))
    known = [{"id": one.player, "name": one.name} for one in first.read().sheet.sitters][:2]
    more = [{"id": None, "name": name} for name in ("Joe", "Kim", "Leo", "Mia")]
    second = pink(seat, winners=(0, 1, 2, 0, 0, 0), players=[*known, *more])
    night = first.read().night
    assert second.read().night == night
    small.goto(f"/nights/{night}")
    paying = small.locator("[data-paying]")
    expect(paying.locator(".balances").first.locator("li")).to_have_count(14)
    assert payments(small).count() <= 13
    assert fits(small)


def test_the_money_chosen_for_the_club_is_the_money_that_is_paid(small: Page, seat: Seat) -> None:
    fingers = Fingers(small)
    table = pink(seat, "Ann", "Ben", "Cat", winners=(0, 0, 1), house_rules={**PENNY, "ante": 7})
    small.goto(f"/games/{table.id}")
    # Ann has won 21 counters, Ben none and Cat lost 21: fourteen of the smallest coin.
    expect(payments(small)).to_contain_text(["14 coins"])
    fingers.tap(small.get_by_role("link", name="Choose your money"))
    chosen = small.locator("select[name=currency]")
    chosen.select_option("EUR")
    fingers.tap(small.locator("form", has=chosen).locator("button"))
    expect(chosen.locator("option[selected]")).to_have_attribute("value", "EUR")
    small.goto(f"/games/{table.id}")
    expect(payments(small)).to_contain_text(["€0.14"])
    expect(small.locator("[data-paying]")).not_to_contain_text("14 coins")
    # Only what was put in has to be rounded.
    expect(small.locator("[data-paying]")).not_to_contain_text("rounded")
    fingers.tap(small.get_by_text("Did everyone pay in at the start?"))
    saucer = small.locator(".saucer[open] li")
    # 20 counters are 13 1/3 cents, so fourteen are laid down and come out again.
    expect(saucer.nth(0)).to_contain_text("put in 20 counters = €0.14, takes €0.28")
    expect(saucer.nth(1)).to_contain_text("put in 20 counters = €0.14, takes €0.14")
    expect(saucer.nth(2)).to_contain_text("put in 20 counters = €0.14, takes €0.00")
    assert fits(small)
    small.goto("/")
    expect(small.locator(".to-pay")).to_contain_text("€0.14")


def test_a_payment_is_marked_and_undone_and_a_correction_makes_a_new_plan_that_says_so(
    small: Page, seat: Seat
) -> None:
    fingers = Fingers(small)
    table = pink(seat, "Ann", "Ben", "Cat", winners=(0, 0, 0))
    small.goto(f"/games/{table.id}")
    expect(payments(small)).to_have_count(2)
    ben = payments(small).filter(has_text="Ben")
    fingers.tap(ben.get_by_role("button", name=re.compile("^Mark paid")))
    expect(ben).to_contain_text("paid")
    fingers.tap(ben.get_by_role("button", name=re.compile("^Undo")))
    expect(ben).not_to_contain_text("✓")
    fingers.tap(ben.get_by_role("button", name=re.compile("^Mark paid")))
    expect(ben).to_contain_text("✓")
    expect(small.locator("[data-paying]")).not_to_contain_text("changed since")

    small.wait_for_load_state("load")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    small.locator(f"{PAD} [data-ask='out']").select_option("2")
    fingers.save()
    paying = small.locator("[data-paying]")
    expect(paying).to_contain_text("The scores have changed")
    expect(paying.locator(".plan").first).to_contain_text("Ben paid Ann")
    # Cat took a pool of three counters, so she is even, and Ben has paid all that he owes.
    expect(paying).to_contain_text("Nobody owes anything")
    fingers.tap("[data-undo] button")
    expect(payments(small)).to_have_count(2)
    expect(ben).to_contain_text("✓")

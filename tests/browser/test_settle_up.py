"""Settling up on the phone: many people, the club's money, payments marked and undone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import PAD, Fingers
from tests.browser.test_accessibility import violations
from tests.browser.test_nothing_is_cut import cut_on
from tests.tables import NAMES, Table

RATE = {"counter_value": {"counters": 3, "pays": 2}}
AWKWARD = ("Jürgen Böhm-Yjörgen", "Peggy", "Maximiliana Featherstonehaugh", "شهرزاد")


@pytest.fixture
def small(join: Join) -> Page:
    """A phone of 360 × 640; being the first it may do everything."""
    return join(viewport=(360, 640))


def pink(seat: Seat, *names: str, winners: tuple[int, ...], **said: object) -> Table:
    """A game of Pink Nines, told by who took the pools."""
    table = seat(*names, **{"variant": "pink-nines", "house_rules": RATE, **said})
    for out in winners:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": {"out": out}})
    return table


def due(page: Page) -> Locator:
    """The payments that are due."""
    return page.get_by_role("list", name="Who pays whom").locator("li")


def look(page: Page) -> None:
    """Nothing sticks out, nothing is cut, and axe finds nothing."""
    page.wait_for_load_state("load")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    assert cut_on(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_games_of_two_nights_are_paid_and_one_payment_is_taken_back(
    join: Join, seat: Seat, scheme: str
) -> None:
    page = join(viewport=(360, 640), color_scheme=scheme)
    fingers = Fingers(page)
    people: list[dict[str, str | None]] = [{"id": None, "name": name} for name in AWKWARD]
    for winners in ((0, 0, 0, 0), (0, 0, 1, 0)):
        table = pink(seat, winners=winners, players=people, night="new")
        people = [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]
    page.goto("/")
    expect(page.locator(".to-pay")).to_contain_text("owes 2 coins · Settle up")
    look(page)
    page.goto(f"/nights/{table.read().night}")
    fingers.tap(page.get_by_text("Did everyone pay in at the start?"))
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


def test_fourteen_people_of_two_games_are_settled(small: Page, seat: Seat) -> None:
    ten = (*NAMES[:9], "Maximiliana Fotheringay-Hohenstaufenberg")
    # Everybody deals once; of fourteen people one ends up even.
    rules = {"ante": 6, "counter_value": {"counters": 1, "pays": 1}}
    winners = (0, 0, 1, 1, 2, 2, 2, 0, 3, 3)
    first = pink(seat, *ten, winners=winners, house_rules=rules)
    known = [{"id": one.player, "name": one.name} for one in first.read().sheet.sitters][:2]
    more = [{"id": None, "name": name} for name in ("Joe", "Kim", "Leo", "Mia")]
    pink(seat, winners=(0, 1, 2, 0, 0, 0), players=[*known, *more], house_rules=rules)
    small.goto("/settle-up")
    expect(small.get_by_role("list", name="Balances").locator("li")).to_have_count(13)
    assert due(small).count() <= 13
    look(small)


def test_the_money_chosen_for_the_club_is_the_money_that_is_paid(small: Page, seat: Seat) -> None:
    fingers = Fingers(small)
    rules = {**RATE, "ante": 7}
    table = pink(seat, "Ann", "Ben", "Cat", winners=(0, 0, 1), house_rules=rules)
    small.goto(f"/games/{table.id}")
    # Ann has won 21 counters, Ben none and Cat lost 21: fourteen of the smallest coin.
    fingers.tap(small.get_by_role("link", name="Settle up"))
    expect(due(small)).to_contain_text(["14 coins"])
    fingers.tap(small.get_by_role("link", name="Choose your money"))
    chosen = small.locator("select[name=currency]")
    chosen.select_option("EUR")
    fingers.tap(small.locator("form", has=chosen).locator("button"))
    expect(chosen.locator("option[selected]")).to_have_attribute("value", "EUR")
    small.goto("/settle-up")
    expect(due(small)).to_contain_text(["€0.14"])
    small.goto(f"/nights/{table.read().night}")
    fingers.tap(small.get_by_text("Did everyone pay in at the start?"))
    saucer = small.locator(".saucer[open] li")
    # 20 counters are 13 1/3 cents, so fourteen are laid down and come out again.
    for at, takes in enumerate(("€0.28", "€0.14", "€0.00")):
        expect(saucer.nth(at)).to_contain_text(f"put in €0.14, takes {takes}")
    small.goto("/")
    expect(small.locator(".to-pay")).to_contain_text("Cat owes €0.14 · Settle up")


def test_what_was_paid_counts_after_a_correction_on_the_pad(small: Page, seat: Seat) -> None:
    fingers = Fingers(small)
    rules = {"counter_value": {"counters": 1, "pays": 1}}
    table = pink(seat, "Ann", "Ben", "Cat", winners=(0, 0, 0), house_rules=rules)
    small.goto("/settle-up")
    expect(due(small)).to_have_count(2)
    fingers.tap(due(small).filter(has_text="Ben").get_by_role("button"))
    expect(due(small)).to_have_count(1)
    small.goto(f"/games/{table.id}")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    small.locator(f"{PAD} [data-ask='out']").select_option("2")
    fingers.save()
    expect(small.locator(".podium-total")).to_have_text(["+3", "0", "−3"])
    fingers.tap(small.get_by_role("link", name="Settle up"))
    # Cat took a pool of three counters, so she is even, and Ben has paid all that he owes.
    expect(small.get_by_text("Nobody owes anything.")).to_be_visible()

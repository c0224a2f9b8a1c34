"""What the pad of a counter game shows before Save is what the sheet shows after it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.fingers import Fingers, cost, pad, reload, row
from tests.tables import NAMES, Table

FIVE = NAMES[:5]
FEW = {"counters": 12, "short": "buy_in"}


def shown_on_the_pad(page: Page, players: int, out: int) -> list[str]:
    """What the pad says that the deal changes for each seat."""
    gain = pad(page).locator(".pad-gain-points")
    where = [gain if seat == out else cost(page, seat) for seat in range(players)]
    return [one.inner_text() for one in where]


def after_on_the_pad(page: Page, players: int, out: int) -> list[str]:
    """How everybody stands then, as the pad says it."""
    gain = pad(page).locator(".pad-gain-totals")
    where = [
        gain if seat == out else row(page, seat).locator("[data-totals]") for seat in range(players)
    ]
    return [one.inner_text().split(" → ")[-1] for one in where]


def saved_in_the_book(table: Table, deal: int) -> list[str]:
    """What the sheet says that the deal changed for each seat."""
    scores = table.read().sheet.deals[deal].scores
    return [f"+{one}" if one > 0 else str(one).replace("-", "−") for one in scores]


# Who went out, the hands from the winner's left, on a red nine, who swept the aces.
DEALS: list[tuple[int, list[tuple[int, int]], bool, int | None]] = [
    (1, [(2, 0), (3, 1), (1, 0), (4, 0)], False, None),  # the dealer pays
    (1, [(1, 0), (1, 0), (2, 0), (2, 0)], False, 3),  # the dealer wins, another swept the aces
    (4, [(3, 0), (2, 1), (5, 0), (6, 0)], True, None),  # the Red Nine pool is swept
    (0, [(2, 0), (2, 0), (4, 0), (1, 0)], True, 0),  # one takes both pools
    (2, [(8, 0), (8, 0), (8, 0), (8, 1)], False, 2),  # all the others run out
]


@pytest.mark.parametrize("rules", [{}, FEW], ids=["thirty-six", "buying in"])
def test_what_the_pad_shows_is_what_is_saved(
    phone: Page, fingers: Fingers, seat: Seat, rules: dict[str, Any]
) -> None:
    table = seat(*FIVE, variant="red-nines-1881", house_rules=rules)
    phone.goto(f"/games/{table.id}")
    for at, (out, hands, on_red_nine, swept_by) in enumerate(DEALS):
        if at == 2:
            table.seen = table.read().version
            after = table.read().sheet.deals[-1].id
            table.write("buy", {"after": after, "seat": 3, "counters": 7})
            table.write("lend", {"after": after, "seat": 0, "lender": 4, "counters": 2})
            reload(phone)
        fingers.out(out)
        if at == 2:
            # They have rows of their own on the sheet, so they are no part of the deal.
            expect(row(phone, 3).locator("[data-working]")).to_have_text("")
        if on_red_nine:
            fingers.tap(pad(phone).locator("[data-ask='on_red_nine']"))
        if swept_by is not None:
            pad(phone).locator("[data-ask='aces_swept_by']").select_option(str(swept_by))
        for cards, nines in hands:
            fingers.count(cards, nines)
        shown, after = shown_on_the_pad(phone, 5, out), after_on_the_pad(phone, 5, out)
        fingers.save()
        assert shown == saved_in_the_book(table, at)
        assert after == [str(one).replace("-", "−") for one in table.read().sheet.totals]


def test_what_a_correction_shows_is_what_is_saved(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    table = seat(*FIVE, variant="red-nines-1881")
    for out, swept_by in ((0, 2), (1, None), (3, 0)):
        hands = [[] if at == out else {"cards": 2, "red_nines": 0} for at in range(5)]
        facts = {"out": out, "hands": hands, "aces_swept_by": swept_by}
        table.write("deal", {"after": table.deals[-1] if table.deals else None, "facts": facts})
    phone.goto(f"/games/{table.id}")
    fingers.tap("[data-deals] [data-correct] >> nth=1")
    fingers.hand(4)
    fingers.count(6, 1)
    fingers.tap(pad(phone).locator("[data-ask='on_red_nine']"))
    pad(phone).locator("[data-ask='aces_swept_by']").select_option("1")
    expect(pad(phone).locator(".pad-news")).to_contain_text("Now, with the dress of deal 4 → then")
    expect(pad(phone).locator(".pad-gain-working")).to_have_text(
        "Dress 9 · swept 3 · pool 12 · receives 26"
    )
    shown, then = shown_on_the_pad(phone, 5, 1), after_on_the_pad(phone, 5, 1)
    fingers.save()
    assert shown == saved_in_the_book(table, 1)
    # The sheet shows what everybody has with the next deal dressed, and so did the pad.
    opening = table.read().sheet.opening
    assert opening and then == [str(one) for one in opening.carry.totals]


@pytest.mark.parametrize("rules", [{}, {"per_card": 2}], ids=["no hands", "paid by the card"])
def test_the_stake_is_part_of_what_pink_nines_shows(
    phone: Page, fingers: Fingers, seat: Seat, rules: dict[str, Any]
) -> None:
    table = seat(*FIVE, variant="pink-nines", house_rules={"ante": 3, **rules})
    table.write("deal", {"after": None, "facts": {"void": True}})
    phone.goto(f"/games/{table.id}")
    fingers.out(2)
    for _ in range(4 if rules else 0):
        fingers.count(2)
    if rules:
        shown = shown_on_the_pad(phone, 5, 2)
        working = pad(phone).locator(".pad-gain-working")
        expect(working).to_have_text("Stake 3 · pool 30 · receives 16")
    else:
        shown = [cost(phone, at).inner_text() for at in range(5)]
        expect(row(phone, 2).locator("[data-working]")).to_have_text("Stake 3 · pool 30")
    fingers.save()
    assert shown == saved_in_the_book(table, 1)


def test_a_correction_after_the_end_says_that_nothing_is_shared_yet(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    table = seat(*FIVE[:3], variant="pink-nines", house_rules={"per_card": 1})
    for out in range(3):
        hands = [[] if at == out else {"cards": 2, "red_nines": 0} for at in range(3)]
        facts = {"out": out, "hands": hands}
        table.write("deal", {"after": table.deals[-1] if table.deals else None, "facts": facts})
    phone.goto(f"/games/{table.id}")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    expect(pad(phone).locator(".pad-news")).to_have_text("Before sharing, now → then")

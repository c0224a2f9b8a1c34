"""Deals that were void after all, and void deals that were played after all, told on the pad."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.fingers import PAD, Fingers, expect_totals, pad, row, says
from tests.tables import NAMES, Table

VOID = f"{PAD} [data-void-deal]"


def begin(seat: Seat, *deals: int | None) -> Table:
    """A game of eight by the rules of 1881: who went out in each deal, None for a void one."""
    table = seat(*NAMES[:8], variant="red-nines-1881")
    for out in deals:
        hands = [[] if at == out else {"cards": 2, "red_nines": 0} for at in range(8)]
        facts = {"void": True} if out is None else {"out": out, "hands": hands}
        table.write("deal", {"after": table.deals[-1] if table.deals else None, "facts": facts})
    return table


def test_a_scored_deal_is_made_void_with_one_tap_and_save(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    table = begin(seat, 1, 2)
    phone.goto(f"/games/{table.id}")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    fingers.taps = 0
    fingers.tap(VOID)
    expect(says(phone)).to_contain_text("Deal 1 is void")
    # Ann dressed the pools of deal 1 and dealt again without another dress.
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23 → 25")
    expect(row(phone, 2).locator("[data-totals]")).to_have_text("39 → 50")
    fingers.save()
    assert fingers.taps == 2
    assert table.read().sheet.deals[0].record == {"void": True}
    expect_totals(phone, 25, 34 - 9, 50, *[34] * 5)


def test_a_tap_too_many_on_void_is_taken_back_by_another(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    table = begin(seat, 1, 2)
    phone.goto(f"/games/{table.id}")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    fingers.tap(VOID)
    fingers.tap(VOID)
    expect(pad(phone).locator("[data-ask='out'] option:checked")).to_have_text("Ben is out")
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("23 → 23")
    fingers.save()
    assert table.read().version == 2


def test_a_void_deal_opens_with_nobody_out_and_asks_who_went_out(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    table = begin(seat, None, 2)
    phone.goto(f"/games/{table.id}")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    chosen = pad(phone).locator("[data-ask='out'] option:checked")
    expect(chosen).to_have_text("Who went out?")
    fingers.tap(VOID)
    expect(says(phone)).to_have_text("Who went out? Tap a row.")
    fingers.press_save()
    expect(pad(phone)).to_be_visible()
    assert table.read().version == 2
    fingers.hand(3)
    expect(chosen).to_have_text("Dan is out")
    expect(pad(phone).locator("[data-ask='out'] option")).to_have_count(8)
    for _ in range(7):
        fingers.count(1)
    fingers.save()
    assert table.read().sheet.deals[0].facts.answers["out"] == 3


def test_a_void_deal_that_is_only_looked_at_stays_void(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    table = begin(seat, None, 2)
    phone.goto(f"/games/{table.id}")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    fingers.save()
    assert table.read().version == 2


def test_a_new_deal_has_no_key_for_void(phone: Page, fingers: Fingers, seat: Seat) -> None:
    phone.goto(f"/games/{begin(seat, 1).id}")
    fingers.out(2)
    expect(phone.locator(VOID)).to_be_hidden()

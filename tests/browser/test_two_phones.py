"""Two phones score the same game."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.fingers import Fingers, cost, expect_totals, pad, says
from tests.chromium import excuse
from tests.tables import Table


@pytest.fixture
def late(sheet: Page, fingers: Fingers, table: Table) -> Page:
    """A phone that has typed deal 1 while another one saved it."""
    fingers.out(0)
    for at, points in enumerate((7, 23, 12)):
        if at:
            fingers.next()
        fingers.type(points)
    table.deal(1, 5, 6, 8)
    return sheet


def test_the_slower_phone_is_told_and_keeps_what_was_typed(
    late: Page, fingers: Fingers, table: Table, page_problems: list[str]
) -> None:
    fingers.press_save()
    expect(says(late)).to_contain_text("Somebody else has scored deal 1 already", ignore_case=True)
    for seat, points in enumerate((7, 23, 12), start=1):
        expect(cost(late, seat)).to_have_text(str(points))
    excuse(page_problems, "409")
    fingers.tap(pad(late).locator("[data-close]"))
    expect_totals(late, 5, 0, 6, 8)
    assert table.read().version == 1


def test_what_it_typed_can_be_the_deal_after_that(
    late: Page, fingers: Fingers, page_problems: list[str]
) -> None:
    fingers.press_save()
    fingers.tap_button("It is deal 2")
    fingers.save()
    excuse(page_problems, "409")
    expect_totals(late, 5, 7, 29, 20)


def test_a_deal_that_was_corrected_meanwhile_is_not_overwritten_unseen(
    sheet: Page, fingers: Fingers, table: Table, page_problems: list[str]
) -> None:
    table.deal(0, 7, 23, 32)
    sheet.reload()
    fingers.tap(f'[data-deal="{table.deals[0]}"] [data-correct]')
    fingers.hand(2)
    fingers.type(25)
    hands = [[], *({"points": points, "red_nines": 0} for points in (8, 23, 32))]
    facts = {"out": 0, "hands": hands}
    table.write("correct_deal", {"deal": table.deals[0], "facts": facts})
    fingers.press_save()
    expect(says(sheet)).to_contain_text("Somebody else has changed this", ignore_case=True)
    excuse(page_problems, "409")
    assert table.read().sheet.totals == (0, 8, 23, 32)
    fingers.save()
    expect_totals(sheet, 0, 7, 25, 32)


def test_a_second_phone_joins_by_the_short_code_and_scores(
    phone: Page, join: Join, table: Table
) -> None:
    phone.goto("/club/")
    phone.get_by_role("button", name="Make an invitation").tap()
    code = phone.locator(".code-large").inner_text()
    other = join("watch")
    other.goto("/code")
    other.get_by_label("Code").fill(code.lower())
    other.get_by_role("button", name="Join", exact=True).tap()
    other.wait_for_url("**/")
    other.goto(f"/games/{table.id}")
    Fingers(other).score(0, [(7, 0), (23, 0), (12, 0)])
    phone.goto(f"/games/{table.id}")
    expect_totals(phone, 0, 7, 23, 12)

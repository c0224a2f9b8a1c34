"""Two phones score the same game."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.fingers import Fingers, expect_totals, reload, says
from tests.chromium import excuse
from tests.tables import Table


def test_a_deal_that_was_corrected_meanwhile_is_not_overwritten_unseen(
    sheet: Page, fingers: Fingers, table: Table
) -> None:
    table.deal(0, 7, 23, 32)
    reload(sheet)
    fingers.tap(f'[data-deal="{table.deals[0]}"] [data-correct]')
    fingers.hand(2)
    fingers.type(25)
    hands = [[], *({"points": points, "red_nines": 0} for points in (7, 24, 32))]
    facts = {"out": 0, "hands": hands}
    table.write("correct_deal", {"deal": table.deals[0], "facts": facts})
    fingers.save()
    expect(sheet.locator("[data-open]")).to_contain_text("Deal 1: which is right?")
    expect_totals(sheet, 0, 7, 24, 32)


def test_a_deal_after_one_that_was_taken_back_says_its_new_number_first(
    sheet: Page, fingers: Fingers, table: Table, page_problems: list[str]
) -> None:
    table.deal(0, 7, 23, 32)
    reload(sheet)
    fingers.out(0)
    for seat in (1, 2, 3):
        fingers.hand(seat)
        fingers.type(seat + 20)
    expect(sheet.locator("#pad-title")).to_have_text("Deal 2")
    table.undo()
    fingers.press_save()
    expect(says(sheet)).to_contain_text("undid deal 1; yours would be deal 1.")
    excuse(page_problems, "409")
    expect(sheet.locator("#pad-title")).to_have_text("Deal 1")
    assert table.read().sheet.deals == ()
    fingers.save()
    expect_totals(sheet, 0, 21, 22, 23)


def test_a_second_phone_joins_by_the_short_code_and_scores(
    phone: Page, join: Join, table: Table
) -> None:
    phone.goto("/club/")
    phone.get_by_role("button", name="Invite", exact=True).tap()
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

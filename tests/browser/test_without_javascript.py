"""JavaScript off: plain forms do everything."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.fingers import expect_totals
from tests.browser.live_server import LiveServer
from tests.chromium import NewPhone
from tests.tables import Table


@pytest.fixture
def plain(join: Join) -> Page:
    """A phone whose browser runs no scripts."""
    return join(java_script_enabled=False)


@pytest.fixture
def sheet_in_plain(plain: Page, table: Table) -> Page:
    """The sheet of a game of four, on that phone."""
    plain.goto(f"/games/{table.id}")
    return plain


def score(page: Page, out: str, **points: int) -> None:
    """Score a deal by the plain form."""
    page.locator("[data-seats] a").filter(has_text=out).tap()
    expect(page.get_by_role("radio", name=out, exact=True)).to_be_checked()
    for name, held in points.items():
        page.get_by_label(f"Points of {name}").fill(str(held))
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).tap()


def test_a_game_is_set_up(plain: Page) -> None:
    plain.goto("/")
    plain.get_by_role("link", name="New game").tap()
    for row, name in enumerate(("Ann", "Ben", "Cat", "Dan"), start=1):
        plain.get_by_label(f"Player {row}", exact=True).fill(name)
    plain.get_by_label("Player 2 deals first").check()
    plain.get_by_role("button", name="Start", exact=True).tap()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    expect(plain.locator("[data-sheet]")).to_contain_text("Ben deals")


def test_a_table_that_is_not_complete_says_what_is_missing(
    plain: Page, page_problems: list[str]
) -> None:
    plain.goto("/games/new")
    plain.get_by_label("Player 1", exact=True).fill("Ann")
    plain.get_by_role("button", name="Start", exact=True).tap()
    expect(plain.locator(".fault").first).to_contain_text("This game is for 4 to 12 people")
    expect(plain.get_by_label("Player 1", exact=True)).to_have_value("Ann")
    page_problems.clear()


def test_a_deal_is_scored(sheet_in_plain: Page) -> None:
    score(sheet_in_plain, "Ann", Ben=7, Cat=23, Dan=12)
    expect_totals(sheet_in_plain, 0, 7, 23, 12)
    expect(sheet_in_plain.locator("[data-notice]")).to_contain_text("Saved")


def test_cards_red_nines_and_out_on_a_red_nine_can_be_told(sheet_in_plain: Page) -> None:
    page = sheet_in_plain
    page.locator("[data-seats] a").filter(has_text="Ann").tap()
    page.get_by_label("Out on a red nine").check()
    page.get_by_label("cards of Ben").fill("K 4")
    page.get_by_label("Points of Cat").fill("41")
    page.get_by_label("Red nines of Cat").select_option("1")
    page.get_by_label("cards of Dan").fill("7 8")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect_totals(page, 0, 34, 164, 30)


def test_what_cannot_be_is_refused_beside_its_field_and_nothing_is_lost(
    sheet_in_plain: Page, page_problems: list[str]
) -> None:
    page = sheet_in_plain
    score(page, "Ann", Ben=7, Cat=1, Dan=12)
    expect(page.locator("#hands-2-fault")).to_contain_text("o card counts 1")
    expect(page.get_by_label("Points of Ben")).to_have_value("7")
    page.get_by_label("Points of Cat").fill("2")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect_totals(page, 0, 7, 2, 12)
    page_problems.clear()


def test_a_deal_is_corrected_with_the_totals_shown_first(
    sheet_in_plain: Page, table: Table
) -> None:
    page = sheet_in_plain
    score(page, "Ann", Ben=7, Cat=23, Dan=12)
    page.get_by_role("link", name="Correct Deal 1").tap()
    page.get_by_label("Points of Cat").fill("32")
    page.get_by_role("button", name="Show the totals first").tap()
    expect(page.locator("[data-changed]")).to_have_text("Cat2332")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect_totals(page, 0, 7, 32, 12)
    expect(page.locator("[data-deals] del")).to_have_text("23")
    assert table.read().version == 2


def test_a_deal_is_taken_back_and_restored(sheet_in_plain: Page) -> None:
    page = sheet_in_plain
    score(page, "Ann", Ben=7, Cat=23, Dan=12)
    page.get_by_role("button", name="Undo").tap()
    expect_totals(page, 0, 0, 0, 0)
    page.get_by_role("button", name="Redo").tap()
    expect_totals(page, 0, 7, 23, 12)


def test_somebody_takes_over_a_seat(sheet_in_plain: Page) -> None:
    page = sheet_in_plain
    score(page, "Ann", Ben=7, Cat=23, Dan=12)
    page.get_by_text("Change who sits").tap()
    page.locator(".take-over a").filter(has_text="Dan’s seat").tap()
    page.get_by_label("Name").fill("Eve")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator("[data-seats] .row-name")).to_have_text(["Ann", "Ben", "Cat", "Eve"])
    expect_totals(page, 0, 7, 23, 12)
    expect(page.locator("[data-notice]")).to_contain_text("Eve")


def test_a_game_is_stopped_and_gone_on_with_by_others(sheet_in_plain: Page) -> None:
    page = sheet_in_plain
    score(page, "Ann", Ben=7, Cat=23, Dan=12)
    page.get_by_role("link", name="Stop here").tap()
    page.get_by_role("button", name="Stop here").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ann won")
    page.get_by_role("link", name="Continue with other players").tap()
    expect(page.get_by_label("Player 4", exact=True)).to_have_value("Dan")
    page.get_by_label("Player 5", exact=True).fill("Eve")
    page.get_by_label("Player 1 deals first").check()
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 1 of 5")


def test_reasons_are_a_page(sheet_in_plain: Page) -> None:
    page = sheet_in_plain
    score(page, "Ann", Ben=7, Cat=23, Dan=12)
    page.locator("[data-why]").nth(1).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 1")
    expect(page.locator("#seat-1")).to_contain_text("Caught with 7")


def test_a_deal_by_own_hands(
    plain: Page, new_phone: NewPhone, server: LiveServer, club: str, table: Table
) -> None:
    """One says that it is out, another enters its own hand, and the host types for the rest."""
    code = server.table_code(club, table.read().night)
    ann: Page = new_phone(base_url=server.url, java_script_enabled=False)
    ben: Page = new_phone(base_url=server.url, java_script_enabled=False)
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        phone.goto(code)
        phone.get_by_role("button", name=name).tap()
        phone.wait_for_url("**/games/**")
    ann.goto(f"/games/{table.id}")
    ann.get_by_role("button", name="I’m out").tap()
    ann.get_by_role("button", name="on a red nine").tap()
    expect(ann.get_by_role("button", name="on a red nine", pressed=True)).to_be_visible()
    ben.goto(f"/games/{table.id}")
    expect(ben.locator("[data-sheet]")).to_contain_text("Ann is out on a red nine.")
    expect(ben.get_by_role("button", name="Take back")).to_have_count(0)
    ben.get_by_role("link", name="Your hand").tap()
    ben.get_by_label("Points of Ben").fill("23")
    ben.get_by_role("button", name="Save", exact=True).tap()
    expect(ben.locator("[data-sheet]")).to_contain_text("Your hand is in")
    plain.goto(f"/games/{table.id}")
    for name, points in (("Cat", "7"), ("Dan", "12")):
        plain.get_by_role("link", name=f"Type it for {name}").tap()
        plain.get_by_label(f"Points of {name}").fill(points)
        plain.get_by_role("button", name="Save", exact=True).tap()
    expect_totals(plain, 0, 46, 14, 24)

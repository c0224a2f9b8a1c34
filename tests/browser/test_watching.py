"""A phone that may only watch, and one that has not joined."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.fingers import expect_totals
from tests.browser.live_server import LiveServer
from tests.chromium import NewPhone, excuse
from tests.tables import Table


@pytest.fixture
def watcher(join: Join, table: Table) -> Page:
    """A phone that may watch a game of which one deal is scored."""
    table.deal(0, 7, 23, 32)
    return join("watch")


def writers(page: Page) -> list[str]:
    """Whatever on a page would write: forms that post, and the ways into the pad."""
    found: list[str] = page.locator(
        "form[method=post i], [data-out], [data-correct], [data-pad], [data-save], [data-undo]"
    ).evaluate_all("them => them.map(one => one.outerHTML.slice(0, 80))")
    return found


def test_a_watcher_sees_the_sheet_and_nothing_that_writes(watcher: Page, table: Table) -> None:
    watcher.goto(f"/games/{table.id}")
    expect_totals(watcher, 0, 7, 23, 32)
    assert writers(watcher) == []
    watcher.locator("[data-deals] [data-why]").nth(1).tap()
    expect(watcher.locator("body")).to_contain_text("Caught with 7")


def test_no_other_page_lets_a_watcher_write(watcher: Page, table: Table) -> None:
    for page in ("/", "/nights/", "/games/{}/book", "/games/{}/deals/{}", "/rules/"):
        watcher.goto(page.format(table.id, table.deals[0]))
        assert writers(watcher) == [], page


def test_pages_that_write_are_closed_to_a_watcher(
    watcher: Page, table: Table, page_problems: list[str]
) -> None:
    told = ("{}/start", "{}/seats/0", "{}/end", "{}/deals/new?out=0", "{}/deals/{}/correct")
    for page in ("new", *told):
        answer = watcher.goto(f"/games/{page.format(table.id, table.deals[0])}")
        assert answer
        assert answer.status == 403, page
        heading = watcher.get_by_role("heading", level=1)
        expect(heading).to_have_text("This phone may not do that")
    excuse(page_problems, "403")


def test_a_phone_that_has_not_joined_is_asked_to(
    new_phone: NewPhone, server: LiveServer, table: Table, page_problems: list[str]
) -> None:
    stranger = new_phone(base_url=server.url)
    answer = stranger.goto(f"/games/{table.id}")
    assert answer
    assert answer.status == 401
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Join this table")
    assert "Ann" not in stranger.content()
    excuse(page_problems, "401")

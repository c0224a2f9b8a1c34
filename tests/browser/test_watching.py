"""A phone that may only watch, and one that has not joined."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.fingers import expect_totals
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

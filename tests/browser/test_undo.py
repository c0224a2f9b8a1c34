"""Undo and redo: offered until the next entry, and the server may be started anew between."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, at_rest, expect_totals, reload, wait_until
from tests.browser.live_server import LiveServer


@pytest.fixture
def scored(sheet: Page, fingers: Fingers) -> Page:
    """The sheet after one deal."""
    fingers.score(0, [(7, 0), (23, 0), (41, 1)])
    expect_totals(sheet, 0, 7, 23, 82)
    return sheet


def test_a_notice_with_undo_stays_until_the_next_entry(scored: Page, fingers: Fingers) -> None:
    notice = scored.locator("[data-notice]")
    expect(notice).to_contain_text("Saved")
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    reload(scored)
    expect(notice).to_contain_text("Saved")
    fingers.score(1, [(10, 0), (5, 0), (12, 0)])
    fingers.tap(notice.get_by_role("button", name="Undo"))
    expect(scored.locator("[data-deals] tbody tr")).to_have_count(1)
    expect_totals(scored, 0, 7, 23, 82)


def test_undo_and_redo_survive_a_new_start_of_the_server(
    scored: Page, fingers: Fingers, server: LiveServer
) -> None:
    at_rest(scored)
    # The last module comes a moment later, and not from a server that is stopped.
    modules = "performance.getEntriesByType('resource').map(({ name }) => name)"
    wait_until(scored, f"{modules}.some(name => name.endsWith('/awake.js'))")
    scored.wait_for_load_state("networkidle")
    server.stop()
    server.start()
    fingers.tap(scored.locator("[data-undo] button"))
    redo = scored.locator("[data-redo] button")
    expect(redo).to_be_visible()
    expect_totals(scored, 0, 0, 0, 0)
    scored.wait_for_load_state("networkidle")
    server.stop()
    server.start()
    reload(scored)
    fingers.tap(redo)
    expect(redo).to_have_count(0)
    expect_totals(scored, 0, 7, 23, 82)

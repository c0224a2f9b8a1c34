"""Taking a club along with one finger, and bringing a file in with another."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.live_server import LiveServer
from tests.browser.pages import play


@pytest.fixture(params=[True, False], ids=["scripts", "plain"])
def manager(join: Join, request: pytest.FixtureRequest) -> Page:
    """A small phone that looks after the club, with and without JavaScript."""
    return join("manage", viewport=(360, 640), java_script_enabled=request.param)


def test_what_was_taken_along_is_there_already(
    manager: Page, server: LiveServer, club: str, tmp_path: Path
) -> None:
    play(server, club, "Ann", "Ben", "Cat", "Dan")
    manager.goto("/club/")
    with manager.expect_download() as download:
        manager.get_by_role("link", name="Export all games (zip)").tap()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    manager.goto("/club/")
    manager.get_by_role("link", name="Import", exact=True).tap()
    manager.get_by_label("A file of games").set_input_files(file)
    manager.get_by_role("button", name="Preview").tap()
    expect(manager.locator("main")).to_contain_text("2 games are already here")
    expect(manager.locator("main")).to_contain_text("Everything is already here")

"""Taking a club along with one finger, and bringing a file in with another."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.live_server import LiveServer
from tests.browser.pages import choose_paper_book, play
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_small_screen import too_small


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


def test_a_paper_book_is_brought_in(manager: Page) -> None:
    manager.goto("/club/import")
    choose_paper_book(manager)
    expect(manager.locator("main")).to_contain_text("1 new game")
    manager.get_by_role("button", name="Import", exact=True).tap()
    expect(manager.get_by_role("status")).to_contain_text("Imported one game.")
    manager.get_by_role("link", name="See the nights").tap()
    expect(manager.locator("main .line-won")).to_have_text("Rosa 1 won")
    manager.locator("main .line").tap()
    expect(manager.locator("main")).to_contain_text("Rosa won by 6")


def test_a_file_that_is_wrong_says_so_where_everybody_can_read_it(
    join: Join, page_problems: list[str]
) -> None:
    page = join("manage", viewport=(360, 640))
    page.goto("/club/import")
    wrong = b"date,game,player,total\n2024-05-03,,Ann,1\n2024-05-03,Pink Nines,Ben,1.5\n"
    file = {"name": "a" * 60 + ".csv", "mimeType": "text/csv", "buffer": wrong}
    page.get_by_label("A file of games").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Preview").tap()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Nothing was changed")
    expect(alert).to_contain_text("Line 2")
    expect(alert).to_contain_text("“1.5” is not a whole number.")
    assert violations_in_both(page) == []
    assert too_small(page.locator("main button, main a, main label.check")) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page_problems.clear()

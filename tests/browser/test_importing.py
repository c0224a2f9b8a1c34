"""Importing with a finger: the button says that it runs, and is pressed once."""

from playwright.sync_api import expect

from tests.web.import_form import PAPER


def test_the_button_says_that_it_runs_and_is_pressed_once(join):
    page, held, sent = join("manage"), [], []
    page.goto("/club/import")
    file = {"name": "paper.csv", "mimeType": "text/csv", "buffer": PAPER}
    page.get_by_label("A file of games").set_input_files(file)
    page.get_by_role("button", name="Preview").tap()
    page.route("**/club/import/*", lambda route: held.append(route))
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("button", name="Import", exact=True).tap()
    expect(page.get_by_role("button", name="Importing …")).to_be_disabled()
    page.get_by_role("button", name="Importing …").tap(force=True)
    held[0].continue_()
    expect(page.get_by_role("status")).to_contain_text("Imported 1 game.")
    assert len([url for url in sent if "/club/import/" in url]) == 1

"""Importing with a finger: the button says that it runs, and is pressed once."""

from playwright.sync_api import expect

from tests.web.import_form import PAPER


def test_the_button_says_that_it_runs_and_is_pressed_once(join):
    page = join("manage")
    page.goto("/club/import")
    file = {"name": "paper.csv", "mimeType": "text/csv", "buffer": PAPER}
    chosen = page.get_by_label("A file of games")
    chosen.set_input_files(file)
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    page.get_by_role("button", name="Preview").tap()
    expect(page.get_by_role("button", name="Reading …")).to_be_disabled()
    page.reload()
    chosen.set_input_files(file)
    page.get_by_role("button", name="Preview").tap()
    page.get_by_role("button", name="Import", exact=True).tap()
    expect(page.get_by_role("status")).to_contain_text("it brought 1 game.")

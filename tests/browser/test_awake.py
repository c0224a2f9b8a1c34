"""The screen stays awake where the browser allows it, and says so where it does not."""

from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, reload, wait_until
from tests.tables import Table

NO_WAKE_LOCK = "Object.defineProperty(navigator, 'wakeLock', {value: undefined})"
ASKED = """
    window.asked = [];
    navigator.wakeLock.request = (what) => Promise.resolve(window.asked.push(what));
"""
# It is asked for once the sheet is at rest.
IS_ASKED = "performance.getEntriesByType('resource').some(({ name }) => /awake/.test(name))"


def test_the_screen_is_kept_awake_where_that_is_allowed(phone: Page, table: Table) -> None:
    phone.add_init_script(ASKED)
    phone.goto(f"/games/{table.id}")
    wait_until(phone, "window.asked.length === 1")
    assert phone.evaluate("window.asked") == ["screen"]
    expect(phone.locator("[data-awake-note]")).to_be_hidden()


def test_where_it_is_not_allowed_the_page_says_so_once(
    phone: Page, fingers: Fingers, table: Table
) -> None:
    phone.add_init_script(NO_WAKE_LOCK)
    phone.goto(f"/games/{table.id}")
    note = phone.locator("[data-awake-note]")
    expect(note).to_contain_text("screen")
    fingers.tap(note.locator("[data-dismiss]"))
    expect(note).to_be_hidden()
    reload(phone)
    wait_until(phone, IS_ASKED)
    fingers.out(0)
    expect(note).to_be_hidden()

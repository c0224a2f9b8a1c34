"""A save that could not be written: it is said, what was typed stays, and later it is saved."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.fingers import Fingers, expect_totals, is_sent, reload
from tests.browser.live_server import LiveServer
from tests.chromium import excuse
from tests.faults import failing, sqlite_fault
from tests.tables import Table

FULL = "Could not save: the disk is full. What you typed is still on this phone."


def test_a_deal_typed_while_the_disk_is_full_is_saved_once_there_is_room(
    sheet: Page, fingers: Fingers, server: LiveServer, table: Table, page_problems: list[str]
) -> None:
    fingers.out(0)
    for at, points in enumerate((7, 23, 12)):
        if at:
            fingers.next()
        fingers.type(points)
    with failing(server.database, sqlite_fault("SQLITE_FULL")):
        fingers.without_signal = True
        fingers.save()
        expect(sheet.locator(".outbox-line")).to_contain_text(FULL)
        # Pages are read all the while, and what was saved is there again.
        reload(sheet)
        expect_totals(sheet, 0, 7, 23, 12)
        expect(sheet.locator(".outbox-line")).to_contain_text(FULL)
    is_sent(sheet)
    excuse(page_problems, "503")
    expect_totals(sheet, 0, 7, 23, 12)
    assert table.read().version == 1


def test_a_plain_form_is_sent_again_as_it_was_typed(
    join: Join, server: LiveServer, table: Table, page_problems: list[str]
) -> None:
    page = join(java_script_enabled=False)
    page.goto(f"/games/{table.id}")
    page.locator("[data-seats] a").filter(has_text="Ann").tap()
    for name, held in {"Ben": 7, "Cat": 23, "Dan": 12}.items():
        page.get_by_label(f"Points of {name}").fill(str(held))
    with failing(server.database, sqlite_fault("SQLITE_FULL")):
        page.get_by_role("button", name="Save", exact=True).tap()
        expect(page.get_by_role("alert")).to_have_text(FULL)
        page.get_by_role("button", name="Save again").tap()
        expect(page.get_by_role("alert")).to_have_text(FULL)
    excuse(page_problems, "503")
    page.get_by_role("button", name="Save again").tap()
    expect_totals(page, 0, 7, 23, 12)
    assert table.read().version == 1

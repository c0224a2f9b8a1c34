"""Phones scan the code of a table, take their seats, and are sent away and let in again."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.live_server import LiveServer
from tests.browser.test_accessibility import violations_in_both
from tests.chromium import NewPhone, excuse
from tests.tables import Table


def test_three_phones_at_a_table(
    join: Join, new_phone: NewPhone, server: LiveServer, club: str, table: Table
) -> None:
    host = join("manage")
    code = server.table_code(club, table.read().night)
    first: Page = new_phone(base_url=server.url)
    second: Page = new_phone(base_url=server.url)
    for phone in (first, second):
        phone.goto(code)
        assert violations_in_both(phone) == []
        smallest = phone.locator(".join-seats button").evaluate_all(
            "all => Math.min(...all.map(one => one.offsetHeight))"
        )
        assert smallest >= 44
    first.get_by_role("button", name="Ben").tap()
    expect(first).to_have_url(f"{server.url}/games/{table.id}")
    second.reload()
    second.get_by_role("button", name="Ben").tap()
    expect(second.get_by_role("status")).to_contain_text("Asked for Ben’s seat")
    assert violations_in_both(second) == []

    first.goto(f"/games/{table.id}")
    expect(first.get_by_text("asks for Ben’s seat")).to_be_visible()
    assert violations_in_both(first) == []
    first.get_by_role("button", name="Give it").tap()
    expect(first.get_by_role("button", name="Give it")).to_have_count(0)
    # What the other phone looks at has changed, and is shown by itself.
    expect(second.get_by_text("this phone")).to_be_visible()

    host.goto(f"/games/{table.id}/phones")
    assert violations_in_both(host) == []
    host.get_by_role("button", name=re.compile("^Remove ")).first.tap()
    expect(host.get_by_role("button", name=re.compile("^Remove "))).to_have_count(1)


def test_a_phone_that_was_removed_waits_and_comes_back_by_itself(
    join: Join,
    new_phone: NewPhone,
    server: LiveServer,
    club: str,
    table: Table,
    page_problems: list[str],
) -> None:
    host = join("manage")
    code = server.table_code(club, table.read().night)
    guest: Page = new_phone(base_url=server.url)
    guest.goto(code)
    guest.get_by_role("button", name="Ben").tap()
    host.goto(f"/games/{table.id}/phones")
    host.get_by_role("button", name="Remove").tap()
    expect(host.get_by_role("button", name="Remove")).to_have_count(0)
    guest.goto(f"/games/{table.id}")
    expect(guest.get_by_role("heading", name="Join this table")).to_be_visible()
    excuse(page_problems, "401")
    guest.goto(server.table_code(club, table.read().night))
    guest.get_by_role("button", name="Ask the host").tap()
    expect(guest.get_by_role("heading", name="Waiting for the host")).to_be_visible()
    assert violations_in_both(guest) == []
    host.goto(f"/games/{table.id}")
    assert violations_in_both(host) == []
    host.get_by_role("button", name="Let it in").tap()
    expect(guest).to_have_url(f"{server.url}/games/{table.id}")

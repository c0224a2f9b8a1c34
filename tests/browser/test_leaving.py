"""The only phone that manages a club is asked before it leaves for another one."""

import pytest
from playwright.sync_api import expect

from scorer.services.club.devices import list_devices
from tests.browser.conftest import Join
from tests.browser.live_server import LiveServer


@pytest.mark.parametrize("scripts", [True, False])
def test_the_last_manager_stays_or_leaves_anyway(
    join: Join, server: LiveServer, club: str, scripts: bool
) -> None:
    page = join(java_script_enabled=scripts)
    other = server.new_club()
    link = f"/join/{server.invite(other).link_code}"
    asks = page.get_by_text("You are the only one who can manage Our table.")
    page.goto(link)
    page.get_by_role("button", name="Join", exact=True).tap()
    expect(asks).to_be_visible()
    page.get_by_role("link", name="Stay", exact=True).tap()
    page.wait_for_url(f"{server.url}/")
    assert [one.revoked for one in list_devices(server.database, club)] == [False]
    page.goto(link)
    page.get_by_role("button", name="Join", exact=True).tap()
    page.get_by_role("button", name="Leave anyway").tap()
    page.wait_for_url(f"{server.url}/")
    assert [one.revoked for one in list_devices(server.database, club)] == [True]
    assert [one.right for one in list_devices(server.database, other)] == ["manage"]

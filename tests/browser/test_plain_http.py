"""Over plain http no worker keeps a page: the open one has what is needed without signal."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import expect_sent, pad, wait_for_idle

# As a browser has it where a page did not come by https.
NO_WORKER = "delete Navigator.prototype.serviceWorker"


@pytest.fixture
def plain(phone, table):
    """The sheet of a game after a deal, without signal."""
    table.deal(0, 7, 23, 41)
    phone.add_init_script(NO_WORKER)
    phone.goto(f"/games/{table.id}")
    wait_for_idle(phone)
    phone.locator("dialog.outbox article").wait_for(state="attached")
    phone.context.set_offline(True)
    return phone


def test_an_open_page_shows_all_that_is_needed(plain, pad_page, table):
    pad_page.without_signal = True
    pad_page.score(1, [(7, 0), (5, 0), (3, 0)])
    line = plain.locator(".outbox-line")
    expect(line).to_have_text("No signal · 1 deal waits on this phone · Keep this page open")
    # Why a number is what it is.
    plain.locator("[data-why]").first.tap()
    expect(plain.locator("dialog.why[open]")).to_be_visible()
    plain.locator("dialog.why[open]").get_by_role("button", name="OK").tap()
    # The rules.
    pad_page.tap_more(plain.get_by_role("link", name="Rules", exact=True))
    rules = plain.locator("dialog[open]")
    expect(rules.get_by_role("heading", name="Red Nines")).to_be_visible()
    rules.get_by_role("button", name="OK").tap()
    # What waits, in words, and as a file.
    line.get_by_role("button").tap()
    waits = plain.locator("dialog[data-outbox]")
    expect(waits.locator("li")).to_contain_text("Deal 2 · Ben is out")
    expect(waits.locator("li [data-state]")).to_have_text("waits")
    with plain.expect_download() as saved:
        waits.get_by_role("button", name="Save as a file").tap()
    assert '"facts"' in saved.value.path().read_text()
    waits.get_by_role("button", name="Close").tap()
    # What would take the place of the page says so.
    pad_page.tap_more(plain.get_by_role("link", name="History"))
    expect(plain.locator("[data-message]")).to_contain_text("No signal")
    plain.context.set_offline(False)
    expect_sent(plain)
    assert table.read().version == 2
    # The styles of the rules, which came along, leave the sheet and its pad alone.
    plain.set_viewport_size({"width": 844, "height": 390})
    pad_page.out(0)
    box = pad(plain).bounding_box()
    assert box and box["width"] == 844

"""What a phone paints over the server's sheet while something waits on it."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, expect_sent, expect_totals, wait_for_idle
from tests.browser.test_outbox import PROVOKED, heard_again
from tests.chromium import excuse


@pytest.fixture(autouse=True)
def provoked(join, page_problems):
    """Requests may fail here."""
    yield
    excuse(page_problems, PROVOKED)


@pytest.fixture
def cut(phone):
    """Open a game on a phone from which no entry gets through until `heard_again`: `cut(table)`."""

    def opened(table):
        phone.goto(f"/games/{table.id}")
        wait_for_idle(phone)
        phone.context.route("**/entries", lambda route: route.abort())
        return phone

    return opened


def test_a_penalty_without_signal_counts_and_is_sent(cut, table):
    table.deal(0, 7, 23, 12)
    page = cut(table)
    pad_page = PadPage(page, without_signal=True)
    pad_page.tap_more(page.get_by_role("button", name="Add a penalty"))
    dialog = page.get_by_role("dialog", name="Add a penalty")
    save, points = dialog.get_by_role("button", name="Save"), dialog.get_by_label("How many")

    def refused(field):
        save.tap()
        expect(dialog).to_be_visible()
        return field.evaluate("(field) => field.validationMessage")

    side = dialog.get_by_role("radio", name="Ann has 0")
    assert refused(side) == "Say whose total."
    ben = dialog.get_by_role("radio", name="Ben has 7")
    ben.check()
    for number in ("", "0", "1.5", "100001"):
        points.fill(number)
        assert refused(points) == "Write a whole number from 1 to 100000."
    points.fill("10")
    why = dialog.get_by_label("What for?")
    for text in ("", "  "):
        why.fill(text)
        assert refused(why) == "Say what for."
    why.fill(" revoked ")
    save.tap()
    expect(page.locator("[data-pending] li")).to_have_text(["Ben +10: revoked waits"])
    expect_totals(page, 0, 17, 23, 12)
    pad_page.tap_button("Undo")
    expect_totals(page, 0, 7, 23, 12)
    pad_page.tap_button("Redo")
    expect_totals(page, 0, 17, 23, 12)
    pad_page.tap_more(page.get_by_role("button", name="Add a penalty"))
    expect(dialog.get_by_role("radio", name="Ben has 17")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").tap()
    heard_again(page)
    expect_sent(page)
    expect_totals(page, 0, 17, 23, 12)
    assert [entry.body.kind for entry in table.read().entries][:2] == ["deal", "adjust"]
    assert table.read().sheet.totals == (0, 17, 23, 12)

"""A night of long ago is found on a phone, read, and put where it belongs."""

from datetime import date

import pytest
from playwright.sync_api import expect

from scorer.services.nights import bin
from scorer.services.nights.edit import Description, edit_night
from tests.browser.fingers import expect_totals, says, type_deal
from tests.chromium import excuse
from tests.tables import NAMES

LONG_AGO = date(2024, 5, 3)


@pytest.fixture
def wedding(seat, server, club):
    """A finished game of a night long ago that was written about, among thirty others."""
    table = seat("Ann", "Ben", "Zoë", "Dan", night="new")
    for out in (0, 2, 2, 1):
        table.deal(out, 7, 23, 32)
    said = Description(LONG_AGO, "", "In the garden", "Their wedding day")
    edit_night(server.database, club, table.read().night, said)
    for day in range(30):
        other = seat(*NAMES[:4], night="new").read().night
        on = Description(date(2025, 1, day + 1), "", "", "")
        edit_night(server.database, club, other, on)
    return table


def test_a_night_is_found_by_a_few_words_and_among_the_older_ones(join, wedding):
    phone = join(viewport=(360, 640), java_script_enabled=False)
    phone.goto("/")
    phone.get_by_role("link", name="Nights", exact=True).tap()
    expect(phone.get_by_role("heading", name="January 2025")).to_be_in_viewport()
    phone.get_by_role("searchbox").fill("zoe garden wed")
    phone.get_by_role("button", name="Find").tap()
    night = phone.get_by_role("link", name="Fri 3 May 2024")
    expect(night).to_have_count(1)
    expect(phone.get_by_role("heading", name="May 2024")).to_be_visible()
    night.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Fri 3 May 2024")
    expect(phone.get_by_text("Their wedding day")).to_be_visible()
    phone.get_by_role("link", name="Red Nines").tap()
    expect(phone).to_have_url(f"/games/{wedding.id}")
    phone.goto("/nights/")
    phone.get_by_role("link", name="Older").tap()
    expect(phone.get_by_role("link", name="Fri 3 May 2024")).to_be_visible()
    phone.get_by_role("link", name="Newest").tap()
    expect(phone.get_by_role("link", name="Older")).to_be_visible()


def test_the_night_of_a_new_game_is_said_in_its_notice_and_changed_there(join, seat):
    phone = join(viewport=(360, 560))
    first, other = seat(*NAMES[:4]), seat(*NAMES[4:8], night="new")
    table = seat(*NAMES[:3], "Zoe")
    assert table.read().night == first.read().night
    phone.goto(f"/games/{table.id}")
    notice = phone.locator("[data-notice]")
    expect(notice).to_contain_text("Belongs to today’s game night.")
    phone.get_by_text("Change", exact=True).tap()
    phone.get_by_role("button", name="today’s game night, with Eve, Fay, Gus and Hal").tap()
    expect(phone.get_by_text("Belongs to today’s game night.")).to_be_visible()
    assert table.read().night == other.read().night
    phone.get_by_text("Change", exact=True).tap()
    phone.get_by_role("button", name="A night of its own").tap()
    expect(notice).to_contain_text("This game has a night of its own.")
    table.deal()
    phone.goto(f"/games/{table.id}")
    expect(phone.get_by_text("This game has a night of its own.")).to_have_count(0)


def test_what_was_typed_stays_in_the_pad_while_its_game_lies_in_the_bin(
    sheet, fingers, table, page_problems
):
    type_deal(sheet, 7, 23, 32)
    bin.delete(table.database, table.club, "game", table.id, device=None)
    fingers.press_save()
    expect(says(sheet)).to_contain_text("is in the bin")
    # News come meanwhile, and do not take it away.
    sheet.wait_for_timeout(2_500)
    excuse(page_problems, "40[49]")
    bin.restore(table.database, table.club, "game", table.id)
    fingers.press_save()
    expect_totals(sheet, 0, 7, 23, 32)

"""A night of long ago is found on a phone, read, and put where it belongs."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from scorer.services.nights import bin, undo_changes
from scorer.services.nights.edit import Description, edit_night
from tests.browser.conftest import Join, Seat
from tests.browser.fingers import Fingers, expect_totals, says
from tests.browser.live_server import LiveServer
from tests.chromium import excuse
from tests.tables import NAMES, Table

LONG_AGO = date(2024, 5, 3)


@pytest.fixture
def wedding(seat: Seat, server: LiveServer, club: str) -> Table:
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


@pytest.mark.parametrize("scripts", [True, False])
def test_a_night_is_found_by_a_few_words(join: Join, wedding: Table, scripts: bool) -> None:
    phone = join(viewport=(360, 640), java_script_enabled=scripts)
    phone.get_by_role("link", name="Nights", exact=True).tap()
    expect(phone.get_by_role("heading", name="January 2025")).to_be_in_viewport()
    phone.get_by_role("searchbox").fill("zoe garden wed")
    phone.get_by_role("button", name="Find").tap()
    night = phone.get_by_role("link", name="Fri 3 May 2024")
    expect(night).to_have_count(1)
    expect(phone.get_by_role("heading", name="May 2024")).to_be_visible()
    night.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Fri 3 May 2024")
    phone.get_by_text("Note", exact=True).tap()
    expect(phone.get_by_text("Their wedding day")).to_be_visible()
    phone.get_by_text("Games 1").tap()
    phone.get_by_text("Totals: Red Nines").tap()
    standings = phone.locator(".standings").get_by_role("row", name="Zoë")
    expect(standings.get_by_role("cell")).to_have_text(["0", "1", "46", "46"])
    phone.get_by_role("link", name="Red Nines").tap()
    expect(phone).to_have_url(f"/games/{wedding.id}")


def test_older_nights_are_one_tap_away(phone: Page, wedding: Table) -> None:
    phone.goto("/nights/")
    phone.get_by_role("link", name="Older").tap()
    expect(phone.get_by_role("link", name="Fri 3 May 2024")).to_be_visible()
    phone.get_by_role("link", name="Newest").tap()
    expect(phone.get_by_role("link", name="Older")).to_be_visible()


def test_strangers_say_which_evening_it_is_with_one_more_tap(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    first = seat(*NAMES[:4])
    seat(*NAMES[4:8], night="new")
    first.deal()
    phone.goto("/games/new")
    for name in ("Ann", "Eve", "Fay", "Gus"):
        fingers.tap_button(name)
    fingers.tap_button("Ann deals first")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    phone.goto("/games/new")
    for name in ("Kim", "Leo", "Ida"):
        phone.locator("[data-new-name]").fill(name)
        phone.get_by_role("button", name="Add", exact=True).tap()
    fingers.tap_button("Ben")
    fingers.tap_button("Ben deals first")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which evening?")
    fingers.tap_button("A night of its own")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    expect(phone.locator("[data-sheet]")).to_contain_text("Ben deals")


def test_a_split_is_undone_by_one_tap(phone: Page, fingers: Fingers, seat: Seat) -> None:
    one, two = seat(), seat()
    night = one.read().night
    phone.goto(f"/nights/{night}")
    phone.get_by_text("Change this night").tap()
    phone.get_by_role("link", name="Split into two nights").tap()
    phone.get_by_role("checkbox").nth(1).check()
    phone.get_by_role("button", name="Split the night").tap()
    expect(phone.get_by_role("status")).to_contain_text("got a night of its own.")
    assert two.read().night != night
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("link", name="Just begun")).to_have_count(2)
    assert two.read().night == night


def test_what_was_typed_stays_in_the_pad_while_its_game_lies_in_the_bin(
    sheet: Page, fingers: Fingers, table: Table, page_problems: list[str]
) -> None:
    fingers.out(0)
    for number in (7, 23):
        fingers.type(number)
        fingers.next()
    fingers.type(32)
    deed = bin.delete_game(table.database, table.club, table.id, device=None)
    fingers.press_save()
    expect(says(sheet)).to_contain_text("lies in the bin")
    excuse(page_problems, "40[49]")
    undo_changes.undo_change(table.database, table.club, deed)
    fingers.press_save()
    expect_totals(sheet, 0, 7, 23, 32)

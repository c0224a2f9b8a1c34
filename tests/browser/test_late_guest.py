"""Who comes late says a name on the own phone, is let in, and sits down."""

import re

import pytest
from playwright.sync_api import expect

from scorer.services.games.seats_held import list_held, say_newcomer
from tests.browser.conftest import SMALL
from tests.browser.pad_page import PadPage, expect_sent, title, wait_for_idle
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_coming_along import LATER, expect_game, see_long
from tests.browser.test_live import HIDE
from tests.browser.test_small_screen import too_small
from tests.tables import Table, add_phone, facts


def test_a_late_guest_is_let_in_and_sits_down(join, new_phone, sit, server, club, table):
    host, ben = join("manage"), sit(table, "Ben")
    code = server.table_code(club, table.night)
    eve = new_phone(base_url=server.url)
    eve.goto(code)
    expect(eve.get_by_role("button", name="Cat")).not_to_contain_text("another phone")
    eve.get_by_text("I am new").tap()
    eve.get_by_label("Your name").fill("Eve")
    # The list of seats is live, but what is typed stays.
    cat = new_phone(base_url=server.url)
    cat.goto(code)
    cat.get_by_role("button", name="Cat").tap()
    with eve.expect_response("**/join/**"):
        eve.get_by_label("Your name").blur()
    expect(eve.get_by_label("Your name")).to_have_value("Eve")
    assert violations_in_both(eve) == []
    host.goto(f"/games/{table.id}")
    wait_for_idle(host)
    eve.get_by_role("button", name="Ask to play").tap()
    expect_game(eve, table)
    expect(eve.get_by_text("Eve would like to play. Wait to be let in.")).to_be_visible()
    expect(host.get_by_role("link", name="Let Eve in")).to_be_in_viewport(ratio=1)
    assert violations_in_both(host) == []
    # Where she looks meanwhile, she is led on too.
    eve.get_by_role("link", name="Change").tap()
    expect(eve.get_by_role("button", name="Never mind")).to_be_visible()
    see_long(ben)
    table.deal(0, 7, 23, 32)
    table.write("end", {"why": "late"})
    for phone in (ben, host):
        expect(phone.get_by_role("heading", level=1)).to_have_text("Ann won")
    host.get_by_role("link", name="Let Eve in").tap()
    expect(host.locator("[data-sits]")).to_have_count(5)
    host.get_by_role("button", name="Start", exact=True).tap()
    expect(host.get_by_role("heading", level=1)).to_have_text(re.compile("Deal 1"))
    again = Table(table.database, club, host.url.rpartition("/")[2])
    expect_game(eve, again)
    for phone in (ben, cat):
        phone.evaluate(LATER)
        expect_game(phone, again)
    expect(eve.locator('main[data-my-seat="4"]')).to_be_attached()
    expect(eve.get_by_text("would like to play")).to_have_count(0)
    assert sorted(list_held(table.database, club, again.id)) == [1, 2, 4]


def test_who_asks_to_be_let_in_covers_no_row(join, server, club, seat):
    table = seat(variant="red-nines-1881")
    for name in ("Eve", "Fay", "Gus"):
        guest = add_phone(server.database, club, name, "play", table.night)
        say_newcomer(server.database, guest, table.id, name)
    host = join(viewport=SMALL)
    host.goto(f"/games/{table.id}")
    row, dock = (host.locator(place).bounding_box() for place in (".row >> nth=-1", ".dock"))
    assert row["y"] + row["height"] <= dock["y"]
    assert too_small(host.locator(".dock :is(a, button):visible")) == []


@pytest.mark.long
def test_an_evening_with_a_late_guest_who_leaves_and_a_phone_asleep(
    join, new_phone, sit, server, club, table
):
    def deal(facts):
        table.write("deal", {"facts": facts, "after": table.read().sheet.after})

    host, ben = join("manage"), sit(table, "Ben")
    wait_for_idle(ben)
    ben.evaluate(HIDE, {"hidden": True})
    deal(facts(0, 7, 23, 32))
    host.goto(f"/games/{table.id}")
    wait_for_idle(host)
    eve = new_phone(base_url=server.url)
    eve.goto(server.table_code(club, table.night))
    eve.get_by_text("I am new").tap()
    eve.get_by_label("Your name").fill("Eve")
    eve.get_by_role("button", name="Ask to play").tap()
    expect_game(eve, table)
    host.get_by_role("link", name="Let Eve in").tap()
    host.get_by_role("button", name="Go on").tap()
    mine, asks = eve.locator('main[data-my-seat="4"]'), eve.get_by_text("would like to play")
    expect(mine).to_be_attached()
    expect_game(host, table)
    wait_for_idle(host)
    pad_page = PadPage(host)
    deal(facts(1, 3, 4, 5, 6))
    expect(title(host)).to_have_text("Deal 3 of 5")
    # Dan leaves in deal 3.
    pad_page.tap_more("text=Somebody leaves")
    host.get_by_role("button", name=re.compile("Leaves.*Dan")).tap()
    host.get_by_role("button", name="Go on").tap()
    gone = eve.locator('[data-seats] [data-seat="3"][data-left]')
    expect(gone).to_have_count(1)
    expect_game(host, table)
    wait_for_idle(host)
    undo = host.get_by_role("button", name=re.compile("^Undo"))
    for name in ("Deal 3 of 5", "Deal 2 of 5", "Deal 2 of 4"):
        expect(host.locator(".tap-cover")).to_have_count(0)
        undo.last.tap()
        expect(title(host)).to_have_text(name)
        expect_sent(host)
    expect(asks).to_be_visible()
    for name in ("Deal 2 of 5", "Deal 3 of 5", "Deal 3 of 4"):
        expect(host.locator(".tap-cover")).to_have_count(0)
        host.get_by_role("button", name="Redo").tap()
        expect(title(host)).to_have_text(name)
        expect_sent(host)
    expect(mine).to_be_attached()
    expect(gone).to_have_count(1)
    hand = {"points": 5, "red_nines": 0}
    deal({"out": 2, "hands": [hand, hand, [], None, hand]})
    deal({"out": 4, "hands": [hand, hand, hand, None, []]})
    expect(title(host)).to_have_text(re.compile("won"))
    see_long(eve)
    pad_page.tap_button("Same again")
    expect(title(host)).to_have_text("Deal 1 of 4")
    expect_sent(host)
    again = Table(table.database, club, host.url.rpartition("/")[2])
    ben.evaluate(HIDE, {"hidden": False})
    ben.evaluate(LATER)
    for phone, seat in ((eve, 3), (ben, 1)):
        expect_game(phone, again)
        expect(phone.locator(f'main[data-my-seat="{seat}"]')).to_be_attached()

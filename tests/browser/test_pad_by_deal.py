"""The pad, and own bids, of a game in which each deal asks its own."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    PadPage,
    cell,
    expect_pad_closed,
    expect_sent,
    message,
    open_pad,
    pad,
    recorded,
    row,
    wait_for_idle,
)
from tests.browser.test_own_bids import bid
from tests.browser.test_own_hands import mine
from tests.examples import usual_and_long
from tests.joined import of_browser
from tests.made_up_game import OF_BIDS
from tests.tables import NAMES

pytestmark = pytest.mark.usefixtures("made_up_game")

FIRST = {"bids": [0, 1, 1], "tricks": [0, 1, 0]}


@pytest.fixture
def begun(seat):
    """Ann, Ben and Cat, and Ann deals; or, with deals of one card behind them, another."""

    def begin(*deals, **rules):
        table = seat(*NAMES[:3], variant=OF_BIDS, first_dealer=0, house_rules=rules)
        table.score(*deals)
        return table

    return begin


def numbers(page):
    """The keys that can be tapped now."""
    return pad(page).locator("[data-number]:visible")


def tap_numbers(pad_page, *numbers):
    for number in numbers:
        pad_page.tap(f'{PAD} [data-number="{number}"]:visible')


def test_a_hand_has_its_own_keys_and_the_dealer_bids_last(phone, begun):
    table = begun(FIRST)
    pad_page = open_pad(phone, table, at=2)
    expect(numbers(phone)).to_have_text(["0", "1", "2"])
    # Cat, Ann, and Ben, who deals: two bids of 0 and 1 leave him no 1.
    tap_numbers(pad_page, 0, 1)
    barred = pad(phone).locator("[data-number][aria-disabled]:visible")
    expect(barred).to_have_text("1")
    barred.tap(force=True)
    says = "Ben: Not 1: then the bids come to the number of cards."
    expect(message(phone)).to_have_text(says)
    pad_page.tap(f"{PAD} [data-use]")
    expect(cell(phone, 1, "bids")).to_have_text("1")
    # Who bid nil says how many rags he took, a tap for each; nobody else is asked.
    rags = pad(phone).locator("[data-cell='rags']")
    expect(rags).to_have_count(1)
    tap_numbers(pad_page, 2)
    for counted in ("1", "2", "2"):
        pad_page.tap(rags)
        expect(rags).to_have_text(counted)
    pad_page.tap(f"{PAD} [data-delete]")
    expect(rags).to_have_text("1")
    pad_page.tap(pad(phone).locator("[data-cell='pot']"))
    expect(pad(phone).locator("[data-named]:visible")).to_have_text(["Small 5", "Large 50"])
    pad_page.tap(f"{PAD} [data-named='large']")
    # It was played so.
    expect(message(phone)).to_have_text("The bids come to two, as many as there are cards")
    pad_page.save()
    answers = {"bids": [1, 1, 0], "tricks": [0, 0, 2], "rags": [None, None, 1]}
    assert recorded(table) == {**answers, "pot": 50}
    assert table.read().sheet.totals == (10, 61, 1)
    # Whoever calls takes the question of the whole deal away.
    pad_page.out(0)
    trump = pad(phone).locator("[data-cell='trump']")
    expect(trump).to_be_visible()
    pad_page.tap(cell(phone, 2, "called"))
    expect(trump).to_have_count(0)


def test_hands_go_up_and_down_without_signal(phone, begun):
    table = begun()
    pad_page = open_pad(phone, table, at=1)
    expect(numbers(phone)).to_have_text(["0", "1"])
    suits = pad(phone).locator("[data-cell='trump'] button:visible")
    expect(suits).to_have_count(3)
    wait_for_idle(phone)
    phone.context.set_offline(True)
    pad_page.without_signal = True
    tap_numbers(pad_page, 0, 0, 0, 1)
    pad_page.save()
    pad_page.out(2)
    expect(numbers(phone)).to_have_text(["0", "1", "2"])
    expect(suits).to_have_count(4)
    tap_numbers(pad_page, 1, 0, 0, 1, 1)
    pad_page.save()
    # The withdrawal of the first moves the hand behind it, which the phone sees as well.
    pad_page.out(0)
    expect(numbers(phone)).to_have_text(["0", "1", "2", "3"])
    pad_page.close()
    phone.context.set_offline(False)
    expect_sent(phone)
    assert [recorded(table, at)["tricks"] for at in (0, 1)] == [[0, 1, 0], [1, 0, 1]]


@pytest.fixture
def seated(join, new_phone, server):
    """The phones of Ann, Ben and Cat, each in its seat."""

    def sits(table, name):
        page = new_phone(base_url=server.url)
        page.context.add_cookies(of_browser(server.sit(table, name), server.url))
        page.goto(f"/games/{table.id}")
        return page

    join("manage")
    return lambda table: [sits(table, name) for name in NAMES[:3]]


def test_own_bids_wait_for_all_others_before_the_dealers(seated, begun):
    table = begun(FIRST)
    ann, ben, cat = seated(table)
    own = "[data-type-for]"
    expect(mine(cat, 2).locator(own)).to_have_text("Your bid")
    expect(mine(ben, 1).locator(own)).to_have_count(0)
    expect(mine(ben, 1).locator(".own-says:visible")).to_have_text("All others come first.")
    bid(cat, 2, "1")
    # It was said aloud.
    expect(ben.locator("[data-seat='2'] [data-state]")).to_have_text("✓ bid 1")
    expect(mine(ben, 1).locator(own)).to_have_count(0)
    bid(ann, 0, "0")
    mine(ben, 1).locator(own).tap()
    expect(pad(ben)).to_be_visible()
    mine(ann, 0).get_by_role("button", name="Clear it").tap()
    expect_pad_closed(ben)
    expect(ben.locator("[data-notice]")).to_contain_text("An answer before yours was cleared.")
    bid(ann, 0, "0")
    mine(ben, 1).locator(own).tap()
    pad(ben).locator("[data-number='1']:visible").tap(force=True)
    expect(message(ben)).to_contain_text("Not 1: then the bids come to the number of cards")
    expect(pad(ben).locator("[data-use]")).to_be_hidden()
    pad(ben).locator("[data-number='2']:visible").tap()
    expect_pad_closed(ben)
    for page in (ann, ben, cat):
        expect(page.get_by_role("button", name="Your tricks")).to_be_visible()
    assert table.read().in_play.values["bids", 1] == 2


@pytest.mark.parametrize("how", usual_and_long("in_turn", "together"))
def test_bids_of_one_phone_stand_in_the_rows(phone, begun, how):
    table = begun(bids=how)
    pad_page = PadPage(phone)
    phone.goto(f"/games/{table.id}")
    phone.wait_for_load_state("load")
    pad_page.tap(phone.get_by_text("Bids", exact=True))
    tap_numbers(pad_page, 0, 0, 0)
    expect_pad_closed(phone)
    states = phone.locator("[data-seats] [data-state]")
    expect(states).to_have_text(["✓ bid 0"] * 3)
    # What was said wrong is said again.
    pad_page.tap(phone.get_by_text("Bids", exact=True))
    pad_page.tap(row(phone, 2))
    tap_numbers(pad_page, 1)
    expect_pad_closed(phone)
    expect(states).to_have_text(["✓ bid 0", "✓ bid 0", "✓ bid 1"])
    pad_page.out(1)
    tap_numbers(pad_page, 1)
    pad_page.save()
    assert recorded(table) == {"bids": [0, 0, 1], "tricks": [0, 1, 0]}
    expect(states).to_have_count(0)


@pytest.mark.long
def test_twenty_one_numbers_have_a_key_each_in_three_rows_of_seven(small, begun):
    pad_page = open_pad(small, begun(course="down", largest=20), at=1)
    rows = pad(small).locator("[data-of='bids'] .pad-tap-row:visible")
    expect(numbers(small)).to_have_count(21)
    assert [row.locator("button").count() for row in rows.all()] == [7, 7, 7]
    tap_numbers(pad_page, 20, 0, 1)
    expect(pad(small).locator("[data-cell='bids']")).to_have_text(["20", "0", "1"])


def test_taps_on_rows_name_one_after_the_other(phone, begun):
    table = begun(pairs=True)
    pad_page = open_pad(phone, table, at=1)
    expect(message(phone)).to_have_text("Who takes? Tap a row.")
    expect(numbers(phone)).to_have_count(0)
    pad_page.tap(row(phone, 2))
    tap_numbers(pad_page, 0, 0, 0, 0, 1)
    pad_page.save()
    assert (recorded(table)["giver"], recorded(table)["taker"]) == (1, 2)
    # Alone nobody else is named.
    pad_page.out(0)
    pad_page.tap(pad(phone).locator("[data-ask='alone']"))
    expect(numbers(phone)).to_have_text(["0", "1", "2"])

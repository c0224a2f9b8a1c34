"""Bids and tricks that everybody tells on their own phone, and calls that all see."""

import re

import pytest
from playwright.sync_api import expect

from scorer.services.club.devices import list_devices, revoke_device, set_right
from scorer.services.games.seats_held import hold_seat
from tests.browser.pad_input import suit_key
from tests.browser.pad_page import (
    PAD,
    PadPage,
    expect_pad_closed,
    expect_sent,
    expect_totals,
    line,
    message,
    pad,
    recorded,
    wait_for_idle,
)
from tests.browser.test_own_hands import last_deal, mine
from tests.chromium import excuse
from tests.tables import NAMES


@pytest.fixture
def table(seat):
    """Ann, Ben and Cat, to 200; Ann deals."""
    return seat(*NAMES[:3], variant="ninety-nine")


def bid(page, at, keys):
    """A bid from the sheet: "3", or its suits, "C D D"."""
    mine(page, at).locator("[data-type-for]").tap()
    pad(page).wait_for()
    for key in keys.split():
        found = f'[data-number="{key}"]:visible' if key.isdigit() else suit_key(key)
        page.locator(f"{PAD} {found}").tap()
    expect_pad_closed(page)


def test_change_and_clear_stand_in_one_line(join, seat, sit):
    rules = {"course": "down", "bids": "together"}
    table = seat(*NAMES[:4], variant="oh-hell", first_dealer=0, house_rules=rules)
    join("manage")
    ben = sit(table, "Ben", viewport=(360, 640))
    bid(ben, 1, "2")
    named = mine(ben, 1).get_by_role
    buttons = [named("button", name=name) for name in ("Change it", "Clear it")]
    expect(buttons[1]).to_be_visible()
    change, clear = (button.bounding_box() for button in buttons)
    assert change["y"] == clear["y"]


def test_a_whole_deal_of_ninety_nine_by_own_bids(join, sit, table):
    host = join("manage")
    ann, ben, cat = (sit(table, name) for name in NAMES[:3])
    host.goto(f"/games/{table.id}")
    # One tap, and the phone covers it; it is looked at as long as it is held.
    bid(ann, 0, "4")
    covered = mine(ann, 0).locator("[data-look]")
    expect(covered).to_contain_text("hold to look")
    covered.dispatch_event("pointerdown")
    expect(covered).to_have_text("4")
    covered.dispatch_event("pointerup")
    expect(covered).to_contain_text("hold to look")
    # It can be changed until all are in.
    bid(ann, 0, "C D D")
    bid(ben, 1, "2")
    for page in (ann, ben, cat, host):
        expect(page.locator("[data-sheet]")).to_contain_text("2 of 3 done")
    # Two call at once: revealing beats declaring, and opens the bid of who revealed.
    mine(ann, 0).get_by_role("button", name="Declare").tap()
    expect(cat.locator(".head")).to_contain_text("Ann declared")
    mine(ben, 1).get_by_role("button", name="Reveal").tap()
    for page in (ann, cat, host):
        expect(page.locator(".head")).to_contain_text("Ben revealed: bid 2")
        expect(page.locator(".head")).not_to_contain_text("Ann declared")
    declare = mine(ann, 0).get_by_role("button", name="Declare")
    expect(declare).to_have_attribute("aria-pressed", "false")
    # What is next is large: the own bid, and the tricks once all bids are in, and not before.
    expect(host.get_by_role("button", name="Enter the tricks")).to_have_count(0)
    large = "[data-sheet] :is(.button-first, .own-first):visible"
    for page, words in ((host, []), (ann, []), (cat, ["Your bid"])):
        expect(page.locator(large)).to_have_text(words)
    bid(cat, 2, "5")
    for page, words in ((host, "Enter the tricks"), (ann, "Your tricks"), (cat, "Your tricks")):
        expect(page.locator(large)).to_have_text([words])
    # Each phone enters its own, and turns to them once the first are in.
    mine(cat, 2).get_by_role("button", name="Your tricks").tap()
    for page, tricks in ((cat, 4), (ann, 3), (ben, 2)):
        pad(page).wait_for()
        page.locator(f'{PAD} [data-number="{tricks}"]:visible').tap()
        PadPage(page).save()
    for page in (ann, ben, cat, host):
        expect(last_deal(page).locator("li")).to_have_text(
            [
                re.compile(r"Ann you\s*23\s*made"),
                re.compile(r"Ben you\s*82\s*made"),
                re.compile(r"Cat you\s*4\s*missed"),
            ]
        )
        expect(page.locator(".shown").first).to_contain_text("Hearts are trumps")
        expect_totals(page, 23, 82, 4)


def test_a_seat_is_told_that_another_phone_entered_its_bid(join, sit, seat):
    table = seat(*NAMES[:3], variant="oxford-whist")
    join("manage")
    table.answer(("bids", 0, 3))
    ann = sit(table, "Ann")
    bid_button = ann.get_by_role("button", name="Your bid is in")
    expect(bid_button).to_have_attribute("data-ready", "")
    bid_button.dispatch_event("pointerdown")
    expect(ann.locator("[data-look]:visible")).to_have_text("Entered by another phone")
    ann.locator("[data-look]:visible").dispatch_event("pointerup")
    expect(bid_button).to_be_visible()


@pytest.mark.long
def test_a_bid_of_a_removed_phone_waits_for_its_seat(join, sit, seat, page_problems):
    table = seat(*NAMES[:3], variant="oh-hell", house_rules={"course": "down"})
    join("manage")
    ben, night = sit(table, "Ben"), table.read().night
    phones = list_devices(table.database, table.club)
    host, device = (next(it for it in phones if it.right == right) for right in ("manage", "play"))
    waits = mine(ben, 1).locator("[data-own-waits]")
    wait_for_idle(ben)
    ben.context.set_offline(True)
    bid(ben, 1, "2")
    expect(waits).to_contain_text("waits on this phone")
    revoke_device(table.database, table.club, device.id, host, night)
    ben.context.set_offline(False)
    expect(ben.get_by_role("heading", name="This phone was removed")).to_be_visible()
    ben.goto("/outbox")
    expect(ben.locator("[data-games] [data-what]")).to_have_text(["Ben’s bid 2"])
    expect(ben.get_by_text("or was removed.")).to_be_visible()
    expect(ben.get_by_text("by itself")).to_be_hidden()
    expect(ben.get_by_text("Throw it away", exact=True)).to_be_visible()
    expect(ben.get_by_role("link", name="Mend it")).to_have_count(0)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Not sent")
    set_right(table.database, host, device.id, "play", night)
    ben.goto(f"/games/{table.id}")
    expect(line(ben)).to_contain_text("no seat: take one under Phones. · 1 entry waits")
    assert hold_seat(table.database, device, table.id, 2)
    ben.reload()
    # It is refused for good there, and the own seat asks again.
    refused = line(ben).get_by_role("button", name="1 entry could not be saved")
    expect(refused).to_be_visible()
    assert hold_seat(table.database, device, table.id, 1)
    ben.reload()
    expect(mine(ben, 1).get_by_role("button", name="Your bid")).to_be_visible()
    expect(refused).to_be_visible()
    expect(ben.locator("[data-own-waits]:visible")).to_have_count(0)
    assert not table.read().answers
    refused.tap()
    ben.get_by_role("link", name="Mend it").tap()
    expect(message(ben)).to_have_text("This phone answers for its own seat only: ask the host.")
    PadPage(ben).save()
    expect(refused).to_have_count(0)
    expect(mine(ben, 1).locator(".own-says:visible")).to_contain_text("Your bid is in")
    expect_sent(ben)
    assert [(answer.place, answer.value) for answer in table.read().answers] == [(1, 2)]
    excuse(page_problems, "40[013]")


def test_nobody_says_of_a_bid_that_is_hidden_here_that_it_was_made(join, seat):
    table = seat(*NAMES[:3], variant="oxford-whist")
    host = join("manage")
    host.goto(f"/games/{table.id}")
    for at in range(3):
        table.answer(("bids", at, 3), device=table.seat_phone(at, "play"))
    # Once all bids are in there is nothing else to type.
    expect(host.get_by_role("button", name="Type the")).to_have_count(0)
    host.get_by_role("button", name="Enter the tricks").tap()
    expect(pad(host).locator("[data-same]:visible")).to_have_count(0)
    for _ in range(2):
        pad(host).locator('[data-number="3"]:visible').tap()
    PadPage(host).save()
    assert [line.key for line in table.read().sheet.deals[0].lines].count("exact_bid") == 3


def test_a_trump_is_noted_by_any_phone_in_one_tap(join, sit, seat):
    table = seat(*NAMES[:3], variant="oxford-whist")
    join("manage")
    ben = sit(table, "Ben")
    ben.get_by_role("button", name="Note the trump").tap()
    expect(message(ben)).to_have_text("What is trump?")
    expect(pad(ben).locator("[data-row]:visible")).to_have_count(0)
    pad(ben).get_by_role("button", name="hearts").tap()
    expect(ben.get_by_text("Hearts are trumps").first).to_be_visible()
    assert [(answer.ask, answer.value) for answer in table.read().answers] == [("trump", "H")]


def test_a_bid_that_is_typed_is_asked_on_while_others_bid(join, sit, table):
    join("manage")
    ben = sit(table, "Ben")
    mine(ben, 1).locator("[data-type-for]").tap()
    pad(ben).wait_for()
    save = pad(ben).locator("[data-save]")
    black = "it => getComputedStyle(it).backgroundColor === getComputedStyle(document.body).color"
    assert not save.evaluate(black)
    for suit in "CH":
        ben.locator(f"{PAD} {suit_key(suit)}").tap()
    expect(message(ben)).to_contain_text("One more card")
    table.answer(("premiums", 0, "declared"), ("bids", 0, 6))
    expect(ben.locator(".head")).to_contain_text("Ann declared: bid 6")
    expect(message(ben)).to_contain_text("One more card")
    PadPage(ben).press_save()
    expect(message(ben)).to_contain_text("one more card")
    assert not save.evaluate(black)


def test_no_pad_opens_by_itself_over_a_question(server, club, join, seat, page_problems):
    table = seat(*NAMES[:3], variant="oh-hell", house_rules={"course": "up"})
    host = join("manage")
    (device,) = list_devices(server.database, club)
    assert hold_seat(server.database, device, table.id, 0)
    for name in NAMES[1:3]:
        server.sit(table, name)
    table.answer(*(("bids", at, 1) for at in range(3)))
    host.goto(f"/games/{table.id}")
    host.get_by_role("button", name="Enter the tricks").tap()
    pad(host).wait_for()
    pad_page = PadPage(host)
    pad_page.tap(f"{PAD} [data-row='1']")
    pad_page.tap(f'{PAD} [data-number="1"]:visible')
    table.answer(("tricks", 1, 0), ("tricks", 2, 1))
    expect(host.locator("[data-sheet]")).to_contain_text("2 of 3 done")
    pad_page.press_save()
    question = host.locator("[data-conflict]")
    expect(question).to_be_visible()
    expect(pad(host)).to_be_hidden()
    excuse(page_problems, "409")
    question.get_by_role("button", name="Keep").tap()
    expect_totals(host, 0, 0, 11)
    assert recorded(table)["tricks"] == [0, 0, 1]

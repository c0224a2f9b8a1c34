"""Somebody joins or leaves: phones follow on the page that is open, and the pad is its deal's."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PadPage,
    expect_sent,
    expect_totals,
    line,
    message,
    pad,
    wait_for_idle,
    wait_until,
)
from tests.chromium import excuse
from tests.examples import usual_and_long
from tests.services.test_ledger import pink
from tests.tables import NAMES

GUS = {"id": None, "name": "Gus"}


def rows_on(page):
    """The names in the rows of the pad."""
    return pad(page).locator("[data-row] [data-name]")


def keys(page):
    """How many cards a key of the pad can have at most."""
    counts = "them => Math.max(...them.map(({ dataset }) => Number(dataset.count)))"
    return pad(page).locator("[data-count]").evaluate_all(counts)


def change_table(table, seats, *joins):
    """Other people sit at the table from the next deal on."""
    read = table.read()
    joined = [{"seat": seat, "player": player, "total": total} for seat, player, total in joins]
    content = {"seats": seats, "joins": joined, "after": read.sheet.after}
    return table.write("change_table", content)


def open_without_signal(page, table):
    """The sheet and its dialog of people, on a phone that has no signal any more."""
    with page.expect_response("**/tables"):
        page.goto(f"/games/{table.id}", wait_until="networkidle")
    wait_for_idle(page)
    page.context.set_offline(True)
    return PadPage(page, without_signal=True), page.locator("[data-people-dialog]")


def test_the_pad_is_that_of_the_people_of_its_deal(phone, seat):
    table = seat(*NAMES[:6], variant="red-nines-1881")
    table.score({"out": 0, "hands": [[], *[{"cards": 2, "red_nines": 0}] * 5]})
    phone.goto(f"/games/{table.id}", wait_until="networkidle")
    wait_for_idle(phone)
    phone.evaluate("window.isSamePage = true")
    change_table(table, [0, 6, 1, 2, 3, 4, 5], (6, GUS, 36))
    expect(phone.locator('[data-seats] [data-seat="6"]').first).to_contain_text("Gus")
    pad_page = PadPage(phone)
    pad_page.out(6)
    expect(rows_on(phone)).to_have_text(["Ben", "Cat", "Dan", "Eve", "Fay", "Ann"])
    assert keys(phone) == 5
    for _ in range(6):
        pad_page.count(1)
    pad_page.save()
    pad_page.tap(f"[data-deals] [data-deal='{table.deals[0]}'] [data-correct]")
    expect(rows_on(phone)).to_have_text(["Ben", "Cat", "Dan", "Eve", "Fay"])
    assert keys(phone) == 6
    pad_page.hand(5)
    pad_page.count(6)
    pad_page.save()
    deals = table.read().sheet.deals
    won = [(5, -2, -2, -2, -2, -6), (-1, -10, -1, -1, -1, -1, 6)]
    assert [deal.scores for deal in deals] == won
    assert deals[0].record["hands"][5] == {"cards": 6, "red_nines": 0}
    assert len(deals[1].record["hands"]) == 7
    assert phone.evaluate("window.isSamePage")


def test_somebody_leaves_and_joins_without_signal(phone, table):
    table.deal(0, 7, 23, 32)
    pad_page, people = open_without_signal(phone, table)
    pad_page.tap_more("text=Somebody joins")
    people.get_by_label("Who joins?").fill("bén")
    expect(people).to_contain_text("Ben is at the table already.")
    expect(people.get_by_role("button", name="Save")).to_be_disabled()
    people.get_by_label("Who joins?").fill("")
    people.get_by_label("Dan", exact=True).check()
    expect(people).to_contain_text("This game is for 4 to 12 players.")
    expect(people.get_by_role("button", name="Save")).to_be_disabled()
    people.get_by_label("Dan", exact=True).uncheck()
    people.get_by_label("Who joins?").fill("Gus")
    people.get_by_label("On whose left?").select_option("1")
    begins = people.get_by_label("With")
    says = ["Zero: 0", "Mean: 16", "Worst: 32"]
    expect(begins.locator("option")).to_have_text(says)
    begins.select_option("worst")
    expect(people).to_contain_text("4 more deals are to come.")
    pad_page.tap(people.get_by_role("button", name="Save"))
    names = phone.locator("[data-seats] > .row .row-name")
    expect(names).to_have_text(["Ann", "Ben", "Gus", "Cat", "Dan"])
    expect(phone.locator("h1")).to_have_text("Deal 2 of 5")
    expect(phone.locator("[data-pending] li")).to_have_text(
        "Gus joined, between Ben and Cat, with 32 waits"
    )
    pad_page.tap_more("text=Somebody joins")
    expect(begins).to_have_value("worst")
    pad_page.tap(people.get_by_label("Dan", exact=True))
    pad_page.tap(people.get_by_role("button", name="Save"))
    gone = phone.locator('[data-seats] [data-seat="3"][data-left]')
    expect(gone).to_contain_text("left")
    pad_page.tap_button("Undo")
    expect(gone).to_have_count(0)
    expect(phone.locator('[data-seats] > [data-seat="3"] .look path')).to_have_count(1)
    expect(names).to_have_text(["Ann", "Ben", "Gus", "Cat", "Dan"])
    pad_page.tap_button("Redo")
    expect(gone).to_contain_text("left")
    pad_page.score(4, [(4, 0), (5, 0), (6, 0)])
    expect_totals(phone, 5, 13, 32, 27, 32)
    phone.context.set_offline(False)
    expect_sent(phone)
    sheet = table.read().sheet
    assert (sheet.table.order, sheet.totals) == ((0, 1, 4, 2), (5, 13, 27, 32, 32))
    assert sheet.deals[1].record["hands"][3] is None


def test_the_page_of_a_hotspot_is_not_taken_for_the_tables(phone, table):
    page = {"body": "<h1>Accept our terms</h1>", "content_type": "text/html"}
    phone.route("**/tables", lambda route: route.fulfill(**page))
    with phone.expect_response("**/tables"):
        phone.goto(f"/games/{table.id}")
    wait_for_idle(phone)
    expect(phone.get_by_role("heading", name="Accept our terms")).to_have_count(0)
    assert not phone.evaluate("localStorage.getItem('scorer:tables')")


@pytest.mark.long
def test_without_signal_who_leaves_is_said_to_owe(phone, seat, server, club):
    pink(server.database, club)
    table = seat(variant="pink-nines")
    table.write("lend", {"seat": 3, "lender": 0, "counters": 5})
    pad_page, people = open_without_signal(phone, table)
    pad_page.tap_more("text=Somebody leaves")
    debt = people.get_by_text("Dan still")
    expect(debt).to_be_hidden()
    pad_page.tap(people.get_by_label("Dan", exact=True))
    expect(people).to_contain_text("Dan owes Ann 5 counters until the end.")
    expect(debt).to_be_visible()


def let_in_as_the_signal_goes(page, table):
    """Gus is let in on the page of who is at the table, and its Go on finds no signal."""
    page.goto(f"/games/{table.id}")
    wait_for_idle(page)
    page.goto(f"/games/{table.id}/people")
    page.get_by_label("Name").fill("Gus")
    page.get_by_role("button", name="Add", exact=True).tap()
    page.get_by_role("button", name="Gus sits here").nth(1).tap()
    expect(page.locator(".at-table .item").nth(2)).to_contain_text("Gus")
    page.get_by_label("Worst: 41").tap()
    page.context.set_offline(True)
    page.locator("[name=out]").first.tap()
    expect(page.get_by_role("alert")).to_contain_text("No signal. Try again in a moment.")
    page.get_by_role("button", name="Go on").tap()


def expect_gus(table):
    """Gus sits between Ben and Cat, by one entry."""
    sheet = table.read().sheet
    assert (sheet.table.order, sheet.totals[4], table.read().version) == ((0, 1, 4, 2, 3), 41, 2)


def test_go_on_waits_on_its_page_over_plain_http(phone, table):
    table.deal(0, 7, 23, 41)
    let_in_as_the_signal_goes(phone, table)
    expect(phone.get_by_role("alert")).to_contain_text(
        "No signal · Gus joined, between Ben and Cat, with 41 waits on this phone · "
        "Keep this page open"
    )
    expect(phone.get_by_role("button", name="Go on")).to_have_count(0)
    phone.context.set_offline(False)
    expect(phone.locator("[data-notice]")).to_contain_text("Gus joined, between Ben and Cat")
    expect_sent(phone)
    expect_gus(table)


@pytest.mark.long
def test_go_on_waits_on_the_sheet_that_a_worker_keeps(join, table):
    table.deal(0, 7, 23, 41)
    phone = join(service_workers="allow")
    phone.goto(f"/games/{table.id}")
    wait_until(phone, "Boolean(navigator.serviceWorker.controller)")
    wait_until(phone, f"caches.match('/games/{table.id}?club={table.club}').then(Boolean)")
    let_in_as_the_signal_goes(phone, table)
    expect(phone.locator("[data-pending] li")).to_have_text(
        "Gus joined, between Ben and Cat, with 41 waits"
    )
    expect(line(phone)).to_contain_text("No signal")
    phone.context.set_offline(False)
    expect_sent(phone)
    expect_gus(table)


def test_who_joined_enters_the_own_hand_where_somebody_has_left(join, sit, table):
    host = join("manage")
    change_table(table, [0, 4, 1, 2], (4, GUS, 0))
    gus = sit(table, "Gus")
    host.goto(f"/games/{table.id}", wait_until="networkidle")
    host.locator('[data-seats] [data-seat="1"] [data-out]').tap()
    PadPage(gus).type(12)
    PadPage(gus).save()
    expect(host.locator("[data-sheet]")).to_contain_text("1 of 3 done")
    host.locator('[data-seats] [data-seat="0"] [data-out]').tap()
    PadPage(host).type(7)
    PadPage(host).save()
    expect(host.locator("[data-sheet]")).to_contain_text("2 of 3 done")


def test_a_deal_without_signal_may_have_been_before_the_change(phone, seat, page_problems):
    table = seat(*NAMES[:5])
    table.deal(0, 7, 23, 32, 2)
    pad_page, _ = open_without_signal(phone, table)
    pad_page.score(0, [(4, 0), (5, 0), (6, 0), (7, 0)])
    pad_page.score(0, [(4, 0), (5, 0), (6, 0), (7, 0)])
    change_table(table, [0, 1, 2, 3])
    phone.context.set_offline(False)
    choice = phone.get_by_role("button", name="It was before that").first
    asked = choice.element_handle()
    choice.tap()
    # The question about the second deal may come at once.
    asked.wait_for_element_state("hidden")
    phone.get_by_role("button", name="It was before that").tap()
    expect_sent(phone)
    deals = table.read().sheet.deals
    assert [len(deal.table.order) for deal in deals] == [5, 5, 5]
    assert table.read().sheet.totals == (0, 15, 33, 44, 16)
    excuse(page_problems, "409 .*/entries")


def answer_late(route):
    time.sleep(1)
    route.continue_()


@pytest.mark.parametrize("seats", usual_and_long([0, 1, 2, 3, 4, 5], [0, 1, 2, 3]))
def test_a_deal_after_a_change_is_typed_on_with_its_people(phone, seat, page_problems, seats):
    table = seat(*NAMES[:5])
    pad_page, _ = open_without_signal(phone, table)
    pad_page.score(0, [(4, 0), (5, 0), (6, 0), (7, 0)])
    change_table(table, seats, *[(5, GUS, 0)] * (5 in seats))
    # The question is there before the sheet that it came with.
    for page in ("", "/news*"):
        phone.route(f"**/games/{table.id}{page}", answer_late)
    phone.context.set_offline(False)
    choice = phone.get_by_role("button", name="It was after that")
    choice.or_(phone.get_by_role("link", name="It was after that")).tap()
    expect(message(phone)).to_contain_text("Since then: ")
    expect(rows_on(phone)).to_have_text([[*NAMES[:5], "Gus"][at] for at in seats if at])
    if 5 in seats:
        pad_page.hand(5)
        pad_page.type(8)
    pad_page.save()
    expect_sent(phone)
    [deal] = table.read().sheet.deals
    assert deal.scores == ((0, 4, 5, 6, 7, 8) if 5 in seats else (0, 4, 5, 6, 0))
    excuse(page_problems, "409 .*/entries")


def test_a_change_waits_in_question_until_its_page_says_go_on(phone, seat, page_problems):
    table = seat(*NAMES[:6])
    table.deal(0, 7, 23, 32, 2, 9)
    pad_page, people = open_without_signal(phone, table)
    pad_page.tap_more("text=Somebody leaves")
    pad_page.tap(people.get_by_label("Eve", exact=True))
    pad_page.tap(people.get_by_role("button", name="Save"))
    change_table(table, [0, 1, 2, 3, 4])
    phone.context.set_offline(False)
    opens = phone.get_by_role("link", name="From deal 2 on").first
    opens.tap()
    expect(phone.get_by_text("Eve leaves")).to_be_visible()
    phone.get_by_role("link", name="To the sheet").tap()
    opens.tap()
    phone.get_by_role("button", name="Go on").tap()
    # The page sends it by script, and goes to the sheet then.
    expect(phone.locator("[data-seats]")).to_be_visible()
    expect_sent(phone)
    expect(opens).to_have_count(0)
    assert table.read().sheet.table.order == (0, 1, 2, 3)
    excuse(page_problems, "409 .*/entries")


@pytest.mark.long
def test_a_change_and_what_follows_go_behind_a_deal_by_one_tap(phone, seat, page_problems):
    table = seat(*NAMES[:6])
    pad_page, people = open_without_signal(phone, table)
    pad_page.tap_more("text=Somebody leaves")
    pad_page.tap(people.get_by_label("Fay", exact=True))
    pad_page.tap(people.get_by_role("button", name="Save"))
    pad_page.score(0, [(4, 0), (5, 0), (6, 0), (7, 0)])
    table.deal(0, 7, 23, 32, 2, 9)
    table.answer(("out", -1, 2))
    phone.context.set_offline(False)
    question = phone.locator("[data-conflict]")
    expect(question).to_contain_text("scored deal 1. 4 more deals are to come.")
    expect(question).to_contain_text("Noted of deal 2: Cat out. That would be cleared.")
    pad_page.tap_button("From deal 2 on")
    expect_sent(phone)
    assert [deal.table.order for deal in table.read().sheet.deals] == [(*range(6),), (*range(5),)]
    assert table.read().sheet.totals == (0, 11, 28, 38, 9, 9)
    excuse(page_problems, "409 .*/entries")


@pytest.mark.parametrize(
    ("others", "is_asked"),
    [pytest.param([0, 1, 2, 3], False, marks=pytest.mark.long), ([0, 1, 2, 4], True)],
)
def test_two_phones_change_the_table_at_once(phone, seat, page_problems, others, is_asked):
    table = seat(*NAMES[:5])
    table.deal(0, 7, 23, 32, 2)
    pad_page, people = open_without_signal(phone, table)
    pad_page.tap_more("text=Somebody leaves")
    pad_page.tap(people.get_by_label("Eve", exact=True))
    pad_page.tap(people.get_by_role("button", name="Save"))
    expect(phone.locator("[data-pending] li")).to_contain_text("waits")
    change_table(table, others)
    phone.context.set_offline(False)
    if is_asked:
        phone.get_by_text("Drop it").first.tap()
    else:
        expect(phone.get_by_text("Already saved by Host: Eve left.")).to_be_visible()
    expect_sent(phone)
    assert table.read().sheet.table.order == tuple(others)
    assert table.read().version == 2
    excuse(page_problems, "409 .*/entries")


@pytest.mark.long
def test_two_phones_let_in_two_people(phone, table, page_problems):
    table.deal(0, 7, 23, 32)
    pad_page, people = open_without_signal(phone, table)
    pad_page.tap_more("text=Somebody joins")
    people.get_by_label("Who joins?").fill("Gus")
    people.get_by_label("With").select_option("zero")
    pad_page.tap(people.get_by_role("button", name="Save"))
    pad_page.score(0, [(4, 0), (5, 0), (6, 0), (7, 0)])
    change_table(table, [0, 4, 1, 2, 3], (4, {"id": None, "name": "Hal"}, 0))
    phone.context.set_offline(False)
    phone.get_by_role("link", name="From deal 2 on").tap()
    phone.get_by_role("button", name="Go on").tap()
    # Gus has another seat than his phone had given him, and keeps his hand.
    expect(phone.get_by_text("Hal: This hand is missing.").first).to_be_visible()
    wait_for_idle(phone)
    line(phone).get_by_role("button").tap()
    phone.locator("[data-games] summary").tap()
    phone.get_by_role("link", name="Mend it").tap()
    expect(rows_on(phone)).to_have_text(["Gus", "Hal", "Ben", "Cat", "Dan"])
    pad_page.type(9)
    pad_page.save()
    expect_sent(phone)
    assert table.read().sheet.totals == (0, 12, 29, 39, 9, 4)
    excuse(page_problems, "4(09|22) .*/entries")

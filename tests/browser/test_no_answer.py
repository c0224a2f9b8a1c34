"""An answer that does not come, or says 5xx, does not mean that nothing was written."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import expect_sent, expect_totals, type_deal
from tests.chromium import excuse
from tests.played_club import counters

PROVOKED = r"ERR_FAILED|50[024]|Failed to load|reading 'version'"


def broken(route):
    route.fulfill(status=500, json={"error": {"code": "broken", "message": "Ouch."}})


def somebody_elses(route):
    route.fulfill(status=200, content_type="text/html", body="<h1>Accept our terms</h1>")


def half(route):
    route.fulfill(status=200, json={"game": "of which nothing else came"})


def gone(route):
    route.abort()


@pytest.fixture(autouse=True)
def provoked(join, page_problems):
    """Requests may fail here."""
    yield
    excuse(page_problems, PROVOKED)


WAYS = (broken, somebody_elses, gone)


def lose(page, pattern, way=gone, most=0):
    """Let each write through and answer otherwise; gives how many there were."""
    written = []

    def answer(route):
        if route.request.method != "POST" or (most and len(written) >= most):
            route.continue_()
            return
        written.append(route.fetch(max_redirects=0).status)
        way(route)

    page.route(pattern, answer)
    return lambda: len(written)


def line(page):
    """What the sheet says of what waits to be sent."""
    return page.locator(".outbox-line")


def test_a_deal_is_written_once_however_its_answer_got_lost(phone, pad_page, table):
    phone.goto(f"/games/{table.id}")
    pad_page.without_signal = True
    for number, way in enumerate(WAYS, start=1):
        said = phone.locator(".drama").inner_text()
        type_deal(phone, 7, 3, 2)
        lose(phone, "**/entries", way)
        pad_page.save()
        why = "Ouch." if way is broken else "No signal · 1 deal waits"
        expect(line(phone)).to_contain_text(why)
        expect_totals(phone, 0, 7 * number, 3 * number, 2 * number)
        # What the sheet said of the deals before is not true any more.
        expect(phone.get_by_text(said, exact=True)).to_be_hidden()
        phone.unroute_all(behavior="wait")
        # Once the page has heard of its last try it makes another at once.
        phone.wait_for_timeout(300)
        phone.evaluate("void dispatchEvent(new Event('online'))")
        expect_sent(phone)
        expect_totals(phone, 0, 7 * number, 3 * number, 2 * number)
        assert table.read().version == number
    # So is a correction.
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    pad_page.hand(2)
    pad_page.type(5)
    lose(phone, "**/entries")
    pad_page.save()
    expect(line(phone)).to_contain_text("1 entry waits")
    phone.unroute_all(behavior="wait")
    expect_sent(phone)
    expect_totals(phone, 0, 7 * len(WAYS), 3 * len(WAYS) + 2, 2 * len(WAYS))
    assert table.read().version == len(WAYS) + 1


def scored(seat):
    """A game for counters of which a deal is scored, with a loan."""
    table = seat(variant="red-nines-1881")
    table.write("deal", {"after": None, "facts": counters(0)})
    table.write("lend", {"seat": 1, "lender": 2, "counters": 5})
    return table


# Where each button is, and how its answer is lost.
BUTTONS = {
    "note": ("[data-asked] button[value='2']", gone),
    "undo": ("[data-undo] button", half),
}


def test_each_button_of_the_sheet_writes_once(phone, seat):
    for button, (pressed, way) in BUTTONS.items():
        old = scored(seat)
        phone.goto(f"/games/{old.id}", wait_until="networkidle")
        if button == "note":
            phone.locator("[data-asked] summary").tap()
        written = count(old)
        lose(phone, "**/{entries,answers}", way)
        phone.locator(pressed).first.tap()
        expect(line(phone)).to_contain_text("waits on this phone")
        phone.unroute_all(behavior="wait")
        expect_sent(phone)
        assert count(old) == written + 1, button


def test_a_loan_that_waits_goes_back_once(phone, seat):
    table = scored(seat)
    phone.goto(f"/games/{table.id}", wait_until="networkidle")
    phone.route("**/entries", lambda route: route.abort())
    back = phone.get_by_role("button", name="gives back")
    back.tap()
    expect(line(phone)).to_contain_text("waits on this phone")
    expect(back).to_be_hidden()


def count(table):
    """How often a phone has written in a game."""
    read = table.read()
    return read.version + read.answers_version


def test_the_sheet_stays_where_nothing_comes_of_another_try(sheet, pad_page):
    type_deal(sheet, 7, 23, 12)
    tries = []

    def busy(route):
        tries.append(route)
        route.fulfill(status=503, json={"error": {"code": "busy", "message": "Busy."}})

    sheet.route("**/entries", busy)
    pad_page.without_signal = True
    pad_page.save()
    expect(line(sheet)).to_contain_text("Busy. · 1 deal waits")
    shown = sheet.locator("[data-sheet]").element_handle()
    assert shown is not None
    many = len(tries)
    while len(tries) < many + 2:
        sheet.wait_for_timeout(100)
    assert shown.evaluate("shown => shown.isConnected")

"""Plain forms under a finger: what a second tap does, and what becomes of them without signal."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from scorer.services.money.ledger import read_ledger
from scorer.services.nights.bin import delete
from tests.browser.pad_page import wait_until
from tests.chromium import excuse
from tests.joined import of_browser
from tests.web.counters import PINK_NINES

# What a tap does has begun by then.
DONE_MS = 150


@pytest.fixture
def debts(server, club, seat):
    """Two debts that are both paid to Ann."""
    rules = {"ante": 10, "counter_value": {"counters": 2, "pays": 1}}
    table = seat("Ann", "Ben", "Cat", variant=PINK_NINES, house_rules=rules)
    table.score(*[{"out": 0}] * 3)
    return lambda: read_ledger(server.database, club)


def tap_twice(page, button):
    """Tap a place, and once more what is there when the next page has come; no time passes."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    with page.expect_navigation():
        page.touchscreen.tap(*place)
    wait_until(page, "document.documentElement.style.pointerEvents === 'none'")
    page.touchscreen.tap(*place)
    page.clock.resume()


def test_a_second_tap_on_mark_paid_pays_no_other_debt(phone, debts):
    phone.goto("/settle-up")
    paid = phone.get_by_role("button", name="Mark paid")
    expect(paid).to_have_count(2)
    tap_twice(phone, paid.first)
    phone.wait_for_timeout(DONE_MS)
    assert len(debts().payments) == 1
    # A tap that comes later is meant.
    paid.tap()
    expect(paid).to_have_count(0)
    assert len(debts().payments) == 2


def test_a_second_tap_on_delete_opens_no_other_game(phone, table, seat):
    others = [seat(night=table.night) for _ in range(6)]
    for other in others:
        other.deal(0, 7, 23, 12)
    phone.goto(f"/games/{table.id}/export")
    tap_twice(phone, phone.get_by_role("button", name="Delete this game"))
    phone.wait_for_timeout(DONE_MS)
    expect(phone.get_by_text("was deleted")).to_be_visible()
    assert "/nights/" in phone.url


def test_a_second_tap_on_bring_back_opens_no_pad(phone, server, club, table, page_problems):
    delete(server.database, club, "game", table.id, device=None)
    phone.goto(f"/games/{table.id}")
    tap_twice(phone, phone.get_by_role("button", name="Bring back"))
    phone.wait_for_timeout(2 * DONE_MS)
    expect(phone.locator("[data-sheet]")).to_be_visible()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    assert phone.url.endswith(table.id)
    excuse(page_problems, "404")


def expect_line(page):
    """The line that says that nothing was saved, in view."""
    expect(page.get_by_role("alert")).to_contain_text("Without signal: nothing was saved.")
    expect(page.get_by_role("alert")).to_be_in_viewport()


@pytest.fixture
def at_home(phone, server, club):
    """A phone that has joined under a name of the network at home."""
    url = server.url.replace("127.0.0.1", "cards.test")
    phone.context.add_cookies(of_browser(server.join(club), url))
    return lambda path: phone.goto(f"{url}{path}")


def test_without_signal_a_form_stays_with_what_was_typed(phone, at_home, table):
    night = f"/nights/{table.night}"
    at_home(f"{night}/edit")
    place, save = phone.get_by_label("Place"), phone.get_by_role("button", name="Save")
    place.fill("Brno")
    phone.context.set_offline(True)
    save.tap()
    expect_line(phone)
    expect(place).to_have_value("Brno")
    phone.context.set_offline(False)
    save.tap()
    expect(phone).to_have_url(re.compile(f"{night}$"))
    expect(phone.locator("main")).to_contain_text("Brno")


def test_on_the_machine_itself_a_form_needs_no_signal(phone, table):
    phone.goto(f"/nights/{table.night}/edit")
    phone.get_by_label("Place").fill("Brno")
    phone.evaluate("Object.defineProperty(navigator, 'onLine', { value: false })")
    phone.get_by_role("button", name="Save").tap()
    expect(phone).to_have_url(re.compile(f"{table.night}$"))


@pytest.fixture
def keeping(join, table):
    """A phone with a worker, on the page that describes a night."""
    phone = join(service_workers="allow")
    phone.goto(f"/nights/{table.night}/edit")
    phone.evaluate("""navigator.serviceWorker.register("/service-worker.js")""")
    phone.evaluate("navigator.serviceWorker.ready.then((it) => it.active.postMessage('take'))")
    wait_until(phone, "Boolean(navigator.serviceWorker.controller)")
    return phone


def heading(page):
    """The heading of a page."""
    return page.get_by_role("heading", level=1)


def test_a_form_that_reaches_nobody_leads_back_to_it(keeping, server, page_problems):
    note, save = keeping.get_by_label("Note"), keeping.get_by_role("button", name="Save")
    note.fill("Late")
    server.stop()
    save.tap()
    expect(heading(keeping)).to_have_text("Nothing was saved")
    keeping.get_by_role("button", name="Back").tap()
    expect(note).to_have_value("Late")
    server.start()
    save.tap()
    expect(keeping.locator("main")).to_contain_text("Late")
    excuse(page_problems, "503")


def test_back_to_what_a_form_was_answered_opens_the_form(keeping, page_problems):
    edit = heading(keeping).inner_text()
    keeping.get_by_label("Name").fill("x" * 100)
    keeping.get_by_role("button", name="Save").tap()
    expect(keeping.locator("#name-fault")).to_be_visible()
    keeping.get_by_role("link", name="Players").tap()
    expect(heading(keeping)).to_have_text("Players")
    keeping.go_back()
    expect(heading(keeping)).to_have_text(edit)
    excuse(page_problems, "422")

"""Every phone shows what any phone wrote, and nothing that somebody is doing is disturbed."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    HeldAnswer,
    HeldRequest,
    PadPage,
    expect_sent,
    expect_totals,
    message,
    open_pad,
    pad,
    row,
    wait_for,
)
from tests.chromium import excuse
from tests.played_club import counters

HIDE = """({ hidden }) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""


class Polls:
    """The questions for news that a page asks, and what is to become of them."""

    def __init__(self, page):
        self.count = 0
        self.answer = lambda route: route.continue_()
        page.route("**/news", self._ask)

    def _ask(self, route):
        self.count += 1
        self.answer(route)

    def wait_for(self, page, more=1):
        """Wait until it has asked so many times more, and a moment for the answer."""
        wanted = self.count + more
        wait_for(page, lambda: self.count >= wanted, "the page does not ask for news")
        page.wait_for_timeout(300)


@pytest.fixture
def polls(phone):
    """What the first phone asks."""
    return Polls(phone)


def docked(page):
    return page.locator("[data-notice]")


def test_undo_of_same_again_leads_back_whatever_the_news_say(phone, table, polls, page_problems):
    table.deal(0, 7, 23, 32)
    table.write("end", {"why": "late"})
    phone.goto(f"/games/{table.id}", wait_until="networkidle")
    PadPage(phone).tap_button("Same again")
    expect(phone.locator("h1")).to_have_text("Deal 1 of 4")
    expect_sent(phone)
    deleted = HeldAnswer(phone, "**/undo-start")
    with phone.expect_response(lambda answer: answer.status == 409):
        phone.get_by_role("button", name="Undo").tap(no_wait_after=True)
    phone.wait_for_timeout(300)
    deleted.release()
    expect(phone.locator("h1")).to_contain_text("Ann won")
    excuse(page_problems, "409 .*/news")


def test_a_game_that_is_begun_stays_whatever_lies_over_it(phone, table, polls):
    table.deal(0, 7, 23, 32)
    table.write("end", {"why": "late"})
    phone.goto(f"/games/{table.id}", wait_until="networkidle")
    pad_page, begun = PadPage(phone), HeldRequest(phone, "**/again")
    pad_page.tap_button("Same again")
    pad_page.tap(".more-open")
    begun.release()
    polls.wait_for(phone, 3)
    phone.keyboard.press("Escape")
    expect_sent(phone)
    polls.wait_for(phone)
    expect(phone.locator("h1")).to_have_text("Deal 1 of 4")
    assert table.id not in phone.url


def test_what_is_typed_stays_and_news_are_fetched_once(sheet, pad_page, table, polls):
    statuses = []
    sheet.on(
        "response", lambda got: statuses.append(got.status) if got.url.endswith("/news") else None
    )
    pad_page.out(0)
    pad_page.type(23)
    table.deal(1, 4, 5, 6)
    wait_for(sheet, lambda: 200 in statuses and statuses[-1] == 304)
    assert statuses.count(200) == 1
    expect(pad(sheet)).to_be_visible()
    expect(row(sheet, 1)).to_contain_text("23")
    expect_totals(sheet, 0, 0, 0, 0)
    pad_page.type(1)
    expect(row(sheet, 1)).to_contain_text("231")
    pad_page.close()
    expect_totals(sheet, 4, 0, 5, 6)


def test_an_open_question_the_focus_and_the_place_stay(join, seat):
    phone = join(viewport=(360, 560))
    table = seat(variant="red-nines-1881")
    table.write("deal", {"after": None, "facts": counters(0)})
    phone.goto(f"/games/{table.id}")
    phone.wait_for_load_state("networkidle")
    summary = phone.locator(".played-by summary")
    summary.tap()
    # A tap elsewhere would close it.
    PadPage(phone).ask()
    for opened in (".played-by[open]", "[data-asked][open]"):
        expect(phone.locator(opened)).to_be_attached()
    summary.focus()
    summary.evaluate("it => it.scrollIntoView({ behavior: 'instant' })")
    top = "document.querySelector('.played-by summary').getBoundingClientRect().top"
    was = None
    while was != (was := phone.evaluate(top)):
        phone.wait_for_timeout(200)
    of_deals = "document.querySelector('[data-deals]').scrollHeight"
    height = phone.evaluate(of_deals)
    table.write("deal", {"after": table.deals[0], "facts": counters(1)})
    expect(phone.locator("h1")).to_contain_text("Deal 3")
    expect(phone.locator("[data-asked]")).to_have_attribute("open", "")
    expect(phone.locator(".played-by")).to_have_attribute("open", "")
    assert phone.evaluate("document.activeElement.closest('.played-by') !== null")
    # Another deal stands above it, and what was at the top of the screen has not moved.
    assert phone.evaluate(of_deals) > height + 20
    assert abs(phone.evaluate(top) - was) < 2


def test_a_note_of_others_can_be_undone_before_what_was_saved(phone, seat, polls, page_problems):
    table = seat(variant="red-nines-1881")
    pad_page = open_pad(phone, table)
    # A note reaches a pad that is open.
    table.answer(("aces_swept_by", -1, 1))
    expect(message(phone)).to_contain_text("Another phone changed what is noted.")
    expect(pad(phone)).to_be_visible()
    table.answer(clear=[("aces_swept_by", -1)])
    for hand in range(3):
        pad_page.type(3)
        if hand < 2:
            pad_page.next()
    pad_page.save()
    expect(docked(phone)).to_contain_text("Saved: deal 1")
    table.answer(("aces_swept_by", -1, 2))
    expect(docked(phone)).to_contain_text("Noted: Cat swept the red aces.")
    pad_page.tap("[data-unnote] button")
    pad_page.tap_button("Use mine")
    excuse(page_problems, "409 .*/answers")
    expect(docked(phone)).to_contain_text("Saved: deal 1")
    pad_page.tap("[data-undo] button")
    expect(phone.locator("h1")).to_contain_text("Deal 1")
    expect_sent(phone)
    assert table.read().sheet.deals == ()


def test_what_others_save_is_shown_and_its_buttons_write(sheet, pad_page, table, polls):
    """Such a sheet has no token of its own, and a form that no module hears needs one."""
    pad_page.score(0, [(7, 0), (23, 0), (12, 0)])
    expect(docked(sheet)).to_contain_text("Saved: ")
    pad_page.tap_more(sheet.get_by_role("button", name="Let other phones join"))
    expect(sheet.locator("h1")).to_have_text("Join this table")
    sheet.goto(f"/games/{table.id}")
    table.deals = [table.read().entries[-1].id]
    table.seen = 1
    # It takes the place of what was saved here.
    table.deal(1, 4, 5, 6)
    expect_totals(sheet, 4, 7, 28, 18)
    table.undo()
    expect(docked(sheet)).to_contain_text("deal 2")
    expect_totals(sheet, 0, 7, 23, 12)
    # A dialog that is read stays.
    sheet.locator("[data-deals] [data-why]").nth(1).tap()
    reason = sheet.locator("dialog.why[open]")
    expect(reason).to_contain_text("Caught with 7")
    table.deal(1, 2, 3, 4)
    polls.wait_for(sheet, 2)
    expect(reason).to_be_visible()
    expect_totals(sheet, 0, 7, 23, 12)
    reason.get_by_role("button", name="OK").tap()
    expect_totals(sheet, 2, 7, 26, 16)
    table.write("end", {"why": "late"})
    sheet.get_by_role("button", name="Same again").tap()
    sheet.wait_for_url(lambda url: table.id not in url and "/games/" in url)
    expect_sent(sheet)
    assert table.read().followed_by


@pytest.mark.long
def test_a_hidden_page_asks_nothing_until_it_is_back(sheet, table, polls):
    polls.wait_for(sheet)
    sheet.evaluate(HIDE, {"hidden": True})
    sheet.wait_for_timeout(300)
    asked = polls.count
    table.deal(0, 7, 23, 32)
    sheet.wait_for_timeout(1_000)
    assert polls.count == asked
    expect_totals(sheet, 0, 0, 0, 0)
    sheet.evaluate(HIDE, {"hidden": False})
    expect_totals(sheet, 0, 7, 23, 32)


@pytest.mark.long
def test_without_answers_it_asks_less_and_tells_the_sheets_age(
    sheet, sit, table, polls, page_problems
):
    sit(table, "Ben")
    turn = sheet.get_by_text("Every phone then asks for its own hand.")
    expect(turn).to_be_visible()
    polls.wait_for(sheet)
    polls.answer = lambda route: route.fulfill(status=503, json={})
    as_of = sheet.locator(".as-of")
    before = sheet.locator("h1").bounding_box()
    # It takes three questions, five seconds apart.
    expect(as_of).to_have_text(re.compile(r"^As of \d\d:\d\d$"), timeout=30_000)
    assert sheet.locator("h1").bounding_box() == before
    # Nor is it known what other phones do.
    expect(turn).to_be_hidden()
    # It has room of its own below all that stays in view.
    dock = sheet.locator(".dock").bounding_box()
    assert dock["y"] + dock["height"] <= as_of.bounding_box()["y"]
    # Two seconds apart it would have asked once more by then.
    asked = polls.count
    sheet.wait_for_timeout(3_000)
    assert polls.count == asked
    table.deal(0, 7, 23, 32)
    polls.answer = lambda route: route.continue_()
    sheet.evaluate("dispatchEvent(new Event('online'))")
    expect_totals(sheet, 0, 7, 23, 32)
    expect(as_of).to_be_empty()
    excuse(page_problems, "503")


@pytest.mark.long
def test_another_release_is_fetched_when_nothing_is_typed(sheet, pad_page, table, polls):
    def of_tomorrow(route):
        answer = route.fetch(headers={**route.request.headers, "if-none-match": ""})
        route.fulfill(json={**answer.json(), "release": "tomorrow"})

    pad_page.out(0)
    pad_page.type(2)
    sheet.evaluate("window.same = true")
    polls.answer = of_tomorrow
    polls.wait_for(sheet, 2)
    assert sheet.evaluate("window.same") is True
    polls.answer = lambda route: route.continue_()
    with sheet.expect_event("load"):
        pad_page.tap(f"{PAD} [data-close]")
    assert sheet.evaluate("window.same") is None

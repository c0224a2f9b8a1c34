"""The news may bring what was saved here sooner than its answer, or while that got lost."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    HeldAnswer,
    PadPage,
    expect_sent,
    reload,
    type_deal,
    wait_for_forms,
)
from tests.chromium import excuse
from tests.tables import facts
from tests.web.counters import cards

# What the sheet says, but for the notice: that tells of the moment.
SAYS = """() => [...document.querySelectorAll("[data-sheet] > *, .sheet-body > *")]
    .filter((one) => !one.matches(".sheet-body") && !one.querySelector("[data-notice]"))
    .map((one) => one.innerText.split(/\\s+/).join(" "))"""

DEAL = {
    "red-nines": facts(0, 7, 23, 12),
    "red-nines-1881": cards(0, 4, 5, 6),
}


def correct(pad_page):
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    pad_page.hand(2)
    pad_page.type(25)
    pad_page.save()


def give_back(pad_page):
    pad_page.tap(".loans [data-entry] button")


@contextmanager
def news_of(page):
    """What is done meanwhile is on the page, by the news, when this ends."""
    with page.expect_response(lambda came: "/news" in came.url and came.status == 200) as news:
        yield
    news.value.finished()
    page.wait_for_timeout(200)


def late(page, act):
    """The news of what is saved comes before its answer."""
    held = HeldAnswer(page)
    with news_of(page):
        act()
    held.release()
    expect_sent(page)


def lost(page, act):
    """The news of what is saved comes, and its answer never."""
    written = []

    def lose(route):
        if route.request.method != "POST" or len(written) >= 2:
            route.continue_()
            return
        written.append(route.fetch().status)
        route.abort()

    page.route("**/entries", lose)
    with news_of(page):
        act()
    expect_sent(page)


# What is done in which game, and what becomes of its answer.
DEEDS = {
    "correction": ("red-nines", correct, lost),
    "give back": ("red-nines-1881", give_back, late),
}


def is_the_servers(page):
    """The sheet is the server's, as after a reload."""
    expect(page.locator("[data-sheet]")).not_to_contain_text("○")
    expect(page.locator("[data-notice] button").first).to_be_visible()
    shown = page.evaluate(SAYS)
    reload(page)
    assert page.evaluate(SAYS) == shown


@pytest.mark.long
def test_the_sheet_is_the_servers(phone, seat, page_problems):
    for variant, act, answered in DEEDS.values():
        table = seat(variant=variant)
        table.write("deal", {"after": None, "facts": DEAL[variant]})
        if variant == "red-nines-1881":
            table.write("lend", {"seat": 1, "lender": 2, "counters": 5})
        phone.goto(f"/games/{table.id}")
        wait_for_forms(phone)
        pad_page = PadPage(phone, without_signal=True)
        answered(phone, lambda act=act, pad_page=pad_page: act(pad_page))
        phone.unroute_all(behavior="wait")
        is_the_servers(phone)
    excuse(page_problems, "ERR_FAILED")


@pytest.mark.parametrize("answered", [late, lost])
def test_a_deal_that_somebody_else_has_saved_too_leaves_no_mark(
    ann, ben, table, page_problems, answered
):
    slow = type_deal(ben, 7, 23, 12, without_signal=True)
    quick = type_deal(ann, 7, 23, 12)

    def save_both():
        quick.save()
        slow.save()

    # The news of the first are waited for too, however early they come.
    answered(ben, save_both)
    excuse(page_problems, "409|ERR_FAILED")
    is_the_servers(ben)
    assert table.read().sheet.played == 1

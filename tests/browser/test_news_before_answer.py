"""The news may bring what was saved here sooner than its answer, or while that got lost."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    HeldAnswer,
    expect_sent,
    type_deal,
)
from tests.browser.test_bad_network import expect_the_servers_sheet
from tests.chromium import excuse
from tests.examples import usual_and_long


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


@pytest.mark.parametrize("answered", usual_and_long(late, lost))
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
    excuse(page_problems, "409")
    expect(ben.locator("[data-notice] button").first).to_be_visible()
    expect_the_servers_sheet(ben)
    assert table.read().sheet.played == 1

"""The server goes away, answers get lost, fingers are hasty: nothing lost, nothing twice."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.fingers import Fingers, expect_totals, is_sent, pad
from tests.browser.late_answers import at_next_post
from tests.browser.live_server import LiveServer
from tests.chromium import excuse
from tests.tables import Table

WAITS = "No signal · 1 deal waits on this phone"


@pytest.fixture
def typed(sheet: Page, fingers: Fingers) -> Page:
    """A whole deal is typed; only Save is missing."""
    fingers.out(0)
    for at, points in enumerate((7, 23, 12)):
        if at:
            fingers.next()
        fingers.type(points)
    return sheet


def test_what_was_saved_outlives_a_server_that_is_gone_and_a_closed_browser(
    typed: Page,
    fingers: Fingers,
    server: LiveServer,
    table: Table,
    page_problems: list[str],
) -> None:
    typed.wait_for_load_state("networkidle")
    server.stop()
    fingers.without_signal = True
    fingers.save()
    expect(typed.locator(".outbox-line")).to_contain_text(WAITS)
    expect_totals(typed, 0, 7, 23, 12)
    there, context = typed.url, typed.context
    typed.close()
    server.start()
    page = context.new_page()
    page.goto(there)
    excuse(page_problems, "ERR_CONNECTION_REFUSED")
    expect_totals(page, 0, 7, 23, 12)
    table.database = server.database
    page.wait_for_load_state("networkidle")
    assert table.read().version == 1


def test_an_answer_that_gets_lost_does_not_write_the_deal_twice(
    typed: Page, fingers: Fingers, table: Table, page_problems: list[str]
) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    at_next_post(typed, lose_the_answer)
    fingers.save()
    is_sent(typed)
    excuse(page_problems, "ERR_FAILED")
    expect_totals(typed, 0, 7, 23, 12)
    assert table.read().version == 1


def test_a_double_tap_on_save_writes_one_deal(typed: Page, table: Table) -> None:
    box = pad(typed).locator("[data-save]").bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    typed.touchscreen.tap(*at)
    typed.touchscreen.tap(*at)
    expect(pad(typed)).to_be_hidden()
    expect(typed.get_by_role("heading", level=1)).to_have_text("Deal 2 of 4")
    is_sent(typed)
    expect(pad(typed)).to_be_hidden()
    assert table.read().version == 1


def test_a_double_tap_that_comes_before_the_answer_writes_one_deal(
    typed: Page, table: Table
) -> None:
    asked = []

    def count(route: Route) -> None:
        if route.request.method == "POST":
            asked.append(route.request.url)
        route.continue_()

    typed.route("**/entries", count)
    typed.evaluate(
        "() => { const save = document.querySelector('[data-save]'); save.click(); save.click(); }"
    )
    expect(pad(typed)).to_be_hidden()
    is_sent(typed)
    assert len(asked) == 1
    assert table.read().version == 1


def test_a_token_from_another_evening_is_renewed_without_a_word(
    typed: Page, fingers: Fingers, page_problems: list[str]
) -> None:
    typed.evaluate("document.querySelector('meta[name=csrf-token]').content = 'stale'")
    fingers.save()
    excuse(page_problems, "400")
    expect_totals(typed, 0, 7, 23, 12)


def test_a_phone_taken_off_the_list_is_told_so(
    typed: Page, fingers: Fingers, page_problems: list[str]
) -> None:
    # The next question for news would shut it out before that.
    typed.route("**/news", lambda route: route.abort())
    typed.context.clear_cookies()
    fingers.without_signal = True
    fingers.save()
    expect(typed.locator(".outbox-line")).to_contain_text("not joined")
    expect_totals(typed, 0, 7, 23, 12)
    excuse(page_problems, "40[01]")

"""A deal that was sent and got no clear answer comes back as what it has become since."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.fingers import Fingers, cost, expect_totals, pad, reload, says
from tests.browser.test_same_deal import choose, question, type_deal
from tests.chromium import excuse
from tests.tables import Table

TITLE = "[data-pad-title]"


def bad_gateway(route: Route) -> None:
    """A proxy that answers while the server cannot be reached."""
    route.fulfill(status=502, content_type="text/html", body="<h1>502 Bad Gateway</h1>")


@pytest.fixture(params=[bad_gateway, Route.abort])
def unheard(ann: Page, ben: Page, page_problems: list[str], request: pytest.FixtureRequest) -> Page:
    """Ben's phone, on which Save got no answer, and the server none of it."""
    slow = type_deal(ben, 7, 23, 28)
    ben.route("**/entries", lambda route: request.param(route))
    slow.press_save()
    expect(says(ben)).to_contain_text("What you typed is kept; tap Save again.")
    ben.unroute("**/entries")
    excuse(page_problems, r"502|ERR_FAILED|Failed to load")
    return ben


def test_a_deal_that_got_no_answer_is_asked_about_after_a_reload(
    unheard: Page, ann: Page, table: Table
) -> None:
    type_deal(ann, 7, 23, 12).save()
    reload(unheard)
    expect(question(unheard).locator("td")).to_have_text(["12", "28"])
    expect(pad(unheard)).to_be_hidden()
    choose(unheard, "Linux laptop (2) is right")
    expect_totals(unheard, 0, 7, 23, 28)
    reload(unheard, wait_until="networkidle")
    expect(pad(unheard)).to_be_hidden()
    assert len(table.read().sheet.deals) == 1


def test_a_deal_that_got_no_answer_and_another_phone_saved_the_same(
    unheard: Page, ann: Page, table: Table
) -> None:
    type_deal(ann, 7, 23, 28).save()
    reload(unheard)
    notice = unheard.locator("[data-notice]")
    expect(notice).to_contain_text("Already saved by Linux laptop, the same")
    expect(pad(unheard)).to_be_hidden()
    reload(unheard, wait_until="networkidle")
    expect(pad(unheard)).to_be_hidden()
    assert table.read().sheet.played == 1
    Fingers(unheard).out(1)
    expect(unheard.locator(TITLE)).to_have_text("Deal 2")


def test_a_deal_that_got_no_answer_waits_for_save_while_nobody_scored_it(
    unheard: Page, table: Table
) -> None:
    reload(unheard, wait_until="networkidle")
    expect(unheard.locator(TITLE)).to_have_text("Deal 1")
    assert table.read().version == 0
    Fingers(unheard).save()
    expect_totals(unheard, 0, 7, 23, 28)


def test_what_was_changed_since_is_not_sent_before_save_is_tapped(
    unheard: Page, table: Table
) -> None:
    Fingers(unheard).tap("[data-delete]")
    table.deal(0, 7, 23, 12)
    reload(unheard, wait_until="networkidle")
    expect(unheard.locator(TITLE)).to_have_text("Deal 1")
    expect(cost(unheard, 3)).to_have_text("2")
    expect(question(unheard)).to_have_count(0)
    Fingers(unheard).close()
    Fingers(unheard).out(2)
    expect(unheard.locator(TITLE)).to_have_text("Deal 1")
    Fingers(unheard).save()
    expect(question(unheard).locator("td")).to_have_text(["12", "2"])


def test_a_deal_whose_answer_got_lost_is_found_in_the_book_after_a_reload(
    ben: Page, table: Table, page_problems: list[str]
) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    ben.route("**/entries", lose)
    type_deal(ben, 7, 23, 28).press_save()
    expect(says(ben)).to_contain_text("tap Save again")
    ben.unroute("**/entries")
    reload(ben)
    expect_totals(ben, 0, 7, 23, 28)
    ben.wait_for_load_state("networkidle")
    expect(pad(ben)).to_be_hidden()
    excuse(page_problems, "ERR_FAILED|Failed to load")
    assert table.read().version == 1

"""A deal that was sent and got no clear answer is sent again, as what it has become since."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.fingers import Fingers, expect_totals, is_sent, pad, reload
from tests.browser.test_conflicts import choose, question, type_deal
from tests.chromium import excuse
from tests.tables import Table


def bad_gateway(route: Route) -> None:
    """A proxy that answers while the server cannot be reached."""
    route.fulfill(status=502, content_type="text/html", body="<h1>502 Bad Gateway</h1>")


@pytest.fixture(params=[bad_gateway, Route.abort])
def unheard(ann: Page, ben: Page, page_problems: list[str], request: pytest.FixtureRequest) -> Page:
    """Ben's phone, on which a deal was saved that got no answer, and the server none of it."""
    ben.route("**/entries", lambda route: request.param(route))
    fingers = type_deal(ben, 7, 23, 28)
    fingers.without_signal = True
    fingers.save()
    expect(ben.locator(".outbox-line")).to_contain_text("No signal · 1 deal waits")
    expect_totals(ben, 0, 7, 23, 28)
    excuse(page_problems, r"502|ERR_FAILED|Failed to load")
    return ben


def test_a_deal_that_got_no_answer_is_asked_about_once_it_is_sent(
    unheard: Page, ann: Page, table: Table, page_problems: list[str]
) -> None:
    type_deal(ann, 7, 23, 12).save()
    unheard.unroute_all(behavior="wait")
    reload(unheard)
    expect(question(unheard).locator("td")).to_have_text(["12", "28"])
    excuse(page_problems, r"502|409|ERR_FAILED|Failed to load")
    expect(pad(unheard)).to_be_hidden()
    choose(unheard, "Use mine")
    expect_totals(unheard, 0, 7, 23, 28)
    assert len(table.read().sheet.deals) == 1


def test_a_deal_that_got_no_answer_and_another_phone_saved_the_same(
    unheard: Page, ann: Page, table: Table, page_problems: list[str]
) -> None:
    type_deal(ann, 7, 23, 28).save()
    unheard.unroute_all(behavior="wait")
    is_sent(unheard)
    expect_totals(unheard, 0, 7, 23, 28)
    excuse(page_problems, r"502|409|ERR_FAILED|Failed to load")
    assert table.read().sheet.played == 1
    Fingers(unheard).out(1)
    expect(unheard.locator("[data-pad-title]")).to_have_text("Deal 2")

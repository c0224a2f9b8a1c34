"""Two phones score the same game: once where they agree, side by side where they differ."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL
from tests.browser.pad_page import (
    PadPage,
    expect_sent,
    expect_totals,
    line,
    type_deal,
    wait_for_idle,
)
from tests.browser.test_accessibility import violations_in_both
from tests.chromium import excuse


def question(page):
    """What is in the way of something that waits on this phone."""
    return page.locator("[data-item] [data-conflict]")


def choose(page, answer):
    """Tap one of its buttons."""
    button = question(page).locator(":is(button, a)", has_text=answer)
    button.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    button.tap()


# As dark as ink.
BLACK = """() => [...document.querySelectorAll(".button")]
  .filter((one) => one.checkVisibility())
  .filter((one) => getComputedStyle(one).backgroundColor === getComputedStyle(document.body).color)
  .map((one) => one.textContent)"""


def expect_black(page, *buttons):
    """Only these buttons are black, once the styles of the question are here."""
    black = f"expected => String(({BLACK})()) === String(expected)"
    page.wait_for_function(black, arg=list(buttons))


SCROLLED_PAST_IT = """() => {
  scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
  return document.querySelector("[data-item] [data-conflict]").getBoundingClientRect().bottom < 0;
}"""


@pytest.fixture
def differing(ann, ben, page_problems):
    """Ben's phone, which has saved deal 1 with another number for Dan than Ann's."""
    slow = type_deal(ben, 7, 23, 28)
    type_deal(ann, 7, 23, 12).save()
    slow.press_save()
    expect(question(ben)).to_be_visible()
    excuse(page_problems, "409")
    return ben


def test_both_versions_stand_there_number_by_number(ann, differing):
    expect(question(differing)).to_contain_text("Deal 1 was saved differently before.")
    versions = question(differing).locator(".open-versions [data-choice]")
    expect(versions.locator("b")).to_have_text(["12", "28"])
    expect(versions.first).to_have_text(
        re.compile(r"Keep theirs\s+Linux laptop · \d\d:\d\d\s+Dan 12")
    )
    expect(versions.last).to_have_text(re.compile(r"Use mine\s+This phone\s+Dan 28"))
    expect_black(differing)
    expect_totals(differing, 0, 7, 23, 12)
    assert violations_in_both(differing) == []
    expect_totals(ann, 0, 7, 23, 12)
    expect(question(ann)).to_have_count(0)
    # Beside the table of deals nothing lies over it.
    for width, height in ((1280, 800), (844, 390)):
        differing.set_viewport_size({"width": width, "height": height})
        versions.last.tap(trial=True)


def test_the_line_of_what_waits_opens_the_only_question(differing, seat):
    asks = line(differing).get_by_role("button", name="1 question")
    # The question comes into view once, behind the sheet that it is about.
    differing.wait_for_function(SCROLLED_PAST_IT)
    asks.tap()
    expect(question(differing)).to_be_in_viewport(ratio=1)
    expect(question(differing).locator(":focus")).to_be_visible()
    # It is asked at its own table.
    differing.goto(f"/games/{seat('Eve', 'Fay', 'Gus', 'Hal').id}")
    asks.tap()
    expect(question(differing)).to_be_in_viewport()


@pytest.mark.parametrize(
    ("answer", "totals", "entries"),
    [
        ("Use mine", (8, 7, 28, 34), ["deal", "correct", "deal"]),
        pytest.param(
            "It was another deal",
            (8, 14, 51, 46),
            ["deal", "deal", "deal"],
            marks=pytest.mark.long,
        ),
    ],
)
def test_one_tap_decides_for_all_that_waits_behind_a_question(
    ann, ben, table, page_problems, answer, totals, entries
):
    wait_for_idle(ben)
    ben.context.set_offline(True)
    type_deal(ben, 7, 23, 28, without_signal=True).save()
    type_deal(ben, 5, 6, 8, out=1, without_signal=True).save()
    expect_totals(ben, 8, 7, 28, 34)
    type_deal(ann, 7, 23, 12).save()
    ben.context.set_offline(False)
    expect(question(ben)).to_be_visible()
    # It is listed under the question, and not in the totals.
    expect(ben.locator("[data-item]")).to_have_count(2)
    expect_totals(ben, 0, 7, 23, 12)
    choose(ben, answer)
    expect_sent(ben)
    for page in (ben, ann):
        expect(question(page)).to_have_count(0)
        expect_totals(page, *totals)
    assert [entry.body.kind for entry in table.read().entries] == entries
    excuse(page_problems, "409")


def test_an_undo_here_spares_the_deal_of_another_phone(ann, ben, table, page_problems):
    wait_for_idle(ben)
    ben.context.set_offline(True)
    type_deal(ben, 7, 23, 28, without_signal=True).save()
    ben.locator("[data-undo] button").tap()
    expect_totals(ben, 0, 0, 0, 0)
    type_deal(ann, 7, 23, 12).save()
    ben.context.set_offline(False)
    choose(ben, "Keep theirs")
    expect_sent(ben)
    for page in (ben, ann):
        expect_totals(page, 0, 7, 23, 12)
    assert [entry.body.kind for entry in table.read().entries] == ["deal"]
    excuse(page_problems, "409")


def test_undo_over_a_deal_that_was_not_seen_is_confirmed(join, table, page_problems):
    table.deal()
    join("manage")
    page = join(viewport=SMALL)
    page.goto(f"/games/{table.id}")
    page.wait_for_load_state("networkidle")
    page.route("**/news", lambda route: route.abort())
    table.deal()
    pad_page = PadPage(page)
    pad_page.tap_button("Undo")
    expect(question(page)).to_contain_text("Meanwhile Host scored deal 2.")
    assert table.read().version == 2
    excuse(page_problems, "409")
    expect_black(page, "Undo anyway")
    choose(page, "Undo anyway")
    expect(page.locator("[data-deals] tbody tr")).to_have_count(1)
    expect_sent(page)
    assert [deal.id for deal in table.read().sheet.deals] == table.deals[1:]

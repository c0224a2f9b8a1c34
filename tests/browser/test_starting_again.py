"""Same again and its Undo: both wait like all else, and nobody taps into nothing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import HeldRequest, PadPage, expect_sent, title, wait_for_idle
from tests.chromium import excuse
from tests.tables import begin

PROVOKED = "40[49]|Failed to load"
HANDS = [(7, 0), (23, 0), (12, 0)]


@pytest.fixture(autouse=True)
def provoked(join, page_problems):
    """Requests may fail here."""
    yield
    excuse(page_problems, PROVOKED)


@pytest.fixture
def over(sheet, table):
    """The sheet of a game that is over."""
    table.deal(0, 7, 23, 32)
    table.write("end", {"why": "late"})
    sheet.goto(f"/games/{table.id}")
    wait_for_idle(sheet)
    return sheet


def undo(page):
    page.wait_for_timeout(800)  # the place of the last tap is covered
    page.get_by_role("button", name=re.compile("^Undo")).tap()


def test_before_it_was_sent_a_start_and_its_undo_vanish(over):
    over.context.set_offline(True)
    PadPage(over).tap_button("Same again")
    expect(title(over)).to_have_text("Deal 1 of 4")
    # Nothing was tried yet: the phone knew that there is no signal.
    undo(over)
    expect(title(over)).to_have_text("Ann won")
    over.context.set_offline(False)
    expect_sent(over)


def test_what_is_undone_behind_it_is_of_the_game_before(over):
    begun = HeldRequest(over, "**/again")
    PadPage(over).tap_button("Same again")
    expect(title(over)).to_have_text("Deal 1 of 4")
    begun.wait()
    undo(over)
    expect(title(over)).to_have_text("Ann won")
    undo(over)
    expect(over.get_by_role("button", name="Redo")).to_be_visible()
    begun.release()
    expect_sent(over)
    expect(title(over)).to_have_text("Deal 2 of 4")


def test_what_was_typed_in_it_is_asked_about_once(over):
    over.context.set_offline(True)
    pad_page = PadPage(over, without_signal=True)
    pad_page.tap_button("Same again")
    pad_page.score(1, HANDS)
    for _ in range(2):
        undo(over)
    question = over.locator("[data-notice] [data-conflict]")
    expect(question).to_contain_text("What was typed in it goes too.")
    question.get_by_role("button", name="Keep it").tap()
    expect(question).to_have_count(0)
    undo(over)
    question.get_by_role("button", name="Undo the start").tap()
    expect(title(over)).to_have_text("Ann won")
    over.context.set_offline(False)
    expect_sent(over)


def test_a_start_is_undone_where_it_was_tapped_alone(over, join):
    other = join("score")
    other.goto(over.url)
    wait_for_idle(other)
    PadPage(other).tap_button("Same again")
    expect(title(other)).to_have_text("Deal 1 of 4")
    expect_sent(other)
    over.goto(other.url)
    notice = "[data-notice]"
    expect(over.locator(notice)).to_have_text("The next game has begun. Back to the last result")
    expect(other.locator(notice).get_by_role("button")).to_have_count(1)
    undo(other)
    expect(title(over)).to_have_text("Ann won")


@pytest.mark.long
def test_a_game_begun_with_others_asks_and_keeps_what_was_typed(over, join, table):
    over.context.set_offline(True)
    pad_page = PadPage(over, without_signal=True)
    pad_page.tap_button("Same again")
    pad_page.score(1, HANDS)
    names = [sitter.name for sitter in table.read().sheet.sitters]
    begin(table.database, table.club, *names[:3], "Eve", follows=table.id)
    over.context.set_offline(False)
    question = over.locator("[data-pending] [data-conflict]")
    expect(question).to_contain_text("Eve")
    expect(over.locator(".outbox-line")).to_have_text("1 question · 1 deal waits on this phone")
    question.get_by_role("button", name="Mine is another game").tap()
    expect_sent(over)
    expect(title(over)).to_have_text("Deal 2 of 4")

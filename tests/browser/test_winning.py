"""Winning has a moment: once, on the phones that look on, until a tap, and never in the way."""

import datetime

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import expect_sent, reload, type_deal, wait_for_forms

pytestmark = pytest.mark.moving

# How often a scene was there.
COUNT_SCENES = """
window.scenes = 0;
new MutationObserver(() => (scenes += document.querySelectorAll("[data-scene]").length))
  .observe(document, { childList: true, subtree: true });
"""


@pytest.fixture
def near_end(seat):
    """A game of four before its last deal; Ben comes from behind in the last two."""
    table = seat()
    table.deal(0, 30, 40, 50)
    table.deal(0, 10, 40, 50)
    table.deal(1, 10, 40, 50)
    return table


def scene(page):
    return page.locator("[data-scene]")


def finish(page, table, still=True):
    """Ben wins the last deal on this phone."""
    if still:
        page.clock.install()
    page.goto(f"/games/{table.id}")
    pad_page = type_deal(page, 50, 60, 90, out=1)
    if still:
        # From here on time passes only when it is told to.
        page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(minutes=5))
    pad_page.save()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben won")
    return pad_page


def test_who_won_is_shown_once_with_the_story(phone, near_end):
    story = "Ben came from 40 behind in the last two deals."
    pad_page = finish(phone, near_end)
    expect(scene(phone)).to_contain_text("Ben won")
    expect(scene(phone)).to_contain_text(story)
    expect(scene(phone)).not_to_contain_text("played deal")
    # Whoever hears the page hears who won.
    expect(scene(phone)).to_have_attribute("aria-hidden", "true")
    expect(phone.locator("[data-notice]")).to_contain_text(f"Ben won. {story} Saved: deal 4")
    for name in ("Same again", "Undo"):
        phone.get_by_role("button", name=name, exact=True).tap(trial=True)
    for name in ("Share", "New game"):
        phone.get_by_role("link", name=name, exact=True).tap(trial=True)
    phone.clock.run_for(2000)
    expect(scene(phone)).to_have_count(0)
    expect(phone.locator("[data-story]")).to_have_text(story)
    # A correction that changes the winner brings it again; a tap ends it and does nothing else.
    pad_page.tap("[data-deals] [data-correct] >> nth=3")
    pad_page.hand(0)
    pad_page.type(5)
    pad_page.save()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann won")
    expect(scene(phone)).to_contain_text("Ann won")
    scene(phone).tap(position={"x": 60, "y": 30})
    expect(scene(phone)).to_have_count(0)
    expect(phone).to_have_url(f"/games/{near_end.id}")
    expect(phone.locator("dialog[open]")).to_have_count(0)


@pytest.mark.long
def test_a_key_ends_it_and_the_focus_stays_at_undo(phone, near_end):
    finish(phone, near_end)
    expect(scene(phone)).to_be_visible()
    phone.keyboard.press("Escape")
    expect(scene(phone)).to_have_count(0)
    expect(phone.locator("[data-notice]")).to_be_focused()
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("button", name="Undo", exact=True)).to_be_focused()


@pytest.mark.long
def test_it_does_not_come_back(phone, near_end, join):
    pad_page = finish(phone, near_end, still=False)
    expect(scene(phone)).to_be_visible()
    expect(scene(phone)).to_have_count(0)
    phone.add_init_script(COUNT_SCENES)
    reload(phone)
    later = join()
    later.add_init_script(COUNT_SCENES)
    later.goto(f"/games/{near_end.id}")
    # The same winner once more is no news.
    wait_for_forms(phone)
    pad_page.tap("[data-undo] button")
    expect(phone.locator("[data-redo] button")).to_be_visible()
    pad_page.tap("[data-redo] button")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ben won")
    expect_sent(phone)
    for page in (phone, later):
        page.wait_for_load_state("networkidle")
        assert page.evaluate("scenes") == 0


@pytest.mark.long
def test_where_no_motion_is_wanted_the_result_is_all_there_is(join, near_end):
    page = join(reduced_motion="reduce")
    page.add_init_script(COUNT_SCENES)
    finish(page, near_end, still=False)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("scenes") == 0
    expect(page.locator("[data-story]")).to_be_in_viewport(ratio=1)
    for name in ("Same again", "Undo"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)

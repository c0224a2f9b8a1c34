"""A sheet that changes moves: shortly, over what it says already, and not for who wants none."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, expect_totals, wait_until

pytestmark = [pytest.mark.moving, pytest.mark.long]

LONGEST = 400
# Notes what moves, what is shown over which number, and each buzz.
WATCH = """
window.moved = [];
window.counted = [];
window.buzzed = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, options) {
  moved.push([this.getAttribute("class"), options.duration]);
  const animation = animate.call(this, frames, options);
  // A busy machine may paint none of its frames: they are looked at here.
  for (const share of frames["--counted"] ? [0, 0.3, 0.6, 0.9] : []) {
    animation.currentTime = share * options.duration;
    const shown = getComputedStyle(this).getPropertyValue("--counted");
    counted.push([this.dataset.total, shown, this.lastChild.textContent.trim()]);
  }
  animation.currentTime = 0;
  return animation;
};
navigator.vibrate = (time) => buzzed.push(time);
"""


@pytest.fixture
def watched(join, table):
    """The sheet of a game after one deal, on a phone that notes what moves."""
    table.deal(0, 7, 23, 41)
    return watch(join(), table)


def watch(page, table):
    page.add_init_script(WATCH)
    page.goto(f"/games/{table.id}")
    return page


def noted(page, what, least=0):
    """What was noted, so many or more, once everything stands still."""
    wait_until(page, f"{what}.length >= {least}")
    expect(page.locator("[data-counting]")).to_have_count(0)
    return page.evaluate(what)


def expect_moved(page, *names):
    """What has these classes comes to move; the first class of all that moved, for a short time."""
    for name in names:
        wait_until(page, f"moved.some(([classes]) => classes.split(' ')[0] === '{name}')")
    moved = noted(page, "moved")
    assert max(time for _, time in moved) <= LONGEST
    return {classes.split()[0] for classes, _ in moved}


def test_totals_count_the_crown_travels_and_one_phone_buzzes(watched, table, join):
    other = watch(join(), table)
    PadPage(watched).score(1, [(30, 0), (12, 0), (9, 0)])
    expect_totals(watched, 9, 7, 53, 53)
    # They count over their final number. Ben went out, so his total is what it was.
    counted = noted(watched, "counted", 3)
    assert {(total, final) for total, _, final in counted} == {("0", "9"), ("2", "53"), ("3", "53")}
    of_cat = [int(number) for total, number, _ in counted if total == "2"]
    assert of_cat == sorted(of_cat)
    assert 23 <= of_cat[0] <= of_cat[-1] <= 53
    expect_moved(watched, "crown", "pip")
    expect(watched.locator('[data-seats] [data-seat="1"] .crown')).to_be_visible()
    assert len(noted(watched, "buzzed", 1)) == 1
    # The other phone hears of it by its next question.
    expect_totals(other, 9, 7, 53, 53)
    assert noted(other, "counted", 3)
    assert noted(other, "buzzed") == []

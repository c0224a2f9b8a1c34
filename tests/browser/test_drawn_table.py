"""The table that is drawn while a game is set up: how people sit, and how they are moved."""

from itertools import combinations, pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage
from tests.browser.pages import type_names
from tests.browser.test_small_screen import too_small
from tests.tables import NAMES

FIVE = NAMES[:5]
MIDDLES = """seats => seats.map(seat => {
    const { x, y, width, height } = seat.getBoundingClientRect();
    return [x + width / 2, y + scrollY + height / 2];
})"""


def expect_names(page, *names):
    """These sit there, clockwise."""
    expect(page.locator("[data-sits] .seat-name")).to_have_text([*names])


def five(page):
    """Five who have played before sit down."""
    page.goto("/games/new")
    pad_page = PadPage(page)
    for name in FIVE:
        pad_page.tap_button(name)
    return pad_page


def tap(page, name):
    """Tap somebody at the table."""
    page.locator("[data-sits]", has_text=name).tap()


@pytest.mark.long
def test_up_to_twelve_sit_round_the_table_clockwise_and_apart(small):
    small.goto("/games/new?variant=points")
    table = small.locator(".setup-table")
    height = table.bounding_box()["height"]
    for many in range(1, 13):
        type_names(small, NAMES[many - 1])
        expect_names(small, *NAMES[:many])
        seats = small.locator("[data-sits]").evaluate_all(MIDDLES)
        assert seats[0][1] == max(y for _, y in seats), "the first one sits at the bottom"
        for (x, y), (other_x, other_y) in combinations(seats, 2):
            assert abs(x - other_x) >= 77.9 or abs(y - other_y) >= 47.9
        middle = table.bounding_box()
        across = middle["x"] + middle["width"] / 2
        down = middle["y"] + small.evaluate("scrollY") + middle["height"] / 2
        # On a screen, where y grows downwards, a clockwise ring has a positive area.
        ring = [(x - across, y - down) for x, y in seats]
        if many > 2:
            area = sum(a * d - b * c for (a, b), (c, d) in pairwise([*ring, ring[0]]))
            assert area > 0
            assert seats[1][0] < seats[0][0], "the next one sits to the left of the first"
        assert table.bounding_box()["height"] == height
    box = small.locator("[data-sits]").first.bounding_box()
    assert (round(box["width"]), round(box["height"])) == (78, 48)


def test_whoever_is_lifted_changes_places_deals_first_or_leaves(small, seat):
    seat(*FIVE)
    pad_page = five(small)
    expect(small.locator(".seat-deeds")).to_have_count(0)
    tap(small, "Ben")
    expect(small.locator("[data-sits]", has_text="Ben")).to_have_attribute("aria-pressed", "true")
    deeds = small.locator(".seat-deeds button")
    expect(deeds).to_have_text(["Deals first", "Draw lots", "Remove"])
    assert too_small(deeds) == []
    pad_page.tap_button("Deals first")
    expect(small.locator("[data-missing]")).to_have_text("Ben deals first.")
    expect(deeds).to_have_count(0)
    tap(small, "Ben")
    pad_page.tap_button("Remove")
    expect_names(small, "Ann", "Cat", "Dan", "Eve")
    expect(small.locator("[data-missing]")).to_have_text("Cat deals first.")
    tap(small, "Dan")
    tap(small, "Dan")
    expect(deeds).to_have_count(0)
    # Two taps swap two seats.
    tap(small, "Cat")
    tap(small, "Dan")
    expect_names(small, "Ann", "Dan", "Cat", "Eve")
    expect(small.get_by_text("Cat and Dan have changed places.")).to_have_count(1)
    expect(small.locator("[data-missing]")).to_have_text("Cat deals first.")
    expect(small.locator('[aria-pressed="true"][data-sits]')).to_have_count(0)


def test_a_table_is_ordered_with_the_keyboard_alone(small, seat):
    seat(*FIVE)
    small.goto("/games/new")
    heard = small.locator(".setup > [role=status]")
    keys = small.keyboard
    small.locator("[data-known]").first.focus()
    for _ in FIVE:
        keys.press("Enter")
        keys.press("Tab")
    expect_names(small, *FIVE)
    small.locator("[data-sits]").first.focus()
    for name in FIVE[1:]:
        keys.press("Tab")
        expect(small.locator(":focus")).to_contain_text(name)
    small.locator("[data-sits]", has_text="Ben").focus()
    keys.press("Enter")
    expect(heard).to_have_text("Ben, place 2 of 5. Press who changes places with them.")
    keys.press("Shift+Tab")
    keys.press("Enter")
    expect(heard).to_have_text("Ben and Ann have changed places.")
    expect_names(small, "Ben", "Ann", "Cat", "Dan", "Eve")
    expect(small.locator(".seat-deeds")).to_have_count(0)
    small.locator("[data-sits]", has_text="Cat").focus()
    keys.press("Enter")
    keys.press("Tab")
    keys.press("Enter")
    expect(small.locator("[data-missing]")).to_have_text("Cat deals first.")
    expect(small.locator(":focus")).to_contain_text("Cat")
    small.get_by_role("button", name="Start", exact=True).press("Enter")
    expect(small.locator("[data-sheet]")).to_contain_text("Cat deals")

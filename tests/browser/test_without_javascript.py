"""JavaScript off: plain forms do everything."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import expect_totals


@pytest.fixture
def plain(join):
    """A phone whose browser runs no scripts."""
    return join(java_script_enabled=False)


def score(page, out, **points):
    """Score a deal by the plain form."""
    page.locator("[data-seats] a").filter(has_text=out).tap()
    expect(page.get_by_role("radio", name=out, exact=True)).to_be_checked()
    for name, held in points.items():
        page.get_by_label(f"Points of {name}").fill(str(held))
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).tap()


def test_a_game_is_set_up_and_a_deal_scored(plain):
    plain.goto("/")
    plain.get_by_role("link", name="New game").tap()
    for row, name in enumerate(("Ann", "Ben", "Cat", "Dan"), start=1):
        plain.get_by_label(f"Player {row}", exact=True).fill(name)
    plain.get_by_label("Player 2 deals first").check()
    plain.get_by_role("button", name="Start", exact=True).tap()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    expect(plain.locator("[data-sheet]")).to_contain_text("Ben deals")
    score(plain, "Ann", Ben=7, Cat=23, Dan=12)
    expect_totals(plain, 0, 7, 23, 12)
    expect(plain.locator("[data-notice]")).to_contain_text("Saved")


@pytest.mark.long
def test_a_form_that_was_left_half_filled_comes_back_empty(plain):
    plain.goto("/games/new?variant=points")
    form = "() => [...new FormData(document.querySelector('#setup'))].slice(2)"
    empty = plain.evaluate(form)
    plain.get_by_label("Player 1", exact=True).fill("Ann")
    plain.get_by_label("Player 2 deals first").check()
    plain.get_by_label("How long").select_option("target")
    plain.goto("/rules/points")
    plain.go_back()
    assert plain.evaluate(form) == empty


@pytest.mark.long
def test_below_a_path_where_no_style_sheet_is_found_the_page_says_so(plain):
    says = plain.get_by_text("below a path")
    plain.goto("/")
    assert says.bounding_box()["height"] <= 1
    plain.route("**/static/**", lambda route: route.abort())
    plain.reload()
    assert says.bounding_box()["height"] > 10

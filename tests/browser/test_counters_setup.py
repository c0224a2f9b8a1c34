"""Setting up a counter game: another game chosen by its link, and who deals first."""

from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers
from tests.tables import Table

OLD = "Red Nines 1881"


def sit(page: Page, *names: str) -> None:
    """People who are known sit down in this order."""
    for name in names:
        page.locator("[data-setup] .setup-known").get_by_role("button", name=name).tap()


def test_choosing_another_game_keeps_who_sits_here_already(
    phone: Page, fingers: Fingers, table: Table
) -> None:
    phone.goto("/games/new")
    sit(phone, "Cat", "Ann", "Dan")
    phone.locator("[data-sits]", has_text="Ann").tap()
    fingers.tap_button("Deals first")
    phone.get_by_text("Other game…", exact=True).tap()
    phone.get_by_role("link", name=OLD).tap()
    expect(phone.get_by_role("link", name=OLD)).to_have_attribute("aria-current", "true")
    expect(phone.locator("[data-seated] .seat-name")).to_have_text(["Cat", "Ann", "Dan"])
    expect(phone.locator("[data-missing]")).to_have_text("Ann deals first.")
    fingers.tap_button("Start")
    expect(phone.locator("[data-seats] .row-name")).to_have_text(["Cat", "Ann", "Dan"])
    expect(phone.locator("[data-sheet]")).to_contain_text("Ann deals")
    phone.goto("/games/new")
    expect(phone.locator("[data-seated]")).to_have_count(0)


def test_the_first_dealer_is_who_got_the_first_knave(phone: Page, table: Table) -> None:
    phone.goto("/games/new?variant=red-nines-1881")
    expect(phone.get_by_text("Who got the first jack?")).to_be_visible()
    sit(phone, "Cat", "Ann", "Dan")
    expect(phone.locator("[data-missing]")).to_have_text("Cat deals first.")
    expect(phone.locator("[data-pack]")).to_contain_text("take out the 2s and 3s")

"""What if: tapping through the same deals with other house rules."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Join, Seat
from tests.web.test_other_rules import by_cards


@pytest.fixture
def small(join: Join) -> Page:
    """A phone of 360 × 640."""
    return join(viewport=(360, 640))


def test_the_rule_that_changes_the_winner_is_found_and_tried(small: Page, seat: Seat) -> None:
    """Worked example RA-12: Ben wins by the standard values, Ann by the American ones."""
    table = seat("Ann", "Ben", "Cat", "Dan")
    told = (
        by_cards(1, "A", "K K", "Q J 2"),
        by_cards(0, "8 9", "2", "3"),
        by_cards(2, "4", "5", "K"),
        by_cards(3, "6", "6", "7"),
    )
    for facts in told:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": facts})
    small.goto(f"/games/{table.id}/more")
    small.get_by_role("link", name="What if?").tap()
    small.get_by_role("link", name="If J Q K had counted 10 and an ace 11, Ann would").tap()
    expect(small.get_by_role("heading", name="Ann would have won.")).to_be_visible()
    row = small.locator("tr", has_text="Ann")
    expect(row.locator("td")).to_have_text(["30", "21 ♛best"])
    small.get_by_label("Card values").select_option("standard")
    small.get_by_role("button", name="Show the result").tap()
    expect(small.get_by_role("heading", name="Ben would still have won.")).to_be_visible()
    expect(row.locator("td")).to_have_text(["30", "30"])
    assert table.read().version == 4

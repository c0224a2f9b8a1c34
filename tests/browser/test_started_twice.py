"""Two phones have started the next game without signal, and come back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, expect_totals
from tests.browser.test_accessibility import violations_in_both
from tests.chromium import excuse
from tests.tables import Table, new_id

# What an outbox sends once there is a signal again.
SEND = """async ([old, game]) => {
    const body = new FormData();
    body.append("game", game);
    body.append("csrf_token", document.querySelector("meta[name=csrf-token]").content);
    const headers = { Accept: "application/json" };
    const answer = await fetch(`/games/${old}/again`, { method: "POST", body, headers });
    return (await answer.json()).address;
}"""

# What a page does where another tab has sent what waited.
ASK_FOR_ITSELF = """async () => {
    const game = document.querySelector("script[src$='game.js']").src;
    const { refresh } = await import(new URL("page.js", game));
    refresh(true);
}"""


@pytest.fixture
def table(table: Table) -> Table:
    """A game that is over, with the same again to follow."""
    table.write("end", {"why": "late"})
    return table


def again(page: Page, table: Table) -> str:
    """The address of the game that the outbox of this phone has started."""
    address: str = page.evaluate(SEND, [table.id, new_id()])
    page.goto(address)
    return address


def score(page: Page, *points: int) -> None:
    fingers = Fingers(page)
    fingers.out(0)
    for at, number in enumerate(points):
        if at:
            fingers.next()
        fingers.type(number)
    fingers.save()


def test_one_tap_makes_one_game_of_two(
    ann: Page, ben: Page, table: Table, page_problems: list[str]
) -> None:
    first = again(ann, table)
    score(ann, 7, 23, 12)
    second = again(ben, table)
    assert second != first
    score(ben, 7, 23, 14)
    # Ann's sheet hears of the other game by itself.
    asked = ann.get_by_role("region", name=re.compile("each started the next game"))
    expect(asked).to_contain_text("this game")
    assert not violations_in_both(ann)
    asked.get_by_role("button", name="It is one game").tap()
    expect(asked).to_have_count(0)
    # Ben's phone lands on the game that is both, and the deals are asked about.
    expect(ben).to_have_url(re.compile(f"{first}$"), timeout=15_000)
    expect(ben.get_by_role("heading", name="Deal 1: which is right?")).to_be_visible()
    expect(ann.get_by_role("heading", name="Deal 1: which is right?")).to_be_visible()
    expect_totals(ben, 0, 7, 23, 12)
    # Its page asked for news of a game that is part of another one.
    excuse(page_problems, "409.*/news")


def test_a_page_that_asks_for_itself_goes_to_the_game_that_is_both(
    ann: Page, ben: Page, table: Table, page_problems: list[str]
) -> None:
    first = again(ann, table)
    again(ben, table)
    ben.route("**/news", lambda route: route.abort())
    asked = ann.get_by_role("region", name=re.compile("each started the next game"))
    asked.get_by_role("button", name="It is one game").tap()
    expect(asked).to_have_count(0)
    ben.evaluate(ASK_FOR_ITSELF)
    expect(ben).to_have_url(re.compile(f"{first}$"))
    excuse(page_problems, "ERR_FAILED.*/news|409.*/news")


def test_both_games_stay_where_both_were_played(ann: Page, ben: Page, table: Table) -> None:
    again(ann, table)
    second = again(ben, table)
    asked = ben.get_by_role("region", name=re.compile("each started the next game"))
    asked.get_by_role("button", name="Both were played").tap()
    expect(asked).to_have_count(0)
    assert ben.url.endswith(second)

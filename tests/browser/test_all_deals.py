"""The table of all deals: names and numbers stay in view."""

import pytest
from playwright.sync_api import expect

from tests.tables import NAMES

BOX = "one => one.getBoundingClientRect().toJSON()"


def deal_by_turns(table, deals):
    """So many deals, each won by the next."""
    players = len(table.read().sheet.sitters)
    for deal in range(deals):
        table.deal(deal % players, *range(11, 10 + players))


def box(one):
    """Where something is on the screen."""
    return one.evaluate(BOX)


@pytest.mark.long
def test_names_are_whole_and_stay_in_view_while_deals_scroll(small, seat):
    table = seat("Peggy Yule", "Grzegorz", "Jay Q.", "Wilhelmina", "Ann-Kathrin")
    deal_by_turns(table, 3)
    small.goto(f"/games/{table.id}")
    cut = "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
    for name in small.locator("thead .deals-name").all():
        assert max(name.evaluate(cut)) <= 1
    assert small.evaluate("document.documentElement.scrollWidth") <= 360
    table = seat(*NAMES[:8], house_rules={"circuits": 3})
    deal_by_turns(table, 22)
    small.goto(f"/games/{table.id}")
    last = small.locator("[data-deals] [data-correct]").last
    scroller = small.locator(".deals-long")
    scroller.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    scroller.evaluate("one => one.scrollIntoView({block: 'end', behavior: 'instant'})")
    expect(last).to_be_in_viewport(ratio=1)
    name = small.get_by_role("columnheader", name="Ann")
    expect(name).to_be_in_viewport(ratio=1)
    assert box(name)["bottom"] <= box(last)["top"] + 1
    # Twelve columns are wider than the screen: the numbers of the deals stay.
    table = seat(*NAMES)
    deal_by_turns(table, 3)
    small.goto(f"/games/{table.id}")
    last = small.get_by_role("columnheader", name="Leo")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
    number = small.get_by_role("link", name="Correct Deal 3")
    expect(number).to_be_in_viewport(ratio=1)
    assert box(number)["left"] < box(last)["left"]

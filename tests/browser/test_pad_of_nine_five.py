"""Nine-Five on the pad: what the bid still needs, what was called, and where it is shown."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    PadPage,
    expect_pad_closed,
    expect_sent,
    expect_totals,
    message,
    pad,
    recorded,
    reload,
)

BLACK = """pad => [...pad.querySelectorAll("button, select")]
  .filter((one) => one.checkVisibility())
  .filter((one) => getComputedStyle(one).backgroundColor === getComputedStyle(pad).color)
  .map(({ className }) => className)"""

# Ann and Cat take 11, Ben and Dan 7.
USUAL = {"high": 0, "low": 1, "jack": 1, "game": 0, "nine": 0, "five": 1}


def facts(bidder, bid, **taken):
    """A deal as a record tells it."""
    return {"bidder": bidder, "bid": bid, "taken": {**USUAL, **taken}}


def taken(page, key, answer):
    """The segment that gives one of the six to a side; −1 is nobody."""
    return pad(page).locator(f'[data-cell="{key}"] [data-segment="{answer}"]')


def bid(pad_page, told):
    pad_page.tap(f'{PAD} [data-number="{told}"]')


def take(pad_page, **answers):
    """Say who took some of the six."""
    for key, answer in answers.items():
        pad_page.tap(taken(pad_page.page, key, answer))


def rest_to(pad_page, name):
    pad_page.tap_button(f"The rest to {name}")


def open_sheet(page, table):
    """The sheet of a game, with all its modules there."""
    page.goto(f"/games/{table.id}")
    page.wait_for_load_state("networkidle")
    return PadPage(page)


@pytest.fixture
def table(seat):
    """Ann and Cat against Ben and Dan."""
    return seat(variant="nine-five")


def test_a_deal_is_nine_taps_at_most_and_fewer_with_the_rest(phone, table):
    pad_page = open_sheet(phone, table)
    pad_page.out(0)
    bid(pad_page, 9)
    take(pad_page, **{key: USUAL[key] for key in list(USUAL)[:-1]})
    # Save is what to do next once nothing is open.
    assert pad(phone).evaluate(BLACK) == []
    take(pad_page, five=USUAL["five"])
    assert pad(phone).evaluate(BLACK) == ["pad-go"]
    pad_page.save()
    assert pad_page.taps == 9
    assert recorded(table) == facts(0, 9)
    pad_page.taps = 0
    pad_page.out(3)
    bid(pad_page, 12)
    take(pad_page, high=0, game=0, jack=-1)
    rest_to(pad_page, "Ben and Dan")
    pad_page.save()
    assert pad_page.taps == 7
    assert recorded(table) == facts(3, 12, jack=None, nine=1)
    expect_totals(phone, 13, 22)
    # It says what the bid still needs; tapped again it is open again.
    pad_page.out(2)
    bid(pad_page, 10)
    take(pad_page, nine=0)
    expect(message(phone)).to_have_text("Bid: 9 of 10")
    take(pad_page, jack=0)
    expect(message(phone)).to_have_text("Bid 10: made, has 10")
    take(pad_page, jack=0)
    expect(message(phone)).to_have_text("Bid: 9 of 10")


def save_bid(pad_page):
    """Save what was called."""
    pad_page.tap_button("Save bid")
    expect_pad_closed(pad_page.page)
    expect_sent(pad_page.page)


def test_what_was_called_is_on_the_sheet_and_on_the_pad(phone, join, table):
    other = join()
    open_sheet(other, table)
    pad_page = open_sheet(phone, table)
    pad_page.out(1)
    # Before there is a bid, there is nothing to save.
    expect(pad(phone).locator(".pad-go")).to_have_text("Next")
    bid(pad_page, 11)
    pad_page.tap(f'{PAD} [data-cell="trump"] [data-segment="H"]')
    save_bid(pad_page)
    assert pad_page.taps == 4
    noted = {one.ask: one.value for one in table.read().answers}
    assert noted == {"bidder": 1, "bid": 11, "trump": "H"}
    expect(phone.locator(".shown")).to_have_text(
        ["Ben bid 11 Change who won the bidding", "♡ Hearts are trumps Change the trump"]
    )
    # It can be changed, and nothing is left over of what was typed.
    pad_page.out(0)
    expect(pad(phone).get_by_role("button", name="Save bid")).to_be_hidden()
    pad_page.tap(f'{PAD} [data-cell="trump"] [data-segment="S"]')
    pad_page.tap(f'{PAD} [data-cell="bid"]')
    bid(pad_page, 13)
    save_bid(pad_page)
    reload(phone)
    expect(pad(phone)).to_be_hidden()
    reload(other)
    for page in (phone, other):
        expect(page.locator(".shown")).to_contain_text(["Ben bid 13", "♠ Spades are trumps"])
        says = "After the play, tap a name to score."
        expect(page.locator(".ask")).to_have_text(says, use_inner_text=True)
    # Whoever is tapped then, Ben has bid.
    elsewhere = PadPage(other)
    elsewhere.out(0)
    expect(pad(other).locator("[data-ask='bidder']")).to_have_value("1")
    expect(message(other)).to_have_text("Bid: 0 of 13")
    take(elsewhere, **USUAL)
    elsewhere.save()
    assert elsewhere.taps == 8
    assert recorded(table) == {**facts(1, 13), "trump": "S"}
    expect(other.locator(".shown")).to_have_count(0)

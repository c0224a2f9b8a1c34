"""The pad of games whose bids are called: how many taps a deal takes."""

from tests.browser.pad_page import (
    PAD,
    PadPage,
    cell,
    expect_pad_closed,
    open_pad,
    pad,
    recorded,
    row,
)
from tests.browser.test_pad_by_deal import tap_numbers
from tests.browser.test_pad_of_bids import made
from tests.tables import NAMES


def test_four_bid_and_play_in_ten_taps_and_in_nine_at_once(small, seat):
    table = seat(*NAMES[:4], variant="oh-hell", first_dealer=0, house_rules={"course": "down"})
    small.goto(f"/games/{table.id}")
    small.wait_for_load_state("load")
    pad_page = PadPage(small)
    pad_page.tap(small.get_by_text("Bids", exact=True))
    tap_numbers(pad_page, 4, 0, 3, 2)
    expect_pad_closed(small)
    pad_page.out(1)
    pad_page.tap(made(small, 1))
    tap_numbers(pad_page, 2)
    pad_page.tap(made(small, 3))
    pad_page.save()
    assert pad_page.taps == 10
    assert recorded(table) == {"bids": [2, 4, 0, 3], "tricks": [1, 4, 2, 3]}
    pad_page.taps = 0
    pad_page.out(2)
    tap_numbers(pad_page, 9, 0, 0, 1, 9, 0)
    pad_page.save()
    # Whose tricks are all out is known.
    assert pad_page.taps == 8
    assert recorded(table)["tricks"] == [0, 0, 9, 0]


def test_the_bomb_leaves_one_trick_less(small, seat):
    table = seat(*NAMES[:3], variant="wizard", first_dealer=0, house_rules={"bomb": True})
    pad_page = open_pad(small, table, at=1)
    tap_numbers(pad_page, 0, 0, 1)
    pad_page.tap(pad(small).locator("[data-ask='bomb']"))
    pad_page.save()
    assert pad_page.taps == 6
    assert recorded(table) == {"bids": [1, 0, 0], "bomb": True, "tricks": [0, 0, 0]}
    pad_page.out(2)
    tap_numbers(pad_page, 2, 1, 0)
    pad_page.tap(row(small, 2))
    tap_numbers(pad_page, 2)
    pad_page.tap(f"{PAD} [data-ask='bomb']")
    # All of it is typed again where there is one trick less.
    pad_page.tap(cell(small, 2, "tricks"))
    tap_numbers(pad_page, 1)
    pad_page.save()
    assert recorded(table) == {"bids": [1, 0, 2], "bomb": True, "tricks": [0, 0, 1]}

"""Nine-Five on the pad: what the bid still needs, what was called, and where it is shown."""

import pytest
from playwright.sync_api import expect

from tests.browser.fingers import (
    PAD,
    Fingers,
    expect_pad_closed,
    expect_sent,
    expect_totals,
    pad,
    reload,
    says,
)
from tests.chromium import excuse

# Ann and Cat take 11, Ben and Dan 7.
USUAL = {"high": 0, "low": 1, "jack": 1, "game": 0, "nine": 0, "five": 1}


def facts(bidder, bid, **taken):
    """A deal as a record tells it."""
    return {"bidder": bidder, "bid": bid, "taken": {**USUAL, **taken}}


def recorded(table, deal=-1):
    """What the book says of a deal, the last one unless another is meant."""
    return dict(table.read().sheet.deals[deal].record)


def taken(page, key, answer):
    """The segment that gives one of the six to a side; −1 is nobody."""
    return pad(page).locator(f'[data-cell="{key}"] [data-segment="{answer}"]')


def side(page, at, part):
    """What the pad tells of a side."""
    return pad(page).locator(f'[data-row="side-{at}"] [data-{part}]')


def bid(fingers, told):
    fingers.tap(f'{PAD} [data-number="{told}"]')


def take(fingers, **answers):
    """Say who took some of the six."""
    for key, answer in answers.items():
        fingers.tap(taken(fingers.page, key, answer))


def rest_to(fingers, name):
    fingers.tap_button(f"The rest to {name}")


def open_sheet(page, table):
    """The sheet of a game, with all its modules there."""
    page.goto(f"/games/{table.id}")
    page.wait_for_load_state("networkidle")
    return Fingers(page)


@pytest.fixture
def table(seat):
    """Ann and Cat against Ben and Dan."""
    return seat(variant="nine-five")


def test_a_deal_is_nine_taps_at_most_and_fewer_with_the_rest(phone, table):
    fingers = open_sheet(phone, table)
    fingers.out(0)
    bid(fingers, 9)
    take(fingers, **USUAL)
    fingers.save()
    assert fingers.taps == 9
    assert recorded(table) == facts(0, 9)
    fingers.taps = 0
    fingers.out(3)
    bid(fingers, 12)
    take(fingers, high=0, game=0, jack=-1)
    rest_to(fingers, "Ben and Dan")
    fingers.save()
    assert fingers.taps == 7
    assert recorded(table) == facts(3, 12, jack=None, nine=1)
    expect_totals(phone, 13, 22)
    # It says what the bid still needs.
    fingers.out(2)
    bid(fingers, 10)
    expect(says(phone)).to_have_text("Bid: 0 of 10")
    take(fingers, nine=0)
    expect(says(phone)).to_have_text("Bid: 9 of 10")
    take(fingers, jack=0)
    expect(says(phone)).to_have_text("Bid 10: made, has 10")
    # Tapped again it is open again.
    take(fingers, jack=0)
    expect(says(phone)).to_have_text("Bid: 9 of 10")
    take(fingers, nine=1, high=0, low=0)
    expect(says(phone)).to_have_text("Bid 10: has 2, set −10")
    rest_to(fingers, "Ann and Cat")
    expect(side(phone, 0, "cost")).to_have_text("−10")
    expect(side(phone, 1, "cost")).to_have_text("9")
    fingers.save()
    expect_totals(phone, 3, 31)


def test_a_name_tapped_while_a_deal_is_saved_opens_the_next_one(phone, table):
    fingers = open_sheet(phone, table)
    held = []
    phone.route("**/entries", lambda route: held.append(route))
    fingers.tap_button("All passed")
    fingers.tap('[data-seats] [data-seat="1"][data-out]')
    expect(pad(phone)).to_contain_text("Deal 2")
    assert table.read().sheet.deals == ()
    for route in held:
        route.continue_()
    expect_sent(phone)
    expect(pad(phone)).to_contain_text("Deal 2")
    assert len(table.read().sheet.deals) == 1


def call(fingers, seat, told, suit):
    """Note on the pad what was called."""
    fingers.out(seat)
    bid(fingers, told)
    fingers.tap(f'{PAD} [data-cell="trump"] [data-segment="{suit}"]')
    fingers.tap_button("Save bid")
    expect_pad_closed(fingers.page)
    expect_sent(fingers.page)


def test_what_was_called_stands_on_the_sheet_and_the_pad_takes_it_over(phone, join, table):
    other = join()
    open_sheet(other, table)
    fingers = open_sheet(phone, table)
    call(fingers, 1, 11, "H")
    assert fingers.taps == 4
    assert recorded_notes(table) == {"bidder": 1, "bid": 11, "trump": "H"}
    expect(phone.locator(".shown")).to_have_text(["Ben bid 11", "♡ Hearts are trumps"])
    # It can be changed, and nothing is left over of what was typed.
    fingers.out(0)
    expect(pad(phone).locator(".pad-note")).to_be_hidden()
    fingers.tap(f'{PAD} [data-cell="trump"] [data-segment="S"]')
    fingers.tap(f'{PAD} [data-cell="bid"]')
    bid(fingers, 13)
    fingers.tap_button("Save bid")
    expect_pad_closed(phone)
    expect_sent(phone)
    reload(phone)
    expect(pad(phone)).to_be_hidden()
    reload(other)
    for page in (phone, other):
        expect(page.locator(".shown")).to_have_text(["Ben bid 13", "♠ Spades are trumps"])
        expect(page.locator(".ask")).to_have_text("Tap a name to score the deal.")
    # Whoever is tapped then, Ben has bid.
    elsewhere = Fingers(other)
    elsewhere.out(0)
    expect(pad(other).locator("[data-ask='bidder']")).to_have_value("1")
    expect(says(other)).to_have_text("Bid: 0 of 13")
    take(elsewhere, **USUAL)
    elsewhere.save()
    assert elsewhere.taps == 8
    assert recorded(table) == {**facts(1, 13), "trump": "S"}
    expect(other.locator(".shown")).to_have_count(0)


def recorded_notes(table):
    in_play = table.read().in_play
    assert in_play is not None
    return {key: value for (key, _), value in in_play.values.items()}


def test_two_who_note_at_once_each_keep_their_own(phone, table, page_problems):
    fingers = open_sheet(phone, table)
    fingers.out(1)
    bid(fingers, 12)
    table.answer(("bidder", -1, 0), ("bid", -1, 10), ("trump", -1, "H"))
    fingers.tap_button("Save bid")
    expect(says(phone)).to_have_text(
        "Host has entered who bid: Ann and the bid: 10. Save again to replace it."
    )
    expect(pad(phone).locator("[data-ask='bidder']")).to_have_value("1")
    expect(pad(phone).locator('[data-cell="bid"]')).to_have_text("12")
    fingers.tap_button("Save bid")
    expect_pad_closed(phone)
    expect_sent(phone)
    assert recorded_notes(table) == {"bidder": 1, "bid": 12, "trump": "H"}
    expect(phone.get_by_role("button", name="All passed")).to_have_count(0)
    excuse(page_problems, "409")

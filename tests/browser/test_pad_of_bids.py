"""The pads of games that are bid for: bids that nobody else sees, who made it, and notes."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    PadPage,
    cell,
    cost,
    expect_pad_closed,
    expect_sent,
    fetch_sheet,
    message,
    open_pad,
    pad,
    recorded,
    reload,
    row,
    wait_for_forms,
)
from tests.tables import NAMES

KEY = "ninety-nine"


@pytest.fixture
def three(seat):
    """Ann, Ben and Cat, to 200; Ann deals."""
    return seat(*NAMES[:3], variant=KEY)


def bids(page):
    """What stands for the bids, from the first row on."""
    return pad(page).locator("[data-cell='bids']")


def costs(page):
    """What stands for the bids on their own pad."""
    return pad(page).locator("[data-cost]")


def made(page, at):
    """The key that says that somebody made the bid."""
    return pad(page).locator(f'li:has([data-row="{at}"]) [data-same]')


def type_numbers(page, pad_page, *numbers):
    """Numbers that are one tap each."""
    for number in numbers:
        pad_page.tap(f'{PAD} [data-number="{number}"]:visible')


def premium_key(page, at, premium):
    """The key that says that somebody declared, or revealed."""
    return cell(page, at, "premiums").locator(f'[data-segment="{premium}"]')


def announce(page, pad_page, at, premium):
    """A premium is one tap."""
    pad_page.tap(premium_key(page, at, premium))


def noted(page, table):
    """What is noted of the deal in play, once the phone has sent it."""
    expect_sent(page)
    return [(one.ask, one.place, one.value) for one in table.read().answers]


def test_made_it_can_be_taken_back_and_brings_back_the_bid(small, three):
    pad_page = open_pad(small, three)
    # Where no trick is left the others took none.
    type_numbers(small, pad_page, 9)
    tricks = pad(small).locator("[data-cell='tricks']")
    expect(tricks).to_have_text(["9", "0", "0"])
    pad_page.tap(cell(small, 0, "tricks"))
    type_numbers(small, pad_page, 5)
    expect(cell(small, 1, "tricks")).to_have_text("")
    type_numbers(small, pad_page, 4)
    expect(tricks).to_have_text(["5", "4", "0"])
    pad_page.save()
    assert recorded(three) == {"tricks": [5, 4, 0]}
    pad_page.out(0)
    type_numbers(small, pad_page, 3, 2)
    pad_page.tap(cell(small, 0, "bids"))
    type_numbers(small, pad_page, 5)
    expect(made(small, 0)).to_have_attribute("aria-pressed", "false")
    pad_page.tap(made(small, 0))
    expect(cell(small, 0, "bids")).to_have_text("3")
    # What was made stays made when the tricks turn out to be others.
    pad_page.tap(cell(small, 0, "tricks"))
    type_numbers(small, pad_page, 2)
    expect(cell(small, 0, "bids")).to_have_text("2")
    pad_page.tap(made(small, 0))
    expect(cell(small, 0, "bids")).to_have_text("5")
    # A bid that was typed and made is blank once it was not made.
    pad_page.tap(made(small, 1))
    pad_page.tap(made(small, 1))
    expect(cell(small, 1, "bids")).to_have_text("")


def test_bids_before_the_play_stay_covered_on_this_phone(small, three):
    pad_page = open_pad(small, three)
    pad_page.tap(cell(small, 0, "bids"))
    for suit in "♣♡":
        pad_page.tap(f'{PAD} [data-suit="{suit}"]:visible')
    # Whoever types it sees it, and nobody reads it across the table.
    expect(cell(small, 0, "bids")).to_have_text("♣ ♡")
    expect(pad(small).locator("[data-large]")).not_to_contain_text("♣")
    pad_page.tap(f'{PAD} [data-suit="♡"]:visible')
    expect(cell(small, 0, "bids")).to_have_text("✓")
    type_numbers(small, pad_page, 6, 8)
    # Who comes back to a bid sees it, and no other one.
    lit = pad(small).locator("[data-number][aria-pressed='true']")
    pad_page.tap(cell(small, 2, "bids"))
    expect(bids(small)).to_have_text(["✓", "✓", "8"])
    expect(lit).to_have_count(1)
    pad_page.tap(cell(small, 0, "bids"))
    expect(bids(small)).to_have_text(["♣ ♡ ♡", "✓", "✓"])
    # A pad that is opened again shows none.
    reload(small)
    expect(bids(small)).to_have_text(["✓"] * 3)
    expect(lit).to_have_count(0)
    pad_page.close()
    # Nobody else has anything of it.
    assert noted(small, three) == [] and three.read().version == 0
    # Once the tricks are told everybody may read them.
    pad_page.out(0)
    type_numbers(small, pad_page, 7, 2)
    expect(bids(small)).to_have_text(["♣ ♡ ♡", "6", "8"])
    pad_page.save()
    assert recorded(three)["bids"] == [["C", "H", "H"], 6, 8]


def open_bids(page, table, button="Bids"):
    """The pad of the bids, from the button on the sheet, or that of another one."""
    page.goto(f"/games/{table.id}")
    page.wait_for_load_state("load")
    pad_page = PadPage(page)
    pad_page.tap(page.get_by_role("link", name=button))
    return pad_page


def test_bids_before_the_play_have_a_pad_of_their_own(small, three):
    pad_page = open_bids(small, three)
    button = small.locator("[data-sheet] a[data-ask='bids']")
    keys = pad(small).locator("[data-number]:visible")
    expect(row(small, 0)).to_have_attribute("aria-current", "true")
    expect(pad(small).locator("[data-cell='tricks'], [data-same]")).to_have_count(0)
    for _ in range(2):
        pad_page.tap(f'{PAD} [data-suit="♣"]:visible')
    expect(message(small)).to_have_text("Ann: one more card")
    pad_page.tap(f"{PAD} [data-delete]")
    expect(message(small)).to_have_text("Ann: two more cards")
    expect(cost(small, 0)).to_have_text("♣")
    type_numbers(small, pad_page, 4)
    # A wrong one is gone back to, and what was covered is not shown for it.
    pad_page.tap(f"{PAD} [data-delete]")
    expect(row(small, 0)).to_have_attribute("aria-current", "true")
    expect(cost(small, 0)).to_have_text("")
    type_numbers(small, pad_page, 3, 2)
    # Done keeps those of some, and the sheet says whose.
    pad_page.tap_button("Done")
    expect_pad_closed(small)
    expect(small.locator("[data-notice]")).to_contain_text("Kept on this phone")
    reload(small)
    expect(button).to_have_text("Bids Ann ✓ Ben ✓")
    pad_page.tap(button)
    expect(row(small, 2)).to_have_attribute("aria-current", "true")
    type_numbers(small, pad_page, 4)
    # Then nothing can be hit by mistake, and all is covered.
    expect(keys).to_have_count(0)
    expect(message(small)).to_have_text("All bids are in. Tap a name to change one.")
    expect(costs(small)).to_have_text(["✓"] * 3)
    pad_page.tap(row(small, 1))
    expect(costs(small)).to_have_text(["✓", "2", "✓"])
    expect(pad(small).locator(".large-figure")).to_have_text("✓")
    type_numbers(small, pad_page, 5)
    expect(keys).to_have_count(0)
    pad_page.tap_button("Done")
    expect_pad_closed(small)
    expect(button).to_have_text("Change a bid Ann ✓ Ben ✓ Cat ✓")
    # Clearing all is undone by the same key.
    pad_page.tap(button)
    for shown in ("", "✓"):
        pad_page.tap(pad(small).locator("[data-use]"))
        expect(cost(small, 0)).to_have_text(shown)
    pad_page.close()
    pad_page.out(0)
    type_numbers(small, pad_page, 3)
    # One number too many uncovers nothing yet, and stays chosen.
    type_numbers(small, pad_page, 8)
    expect(message(small)).to_have_text("Nine tricks are played in a deal, not eleven.")
    expect(bids(small)).to_have_text(["✓"] * 3)
    type_numbers(small, pad_page, 2)
    expect(bids(small)).to_have_text(["3", "5", "4"])
    pad_page.save()
    expect(button).to_have_text("Bids")
    assert recorded(three) == {"bids": [3, 5, 4], "tricks": [3, 2, 4]}


def test_of_two_premiums_the_second_counts(small, three):
    pressed = pad(small).locator("[data-cell='premiums'] [aria-pressed='true']")
    pad_page = open_bids(small, three)
    announce(small, pad_page, 0, "declared")
    announce(small, pad_page, 1, "revealed")
    expect(pressed).to_have_text(["revealed"])
    expect(message(small)).to_contain_text("One premium a deal: Ann’s was taken off.")
    pad_page.tap_button("Undo")
    expect(pressed).to_have_text(["declared"])
    announce(small, pad_page, 1, "revealed")
    expect(pressed).to_have_text(["revealed"])
    pad_page.close()
    expect(small.locator(".head")).to_contain_text("Ben revealed")


def test_the_trump_is_noted_on_the_sheet_and_a_pad_asks_for_what_comes_next(small, seat):
    table = seat(*NAMES[:3], variant="oxford-whist")
    small.goto(f"/games/{table.id}")
    pad_page = PadPage(small)
    wait_for_forms(small)
    pad_page.ask()
    pad_page.tap("[data-asked] [data-suit='♡']")
    expect(small.locator(".head")).to_contain_text("Hearts are trumps")
    expect_sent(small)
    assert [(one.ask, one.value) for one in table.read().answers] == [("trump", "H")]
    pad_page.out(0)
    pad_page.tap(f'{PAD} [data-cell="trump"] [data-segment="S"]')
    # Tricks are asked for: what is black says what is next.
    save = pad(small).get_by_role("button", name="Save trump")
    paper = "getComputedStyle(element).backgroundColor"
    key = pad(small).locator("[data-number='0']:visible")
    assert save.evaluate(f"element => {paper}") == key.evaluate(f"element => {paper}")
    pad_page.tap(save)
    expect_pad_closed(small)
    expect(small.locator(".head")).to_contain_text("Spades are trumps")
    expect_sent(small)
    pad_page.tap("[data-unnote] button")
    expect(small.locator("[data-asked]")).to_be_visible()


def test_bids_come_back_when_the_deal_is_undone(small, seat):
    table = seat(*NAMES[:3], variant="oxford-whist")
    pad_page = open_bids(small, table)
    type_numbers(small, pad_page, 3, 2, 5)
    expect_pad_closed(small)
    pad_page.out(0)
    pad_page.tap(f'{PAD} [data-cell="trump"] [data-segment="H"]')
    type_numbers(small, pad_page, 3, 2)
    pad_page.save()
    pad_page.tap("[data-undo] button")
    expect(small.locator("[data-redo]")).to_be_visible()
    button = small.locator("[data-sheet] a[data-ask='bids']")
    expect(button).to_have_text("Change a bid Ann ✓ Ben ✓ Cat ✓")
    pad_page.out(0)
    expect(pad(small).locator('[data-cell="trump"] [aria-pressed="true"]')).to_have_count(0)
    expect(cell(small, 0, "tricks")).to_have_text("")
    type_numbers(small, pad_page, 3, 2)
    pad_page.save()
    assert recorded(table) == {"bids": [3, 2, 5], "tricks": [3, 2, 4]}


@pytest.mark.long
def test_made_it_says_what_was_taken_where_the_bid_is_noted(small, seat):
    table = seat(*NAMES[:3], variant="oxford-whist")
    pad_page = open_bids(small, table)
    type_numbers(small, pad_page, 3, 2, 5)
    expect_pad_closed(small)
    pad_page.out(0)
    pad_page.tap(made(small, 0))
    expect(cell(small, 0, "tricks")).to_have_text("3")
    type_numbers(small, pad_page, 1)
    expect(cell(small, 1, "tricks")).to_have_text("1")
    expect(cell(small, 2, "tricks")).to_have_text("5")
    for at, taken in ((0, "3"), (1, "1")):
        pad_page.tap(made(small, at))
        expect(message(small)).to_contain_text("both there: change one of them.")
        expect(cell(small, at, "tricks")).to_have_text(taken)
    pad_page.tap(cell(small, 1, "tricks"))
    type_numbers(small, pad_page, 2)
    pad_page.save()
    assert recorded(table) == {"bids": [3, 2, 5], "tricks": [3, 2, 4]}
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    pad_page.tap(made(small, 1))
    pad_page.save()
    assert recorded(table) == {"bids": [3, None, 5], "tricks": [3, 2, 4]}


def test_what_was_declared_is_noted_with_its_bid_alone(small, join, three):
    other = join(viewport=(390, 844))
    theirs = open_pad(other, three, at=2)
    theirs.tap(cell(other, 2, "bids"))
    type_numbers(other, theirs, 5)
    pad_page = open_pad(small, three)
    pad_page.tap(cell(small, 0, "bids"))
    type_numbers(small, pad_page, 4, 2)
    expect(pad(small).get_by_role("button", name="Save")).to_be_hidden()
    announce(small, pad_page, 0, "declared")
    pad_page.tap_button("Save bid")
    expect_pad_closed(small)
    expect_sent(small)
    assert noted(small, three) == [("bids", 0, 4), ("premiums", 0, "declared")]
    expect(small.locator(".head")).to_contain_text("Ann declared: bid 4")
    expect(small.locator("[data-notice]")).to_contain_text("Noted: Ann declared: bid 4")
    # The other phone takes it over beside its own bid, which stays covered.
    fetch_sheet(other)
    expect(message(other)).to_have_text("Another phone changed what is noted.")
    expect(bids(other)).to_have_text(["4", "", "✓"])
    expect(premium_key(other, 0, "declared")).to_have_attribute("aria-pressed", "true")
    # Called off, it is noted no more.
    pad_page.tap(small.get_by_role("link", name="Bids"))
    announce(small, pad_page, 0, "declared")
    pad_page.save()
    expect(small.locator(".head")).not_to_contain_text("declared")
    assert noted(small, three) == []

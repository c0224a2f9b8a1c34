"""The pad of Oxford Whist: the trump that is turned, the stock, who made it, and a correction."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import (
    PAD,
    Fingers,
    expect_totals,
    is_closed,
    is_sent,
    open_pad,
    pad,
    says,
)
from tests.browser.test_accessibility import violations
from tests.browser.test_small_screen import all_on_screen, is_scrollable, too_small
from tests.tables import NAMES, Table

KEY = "oxford-whist"
DEAL = {"bids": [3, 4, 2], "tricks": [3, 2, 4]}


@pytest.fixture
def small(join: Join) -> Page:
    """A small phone with its browser's bars."""
    return join(viewport=(360, 560))


@pytest.fixture
def whist(seat: Seat) -> Table:
    """Ann, Ben and Cat; Ann deals."""
    return seat(*NAMES[:3], variant=KEY)


def trump(page: Page, suit: str) -> Locator:
    """The key of a suit on the pad."""
    return pad(page).get_by_role("button", name=f"Trump: {suit}", exact=True)


def take(fingers: Fingers, *tricks: int) -> None:
    for number in tricks:
        fingers.tap(f'{PAD} [data-number="{number}"]:visible')


def made(fingers: Fingers, at: int) -> None:
    fingers.tap(f'{PAD} li:has([data-row="{at}"]) [data-same]')


def turn(fingers: Fingers, suit: str) -> None:
    fingers.tap(trump(fingers.page, suit))


def play(table: Table, *trumps: str) -> None:
    """Deals that are in the book already."""
    for suit in trumps:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": {**DEAL, "trump": suit}})


def recorded(table: Table, at: int = -1) -> object:
    return dict(table.read().sheet.deals[at].record)


def test_a_short_game_by_tapping_with_a_correction(small: Page, whist: Table) -> None:
    fingers = open_pad(small, whist)
    turn(fingers, "clubs")
    fingers.tap_button("Save")
    is_closed(small)
    is_sent(small)
    shown = small.locator(".shown")
    expect(shown).to_contain_text(["♣ Clubs are trumps", "In the stock: ♣ 3 ♡ 4 ♠ 4 ♢ 4"])
    expect(
        small.get_by_text("In the stock: clubs 3, hearts 4, spades 4, diamonds 4")
    ).to_have_count(1)
    fingers = Fingers(small)
    fingers.out(0)
    expect(trump(small, "clubs")).to_have_attribute("aria-pressed", "true")
    take(fingers, 3, 2)
    made(fingers, 0)
    fingers.save()
    assert fingers.taps == 1 + 2 + 1 + 1
    assert recorded(whist) == {"bids": [3, None, None], "tricks": [3, 2, 4], "trump": "C"}
    expect_totals(small, 13, 2, 4)
    fingers.out(0)
    turn(fingers, "hearts")
    take(fingers, 0, 5)
    made(fingers, 2)
    fingers.save()
    expect_totals(small, 13, 7, 18)
    expect(small.locator("[data-deals] .deals-says")).to_have_text(["clubs", "hearts"])
    # It was spades, and Ben had made it.
    fingers.tap("[data-correct] >> nth=0")
    turn(fingers, "spades")
    made(fingers, 1)
    fingers.save()
    expect_totals(small, 13, 17, 18)
    assert recorded(whist, 0) == {"bids": [3, 2, None], "tricks": [3, 2, 4], "trump": "S"}
    expect(shown.first).to_contain_text("In the stock: ♣ 4 ♡ 3 ♠ 3 ♢ 4")
    expect(small.locator("[data-deals] .deals-says")).to_have_text(["spades", "hearts"])


def test_a_trump_noted_beside_covered_bids_stands_on_the_pad_and_is_saved(
    small: Page, whist: Table
) -> None:
    small.goto(f"/games/{whist.id}")
    small.wait_for_load_state("load")
    fingers = Fingers(small)
    fingers.tap(small.get_by_role("link", name="Note the trump"))
    expect(trump(small, "clubs")).to_be_visible()
    fingers.tap(cell := pad(small).locator('li:has([data-row="0"]) [data-cell="bids"]'))
    expect(cell).to_have_attribute("aria-current", "true")
    take(fingers, 3, 2, 4)
    turn(fingers, "hearts")
    fingers.tap_button("Save")
    is_closed(small)
    is_sent(small)
    expect(small.locator(".besides").get_by_role("link", name="Note the trump")).to_have_count(0)
    fingers.out(0)
    expect(trump(small, "hearts")).to_have_attribute("aria-pressed", "true")
    take(fingers, 3, 2)
    fingers.save()
    expected = {"trump": "H", "bids": [3, 2, 4], "tricks": [3, 2, 4]}
    assert recorded(whist) == expected


def test_a_fifth_time_the_same_trump_is_refused_by_name(small: Page, whist: Table) -> None:
    play(whist, *"CCCC")
    fingers = open_pad(small, whist)
    # It looks used up; whoever taps it all the same hears why.
    trump(fingers.page, "clubs").tap(force=True)
    take(fingers, 3, 2)
    expect(says(small)).to_contain_text("Clubs were trumps four times already")
    fingers.press_save()
    expect(pad(small)).to_be_visible()
    turn(fingers, "spades")
    fingers.save()
    assert recorded(whist) == {"tricks": [3, 2, 4], "trump": "S"}


def test_nobody_has_to_note_a_trump(small: Page, whist: Table) -> None:
    fingers = open_pad(small, whist)
    take(fingers, 3, 2)
    fingers.save()
    assert fingers.taps == 4
    assert recorded(whist) == {"tricks": [3, 2, 4]}
    expect(small.locator(".shown")).to_contain_text("· 1 not noted")


def test_the_pad_fits_a_small_screen_and_is_read_aloud(small: Page, whist: Table) -> None:
    open_pad(small, whist)
    shown = pad(small).locator("[data-row], button:visible")
    all_on_screen(shown)
    assert not is_scrollable(small, f"{PAD} [data-pad-rows]")
    assert too_small(pad(small).locator("button:visible")) == []
    assert violations(small) == []


@pytest.mark.parametrize(
    ("variant", "players", "asked"),
    [(KEY, 3, ["Note the trump", "Type the bids"]), ("ninety-nine", 4, ["Type the bids"])],
)
def test_what_is_asked_before_the_play_stands_above_the_rows_and_they_stay_in_view(
    small: Page, seat: Seat, variant: str, players: int, asked: list[str]
) -> None:
    names = ("Maximiliana Featherstonehaugh", "Jürgen Böhm-Yjörgen", *NAMES[2:players])
    table = seat(*names, variant=variant)
    nobody = {"bids": [0] * players, "tricks": [9 if players == 3 else 10, *[0] * (players - 1)]}
    table.write("deal", {"after": None, "facts": nobody})
    small.goto(f"/games/{table.id}")
    buttons, rows = small.locator(".head .besides a"), small.locator("[data-seats] .row")
    expect(buttons).to_have_text(asked)
    all_on_screen(rows)
    above, first = buttons.last.bounding_box(), rows.first.bounding_box()
    assert above and first and above["y"] + above["height"] <= first["y"]
    assert violations(small) == []


def test_a_suit_that_is_used_up_looks_so(small: Page, whist: Table) -> None:
    play(whist, "C", "C", "C", "H", "C")
    open_pad(small, whist)
    expect(trump(small, "clubs")).to_have_attribute("aria-disabled", "true")
    expect(trump(small, "hearts")).not_to_have_attribute("aria-disabled", "true")
    # Whoever corrects the fourth of them may leave it as it is.
    small.keyboard.press("Escape")
    is_closed(small)
    Fingers(small).tap("[data-deals] [data-correct] >> nth=4")
    expect(trump(small, "clubs")).to_have_attribute("aria-pressed", "true")
    expect(trump(small, "clubs")).not_to_have_attribute("aria-disabled", "true")

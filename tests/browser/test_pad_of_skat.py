"""Skat on the phone: few taps a deal, a Ramsch, and the dealer of four, who rests."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, expect_sent, pad

FOUR = ("Ann", "Ben", "Cat", "Dan")


def tap_all(page, seat, *keys):
    """Open the pad by the declarer's row, tap these keys, and save; gives how many taps it took."""
    PadPage(page).out(seat)
    for key in keys:
        pad(page).locator(f"{key}:visible").tap()
    PadPage(page).save()
    expect_sent(page)
    return 2 + len(keys)


def game(name):
    return f"[data-cell=game] [data-segment={name}]"


def took(what):
    return f"[data-cell=took] [data-segment={what}]"


def matadors(number):
    return f"[data-number='{number}']"


@pytest.fixture
def skat(small, seat):
    """Opens a game of Skat for these house rules on a small phone."""

    def opened(*names, **house_rules):
        table = seat(*names, variant="skat", house_rules=house_rules)
        small.goto(f"/games/{table.id}")
        return table

    return opened


def test_a_deal_takes_as_many_taps_as_its_reference_says(small, skat):
    table = skat(*FOUR)
    assert tap_all(small, 1, game("hearts"), matadors(1), took("to_60")) == 5
    assert tap_all(small, 2, game("null"), took("none")) == 4
    hand = "[data-flag=hand]"
    assert tap_all(small, 1, game("grand"), hand, matadors(4), took("to_120")) == 6
    announced = "[data-cell=announced] [data-segment=schneider]"
    taps = tap_all(small, 2, game("spades"), hand, announced, matadors(2), took("to_120"))
    assert taps == 7
    digits = [f"[data-digit='{digit}']" for digit in "24"]
    overbid = game("hearts"), matadors(1), took("to_60"), "[data-row=ask-bid]", *digits
    assert tap_all(small, 1, *overbid) == 8
    # That all passed is one tap on the sheet.
    small.get_by_role("button", name="All passed").tap()
    expect_sent(small)
    assert table.read().sheet.totals == (0, -40 + 168 - 60, 23 + 66, 0)


def test_a_value_is_called_by_the_game(small, skat):
    skat(*FOUR[:3])
    PadPage(small).out(1)
    dialog = pad(small)
    dialog.locator(game("clubs")).tap()
    expect(dialog.locator(took("none"))).to_have_text("lost schwarz")
    expect(dialog.locator(took("some"))).to_be_hidden()
    dialog.locator(took("to_120")).tap()
    # That cannot be of a null game, so it is asked anew.
    dialog.locator(game("null")).tap()
    expect(dialog.locator("[data-says]")).to_have_text("How did it go?")
    expect(dialog.locator("[data-cell=took] button:visible")).to_have_text(["won", "lost"])
    expect(dialog.locator(matadors(1))).to_be_hidden()


def test_a_ramsch_is_typed_in_place_of_a_declarer(small, skat):
    table = skat(*FOUR, all_pass="ramsch")
    small.get_by_role("link", name="Score deal 1").tap()
    dialog = pad(small)
    dialog.get_by_role("button", name="All passed").tap()
    # The dealer rests.
    expect(dialog.locator("[data-row='0']")).to_have_count(0)
    for number in (50, 70):
        PadPage(small).type(number)
        small.locator(".pad-go").tap()
    expect_sent(small)
    [deal] = table.read().sheet.deals
    assert deal.record == {"ramsch": [None, 50, 70, 0]}
    assert deal.scores == (0, 0, -70, 0)


def test_who_rests_has_a_bonus_in_view_and_is_asked_nothing(small, skat):
    skat(*FOUR, list="seeger_fabian")
    row = small.locator('[data-seats] [data-seat="0"]')
    expect(row).to_contain_text("rests")
    expect(row.locator("[data-out]")).to_have_count(0)
    PadPage(small).out(1)
    for key in (game("clubs"), matadors(1), took("to_60")):
        pad(small).locator(f"{key}:visible").tap()
    expect(pad(small).locator("[data-gain]")).to_contain_text("Ann30")
    PadPage(small).save()
    expect(row.locator(".row-last")).to_contain_text("30")


def test_a_phone_at_play_enters_the_whole_deal(join, sit, seat):
    table = seat(*FOUR, variant="skat")
    join("manage")
    ben = sit(table, "Ben")
    ben.get_by_role("button", name="Enter the result").tap()
    dialog = pad(ben)
    dialog.locator("[data-row='2']").tap()
    for key in (game("null"), took("some")):
        dialog.locator(f"{key}:visible").tap()
    PadPage(ben).save()
    expect_sent(ben)
    assert table.read().sheet.totals == (0, 0, -46, 0)


def test_who_rests_is_known_without_signal(small, skat):
    table = skat(*FOUR, list="seeger_fabian")
    page, context = PadPage(small, without_signal=True), small.context
    small.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.out(1)
    for key in (game("clubs"), matadors(1), took("to_60")):
        pad(small).locator(f"{key}:visible").tap()
    page.save()
    ann, ben = (small.locator(f'[data-seats] [data-seat="{seat}"]') for seat in (0, 1))
    expect(ben).to_contain_text("rests")
    expect(ben.locator("[data-out]")).to_have_count(0)
    expect(ann).not_to_contain_text("rests")
    expect(ann.locator(".row-last")).to_contain_text("30")
    page.out(0)
    expect(pad(small).locator("[data-ask=declarer]")).to_have_value("0")
    for key in (game("null"), took("none")):
        pad(small).locator(f"{key}:visible").tap()
    page.save()
    context.set_offline(False)
    expect_sent(small)
    assert table.read().sheet.totals == (30 + 73, -98, 30, 30)

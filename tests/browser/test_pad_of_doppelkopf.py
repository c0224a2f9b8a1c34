"""Doppelkopf on the pad: two rows are Re, a solo is one, and who rests has no row."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    PadPage,
    expect_pad_closed,
    expect_totals,
    message,
    pad,
    recorded,
)
from tests.tables import NAMES

PLAIN = {"re": 0, "partner": 2, "re_points": 142}


def said(page, ask, at):
    """The key of a menu: the one of this number."""
    return pad(page).locator(f'.pad-menu[data-ask="{ask}"] [data-segment="{at}"]')


def button(page, name):
    """A button of the deal in play, on the sheet."""
    return page.locator("[data-sheet]").get_by_text(name, exact=True)


@pytest.fixture
def table(seat):
    """Ann, Ben, Cat and Dan; Ann deals."""
    return seat(variant="doppelkopf")


@pytest.fixture
def pad_page(small, table):
    small.goto(f"/games/{table.id}")
    small.wait_for_load_state("networkidle")
    return PadPage(small)


def test_a_deal_is_six_taps_and_twelve_at_worst(pad_page, table):
    page = pad_page.page
    pad_page.out(0)
    pad_page.hand(2)
    pad_page.type(142)
    pad_page.save()
    assert (pad_page.taps, recorded(table)) == (6, PLAIN)
    pad_page.out(3)
    pad_page.tap(said(page, "solo", 0))
    pad_page.type(216)
    pad_page.save()
    assert pad_page.taps == 12
    assert recorded(table) == {"re": 3, "re_points": 216, "solo": "queens"}
    expect_totals(page, -3, -5, -3, 11)
    # It was owed, so the same dealer deals again.
    expect(page.locator(".head-who")).to_contain_text("Ben deals")
    expect(page.locator(".head")).to_contain_text("Ann, Ben and Cat still owe a solo")
    pad_page.taps = 0
    pad_page.out(0)
    pad_page.tap(said(page, "re_said", 1))
    pad_page.tap(said(page, "kontra_said", 0))
    pad_page.hand(2)
    pad_page.type(155)
    for key, seat in (("foxes", 1), ("doubles", 0)):
        pad_page.tap(pad(page).locator(f'[data-cell="{key}"][data-at="{seat}"]'))
    # A list takes two.
    pad(page).locator('select[data-ask="karlchen"]').select_option("3")
    pad_page.taps += 2
    expect(pad(page).locator(".pad-aside > summary")).to_have_text("Re: no 90 · Kontra: said")
    pad_page.save()
    assert pad_page.taps == 12
    told = {"re_points": 155, "re_said": "no90", "kontra_said": "kontra", "karlchen": 3}
    counted = {"foxes": [0, 1, 0, 0], "doubles": [1, 0, 0, 0]}
    assert recorded(table) == PLAIN | told | counted
    expect_totals(page, 3, -11, 3, 5)


def test_another_solo_or_all_tricks_are_chosen_later(pad_page, table):
    page = pad_page.page
    more, swept = pad(page).locator(".pad-aside > summary"), pad(page).locator('[data-ask="swept"]')
    pad_page.out(0)
    pad_page.hand(2)
    pad_page.type(150)
    more.tap()
    pad(page).locator('select[data-ask="solo"]').select_option("1")
    # The other Re goes, and all that counts in no solo.
    expect(pad(page).locator('select[data-ask="partner"]')).to_be_hidden()
    expect(pad(page).locator('[data-cell="foxes"]')).to_have_count(0)
    expect(pad(page).locator('[data-row="0"] [data-cost]')).to_have_text("3")
    more.tap()
    pad(page).locator('select[data-ask="solo"]').select_option("")
    pad_page.save()
    assert recorded(table) == PLAIN | {"re_points": 150}
    # All tricks are asked of all points alone.
    pad_page.out(0)
    pad_page.hand(2)
    pad_page.type(24)
    more.tap()
    expect(swept.first).to_be_hidden()
    more.tap()
    pad_page.type(0)
    expect(message(page)).to_contain_text("all tricks too?")
    more.tap()
    swept.first.select_option("0")
    pad_page.save()
    assert recorded(table) == PLAIN | {"re_points": 240, "swept": "re"}


def test_what_is_said_is_noted_by_a_player_and_nobody_asks_who_is_re(sit, pad_page, table):
    host, ann = pad_page.page, sit(table, "Ann")
    button(host, "Solo, Re, Kontra").tap()
    expect(pad(host).locator("[data-row]")).to_have_count(0)
    expect(pad(host)).not_to_contain_text("who was Re", ignore_case=True)
    pad_page.tap(said(host, "re_said", 0))
    pad_page.tap(f"{PAD} .pad-go")
    expect_pad_closed(host)
    expect(ann.locator(".head")).to_contain_text("Re: said")
    button(host, "Fox, Doppelkopf").tap()
    pad_page.tap(pad(host).locator('[data-cell="foxes"][data-at="1"]'))
    pad_page.tap(f"{PAD} .pad-go")
    expect_pad_closed(host)
    expect(ann.locator(".head")).to_contain_text("Ben fox ×1")
    # A player enters the result, and it is the deal with all that was noted.
    ann.locator("[data-type-all]:visible").first.tap()
    pad(ann).locator('[data-row="0"]').tap()
    pad(ann).locator('[data-row="2"]').tap()
    PadPage(ann).type(142)
    pad(ann).locator(".pad-go").tap()
    expect_totals(host, 2, -2, 2, -2)
    assert recorded(table) == PLAIN | {"re_said": "re", "foxes": [0, 1, 0, 0]}


def test_who_rests_has_no_row_and_scores_nothing(small, seat):
    players, resting = 6, {0, 3}
    table = seat(*NAMES[:players], variant="doppelkopf")
    small.goto(f"/games/{table.id}")
    pad_page = PadPage(small)
    pad_page.out(1)
    for at in range(players):
        expect(pad(small).locator(f'[data-row="{at}"]')).to_have_count(int(at not in resting))
    pad_page.hand(2)
    pad_page.type(121)
    pad(small).locator('[data-cell="foxes"][data-at="4"]').tap()
    pad_page.save()
    caught = [None if at in resting else int(at == 4) for at in range(players)]
    assert recorded(table)["foxes"] == caught
    # A fox takes back what was won, so all have what they had.
    assert [line.key for line in table.read().sheet.deals[0].lines].count("foxes") == 2
    expect_totals(small, *[0] * players)

"""The pad of a game nobody knows: every kind of ask, of the deal, of each seat and of each side."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import cell, message, open_pad, pad, row
from tests.made_up_game import KEY, serve_twin
from tests.tables import NAMES

pytestmark = pytest.mark.usefixtures("made_up_game")


@pytest.fixture
def any_phone(phone):
    """A phone that gets the twin of the made-up game, which the server does not have."""
    serve_twin(phone.context)
    return phone


@pytest.fixture
def table(seat):
    """A game of three, each for themselves; Ann deals first."""
    return seat(*NAMES[:3], variant=KEY)


def of_deal(page, key, answer):
    """An answer to a question of the whole deal."""
    return pad(page).locator(f'[data-cell="{key}"]').get_by_role("button", name=answer, exact=True)


def number(page, told):
    """The key of a number that is told by one tap."""
    return pad(page).locator(f'[data-number="{told}"]:visible')


def type_numbers(page, pad_page):
    """The plu, and the bra of each."""
    for told in (4, 2):
        pad_page.tap(number(page, told))
    for told in (8, 9, 10):
        pad_page.type(told)
        if told < 10:
            pad_page.next()


def test_what_is_still_open_goes_to_one_side_with_one_tap(any_phone, table):
    pad_page = open_pad(any_phone, table)
    type_numbers(any_phone, pad_page)
    pad_page.tap(of_deal(any_phone, "ith", "The ith: Ben"))
    pad_page.tap(pad(any_phone).get_by_role("button", name="Rest to Ann"))
    expect(of_deal(any_phone, "ith", "The ith: Ben")).to_have_attribute("aria-pressed", "true")
    expect(of_deal(any_phone, "orm", "The orm: Ann")).to_have_attribute("aria-pressed", "true")
    pad_page.save()
    assert table.read().sheet.deals[0].record["quim"] == {"ith": 1, "orm": 0}
    # A correction reads back what was saved.
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    expect(cell(any_phone, 0, "plu")).to_have_text("4")
    expect(cell(any_phone, 2, "bra")).to_have_text("10")
    orm = of_deal(any_phone, "orm", "The orm: Ann")
    expect(orm).to_have_attribute("aria-pressed", "true")
    # What is known so far is told while no key is wanted.
    pad_page.tap(orm)
    expect(message(any_phone)).to_have_text("The orm is still to come · Whose orm was it?")
    pad_page.tap(of_deal(any_phone, "orm", "The orm: nobody"))
    expect(message(any_phone)).not_to_contain_text("The orm is still to come")
    pad_page.tap(cell(any_phone, 1, "bra"))
    pad_page.type(20)
    expect(row(any_phone, 1).locator("[data-totals]")).to_have_text(re.compile(r"^.+ → .+$"))
    pad_page.save()
    assert table.read().sheet.deals[0].record["bra"] == [8, 20, 10]


def test_what_is_missing_is_asked_for_by_its_own_words(any_phone, table):
    pad_page = open_pad(any_phone, table)
    type_numbers(any_phone, pad_page)
    pad_page.press_save()
    expect(message(any_phone)).to_have_text("Whose ith was it?")
    assert table.read().version == 0
    # An answer hides what is not asked beside it, and brings it back.
    chip = pad(any_phone).locator("[data-ask='mux']")
    pad_page.tap(chip)
    expect(pad(any_phone).locator("[data-cell], [data-number]:visible")).to_have_count(0)
    expect(pad(any_phone).locator("[data-ask]:visible")).to_have_count(1)
    pad_page.tap(chip)
    expect(cell(any_phone, 0, "plu")).to_have_text("4")
    pad_page.tap(chip)
    pad_page.save()
    assert table.read().sheet.deals[0].record == {"mux": True}

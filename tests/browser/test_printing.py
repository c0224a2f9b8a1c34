"""A game prints as one page of paper, whatever the game."""

import io
import json
import random
import re
import unicodedata

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from scorer.rules.words import WORDS
from tests.browser.pad_page import wait_until
from tests.services.imports import import_file
from tests.tables import NAMES, Table, all_games, random_facts

LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"


def brought(server, club, *names, variant, deals, **rules):
    """A game that comes from a file: its book is read once, and not again for each deal."""
    record = {
        "format": "scorer-game/1",
        "edition": 1,
        "variant": variant,
        "house_rules": rules,
        "players": [{"name": name} for name in names],
        "first_dealer": 0,
        "deals": deals,
    }
    import_file(server.database, club, json.dumps(record).encode())
    (game,) = all_games(server.database, club)
    return Table(server.database, club, game.id)


def twelve(server, club):
    """The longest game of penalties: twelve people, three circuits."""
    dice = random.Random(9)
    deals = [random_facts(12, dice) for _ in range(36)]
    names, rules = (*NAMES[:11], LONG), {"circuits": 3, "values": "american"}
    return brought(server, club, *names, variant="red-nines", deals=deals, **rules)


def printed(page, table, paper):
    """What stands on the paper, which has to be one page."""
    page.goto(f"/games/{table.id}/paper")
    return on_one_page(page, paper)


def on_one_page(page, paper="A4"):
    """What is printed of this page, which has to be one."""
    pdf = PdfReader(io.BytesIO(page.pdf(format=paper)))
    assert len(pdf.pages) == 1
    # "ff" may be printed as a single letter.
    return unicodedata.normalize("NFKC", pdf.pages[0].extract_text())


@pytest.mark.long
def test_twelve_people_and_36_deals_fit_on_one_page(phone, server, club):
    table = twelve(server, club)
    sheet = table.read().sheet
    for paper in ("A4", "Letter"):
        said = printed(phone, table, paper)
        for told in (*(one.name for one in sheet.sitters), *map(str, sheet.totals)):
            assert told in said.replace("\n", "")
        assert "36 of 36 deals" in said
        assert "Print" not in said


@pytest.mark.long
def test_the_longest_game_there_can_be_still_fits_on_one_page(phone, server, club):
    deals = [{"out": at % 10} for at in range(200)]
    table = brought(server, club, *NAMES[:10], variant="pink-nines", deals=deals, circuits=20)
    assert table.read().sheet.over
    assert "200 of 200 deals" in printed(phone, table, "A4")


def test_a_small_game_is_printed_large(phone, table):
    for out in range(4):
        table.deal(out)
    phone.goto(f"/games/{table.id}")
    phone.locator(".more-open").tap()
    phone.get_by_role("link", name="Print").tap()
    button = phone.get_by_role("button", name="Print")
    expect(button).to_be_visible()
    phone.evaluate("window.print = () => { window.printed = true }")
    button.tap()
    wait_until(phone, "window.printed")
    title = WORDS["variants"]["red-nines"]["title"]
    expect(phone.get_by_role("heading", level=1)).to_have_text(title)
    phone.emulate_media(media="print")
    cell = phone.locator(".paper-deals td").first
    assert float(cell.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 12
    expect(phone.locator(".bar")).to_be_hidden()


@pytest.mark.long
def test_the_page_of_a_game_is_printed_with_its_totals_once_and_without_what_is_tapped(
    phone, server, club
):
    dice = random.Random(9)
    deals = [random_facts(12, dice) for _ in range(12)]
    table = brought(server, club, *NAMES[:12], variant="red-nines", deals=deals)
    phone.goto(f"/games/{table.id}")
    said = on_one_page(phone)
    assert said.count("Total") == 1
    assert "Tap" not in said and "Share" not in said


@pytest.mark.long
def test_a_night_is_printed_with_its_folds_open_and_without_what_is_tapped(phone, table):
    for out in range(4):
        table.deal(out)
    phone.goto(f"/nights/{table.night}")
    expect(phone.get_by_role("link", name="Share")).to_be_visible()
    said = PdfReader(io.BytesIO(phone.pdf())).pages
    told = " ".join(page.extract_text() for page in said)
    assert "Start" in told and re.search(r"Today, \w{3} \d+ \w{3} \d{4}", told)
    assert "Share" not in told and "Spreadsheet" not in told

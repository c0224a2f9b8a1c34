"""A game is dated by its night, on every page and in whatever is handed on."""

import json
from urllib.parse import unquote

import pytest
from sqlalchemy import update

from scorer.storage.schema import clubs
from tests.tables import begin, execute
from tests.web.test_sharing import abroad

__all__ = ["abroad"]


@pytest.fixture
def in_prague(database, club):
    """The club lives where it is two hours later than in UTC."""
    execute(database, update(clubs).values(time_zone="Europe/Prague"))


@pytest.fixture
def after_midnight(in_prague, fake_clock, database, club):
    """A game of the night of 3 May that began at half past midnight and is finished."""
    first = begin(database, club)
    first.deal()
    fake_clock.advance(hours=2, minutes=30)
    table = begin(database, club)
    assert table.night == first.night
    play_out(table, fake_clock)
    fake_clock.advance(days=2)
    return table


def play_out(table, fake_clock):
    """Four deals, ten minutes each."""
    for _ in range(4):
        fake_clock.advance(minutes=10)
        table.deal()


def pages_of(table):
    """Every page that says when a game was."""
    here = f"/games/{table.id}"
    ann = table.read().sheet.sitters[0].player
    more = ("", "/export", "/what-if", "/book", "/paper", "/share")
    return [*(f"{here}{page}" for page in more), f"/players/{ann}"]


def play_date(phone, table):
    phone.get(f"/games/{table.id}/export")
    link = next(link for link in phone.page.links if "bgstats" in link)
    return json.loads(unquote(link.partition("data=")[2]))["playDate"]


def test_a_game_after_midnight_belongs_to_the_day_of_its_night(phone, after_midnight):
    for page in pages_of(after_midnight):
        shown = phone.get(page).text
        assert "Sat 3 May" in shown, page
        assert "4 May" not in shown, page
    # BG Stats asks for the end as a moment in UTC: ten past one in Prague.
    assert play_date(phone, after_midnight).startswith("2025-05-03 23:10:")


def test_a_game_has_the_day_of_a_night_dated_back(phone, database, club, fake_clock):
    table = begin(database, club)
    play_out(table, fake_clock)
    fake_clock.advance(days=2)
    address = f"/nights/{table.night}/edit"
    assert phone.fill(address, day="2024-12-31", note="Rain\nand cake").status_code == 303
    assert "Rain and cake" in phone.read_next()
    for page in pages_of(table):
        shown = phone.get(page).text
        assert "Tue 31 Dec 2024" in shown, page
        assert "3 May" not in shown, page
    assert play_date(phone, table) == "2024-12-31 12:00:00"

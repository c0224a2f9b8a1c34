"""The year's trophy."""

from datetime import date

import pytest

from scorer.services.nights import bin
from scorer.services.statistics.club import read_club
from tests.tables import begin


@pytest.fixture(autouse=True)
def one_is_enough(monkeypatch):
    """Who holds a trophy is asked here whatever the number of games."""
    monkeypatch.setattr("scorer.services.statistics.club.ENOUGH_GAMES", 1)


def won_by(database, club, first, *others):
    return begin(database, club, first, *(others or ("Ben", "Cat", "Dan"))).play_out()


def trophies(database, club, year=2025):
    return read_club(database, club, year).trophies


def brief(found):
    return [(one.year, one.wins, [holder.name for holder in one.holders]) for one in found]


def test_most_wins_of_a_year_hold_or_share_its_trophy(database, club, fake_clock):
    won_by(database, club, "Ann")
    won_by(database, club, "Ann")
    last = won_by(database, club, "Eve")
    assert brief(trophies(database, club)) == [(2025, 2, ["Ann"])]
    fake_clock.advance(days=1)
    won_by(database, club, "Eve")
    assert brief(trophies(database, club)) == [(2025, 2, ["Ann", "Eve"])]
    fake_clock.advance(days=365)
    won_by(database, club, "Cat", "Ann", "Ben", "Eve")
    assert brief(trophies(database, club, 2026)) == [(2026, 1, ["Cat"]), (2025, 2, ["Ann", "Eve"])]
    assert brief(trophies(database, club, 2036)) == []
    assert last.read().sheet.over


@pytest.mark.every_database
def test_a_trophy_goes_by_the_day_of_the_night(database, club, fake_clock):
    won_by(database, club, "Ann")
    fake_clock.advance(days=1)
    moved = won_by(database, club, "Eve")
    moved.describe_night(day=date(2024, 12, 31))
    assert brief(trophies(database, club)) == [(2025, 1, ["Ann"]), (2024, 1, ["Eve"])]


def test_a_year_has_a_trophy_from_five_games_on(database, club, fake_clock, monkeypatch):
    monkeypatch.setattr("scorer.services.statistics.club.ENOUGH_GAMES", 5)
    for _ in range(5):
        assert brief(trophies(database, club)) == []
        begin(database, club).deal()
        table = won_by(database, club, "Ann")
    assert brief(trophies(database, club)) == [(2025, 5, ["Ann"])]
    bin.delete(database, club, "game", table.id, device=None)
    assert brief(trophies(database, club)) == []

"""Clubs: the money they pay in, and the clock they play by."""

from zoneinfo import available_timezones

import pytest

from scorer.rules.errors import BadRecord
from scorer.services import clock
from scorer.services.club import clubs
from scorer.services.errors import NotFound
from tests.tables import begin, new_id


def test_a_club_says_in_which_money_it_pays_and_that_it_is_all_the_same(database, club):
    assert clubs.get_club(database, club).currency == ""
    for currency in ("EUR", ""):
        clubs.set_currency(database, club, currency)
        assert clubs.get_club(database, club).currency == currency


@pytest.mark.parametrize("currency", ["eur", "EURO", "E1R", "€", "ÄÖÜ", "EU"])
def test_what_is_no_currency_is_refused(database, club, currency):
    with pytest.raises(BadRecord):
        clubs.set_currency(database, club, currency)


def test_a_club_that_is_not_there_has_no_money(database):
    with pytest.raises(NotFound):
        clubs.set_currency(database, new_id(), "EUR")


def test_a_new_club_has_the_clock_of_this_machine(database, club):
    assert clubs.get_club(database, club).time_zone == clock.local_zone()


def test_every_time_zone_there_is_can_be_chosen(database, club):
    assert set(clock.zones()) == available_timezones() - {"localtime", "Factory"}
    for zone in ("Asia/Tokyo", "America/Argentina/Buenos_Aires", "UTC"):
        clubs.set_time_zone(database, club, zone)
        assert clubs.get_club(database, club).time_zone == zone


@pytest.mark.parametrize("zone", ["", "Europe", "europe/prague", "../etc/passwd", "Mars/North"])
def test_what_is_no_time_zone_is_refused(database, club, zone):
    before = clubs.get_club(database, club)
    with pytest.raises(BadRecord, match="no such time zone"):
        clubs.set_time_zone(database, club, zone)
    assert clubs.get_club(database, club) == before


@pytest.mark.every_database
def test_a_club_that_is_not_there_has_no_clock(database):
    with pytest.raises(NotFound):
        clubs.set_time_zone(database, new_id(), "UTC")


def test_a_new_night_goes_by_the_new_clock_and_those_that_are_kept_stay_on_their_days(
    database, club, wall
):
    clubs.set_time_zone(database, club, "UTC")
    before = begin(database, club)
    clubs.set_time_zone(database, club, "Asia/Tokyo")
    after = begin(database, club, night="new")
    assert f"{before.read().day} {after.read().day}" == "2025-05-03 2025-05-04"

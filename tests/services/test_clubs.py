"""Clubs: the money they pay in."""

import pytest

from scorer.rules.errors import BadRecord
from scorer.services import clubs
from scorer.services.errors import NotFound
from scorer.storage.database import Database
from tests.tables import new_id


def test_a_club_says_in_which_money_it_pays_and_that_it_is_all_the_same(
    database: Database, club: str
) -> None:
    assert clubs.get_club(database, club).currency == ""
    for currency in ("EUR", ""):
        clubs.set_currency(database, club, currency)
        assert clubs.get_club(database, club).currency == currency


@pytest.mark.parametrize("currency", ["eur", "EURO", "E1R", "€", "ÄÖÜ", "EU"])
def test_what_is_no_currency_is_refused(database: Database, club: str, currency: str) -> None:
    with pytest.raises(BadRecord):
        clubs.set_currency(database, club, currency)


def test_a_club_that_is_not_there_has_no_money(database: Database) -> None:
    with pytest.raises(NotFound):
        clubs.set_currency(database, new_id(), "EUR")

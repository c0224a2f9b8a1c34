"""A prepared database, a club and a table for every test here."""

import pytest

from scorer.services.exchange.export import export_zip
from tests.played_club import play_club
from tests.services.imports import second_club
from tests.tables import club, database, fake_clock, prepared_file, prepared_postgres, table

__all__ = ["club", "database", "fake_clock", "prepared_file", "prepared_postgres", "table"]


@pytest.fixture
def data(database, club, fake_clock):
    """Everything a club has played, as the file it takes along."""
    play_club(database, club, fake_clock)
    return export_zip(database, club).whole()


@pytest.fixture
def other(database, data):
    """Another club, which that file is brought to."""
    return second_club(database)

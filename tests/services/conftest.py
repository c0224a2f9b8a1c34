"""A prepared database, a club and a table for every test here."""

import pytest

from tests.played_club import play_club
from tests.services.imports import export, second_club
from tests.tables import club, database, fake_clock, prepared_file, prepared_postgres, table

__all__ = ["club", "database", "fake_clock", "prepared_file", "prepared_postgres", "table"]


@pytest.fixture
def data(database, club, fake_clock):
    """Everything a club has played, as the file it takes along."""
    play_club(database, club, fake_clock)
    return export(database, club)


@pytest.fixture
def other(database, data):
    """Another club, which that file is brought to."""
    return second_club(database)

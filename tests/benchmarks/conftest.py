"""What the benchmarks share: prepared databases, and an app that is asked."""

import pytest

from tests.benchmarks.measuring import joined
from tests.browser.conftest import _served
from tests.tables import club, database, prepared_file, prepared_postgres

__all__ = ["_served", "club", "database", "prepared_file", "prepared_postgres"]


@pytest.fixture(autouse=True)
def many_phones_in_one(unlimited):
    """One phone asks and writes for many."""


@pytest.fixture
def phone(database, club, tmp_path):
    """The app over the test's database, asked by a phone that has joined the club."""
    asker = joined(database, club, tmp_path)
    yield asker
    asker.app.extensions["scorer"]["database"].close()


@pytest.fixture
def served(_served):
    """A club that nobody has joined yet, and the running server that keeps it."""
    return _served.new_club(), _served

"""What the benchmarks share: prepared databases, and an app that is asked."""

from shutil import copyfile

import pytest

from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.benchmarks.measuring import joined
from tests.browser.conftest import _served
from tests.tables import club, database, prepared_file, prepared_postgres

__all__ = ["_served", "club", "database", "prepared_file", "prepared_postgres"]


@pytest.fixture
def phone(database, club, tmp_path):
    """The app over the test's database, asked by a phone that has joined the club."""
    asker = joined(database, club, tmp_path)
    yield asker
    asker.app.extensions["scorer"]["database"].close()


@pytest.fixture
def other_database(database, request, tmp_path):
    """Another prepared, empty database on the same engine as the test's."""
    if database.is_sqlite:
        path = tmp_path / "other.sqlite"
        copyfile(request.getfixturevalue("prepared_file"), path)
        other = open_database(f"sqlite:///{path}")
        yield other
        other.close()
        return
    cluster = request.getfixturevalue("postgres_cluster")
    name = cluster.create_database()
    other = open_database(cluster.url(name))
    prepare(other)
    yield other
    other.close()
    cluster.drop_database(name)


@pytest.fixture
def served(_served):
    """A club that nobody has joined yet, and the running server that keeps it."""
    return _served.new_club(), _served

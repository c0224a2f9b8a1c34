"""What the benchmarks share: prepared databases, and an app that is asked."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from scorer.storage.database import Database, open_database
from scorer.storage.migrate import prepare
from tests.benchmarks.measuring import Asker, joined
from tests.browser.live_server import LiveServer
from tests.postgres import Cluster
from tests.tables import club, database, prepared_file, prepared_postgres

__all__ = ["club", "database", "prepared_file", "prepared_postgres"]


@pytest.fixture
def phone(database: Database, club: str, tmp_path: Path) -> Iterator[Asker]:
    """The app over the test's database, asked by a phone that has joined the club."""
    asker = joined(database, club, tmp_path)
    yield asker
    asker.app.extensions["scorer"]["database"].close()


@pytest.fixture
def other_database(
    database: Database, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Database]:
    """Another prepared, empty database on the same engine as the test's."""
    if database.is_sqlite:
        path = tmp_path / "other.sqlite"
        copyfile(request.getfixturevalue("prepared_file"), path)
        other = open_database(f"sqlite:///{path}")
        yield other
        other.close()
        return
    cluster: Cluster = request.getfixturevalue("postgres_cluster")
    name = cluster.create_database()
    other = open_database(cluster.url(name))
    prepare(other)
    yield other
    other.close()
    cluster.drop_database(name)


@pytest.fixture(scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory, prepared_file: Path) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("served"), prepared_file)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def served(_server: LiveServer) -> tuple[str, LiveServer]:
    """A club that nobody has joined yet, and the running server that keeps it."""
    return _server.new_club(), _server

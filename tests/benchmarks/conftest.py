"""What the benchmarks share: prepared databases, and an app that is asked."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from scorer.services.club import clubs
from scorer.settings import DATABASE_FILE
from scorer.storage.database import Database, open_database
from tests.benchmarks.measuring import Asker, joined
from tests.postgres import Cluster
from tests.serving import Server
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
    other.prepare()
    yield other
    other.close()
    cluster.drop_database(name)


@pytest.fixture
def served(tmp_path: Path, prepared_file: Path) -> Iterator[tuple[Database, str, Server]]:
    """A running server, its database and its club."""
    instance = tmp_path / "instance"
    instance.mkdir()
    copyfile(prepared_file, instance / DATABASE_FILE)
    kept = open_database(f"sqlite:///{instance / DATABASE_FILE}")
    with Server(instance) as server:
        yield kept, clubs.first_club(kept), server
    kept.close()

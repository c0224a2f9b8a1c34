"""A server of its own for every test here, on each database, and the games it keeps."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.storage.database import Database, open_database
from tests.durability.house import House
from tests.serving import Server


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    """A server that is running, a look into its database, and a phone that has joined."""
    kept: Database = open_database(database_url)
    kept.prepare()
    with Server(tmp_path / "instance", DATABASE_URL=database_url) as server:
        house = House(server, kept)
        yield house
        house.phone.close()
    kept.close()

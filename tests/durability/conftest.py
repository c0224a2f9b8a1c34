"""A running server for the tests of a module, once on each database, and the games it keeps."""

import pytest

from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.durability.house import House
from tests.serving import Server


@pytest.fixture(scope="module")
def house(shared_database_url, tmp_path_factory):
    """A server that is running, a look into its database, and a phone that has joined."""
    kept = open_database(shared_database_url)
    prepare(kept)
    instance = tmp_path_factory.mktemp("house") / "instance"
    with Server(instance, DATABASE_URL=shared_database_url) as server:
        house = House(server, kept)
        yield house
        house.phone.close()
    kept.close()

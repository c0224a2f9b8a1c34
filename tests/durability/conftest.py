"""A running server for the tests of a module, and the games it keeps."""

import pytest

from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.durability.house import House
from tests.examples import SOAKING
from tests.postgres import DATABASES
from tests.serving import Server


@pytest.fixture(scope="module", params=DATABASES if SOAKING else ["sqlite"])
def house(request, tmp_path_factory):
    """A server that is running, a look into its database, and a phone that has joined.

    Once on each database in the long run.
    """
    instance = tmp_path_factory.mktemp("house") / "instance"
    url = f"sqlite:///{instance.parent / 'house.sqlite'}"
    if request.param == "postgresql":
        cluster = request.getfixturevalue("postgres_cluster")
        url = cluster.url(cluster.create_database())
    kept = open_database(url)
    prepare(kept)
    with Server(instance, DATABASE_URL=url) as server:
        house = House(server, kept)
        yield house
        house.phone.close()
    kept.close()

"""Making a database ready to be used: its tables, and the ratings that were left to rate."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scorer.services.ratings.rate import rate_rest
from scorer.storage import migrate
from scorer.storage.database import Database, open_database


def prepare(database: Database) -> None:
    """Make or upgrade the tables, and rate what is left; raises SchemaError.

    Harmless when several do this at the same time.
    """
    migrate.prepare(database)
    rate_rest(database)


def prepare_database(url: str) -> None:
    """Make the database at this URL ready to be used."""
    with prepared_database(url):
        pass


@contextmanager
def prepared_database(url: str) -> Iterator[Database]:
    """The database at this URL, ready to be used, until it is closed at the end."""
    database = open_database(url)
    try:
        prepare(database)
        yield database
    finally:
        database.close()

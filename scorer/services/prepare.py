"""Making a database ready to be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scorer.storage.database import Database, open_database
from scorer.storage.migrate import prepare


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

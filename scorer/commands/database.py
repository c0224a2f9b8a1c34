"""The database that a command works on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.engine import URL

from scorer.services.prepare import prepared_database
from scorer.settings import Settings, read_settings
from scorer.storage.database import Database, name_for_people, parse_url


@contextmanager
def command_database() -> Iterator[tuple[Settings, Database]]:
    """The settings of this machine and their database, ready to be used."""
    settings = read_settings()
    print_database(settings)
    with prepared_database(settings.database_url) as database:
        yield settings, database


def print_database(settings: Settings) -> URL:
    """Print on standard error which database it is; its URL."""
    url = parse_url(settings.database_url)
    print(f"Database: {name_for_people(url)}", file=sys.stderr, flush=True)
    return url

"""The database that a command works on."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy.engine import URL

from scorer.settings import BadSetting, Settings, read_settings
from scorer.storage.database import Database, display_url, parse_url
from scorer.storage.migrate import prepared_database, read_revision


@contextmanager
def command_database(*, must_exist: bool = False) -> Iterator[tuple[Settings, Database]]:
    """The settings and the database, ready to be used; raises BadSetting, SchemaError."""
    settings = read_settings()
    url = print_database(settings)
    if must_exist and not _exists(Database(url)):
        raise BadSetting("There is no database yet.")
    with prepared_database(settings.database_url) as database:
        yield settings, database


def print_database(settings: Settings) -> URL:
    """Print on standard error which database it is; its URL."""
    url = parse_url(settings.database_url)
    print(f"Database: {display_url(url)}", file=sys.stderr, flush=True)
    return url


def _exists(database: Database) -> bool:
    if database.file and not database.file.exists():
        return False
    with closing(database), database.reading() as connection:
        return read_revision(connection) is not None

"""Making a database ready to be used: its tables, and all that follows from the books."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorer.services.ratings.rate import rate_rest
from scorer.storage import migrate
from scorer.storage.database import Database, open_database
from scorer.storage.migrate import read_stale

log = logging.getLogger(__name__)


def prepare(database: Database, folder: Path) -> None:
    """Bring a database up to date, copied first where that is to change it.

    The copy of a PostgreSQL database goes into the folder. Harmless when several do this at the
    same time. Raises CannotPrepare.
    """
    migrate.prepare(database, folder, finish=_finish)


@contextmanager
def prepared_database(url: str, folder: Path) -> Iterator[Database]:
    """The database at this URL, up to date, until it is closed at the end."""
    database = open_database(url)
    try:
        prepare(database, folder)
        yield database
    finally:
        database.close()


def _finish(database: Database) -> None:
    """Rebuild what a migration has left stale, and rate what was left to rate."""
    if read_stale(database):
        from scorer.services.projections import rebuild_stale

        log.warning("Rebuilding results, statistics and search (once) ...")
        rebuild_stale(database)
    rate_rest(database)

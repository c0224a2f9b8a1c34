"""Backups: a copy of a SQLite database in one file."""

import os
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from scorer.storage.database import Database
from scorer.storage.unavailable import Unavailable, translated


def write_backup(database: Database, file: Path) -> None:
    """Copy the database into a new private file; raises OSError, FileExistsError, Unavailable."""
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with translated(file):
            lent = database.engine.raw_connection()
            try:
                lent.cursor().execute("VACUUM INTO ?", (str(file.resolve()),))
            finally:
                lent.close()
        os.fsync(descriptor)
        with closing(open_file(file)) as copy:
            check_integrity(copy)
    except BaseException:
        file.unlink()
        raise
    finally:
        os.close(descriptor)


def open_file(file: Path) -> Database:
    """The SQLite database in a file."""
    return Database(URL.create("sqlite", database=str(file.resolve())))


def check_integrity(database: Database) -> None:
    """Raise Unavailable where a SQLite database is damaged."""
    with database.reading() as connection:
        if connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
            raise Unavailable("damaged")

"""Migrations: the tables of a new database are made, those of an older revision upgraded."""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, inspect, select
from sqlalchemy.engine import URL

from scorer.storage.backup import write_backup
from scorer.storage.database import (
    LOCK_TIMEOUT_SECONDS,
    LONG_WAIT_SECONDS,
    Database,
    begin_sqlite,
    display_url,
    make_file,
    open_database,
)
from scorer.storage.locks import lock_name
from scorer.storage.schema import alembic_version, counted_by, metadata
from scorer.storage.unavailable import translated, why_not_written
from scorer.version import VERSION

MIGRATIONS = Path(__file__).with_name("migrations")
BASELINE = "0013"

log = logging.getLogger(__name__)


class SchemaError(Exception):
    """The tables are not those of this version; the text says so, and what to do, to people."""


def too_old(url: URL) -> SchemaError:
    """The fault of a database, or of a backup on its way to its place, that 0.4 or older made."""
    place = display_url(url).removesuffix(".new")
    is_file = url.get_backend_name() == "sqlite"
    away = f"`mv {place} {place}.old`" if is_file else "name an empty database in DATABASE_URL"
    return SchemaError(
        f"This was made by version 0.4 or older, which {VERSION} cannot read. To take its games"
        " along: `git checkout main@{1}`, for a backup `python3 run.py restore FILE`, then"
        " `python3 run.py`, and export them on the club’s page. After that `git checkout main`,"
        f" {away}, `python3 run.py`, and import them on the same page."
    )


def newest_revision() -> str:
    """The newest revision, by file names: importing Alembic would slow down every start."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def read_revision(connection: Connection) -> str | None:
    """The revision of a database, None where it is empty; raises SchemaError for other tables."""
    tables = inspect(connection)
    known = tables.has_table(alembic_version.name)
    if not known and not tables.get_table_names():
        return None
    revision = str(connection.scalar(select(alembic_version.c.version_num)) if known else None)
    if not revision.isdecimal():
        raise SchemaError("This is the database of another program: choose another one.")
    if revision > newest_revision():
        theirs = connection.scalar(select(counted_by.c.version))
        raise SchemaError(
            f"This was made by a newer version ({theirs}) than this one, {VERSION}. Update:"
            " `git pull`, `python3 run.py`. HOSTING.md says how to go back to a copy from before."
        )
    if revision < BASELINE:
        raise too_old(connection.engine.url)
    return revision


def prepare(database: Database) -> None:
    """Make the tables or upgrade them, a file being copied before; raises SchemaError."""
    with translated(database.file):
        if database.file and not database.file.exists():
            make_file(database.file)
        with database.reading() as connection:
            revision = read_revision(connection)
        if database.file:
            _enable_wal(database, database.file)
        if revision == newest_revision():
            return
        copy = (
            _backup_before_upgrade(database, database.file, revision)
            if database.file and revision
            else None
        )
        try:
            with _schema_transaction(database) as connection:
                _make_or_upgrade(connection)
        except BaseException:
            if copy:
                copy.unlink()
            raise


def _enable_wal(database: Database, file: Path) -> None:
    last_try = time.monotonic() + LOCK_TIMEOUT_SECONDS
    with database.engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        while True:
            try:
                driver.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as fault:
                is_busy = fault.sqlite_errorcode == sqlite3.SQLITE_BUSY
                if not is_busy and why_not_written(file) != "disk":
                    return  # it is read as it is, and the next start tries again
                if not is_busy or time.monotonic() > last_try:
                    raise
            time.sleep(0.02)


@contextmanager
def prepared_database(url: str) -> Iterator[Database]:
    """The database at this URL, its tables made or upgraded, until it is closed at the end."""
    database = open_database(url)
    try:
        prepare(database)
        yield database
    finally:
        database.close()


def _backup_before_upgrade(database: Database, file: Path, revision: str) -> Path:
    copy = file.with_name(f"{file.stem}-{revision}-{datetime.now():%Y%m%d-%H%M%S}{file.suffix}")
    write_backup(database, copy)
    log.warning("The database is upgraded; as it was before, it is kept in %s", copy)
    return copy


@contextmanager
def _schema_transaction(database: Database) -> Iterator[Connection]:
    """One transaction that changes tables; other processes wait for its end."""
    if not database.is_sqlite:
        with database.writing(wait=LONG_WAIT_SECONDS) as connection:
            lock_name(connection, "tables")
            yield connection
        return
    with database.engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        # Altering a table in SQLite means replacing it, which foreign keys would not survive.
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            with connection.begin():
                begin_sqlite(connection, "BEGIN IMMEDIATE", LOCK_TIMEOUT_SECONDS)
                yield connection
                if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise RuntimeError("a revision broke a foreign key; nothing was changed")
        finally:
            driver.execute("PRAGMA foreign_keys = ON")


def _make_or_upgrade(connection: Connection) -> None:
    revision, newest = read_revision(connection), newest_revision()
    if revision is None:
        metadata.create_all(connection, checkfirst=False)
        alembic_version.create(connection)
        connection.execute(insert(alembic_version), {"version_num": newest})
        connection.execute(insert(counted_by), {"version": VERSION})
    elif revision != newest:
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

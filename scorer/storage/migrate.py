"""Migrations: the tables of a new database are made, those of an older revision upgraded."""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, inspect, select, text

from scorer.storage.backup import write_backup
from scorer.storage.database import LOCK_TIMEOUT_SECONDS, Database, make_file, open_database
from scorer.storage.locks import lock_name
from scorer.storage.schema import alembic_version, metadata
from scorer.storage.unavailable import translated

MIGRATIONS = Path(__file__).with_name("migrations")
BASELINE = "0013"

log = logging.getLogger(__name__)


class SchemaError(Exception):
    """The tables are not those of this version; the text says so, and what to do, to people."""


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
    newest = newest_revision()
    if revision > newest:
        raise SchemaError(
            "This database was made by a newer version of this app: update the app,"
            " or put a backup from before in its place."
        )
    if revision < BASELINE:
        raise SchemaError(
            "This database was made by another version of this app: export the games with that"
            " version and import them here."
        )
    return revision


def prepare(database: Database) -> None:
    """Make the tables or upgrade them, a file being copied before; raises SchemaError."""
    with translated(database.file):
        if database.file and not database.file.exists():
            make_file(database.file)
        with database.reading() as connection:
            revision = read_revision(connection)
        if database.file:
            _enable_wal(database)
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


def _enable_wal(database: Database) -> None:
    """Have a SQLite file keep its changes in a log; SQLite itself waits for nobody here."""
    last_try = time.monotonic() + LOCK_TIMEOUT_SECONDS
    with database.engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        while True:
            try:
                driver.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > last_try:
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
        with database.writing() as connection:
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            lock_name(connection, "tables")
            yield connection
        return
    with database.engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        connection.execution_options(begin="BEGIN IMMEDIATE", wait=LOCK_TIMEOUT_SECONDS)
        # Altering a table in SQLite means replacing it, which foreign keys would not survive.
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            with connection.begin():
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
    elif revision != newest:
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

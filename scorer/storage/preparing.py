"""Making a database ready: its file, its tables, one migration after the other, once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, inspect, text

from scorer.storage.database import make_file

if TYPE_CHECKING:
    from scorer.storage.database import Database

MIGRATIONS = Path(__file__).with_name("migrations")
# Any number will do, as long as nobody else in the same database uses it: "nine", as letters.
LOCK = 0x6E696E65


class DatabaseIsNewer(Exception):
    """The database was prepared by a newer release than this one."""


def newest_revision() -> str:
    """The newest revision, told from file names: importing Alembic would slow every start."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def stored_revision(connection: Connection) -> str | None:
    """The revision of the tables in the database; None where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def prepare(database: Database) -> None:
    """Bring the tables up to date, if they are not."""
    with _only_one_on_this_machine(database):
        if database.is_sqlite:
            _prepare_sqlite(database)
        else:
            with database.writing() as connection:
                if not _is_current(connection):
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
                    _migrate(connection)


@contextmanager
def _only_one_on_this_machine(database: Database) -> Iterator[None]:
    """Let workers that start together prepare SQLite one after the other."""
    if not database.is_sqlite:
        yield
        return
    import fcntl

    file = Path(database.url.database or "")
    make_file(file)
    # The folder is the lock: opening and closing the file itself would drop SQLite's own locks.
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _prepare_sqlite(database: Database) -> None:
    with database.engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        driver.execute("PRAGMA journal_mode = WAL")
        if _is_current(connection):
            return
        connection.rollback()
        connection.execution_options(begin="BEGIN IMMEDIATE")
        # Changing a table in SQLite means copying it, which foreign keys would not survive.
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            with connection.begin():
                _migrate(connection)
                if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise RuntimeError("a migration broke a foreign key; nothing was changed")
        finally:
            driver.execute("PRAGMA foreign_keys = ON")


def _is_current(connection: Connection) -> bool:
    stored, newest = stored_revision(connection), newest_revision()
    if stored is not None and stored > newest:
        raise DatabaseIsNewer(f"the tables are of revision {stored}, this release knows {newest}")
    return stored == newest


def _migrate(connection: Connection) -> None:
    if _is_current(connection):  # somebody else did it while this one waited
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

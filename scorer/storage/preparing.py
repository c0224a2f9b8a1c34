"""Making a database ready: its file, its tables, one migration after the other, once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, Connection, bindparam, inspect, text

from scorer.storage.database import SECONDS_TO_WAIT, CannotPrepare, make_file
from scorer.storage.stale import mark_stale
from scorer.storage.unavailable import translated

if TYPE_CHECKING:
    from alembic.config import Config

    from scorer.storage.database import Database

MIGRATIONS = Path(__file__).with_name("migrations")
# Any number will do, as long as nobody else in the same database uses it: "nine", as letters.
LOCK = 0x6E696E65
TAKE_LOCK = text("SELECT pg_advisory_xact_lock(:key)").bindparams(
    bindparam("key", LOCK, type_=BigInteger())
)
# The first revision of these tables; what an older release made is not brought up to date.
FIRST = "0010"


class DatabaseIsNewer(CannotPrepare):
    """The database was prepared by a newer release than this one."""


class DatabaseIsOlder(CannotPrepare):
    """The database was prepared by a release whose tables are not brought up to date."""

    def __init__(self) -> None:
        super().__init__(
            "This database was made by an older version of this app. "
            "Export the games with that version and import them here."
        )


def newest_revision() -> str:
    """The newest revision, told from file names: importing Alembic would slow every start."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def stored_revision(connection: Connection) -> str | None:
    """The revision of the tables in the database; None where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def prepare(
    database: Database,
    folder: Path | None = None,
    *,
    finish: Callable[[Database], None] | None = None,
) -> None:
    """Bring the tables up to date, if they are not, and then do what `finish` does.

    Whoever comes meanwhile waits until all of it is done. The database is copied first: SQLite's
    beside itself, PostgreSQL's into the folder. Raises CannotPrepare, with nothing changed.
    """
    with translated(database.file), _only_one(database):
        if database.is_sqlite:
            _prepare_sqlite(database)
        else:
            with _copied(database, folder) as migrate, database.writing() as connection:
                migrate(connection)
        if finish is not None:
            finish(database)


@contextmanager
def _only_one(database: Database) -> Iterator[None]:
    """Let workers that start together prepare the database one after the other."""
    if not database.is_sqlite:
        with database.writing() as connection:
            # Another worker is at it, and may take as long as it needs.
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(TAKE_LOCK)
            yield
        return
    import fcntl

    file = Path(database.url.database or "")
    if not file.exists():
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
        connection.execution_options(begin="BEGIN IMMEDIATE", wait=SECONDS_TO_WAIT)
        # Changing a table in SQLite means copying it, which foreign keys would not survive.
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            with _copied(database, None) as migrate, connection.begin():
                migrate(connection)
                if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise RuntimeError("a migration broke a foreign key; nothing was changed")
        finally:
            driver.execute("PRAGMA foreign_keys = ON")


@contextmanager
def _copied(database: Database, folder: Path | None) -> Iterator[Callable[[Connection], None]]:
    """Lend what copies and then migrates; the copy goes again where that fails."""
    copies: list[Path] = []

    def migrate(connection: Connection) -> None:
        if _is_current(connection):
            return
        stored = stored_revision(connection)
        if stored is not None:  # there is nothing in a database that is made just now
            from scorer.storage.safety_copy import make_copy

            copies.append(make_copy(database, connection, stored, folder))
        _migrate(connection, stored)

    try:
        yield migrate
    except BaseException:
        for copy in copies:
            with suppress(OSError):
                copy.unlink()
        raise
    if copies:
        from scorer.storage.safety_copy import announce_copy

        announce_copy(copies[0])


def _is_current(connection: Connection) -> bool:
    stored, newest = stored_revision(connection), newest_revision()
    if stored is not None and stored > newest:
        raise DatabaseIsNewer(
            f"A newer release has been here: the database is of revision {stored}, this release"
            f" knows {newest}. Update the app, or put the copy from before back (README.md)."
        )
    if stored is not None and stored < FIRST:
        raise DatabaseIsOlder
    return stored == newest


def _migrate(connection: Connection, stored: str | None) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if stored is not None:
        mark_stale(connection, _changed_since(config, stored))


def _changed_since(config: Config, stored: str) -> set[str]:
    """What the migrations behind a revision say has to be rebuilt."""
    from alembic.script import ScriptDirectory

    ran = ScriptDirectory.from_config(config).iterate_revisions("head", stored)
    return {name for each in ran for name in each.module.rebuilds}

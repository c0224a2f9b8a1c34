"""Migrations: a database brought up to date, copied first, and what that leaves stale."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    column,
    delete,
    insert,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.exc import DBAPIError

from scorer.storage import revisions
from scorer.storage.backup import LEFT_OUT, write_backup
from scorer.storage.database import SECONDS_TO_WAIT, CannotPrepare, Database, make_file
from scorer.storage.revisions import FIRST, newest_revision, stored_revision
from scorer.storage.schema import AnySelect, metadata, stale_projections
from scorer.storage.unavailable import translated

if TYPE_CHECKING:
    from alembic.config import Config


def mark_stale(connection: Connection, names: Iterable[str]) -> None:
    """Note that these have to be rebuilt."""
    noted = set(connection.scalars(select(stale_projections.c.name)))
    rows = [{"name": name} for name in sorted(set(names) - noted)]
    if rows:
        connection.execute(insert(stale_projections), rows)


def read_stale(database: Database) -> frozenset[str]:
    """The names of those that are still to be rebuilt."""
    with database.reading() as connection:
        return frozenset(connection.scalars(select(stale_projections.c.name)))


def strike_off(database: Database, name: str) -> None:
    """Note that this one was rebuilt."""
    with database.writing() as connection:
        connection.execute(delete(stale_projections).where(stale_projections.c.name == name))


KEPT = 3
NAME = "scorer"
ENDING = {True: ".sqlite", False: ".zip"}  # by whether the database is SQLite

log = logging.getLogger(__name__)


class CannotCopy(CannotPrepare):
    """The copy could not be written, so nothing was migrated."""


def make_copy(
    database: Database, connection: Connection, revision: str, folder: Path | None
) -> Path:
    """Copy the database as it is before the transaction of this connection changes it.

    Raises CannotCopy. SQLite's transaction keeps all others from writing already.
    """
    stem, place = NAME, folder
    if database.is_sqlite:
        source = Path(database.url.database or "")
        stem, place = source.stem, source.parent
    if place is None:
        raise CannotCopy("No folder is named for the copy of the database before its update.")
    name = f"{stem}-{revision}-{datetime.now():%Y-%m-%d}{ENDING[database.is_sqlite]}"
    part = place / f"{stem}-copy.part"  # so that what a killed start left is written over
    try:
        _remove(part)
        if database.is_sqlite:
            _copy_file(source, part)
        else:
            _lock_all(connection)
            write_backup(database, part, revision=revision, queries=_rows_as_they_stand)
        part.replace(place / name)
    except (OSError, sqlite3.Error, DBAPIError) as fault:
        with suppress(OSError):
            _remove(part)
        why = getattr(fault, "strerror", None) or getattr(fault, "orig", None) or fault
        raise CannotCopy(
            f"Before its update the database is copied into {place}, and that failed: "
            f"{why}. Nothing was changed."
        ) from fault
    return place / name


def announce_copy(copy: Path) -> None:
    """Say where the copy is, and remove older ones but for the newest few."""
    log.warning("The database was updated; as it was before, it is kept in %s", copy)
    stem = copy.name.rsplit("-", 4)[0]
    pattern = re.compile(rf"{re.escape(stem)}-\d{{4}}-(\d{{4}}-\d\d-\d\d){re.escape(copy.suffix)}")
    copies = [path for path in copy.parent.iterdir() if pattern.fullmatch(path.name)]
    copies.sort(key=lambda path: (path != copy, -path.stat().st_mtime))
    for path in copies[KEPT:]:
        with suppress(OSError):
            path.unlink()


def _copy_file(source: Path, part: Path) -> None:
    """Copy SQLite's file, what stands in its write-ahead log included."""
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
    written = os.open(part, os.O_RDONLY)
    try:
        os.fsync(written)
    finally:
        os.close(written)


def _lock_all(connection: Connection) -> None:
    """Keep everybody from writing, so that nothing is written after the copy and lost with it."""
    names = ", ".join(f'"{name}"' for name in inspect(connection).get_table_names())
    connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def _rows_as_they_stand(connection: Connection) -> dict[str, AnySelect]:
    """A query for all rows of each table of an older revision; columns known today come first."""
    inspector, queries = inspect(connection), {}
    for name in inspector.get_table_names():
        if name in LEFT_OUT or name == "alembic_version":
            continue
        stored = {described["name"]: described for described in inspector.get_columns(name)}
        known = dict(metadata.tables[name].columns) if name in metadata.tables else {}
        types = {key: known[key].type for key in known if key in stored}
        # What the database works out by itself is no part of a backup.
        types |= {
            key: described["type"]
            for key, described in stored.items()
            if key not in known and "computed" not in described
        }
        columns = {key: column(key, kind) for key, kind in types.items()}
        order = inspector.get_pk_constraint(name)["constrained_columns"]
        rows = select(*columns.values()).select_from(table(name, *columns.values()))
        queries[name] = rows.order_by(*(columns[key] for key in order))
    return queries


def _remove(part: Path) -> None:
    for name in (part.name, f"{part.name}-journal"):
        part.with_name(name).unlink(missing_ok=True)


# Any number will do, as long as nobody else in the same database uses it: "nine", as letters.
LOCK = 0x6E696E65
TAKE_LOCK = text("SELECT pg_advisory_xact_lock(:key)").bindparams(
    bindparam("key", LOCK, type_=BigInteger())
)


class DatabaseIsNewer(CannotPrepare):
    """The database was prepared by a newer release than this one."""


class DatabaseIsOlder(CannotPrepare):
    """The database was prepared by a release whose tables are not brought up to date."""

    def __init__(self) -> None:
        super().__init__(
            "This database was made by an older version of this app. Export the games "
            "with that version and import them here."
        )


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
        announce_copy(copies[0])


def _is_current(connection: Connection) -> bool:
    stored, newest = stored_revision(connection), newest_revision()
    if stored is not None and stored > newest:
        raise DatabaseIsNewer(
            f"A newer release has been here: the database is of revision {stored}, this "
            f"release knows {newest}. Update the app, or put the copy from before back "
            "(README.md)."
        )
    if stored is not None and stored < FIRST:
        raise DatabaseIsOlder
    return stored == newest


def _migrate(connection: Connection, stored: str | None) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(revisions.MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if stored is not None:
        mark_stale(connection, _changed_since(config, stored))


def _changed_since(config: Config, stored: str) -> set[str]:
    """What the migrations behind a revision say has to be rebuilt."""
    from alembic.script import ScriptDirectory

    ran = ScriptDirectory.from_config(config).iterate_revisions("head", stored)
    return {name for script in ran for name in script.module.rebuilds}

"""The copy of the database that is made before a migration, so that there is a way back.

SQLite's is the file as it was, beside the database. PostgreSQL's is a backup file in the instance
folder, which the release that made its tables can restore into an empty database.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table, text
from sqlalchemy.exc import DBAPIError

from scorer.storage.backup import LEFT_OUT, write_backup
from scorer.storage.columns import AnySelect, metadata
from scorer.storage.database import CannotPrepare, Database

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
            _hold_all(connection)
            write_backup(database, part, revision=revision, ask=_rows_as_they_stand)
        part.replace(place / name)
    except (OSError, sqlite3.Error, DBAPIError) as fault:
        with suppress(OSError):
            _remove(part)
        why = getattr(fault, "strerror", None) or getattr(fault, "orig", None) or fault
        raise CannotCopy(
            f"Before its update the database is copied into {place}, and that failed: {why}."
            " Nothing was changed."
        ) from fault
    return place / name


def announce_copy(copy: Path) -> None:
    """Say where the copy is, and remove older ones but for the newest few."""
    log.warning("The database was updated; as it was before, it is kept in %s", copy)
    stem = copy.name.rsplit("-", 4)[0]
    pattern = re.compile(rf"{re.escape(stem)}-\d{{4}}-(\d{{4}}-\d\d-\d\d){re.escape(copy.suffix)}")
    found = [path for path in copy.parent.iterdir() if pattern.fullmatch(path.name)]
    found.sort(key=lambda path: (path != copy, -path.stat().st_mtime))
    for path in found[KEPT:]:
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


def _hold_all(connection: Connection) -> None:
    """Keep everybody from writing, so that nothing is written after the copy and lost with it."""
    names = ", ".join(f'"{name}"' for name in inspect(connection).get_table_names())
    connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def _rows_as_they_stand(connection: Connection) -> dict[str, AnySelect]:
    """A query for all rows of each table of an older revision; columns known today come first."""
    inspector, asked = inspect(connection), {}
    for name in inspector.get_table_names():
        if name in LEFT_OUT or name == "alembic_version":
            continue
        there = {each["name"]: each for each in inspector.get_columns(name)}
        known = dict(metadata.tables[name].columns) if name in metadata.tables else {}
        types = {key: known[key].type for key in known if key in there}
        # What the database works out by itself is no part of a backup.
        types |= {
            key: each["type"]
            for key, each in there.items()
            if key not in known and "computed" not in each
        }
        columns = {key: column(key, kind) for key, kind in types.items()}
        order = inspector.get_pk_constraint(name)["constrained_columns"]
        rows = select(*columns.values()).select_from(table(name, *columns.values()))
        asked[name] = rows.order_by(*(columns[key] for key in order))
    return asked


def _remove(part: Path) -> None:
    for name in (part.name, f"{part.name}-journal"):
        part.with_name(name).unlink(missing_ok=True)

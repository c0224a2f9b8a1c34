"""Backups: all that a database holds in one file that either database can be restored from.

A zip of one file a table, each row a line of JSON, and `backup.json`, which names the revision
of the tables and says of each file how many rows it has and what its hash is. It is written
in one reading of the database, so it is consistent though people go on playing meanwhile.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from sqlalchemy import Connection, Date, LargeBinary, Table, delete, insert, select, text

from scorer.storage import models
from scorer.storage.canonical import to_text
from scorer.storage.database import Database
from scorer.storage.moments import Utc
from scorer.storage.preparing import newest_revision

FORMAT = "scorer-backup/1"
HEAD = "backup.json"
# Failed guesses and files on their way in are nobody's memories.
LEFT_OUT = frozenset({"guesses", "uploads"})
BATCH = 500
LONGEST_LINE = 4_000_000
TABLES = models.clubs.metadata.sorted_tables
READERS: tuple[tuple[type[Any], Callable[[Any], Any]], ...] = (
    (Utc, datetime.fromisoformat),
    (Date, date.fromisoformat),
    (LargeBinary, base64.b64decode),
)


class BadBackup(ValueError):
    """A file that nothing can be restored from; the text says why. Nothing was changed."""


def kept_tables() -> list[Table]:
    """The tables that a backup holds, those that others refer to first."""
    return [table for table in TABLES if table.name not in LEFT_OUT]


def write_backup(database: Database, file: Path) -> int:
    """Write all there is into a file that only its owner can read; how many rows.

    The file appears under its name when it is whole. Raises FileExistsError where there is one
    of this name: an older backup may be the only good one.
    """
    _check_free(file)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            with ZipFile(opened, "w", ZIP_DEFLATED) as packed, database.reading() as connection:
                rows = _write_all(packed, connection)
            opened.flush()
            os.fsync(opened.fileno())
        _check_free(file)
        part.replace(file)
    except BaseException:
        with suppress(FileNotFoundError):
            part.unlink()
        raise
    return rows


def _check_free(file: Path) -> None:
    if os.path.lexists(file):
        raise FileExistsError(f"there is a file called {file} already")


def _write_all(packed: ZipFile, connection: Connection) -> int:
    told: dict[str, dict[str, Any]] = {}
    for table in kept_tables():
        mark, rows = hashlib.sha256(), 0
        with packed.open(f"{table.name}.jsonl", "w", force_zip64=True) as out:
            asked = select(table).order_by(*table.primary_key)
            found = connection.execution_options(yield_per=BATCH).execute(asked)
            for row in found:
                line = f"{to_text([_plain(value) for value in row])}\n".encode("ascii")
                mark.update(line)
                out.write(line)
                rows += 1
        columns = [column.name for column in table.columns]
        told[table.name] = {"rows": rows, "sha256": mark.hexdigest(), "columns": columns}
    head = {"format": FORMAT, "revision": newest_revision(), "tables": told}
    packed.writestr(HEAD, to_text(head))
    return sum(one["rows"] for one in told.values())


def _plain(value: Any) -> Any:
    if isinstance(value, date):  # moments are dates as well
        return value.isoformat()
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def restore_backup(database: Database, file: Path) -> int:
    """Put what a file holds in the place of all there is; how many rows.

    The whole file is checked before anything is touched. Raises BadBackup.
    """
    try:
        with ZipFile(file) as packed:
            head = _head(packed)
            for table in kept_tables():
                _check(packed, table, head["tables"][table.name])
            with database.writing() as connection:
                _alone(database, connection)
                for table in reversed(TABLES):
                    if table.name != "guesses":
                        connection.execute(delete(table))
                return sum(_fill(packed, connection, table) for table in kept_tables())
    except FileNotFoundError:
        raise BadBackup("there is no such file") from None
    # NotImplementedError is how Python's reader tells of a way of packing that it does not know.
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, RuntimeError):
        raise BadBackup("this file is no backup, or it is damaged") from None
    except OSError as fault:
        raise BadBackup(f"this file cannot be read: {fault.strerror or fault}") from None


def _head(packed: ZipFile) -> dict[str, Any]:
    try:
        head = json.loads(packed.read(HEAD))
        revision, tables = head["revision"], head["tables"]
        known = head["format"] == FORMAT and isinstance(revision, str)
    except (ValueError, TypeError):
        known = False
    if not known:
        raise BadBackup("this file is no backup of this app")
    if revision > newest_revision():
        raise BadBackup("this backup was made by a newer release: update the app first")
    if revision < newest_revision():
        raise BadBackup(
            "this backup was made by an older release: restore it with that release, then update"
        )
    if set(tables) != {table.name for table in kept_tables()}:
        raise BadBackup("this backup does not hold the tables it should: it is damaged")
    return dict(head)


def _check(packed: ZipFile, table: Table, told: Any) -> None:
    """Refuse a table that is not, to the letter, what was written."""
    mark, rows = hashlib.sha256(), 0
    if told["columns"] != [column.name for column in table.columns]:
        raise BadBackup(f"the table “{table.name}” has other columns here: it is damaged")
    for line in _lines(packed, table):
        mark.update(line)
        rows += 1
    if (rows, mark.hexdigest()) != (told["rows"], told["sha256"]):
        raise BadBackup(f"the table “{table.name}” is not what was written: it is damaged")


def _lines(packed: ZipFile, table: Table) -> Iterator[bytes]:
    with packed.open(f"{table.name}.jsonl") as kept:
        while line := kept.readline(LONGEST_LINE):
            yield line


def _alone(database: Database, connection: Connection) -> None:
    """Keep everybody else from writing until all is in its place."""
    if not database.is_sqlite:
        names = ", ".join(table.name for table in TABLES)
        connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def _fill(packed: ZipFile, connection: Connection, table: Table) -> int:
    readers = [_reader(column.type) for column in table.columns]
    names = [column.name for column in table.columns]
    rows, batch = 0, []
    for line in _lines(packed, table):
        values = zip(readers, json.loads(line), strict=True)
        batch.append(dict(zip(names, (read(value) for read, value in values), strict=True)))
        rows += 1
        if len(batch) == BATCH:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)
    return rows


def _reader(kind: Any) -> Callable[[Any], Any]:
    """How the values of a column are read from JSON."""
    for of_kind, read in READERS:
        if isinstance(kind, of_kind):
            return lambda value: None if value is None else read(value)
    return lambda value: value

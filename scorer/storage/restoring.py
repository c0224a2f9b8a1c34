"""Restoring a backup: all of it is checked before anything is touched.

Nobody vouches for a file: it may be damaged, forged, or made by another program. What is refused
is refused with the same sentence on both databases, and then nothing has changed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from sqlalchemy import Connection, Table, delete, insert, text
from sqlalchemy.exc import DataError, IntegrityError

from scorer.storage.backup import BATCH, FORMAT, HEAD, TABLES, kept_tables
from scorer.storage.backup_rows import BadValue, contradictions, row_reader
from scorer.storage.database import Database
from scorer.storage.preparing import newest_revision
from scorer.storage.progress import counting

LONGEST_LINE = 4_000_000
LARGEST_HEAD = 100_000
Add = Callable[[int], None]


class BadBackup(ValueError):
    """A file that nothing can be restored from; the text says why. Nothing was changed."""


def restore_backup(database: Database, file: Path) -> int:
    """Put what a file holds in the place of all there is; how many rows. Raises BadBackup."""
    try:
        with ZipFile(file) as packed:
            tables = _tables(packed)
            # Every row is looked at twice: when it is checked, and when it is put in its place.
            add = counting(2 * sum(one["rows"] for one in tables.values()))
            for table in kept_tables():
                _check(packed, table, tables[table.name], add)
            return _replace(database, packed, add)
    except FileNotFoundError:
        raise BadBackup("there is no such file") from None
    # NotImplementedError is how Python's reader tells of a way of packing that it does not know.
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, RuntimeError):
        raise BadBackup("this file is no backup, or it is damaged") from None
    except OSError as fault:
        raise BadBackup(f"this file cannot be read: {fault.strerror or fault}") from None


def _tables(packed: ZipFile) -> dict[str, dict[str, Any]]:
    """What the head of a backup says of each table."""
    try:
        with packed.open(HEAD) as kept:
            head = json.loads(kept.read(LARGEST_HEAD))
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
            "this backup was made by an older release: "
            "restore it with that release, export the games there and import them here"
        )
    if (
        not isinstance(tables, dict)
        or set(tables) != {table.name for table in kept_tables()}
        or not all(isinstance(one, dict) and type(one["rows"]) is int for one in tables.values())
    ):
        raise BadBackup("this backup does not hold the tables it should: it is damaged")
    return tables


def _check(packed: ZipFile, table: Table, told: dict[str, Any], add: Add) -> None:
    """Refuse a table that is not, to the letter, what was written, or could not have been."""
    mark, rows, wrong = hashlib.sha256(), 0, ""
    if told["columns"] != [column.name for column in table.columns]:
        raise BadBackup(f"the table “{table.name}” has other columns here: it is damaged")
    read = row_reader(table)
    for line in _lines(packed, table):
        mark.update(line)
        rows += 1
        add(1)
        try:
            if not wrong:
                read(line)
        except BadValue as fault:
            wrong = f"“{fault}” in row {rows} of the table “{table.name}” cannot be right"
        except (ValueError, RecursionError):
            wrong = f"row {rows} of the table “{table.name}” cannot be read"
    if (rows, mark.hexdigest()) != (told["rows"], told["sha256"]):
        raise BadBackup(f"the table “{table.name}” is not what was written: it is damaged")
    if wrong:
        raise BadBackup(wrong)


def _lines(packed: ZipFile, table: Table) -> Iterator[bytes]:
    with packed.open(f"{table.name}.jsonl") as kept:
        while line := kept.readline(LONGEST_LINE):
            yield line


def _replace(database: Database, packed: ZipFile, add: Add) -> int:
    """Put all rows in the place of those there are, or none; how many."""
    with database.writing() as connection:
        _alone(database, connection)
        for table in reversed(TABLES):
            if table.name != "guesses":
                connection.execute(delete(table))
        rows = 0
        for table in kept_tables():
            try:
                rows += _fill(packed, connection, table, add)
            except (IntegrityError, DataError):
                raise BadBackup(_contradiction(table.name)) from None
        for name in contradictions(connection):
            raise BadBackup(_contradiction(name))
    return rows


def _contradiction(name: str) -> str:
    return f"the rows of the table “{name}” do not fit together, or not to other tables"


def _alone(database: Database, connection: Connection) -> None:
    """Keep everybody else from writing until all is in its place."""
    if not database.is_sqlite:
        names = ", ".join(table.name for table in TABLES)
        connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def _fill(packed: ZipFile, connection: Connection, table: Table, add: Add) -> int:
    read, batch, rows = row_reader(table), [], 0
    for line in _lines(packed, table):
        batch.append(read(line))
        if len(batch) == BATCH:
            connection.execute(insert(table), batch)
            rows += len(batch)
            add(len(batch))
            batch = []
    if batch:
        connection.execute(insert(table), batch)
    return rows + len(batch)

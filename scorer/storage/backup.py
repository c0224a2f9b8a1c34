"""Backups: all that a database holds in one file that either database can be restored from.

A zip of one file a table, each row a line of JSON, and `backup.json`, which names the revision
of the tables and says of each file how many rows it has and what its hash is. It is written
in one reading of the database, so it is consistent though people go on playing meanwhile.
`restore` reads it.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Connection, Table, func, select

from scorer.storage import schema
from scorer.storage.database import Database
from scorer.storage.progress import counting
from scorer.storage.revisions import newest_revision
from scorer.storage.schema import AnySelect
from scorer.storage.stored_json import dump_json

FORMAT = "scorer-backup/1"
HEAD = "backup.json"
# Failed guesses and files on their way in are nobody's memories; nothing is stale in a backup.
LEFT_OUT = frozenset({"guesses", "uploads", "stale_projections"})
BATCH = 500
TABLES = schema.clubs.metadata.sorted_tables
Queries = Callable[[Connection], dict[str, AnySelect]]


def kept_tables() -> list[Table]:
    """The tables that a backup holds, those that others refer to first."""
    return [table for table in TABLES if table.name not in LEFT_OUT]


def write_backup(
    database: Database, file: Path, *, revision: str | None = None, queries: Queries | None = None
) -> int:
    """Write all there is into a file that only its owner can read; how many rows.

    The tables are those of today, unless another revision is named with the queries for its rows.
    The file appears under its name when it is whole. Raises FileExistsError where there is one
    of this name: an older backup may be the only good one.
    """
    _check_free(file)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            with ZipFile(opened, "w", ZIP_DEFLATED) as packed, database.reading() as connection:
                all_rows = (queries or rows_of_tables)(connection)
                rows = _write_all(packed, connection, revision or newest_revision(), all_rows)
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
        raise FileExistsError(file)


def rows_of_tables(connection: Connection) -> dict[str, AnySelect]:
    """A query for all rows of each table that is kept, as the tables are today."""
    return {table.name: select(table).order_by(*table.primary_key) for table in kept_tables()}


def _write_all(
    packed: ZipFile, connection: Connection, revision: str, queries: Mapping[str, AnySelect]
) -> int:
    tables: dict[str, dict[str, Any]] = {}
    counts = [
        connection.scalar(select(func.count()).select_from(query.order_by(None).subquery()))
        for query in queries.values()
    ]
    add = counting("Backup", sum(filter(None, counts)), "rows")
    for name, query in queries.items():
        digest, rows = hashlib.sha256(), 0
        with packed.open(f"{name}.jsonl", "w", force_zip64=True) as out:
            for row in connection.execution_options(yield_per=BATCH).execute(query):
                line = f"{dump_json([_plain(value) for value in row])}\n".encode("ascii")
                digest.update(line)
                out.write(line)
                rows += 1
                add(1)
        columns = query.selected_columns.keys()
        tables[name] = {"rows": rows, "sha256": digest.hexdigest(), "columns": columns}
    head = {"format": FORMAT, "revision": revision, "tables": tables}
    packed.writestr(HEAD, dump_json(head))
    return sum(table["rows"] for table in tables.values())


def _plain(value: Any) -> Any:
    if isinstance(value, date):  # moments are dates as well
        return value.isoformat()
    if isinstance(value, UUID):  # of a column that this release does not know
        return str(value)
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value

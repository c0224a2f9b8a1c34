"""SQLite: the engine of a database in a file, which can be read where nothing can be written."""

import os
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import QueuePool

from scorer.storage.unavailable import CANNOT_OPEN, INPUT_OUTPUT, READ_ONLY

# Readers never wait for a writer; this is for the moments in which the log itself is put in order.
READERS_WAIT = 2.0
# What SQLite says where it can put nothing next to the file; it depends on the disk.
NOT_BESIDE_IT = (READ_ONLY, INPUT_OUTPUT, CANNOT_OPEN)


class BadDatabaseUrl(ValueError):
    """A URL that is not that of a database we can use; the text says why."""


def sqlite_engine(url: URL, *, connections: int) -> Engine:
    """The engine of a database in a file."""
    if not url.database or url.database == ":memory:":
        raise BadDatabaseUrl("the database has to be a file")
    file = Path(url.database)
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=-1,  # a file needs no limit: each thread of the server has one or two
        pool_use_lifo=True,
        creator=lambda: _open(file),
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        # What is forgotten is not to stand in the file either, whatever this SQLite does unasked.
        connection.execute("PRAGMA secure_delete = ON")
        # A page is sorted in memory: it has to be read on a full disk, too.
        connection.execute("PRAGMA temp_store = MEMORY")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        driver: Any = connection.connection.dbapi_connection
        wait = options.get("wait", READERS_WAIT)
        driver.execute(f"PRAGMA busy_timeout = {round(wait * 1000)}")
        driver.execute(options.get("begin", "BEGIN"))

    @event.listens_for(engine, "checkin")
    def _checkin(connection: Any, record: Any) -> None:
        if getattr(connection, "frozen", False):
            record.invalidate()

    return engine


class _Connected(sqlite3.Connection):
    """A connection; `frozen` where the file was opened as one that nobody can change."""

    frozen = False


def _open(file: Path) -> _Connected:
    """A connection to this file.

    SQLite wants to write next to the file even to read it. Where it cannot, and where nothing
    waits in its log, the file is read as it lies there, once: the next reading tries
    anew whether there is room again.
    """
    can_freeze = file.is_file() and not _waits_in_its_log(file)
    try:
        if can_freeze and not os.access(file, os.W_OK):
            # What SQLite puts next to such a file could not be written either, later on.
            return _frozen(file)
        return _connected(str(file))
    except sqlite3.OperationalError as fault:
        if not can_freeze or fault.sqlite_errorcode & 0xFF not in NOT_BESIDE_IT:
            raise
        return _frozen(file)


def _waits_in_its_log(file: Path) -> bool:
    try:
        return file.with_name(f"{file.name}-wal").stat().st_size > 0
    except FileNotFoundError:  # whoever closes the file last takes the log away
        return False


def _frozen(file: Path) -> _Connected:
    connection = _connected(f"file:{quote(str(file.resolve()))}?immutable=1", uri=True)
    connection.frozen = True
    return connection


def _connected(name: str, *, uri: bool = False) -> _Connected:
    # Python's driver would begin transactions by its own lights: that is switched off.
    connection = sqlite3.connect(
        name,
        timeout=READERS_WAIT,
        isolation_level=None,
        check_same_thread=False,
        factory=_Connected,
        uri=uri,
    )
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection

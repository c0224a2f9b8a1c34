"""SQLite: the engine of a database in a file."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import QueuePool

# Readers never wait for a writer; this is for the moments in which the log itself is put in order.
READERS_WAIT = 2.0


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

    return engine


def _open(file: Path) -> sqlite3.Connection:
    """A connection to this file."""
    # Python's driver would begin transactions by its own lights: that is switched off.
    connection = sqlite3.connect(
        file, timeout=READERS_WAIT, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection

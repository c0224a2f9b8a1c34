"""The database: opened, made ready, and lent out for one reading or one deed at a time."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

SECONDS_TO_WAIT = 30
MOST_CONNECTIONS = 40


class BadDatabaseUrl(ValueError):
    """A URL that is not that of a database we can use; the text says why."""


class CannotPrepare(Exception):
    """The database cannot be made ready; the text says why, in a sentence for people."""


class Database:
    """One database, SQLite or PostgreSQL; nobody else needs to know which."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.engine = _sqlite_engine(url) if self.is_sqlite else _postgresql_engine(url)
        # Threads of one process queue here, in turn; SQLite's own waiting is by naps.
        self._turn: AbstractContextManager[Any] = (
            threading.Lock() if self.is_sqlite else nullcontext()
        )
        if self.is_sqlite:
            self._writer = self.engine.execution_options(begin="BEGIN IMMEDIATE")
            self._reader = self.engine
        else:
            # Whoever waited for a lock has to see what the one before wrote.
            self._writer = self.engine.execution_options(isolation_level="READ COMMITTED")
            self._reader = self.engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        _forget_connections_in_children(self.engine)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that may write: commits at the end, rolls back on any exception."""
        with self._turn, self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that sees a single moment of the database throughout."""
        with self._reader.begin() as connection:
            yield connection

    def alone(self, connection: Connection, table: Table) -> None:
        """Keep all others from writing to a table until this transaction ends."""
        if not self.is_sqlite:  # where writing() is alone anyway
            connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))

    def leave_no_trace(self) -> None:
        """Let nothing that was deleted lie about beside the tables, where nobody is reading it."""
        if not self.is_sqlite:  # where old rows are the business of VACUUM
            return
        lent = self.engine.raw_connection()
        try:
            cursor = lent.cursor()
            # Its write-ahead log holds pages as they were; whoever reads for long is left alone.
            cursor.execute("PRAGMA busy_timeout = 1000")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            cursor.execute(f"PRAGMA busy_timeout = {SECONDS_TO_WAIT * 1000}")
        finally:
            lent.close()

    def prepare(self, folder: Path | None = None) -> None:
        """Bring the tables alone up to date; `services.preparing` does the rest as well."""
        from scorer.storage.preparing import prepare

        prepare(self, folder)

    def close(self) -> None:
        """Close every connection that lies idle."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """The database at this URL; nothing is read or written yet."""
    try:
        made = make_url(url)
    except ArgumentError:
        raise BadDatabaseUrl("it has to look like postgresql://user@host/name") from None
    if made.drivername in ("postgres", "postgresql"):
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadDatabaseUrl(f"the database can be SQLite or PostgreSQL, not {made.drivername}")
    return Database(made)


def _sqlite_engine(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise BadDatabaseUrl("the database has to be a file")
    engine = create_engine(
        url,
        pool_size=MOST_CONNECTIONS,
        connect_args={"timeout": SECONDS_TO_WAIT},
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: object) -> None:
        # Python's driver would begin transactions by its own lights: switch that off.
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        # What is forgotten is not to stand in the file either, whatever this SQLite does unasked.
        connection.execute("PRAGMA secure_delete = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        words = connection.get_execution_options().get("begin", "BEGIN")
        driver: Any = connection.connection.dbapi_connection
        driver.execute(words)

    return engine


def _postgresql_engine(url: URL) -> Engine:
    return create_engine(
        url,
        pool_size=MOST_CONNECTIONS // 2,
        max_overflow=MOST_CONNECTIONS // 2,
        pool_pre_ping=True,
    )


def _forget_connections_in_children(engine: Engine) -> None:
    """A forked worker must not go on talking on its parent's connections."""
    known = weakref.ref(engine)

    def forget() -> None:
        engine = known()
        if engine is not None:
            engine.dispose(close=False)

    os.register_at_fork(after_in_child=forget)


def make_file(path: Path) -> None:
    """Make an empty database file that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))

"""The database: opened and prepared, with transactions for reading and writing."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from scorer.storage.schema import AnyRow, AnySelect
from scorer.storage.unavailable import Unavailable, translated, why_not_written

# A phone gives up after fifteen seconds, and should hear why before that.
LOCK_TIMEOUT_SECONDS = 6
# Another start of the app may count all games before this one goes on.
LONG_WAIT_SECONDS = 3600
MAX_CONNECTIONS = 40
# Readers of SQLite never wait for a writer; this is for the moments in which the log itself is put
# in order.
READERS_WAIT_SECONDS = 2.0
# In milliseconds: rows are held for a moment by whoever refers to them, and 0 would mean for ever.
MIN_LOCK_TIMEOUT_MS = 50


class BadDatabaseUrl(ValueError):
    """A URL that is not that of a database we can use; the text says why."""


class Database:
    """One database, SQLite or PostgreSQL; nobody else needs to know which."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.file = Path(url.database or "") if self.is_sqlite else None
        if self.is_sqlite:
            self.engine = self._writer = self._reader = self._autocommit = _sqlite_engine(url)
        else:
            self.engine = _postgresql_engine(url)
            # Whoever waited for a lock has to see what the one before wrote.
            self._writer = self.engine.execution_options(isolation_level="READ COMMITTED")
            self._reader = self.engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            # To begin and end a transaction takes longer than one small query, and so does it to
            # turn a connection from one way to the other: these have a pool of their own. To ask
            # whether one is still good takes as long, too: what was lost is asked again.
            self._autocommit = _postgresql_engine(
                url,
                isolation_level="AUTOCOMMIT",
                pool_reset_on_return=None,
                pool_pre_ping=False,
            )
        self.engines = {self.engine, self._autocommit}

    @contextmanager
    def writing(self, *, wait: float = LOCK_TIMEOUT_SECONDS) -> Iterator[Connection]:
        """One transaction that may write, after so many seconds of waiting; raises Unavailable."""
        with translated(self.file), self._writer.begin() as connection:
            if self.is_sqlite:
                begin_sqlite(connection, "BEGIN IMMEDIATE", wait)
            elif wait != LOCK_TIMEOUT_SECONDS:
                limit = max(round(wait * 1000), MIN_LOCK_TIMEOUT_MS)
                connection.execute(text(f"SET LOCAL lock_timeout = {limit}"))
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that sees a single moment of the database; raises Unavailable."""
        with translated(self.file), self._reader.begin() as connection:
            if self.is_sqlite:
                begin_sqlite(connection, "BEGIN")
            yield connection

    def first(self, query: AnySelect, parameters: Mapping[str, Any]) -> AnyRow | None:
        """The first row of a single query, by itself. Raises Unavailable."""
        return next(iter(self.rows(query, parameters)), None)

    def rows(self, query: AnySelect, parameters: Mapping[str, Any]) -> Sequence[AnyRow]:
        """The rows of a single query, by itself. Raises Unavailable."""
        is_lost = False
        with translated(self.file):
            while True:
                try:
                    with self._autocommit.connect() as connection:
                        if self.is_sqlite:
                            begin_sqlite(connection, None)
                        return connection.execute(query, parameters).all()
                except DBAPIError as fault:
                    # Where PostgreSQL was started again, all connections are made anew.
                    if is_lost or not fault.connection_invalidated:
                        raise
                    is_lost = True

    def purge_deleted_data(self) -> None:
        """Let nothing that was deleted lie about outside the tables, where nobody is reading it."""
        if not self.is_sqlite:  # where old rows are the business of VACUUM
            return
        with translated(self.file):
            lent = self.engine.raw_connection()
            try:
                cursor = lent.cursor()
                lent.info["wait"] = None  # so that the next transaction sets its own
                cursor.execute(f"PRAGMA busy_timeout = {LOCK_TIMEOUT_SECONDS * 1000}")
                # What is moved within a page leaves its bytes there, so every page is written anew;
                # where there is no room to do so the name is forgotten all the same.
                with suppress(sqlite3.OperationalError):
                    cursor.execute("PRAGMA temp_store = FILE")
                    cursor.execute("VACUUM")
                cursor.execute("PRAGMA temp_store = MEMORY")
                # The log holds pages as they were. Whoever reads for long is left alone.
                cursor.execute("PRAGMA busy_timeout = 1000")
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                lent.close()

    def close(self) -> None:
        """Close every connection that lies idle."""
        for engine in self.engines:
            engine.dispose()


def open_database(url: str) -> Database:
    """The database at this URL; nothing is read or written yet."""
    return Database(parse_url(url))


def parse_url(url: str) -> URL:
    """The URL of a database that this app can use; raises BadDatabaseUrl."""
    try:
        made = make_url(url)
    except ArgumentError:
        raise BadDatabaseUrl("it has to look like postgresql://user@host/name") from None
    if made.drivername in ("postgres", "postgresql"):
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadDatabaseUrl(f"the database can be SQLite or PostgreSQL, not {made.drivername}")
    return made


def display_url(url: URL) -> str:
    """Where a database is: a file, or the address of a PostgreSQL database without a password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    secrets = [name for name in url.query if "password" in name]
    shown = url.set(drivername="postgresql").difference_update_query(secrets)
    return shown.render_as_string().replace(":***@", "@")


def _sqlite_engine(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise BadDatabaseUrl("the database has to be a file")
    file = Path(url.database)
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=MAX_CONNECTIONS,
        max_overflow=-1,  # a file needs no limit: each thread of the server has one or two
        pool_use_lifo=True,
        creator=partial(_open, file),
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        # What is forgotten is not to stand in the file either, whatever this SQLite does unasked.
        connection.execute("PRAGMA secure_delete = ON")
        # A page is sorted in memory: it has to be read on a full disk, too.
        connection.execute("PRAGMA temp_store = MEMORY")

    @event.listens_for(engine, "checkin")
    def _checkin(connection: Any, record: Any) -> None:
        if isinstance(connection, Unchanging):
            record.invalidate()

    return engine


def begin_sqlite(
    connection: Connection, how: str | None, wait: float = READERS_WAIT_SECONDS
) -> None:
    """Begin a transaction of SQLite, or none, within so many seconds.

    No event does so: SQLAlchemy would look for listeners at each statement, for a quarter of its
    time.
    """
    driver: Any = connection.connection.dbapi_connection
    if connection.info.get("wait", READERS_WAIT_SECONDS) != wait:
        driver.execute(f"PRAGMA busy_timeout = {round(wait * 1000)}")
        connection.info["wait"] = wait
    if how:
        driver.execute(how)


class Unchanging(sqlite3.Connection):
    """A connection to a file that cannot be written, good for one reading."""


def _open(file: Path, *, alone: bool = False) -> sqlite3.Connection:
    """Open a file; `alone` where its log cannot be made, and none has changes."""
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}{'?immutable=1' if alone else ''}",
        uri=True,
        timeout=READERS_WAIT_SECONDS,
        isolation_level=None,  # or Python's driver would begin transactions by its own lights
        check_same_thread=False,
        factory=Unchanging if alone else sqlite3.Connection,
    )
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except BaseException as fault:
        connection.close()
        log = file.with_name(f"{file.name}-wal")
        has_changes = log.exists() and log.stat().st_size
        is_lost = alone or has_changes or why_not_written(file) == "disk"
        if is_lost or not isinstance(fault, sqlite3.OperationalError):
            raise
        return _open(file, alone=True)
    return connection


def _postgresql_engine(url: URL, **options: Any) -> Engine:
    limits = {
        "connect_timeout": LOCK_TIMEOUT_SECONDS,
        "tcp_user_timeout": LOCK_TIMEOUT_SECONDS * 1000,
    }
    engine = create_engine(
        url,
        pool_size=MAX_CONNECTIONS // 2,
        max_overflow=MAX_CONNECTIONS // 2,
        pool_timeout=LOCK_TIMEOUT_SECONDS,
        pool_use_lifo=True,
        connect_args={name: limit for name, limit in limits.items() if name not in url.query},
        **{"pool_pre_ping": True, **options},
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: object) -> None:
        connection.execute(f"SET lock_timeout = {LOCK_TIMEOUT_SECONDS * 1000}")
        connection.commit()

    return engine


def make_file(path: Path) -> None:
    """Make an empty database file that only its owner can read; raises Unavailable.

    What root makes belongs to the owner of its folder, as whom the app runs.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        if os.geteuid() == 0:
            folder = path.parent.stat()
            os.chown(path, folder.st_uid, folder.st_gid)
    except OSError as fault:
        raise Unavailable(why_not_written(path)) from fault

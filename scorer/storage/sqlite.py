"""Taking turns: the writers of one process, one at a time, and none of them waits for ever."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import QueuePool

from scorer.storage.unavailable import CANNOT_OPEN, INPUT_OUTPUT, READ_ONLY, Unavailable

# So many may wait as long as they like. Whoever comes after them waits only as long as a crowd
# of phones takes: each holds a thread of the server, and readers need some too.
MOST_WAITING = 4
SECONDS_IN_A_CROWD = 2.0
# Whoever finds these waiting is told at once: the server has 32 threads.
LARGEST_CROWD = 20


class Turn:
    """Whose turn it is to write; SQLite itself waits by napping, and passes people over.

    It is handed to whoever has waited longest, so that a piece of something long never comes
    before a deal that was there first.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()

    @contextmanager
    def taken(self, seconds: float) -> Iterator[float]:
        """Have the turn, after so many seconds at most; how many of them are left.

        Raises Unavailable.
        """
        until = time.monotonic() + seconds
        self._wait(seconds)
        try:
            yield max(0.0, until - time.monotonic())
        finally:
            self._pass_on()

    def _wait(self, seconds: float) -> None:
        mine = threading.Event()
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return
            if len(self._waiting) >= LARGEST_CROWD:
                raise Unavailable("busy")
            self._waiting.append(mine)
            if len(self._waiting) > MOST_WAITING:
                seconds = min(seconds, SECONDS_IN_A_CROWD)
        is_mine = False
        try:
            is_mine = mine.wait(seconds)
        finally:
            if not is_mine:
                with self._lock:
                    was_waiting = mine in self._waiting
                    if was_waiting:
                        self._waiting.remove(mine)
                if not was_waiting:  # it was handed over in this very moment
                    self._pass_on()
        if not is_mine:
            raise Unavailable("busy")

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


# Readers never wait for a writer; this is for the moments in which the log itself is put in order.
READERS_WAIT = 2.0
# What SQLite says where it can put nothing beside the file; it depends on the disk.
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
        if options.get("begin") == "":  # a single question, which nobody has to wait for
            return
        driver: Any = connection.connection.dbapi_connection
        wait = options.get("wait", READERS_WAIT)
        driver.execute(f"PRAGMA busy_timeout = {round(wait * 1000)}")
        if "synchronous" in options:
            driver.execute(f"PRAGMA synchronous = {options['synchronous']}")
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

    SQLite wants to write beside the file even to read it. Where it cannot, and where nothing
    waits in the log beside it, the file is read as it lies there, once: the next reading tries
    anew whether there is room again.
    """
    can_freeze = file.is_file() and not _waits_in_its_log(file)
    try:
        if can_freeze and not os.access(file, os.W_OK):
            # What SQLite puts beside such a file could not be written either, later on.
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

"""Unavailable: the disk, a lock or the server stands in the way of writing, or even of reading."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from scorer.rules.words import WORDS

# What of SQLite's primary result codes (sqlite.org/rescode.html) says by itself what is the matter.
SQLITE_CODES = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
# What of PostgreSQL's codes (appendix A of its manual) is about its surroundings.
STATES = {
    "25006": "read_only",  # a standby
    "53100": "disk_full",
    "58030": "disk",
    "40001": "busy",
    "40P01": "busy",
    "55P03": "busy",  # lock_timeout
    "57014": "busy",
}
BAD_ID = "22P02"  # invalid_text_representation
CLASSES = {"08": "gone", "53": "busy", "57": "gone"}
# What SQLite wants next to its file before it reads anything, and then some, in bytes.
MIN_ROOM = 64 * 1024


class Unavailable(Exception):
    """Nothing was changed; `code` says why: disk_full, read_only, disk, busy, damaged or gone."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)

    def __str__(self) -> str:
        """The reason, as part of a sentence."""
        return str(WORDS["unavailable"][self.code])


class NoSuchId(LookupError):
    """Something was looked for by an id that is none: there is no such thing."""


@contextmanager
def translated(file: Path | None) -> Iterator[None]:
    """Raise Unavailable for what is no fault of ours, and NoSuchId as PostgreSQL finds it."""
    try:
        yield
    except PoolTimeout as fault:
        raise Unavailable("busy") from fault
    except (DBAPIError, sqlite3.Error) as fault:
        if getattr(getattr(fault, "orig", None), "sqlstate", None) == BAD_ID:
            raise NoSuchId from fault
        code = _of_sqlite(fault, file) if file else _of_postgresql(fault)
        if code is None:
            raise
        raise Unavailable(code) from fault


def why_not_written(file: Path) -> str:
    """Why nothing can be written to this file or its folder."""
    try:
        room = os.statvfs(file.parent)
    except OSError:
        return "disk"
    if room.f_bavail * room.f_frsize < MIN_ROOM or (room.f_files and room.f_favail == 0):
        return "disk_full"
    writable = all(os.access(path, os.W_OK) for path in (file, file.parent) if path.exists())
    return "disk" if writable else "read_only"


def _of_sqlite(fault: Exception, file: Path) -> str | None:
    primary = getattr(getattr(fault, "orig", fault), "sqlite_errorcode", 0) & 0xFF
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        reason = why_not_written(file)
        is_read_only = reason == "disk" and primary == sqlite3.SQLITE_READONLY
        return "read_only" if is_read_only else reason
    return SQLITE_CODES.get(primary)


def _of_postgresql(fault: Exception) -> str | None:
    driver = getattr(fault, "orig", None)
    state = getattr(driver, "sqlstate", None)
    if state is not None:
        return STATES.get(state) or CLASSES.get(state[:2])
    # Where there is no connection, there is no code either.
    return "gone" if type(driver).__name__ == "OperationalError" else None

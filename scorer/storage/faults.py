"""What a database refused, in words that are the same of SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from typing import Literal, TypeAlias

from sqlalchemy.exc import DBAPIError

Fault: TypeAlias = Literal["full", "read_only", "busy", "closed", "damaged", "unreachable"]

# SQLite's result codes; whatever else a code says stands in its higher bits.
SQLITE: dict[int, Fault] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CANTOPEN: "closed",
    sqlite3.SQLITE_IOERR: "closed",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
# SQLSTATEs of PostgreSQL.
POSTGRESQL: dict[str, Fault] = {
    "53100": "full",
    "25006": "read_only",
    "42501": "read_only",
    "55P03": "busy",
    "40P01": "busy",
    "53300": "busy",
}


def fault_of(error: BaseException) -> Fault | None:
    """What is wrong with the database; None where the error is not about that."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    if isinstance(error, sqlite3.Error):
        return SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(error, "sqlstate", None)
    if state in POSTGRESQL:
        return POSTGRESQL[state]
    # The driver is there only where it is needed. Nothing but connecting fails without a state.
    lost = state is None or state.startswith(("08", "28", "3D", "57P"))
    return "unreachable" if lost and type(error).__module__.startswith("psycopg") else None

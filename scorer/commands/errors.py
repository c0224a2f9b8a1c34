"""The faults that end a command, as sentences for people at the terminal."""

import errno

from scorer.settings import BadSetting
from scorer.storage.database import BadDatabaseUrl
from scorer.storage.migrate import SchemaError
from scorer.storage.unavailable import Unavailable

FULL = "The disk is full. Nothing was changed. Make room, then try again."
READ_ONLY = "This disk is read-only. Nothing was changed."
BUSY = "The database is busy with another program. Try again."
DAMAGED = "The database is damaged or is not one. Put your last backup in its place."


def sentence_of(fault: BaseException) -> str | None:
    """A sentence about a fault and what to do; None where it is ours, or nobody's."""
    match fault:
        case BadSetting() | SchemaError():
            return str(fault)
        case BadDatabaseUrl():
            return f"DATABASE_URL: {fault}."
        case ModuleNotFoundError(name=str(name)) if name.startswith("psycopg"):
            return "PostgreSQL’s driver is missing. Start with run.py, which installs it."
        case Unavailable(code="gone"):
            return f"PostgreSQL cannot be reached: {_reason(fault)}"
        case Unavailable(code="read_only" | "disk"):
            return f"The database cannot be used: {_reason(fault)}."
        case Unavailable():
            return {"disk_full": FULL, "busy": BUSY, "damaged": DAMAGED}[fault.code]
        case BlockingIOError():
            return "A backup is being restored. Start again when that is done."
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return FULL
        case OSError(errno=errno.EROFS):
            return READ_ONLY
        case OSError():
            file = f"{fault.filename}: " if fault.filename else ""
            if isinstance(fault, PermissionError):
                return f"{file}this user may not read or write it."
            return f"{file}{fault.strerror or fault}."
    return None


def _reason(fault: Unavailable) -> str:
    cause = fault.__cause__
    return " ".join(str(getattr(cause, "orig", None) or cause or fault).split())

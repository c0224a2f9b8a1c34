"""The faults that end a command, as sentences for people at the terminal."""

import errno
import os
import pwd
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from scorer.rules.words import list_names
from scorer.settings import BadSetting, instance_folder
from scorer.storage.migrate import SchemaError
from scorer.storage.sqlite import BadDatabaseUrl
from scorer.storage.unavailable import Unavailable

FULL = "The disk is full. Nothing was changed. Make room, then try again."
READ_ONLY = "This disk is read-only. Nothing was changed."
BUSY = "The database is busy with another program. Try again."
DAMAGED = "The database is damaged or is not one. Put your last backup in its place."


def sentence_of(fault: BaseException) -> str | None:
    """A sentence about a fault and what to do; None where it is ours, or nobody's."""
    if isinstance(fault, BadSetting | SchemaError):
        return str(fault)
    if isinstance(fault, BadDatabaseUrl):
        return f"DATABASE_URL: {fault}."
    if isinstance(fault, ModuleNotFoundError) and (fault.name or "").startswith("psycopg"):
        return "PostgreSQL’s driver is missing. Start with run.py, which installs it."
    if isinstance(fault, BlockingIOError):
        return "A backup is being restored. Start again when that is done."
    if isinstance(fault, OSError):
        return _of_system(fault)
    return _of_database(fault) if isinstance(fault, Unavailable) else None


def _of_system(fault: OSError) -> str | None:
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return FULL
    if fault.errno == errno.EROFS:
        return READ_ONLY
    file = f"{fault.filename}: " if fault.filename else ""
    if isinstance(fault, PermissionError):
        refused = f"this may not be read or written by {_name(os.geteuid())}."
        return foreign_files() or f"{file}{refused}"
    return f"{file}{fault.strerror or fault}."


def _of_database(fault: Unavailable) -> str:
    if fault.code == "gone":
        return f"PostgreSQL cannot be reached: {_reason(fault)}"
    if fault.code in ("read_only", "disk"):
        return foreign_files() or f"The database cannot be used: {_reason(fault)}."
    return str({"disk_full": FULL, "busy": BUSY, "damaged": DAMAGED}[fault.code])


def _reason(fault: Unavailable) -> str:
    """The message of the driver, on one line."""
    cause = fault.__cause__
    return " ".join(str(getattr(cause, "orig", None) or cause or fault).split())


def foreign_files() -> str | None:
    """Which files of the instance folder belong to somebody else, and how to get them back."""
    folder = instance_folder().resolve()
    not_ours = list(_not_ours(folder))
    if not not_ours:
        return None
    owners = sorted({_name(file.lstat().st_uid) for file in not_ours})
    inside = ", ".join(file.name for file in not_ours if file != folder)
    what = f"{folder} ({inside})" if inside else str(folder)
    me, group = _name(os.geteuid()), os.getegid()
    line = f"sudo chown -R {me}:{group} {shlex.quote(str(folder))}"
    says = f"{what} belongs to {list_names(owners)}, and this runs as {me}. To go on as {me}:"
    return f"{says}\n    {line}"


def _not_ours(folder: Path) -> Iterator[Path]:
    """The instance folder and the files in it that we may not write and do not own."""
    inside: list[Path] = []
    with suppress(OSError):
        inside = sorted(folder.iterdir())
    for file in (folder, *inside):
        with suppress(OSError):
            allowed = os.access(file, os.R_OK | os.W_OK, effective_ids=True)
            if not allowed and file.lstat().st_uid != os.geteuid():
                yield file


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)

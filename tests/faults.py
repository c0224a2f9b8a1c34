"""What happens to a database from outside: a full disk, a read-only one, another's lock."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import contextmanager

import pytest
from sqlalchemy import event

READS = ("SELECT", "WITH", "PRAGMA", "BEGIN")
HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(f"BEGIN {sys.argv[2]}")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def failing(database, fault):
    """Let the driver refuse every statement that writes."""

    def refuse(connection, cursor, statement, *rest):
        if not statement.lstrip().upper().startswith(READS):
            raise fault

    event.listen(database.engine, "before_cursor_execute", refuse)
    try:
        yield
    finally:
        event.remove(database.engine, "before_cursor_execute", refuse)


def sqlite_fault(name):
    """An error of SQLite's driver, by the name of its code."""
    fault = sqlite3.OperationalError(name)
    fault.sqlite_errorcode, fault.sqlite_errorname = getattr(sqlite3, name), name
    return fault


@contextmanager
def held(file, kind="IMMEDIATE"):
    """Let another process hold SQLite's lock for as long as this lasts."""
    words = [sys.executable, "-c", HOLD, str(file), kind]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        yield


def mount(*words):
    """Mount something; the test is skipped where this machine does not allow it."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a disk of its own")
    done = subprocess.run(["mount", *words], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")


def unmount(folder):
    """Take a disk away again, whoever still uses it."""
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder):
    """Leave no room on the disk of this folder; the file that takes it all."""
    file = folder / "everything-else"
    with file.open("ab", buffering=0) as opened, pytest.raises(OSError, match="No space left"):
        while True:
            opened.write(b"x" * 4096)
    return file

"""What all tests share; the fixtures themselves are in the modules named below."""

import fcntl
import gc
import os
import shutil
import signal
import sqlite3
import tempfile
from datetime import date, datetime
from pathlib import Path

import pytest

from scorer.services import limits
from tests.examples import SOAKING

pytest_plugins = [
    "tests.missing_tools",
    "tests.sql_cache",
    "tests.template_cache",
    "tests.postgres",
    "tests.chromium",
    "tests.added_game",
    "tests.made_up_game",
    "tests.benchmarks.figures",
]

MEMORY = Path("/dev/shm")
ENOUGH = 512 * 1024**2

# Hundreds of databases that live for a second each need no disk; the long run measures on one.
if not SOAKING and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)

# Where SQLite is told from PostgreSQL: all runs on both there.
EVERY_DATABASE = ("storage",)
# What has one way of writing statements for both: on PostgreSQL in the long run only.
LONG_ON_POSTGRESQL = ("services", "benchmarks")

# Long files of the last folder: else one process would be at them while the others have nothing.
BEGIN_FIRST = {f"test_{name}.py" for name in ("every_game", "two_worlds", "wrong_shapes")}

MARK_FOR_FIXTURE = {"chromium": "browser", "postgres_cluster": "postgres", "soaking": "soak"}


def pytest_configure():
    """Tidy up after being told to stop just as after Ctrl-C; let no value go untyped to SQLite.

    A shell lets what it starts with & ignore Ctrl-C, and so would all that the tests start.
    """
    for kind in (datetime, date):
        sqlite3.register_adapter(kind, refuse_untyped)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Let one process read the tests before all others do: it compiles them for all."""
    with Path(__file__).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        collected = yield
    gc.freeze()  # All of that lives until the end: no need to look through it again and again.
    return collected


def refuse_untyped(value):
    """Python up to 3.11 would write it in a form of its own, and later ones warn of it."""
    raise TypeError(f"{value!r} has no type in its statement")


def pytest_collection_modifyitems(items):
    """Mark tests by what they use: `-m "not browser"` leaves them out, `-m soak` runs them."""
    for item in items:
        for fixture, mark in MARK_FOR_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)
    items.sort(key=lambda item: item.path.name not in BEGIN_FIRST)


def pytest_generate_tests(metafunc):
    """Run what speaks to a database on PostgreSQL too: in some folders all, elsewhere if marked."""
    from tests.postgres import DATABASES

    folder, marks = metafunc.definition.path.parent.name, metafunc.definition.iter_markers()
    own = [mark.args[0] for mark in marks if mark.name == "parametrize"]
    every = folder in EVERY_DATABASE or metafunc.definition.get_closest_marker("every_database")
    only_long = not every and SOAKING and folder in LONG_ON_POSTGRESQL
    if not every and not only_long:
        return
    only_long_too = pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.soak])
    databases = ["sqlite", only_long_too] if only_long else DATABASES
    for fixture in ("database", "database_url"):
        if fixture in metafunc.fixturenames and fixture not in own:
            metafunc.parametrize(fixture, databases, indirect=True)


@pytest.fixture(scope="session")
def soaking():
    """Whether to run at full length (SOAK=1) or just long enough; whoever asks is marked `soak`."""
    return SOAKING


@pytest.fixture(autouse=True)
def counts_of_limits():
    """What was counted in this process is of another test."""
    limits.counted.clear()


@pytest.fixture
def unlimited(monkeypatch):
    """Let a phone ask and write as often as many do."""
    for what, (_, seconds) in limits.RATES.items():
        monkeypatch.setitem(limits.RATES, what, (10**9, seconds))

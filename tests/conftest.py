"""What all tests share; the fixtures themselves are in the modules named below."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

pytest_plugins = ["tests.absent", "tests.postgres", "tests.chromium", "tests.benchmarks.figures"]

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3

# Hundreds of databases that live for a second each need no disk; the long run measures on one.
if os.environ.get("SOAK") != "1" and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)

MARK_FOR_FIXTURE = {"chromium": "browser", "postgres_cluster": "postgres"}


def pytest_configure() -> None:
    """Tidy up after being told to stop just as after Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they use, so that `-m "not browser"` leaves them out."""
    for item in items:
        for fixture, mark in MARK_FOR_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)


@pytest.fixture(scope="session")
def soaking() -> bool:
    """Whether tests marked `soak` run at full length (SOAK=1) or just long enough to be a test."""
    return os.environ.get("SOAK") == "1"

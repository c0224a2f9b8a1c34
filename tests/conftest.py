"""What all tests share; the fixtures themselves are in the modules named below."""

import os
import signal

import pytest

pytest_plugins = ["tests.absent", "tests.postgres", "tests.chromium"]

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

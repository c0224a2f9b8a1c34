"""Database errors are mapped to Unavailable codes, and no wait is unlimited."""

import time

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from scorer.services import clock
from scorer.storage.database import open_database
from scorer.storage.schema import clubs
from scorer.storage.unavailable import Unavailable
from tests.faults import failing, held, sqlite_fault
from tests.tables import execute, new_id

SHORT_WAIT_SECONDS = 1.5
END_OTHERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def add_club(database, wait=6):
    row = {"id": new_id(), "name": "X" * 80, "time_zone": "UTC", "currency": ""}
    with database.writing(wait=wait) as connection:
        connection.execute(insert(clubs), {**row, "made_at": clock.now()})


def read(database):
    with database.reading() as connection:
        return len(connection.execute(select(clubs.c.id)).all())


def why(database, wait=6):
    with pytest.raises(Unavailable) as fault:
        add_club(database, wait)
    return fault.value.code


@pytest.fixture
def kept(tmp_path, prepared_file):
    """A prepared SQLite database that nobody has opened yet."""
    file = tmp_path / "scorer.sqlite"
    file.write_bytes(prepared_file.read_bytes())
    database = open_database(f"sqlite:///{file}")
    yield database
    database.close()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("SQLITE_FULL", "disk_full"),
        ("SQLITE_READONLY", "read_only"),
        ("SQLITE_IOERR_WRITE", "disk"),
        ("SQLITE_BUSY", "busy"),
    ],
)
def test_what_sqlite_says_is_told_apart(kept, name, code):
    with failing(kept, sqlite_fault(name)):
        assert why(kept) == code
        assert read(kept) == 0
    add_club(kept)
    assert read(kept) == 1


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("DiskFull", "disk_full"),
        ("ReadOnlySqlTransaction", "read_only"),
        ("IoError", "disk"),
        ("LockNotAvailable", "busy"),
        ("TooManyConnections", "busy"),
        ("AdminShutdown", "gone"),
        ("ConnectionFailure", "gone"),
        ("OperationalError", "gone"),
    ],
)
def test_what_postgresql_says_is_told_apart(postgres_kept, name, code):
    import psycopg

    driver = getattr(psycopg.errors, name, None) or getattr(psycopg, name)
    with failing(postgres_kept, OperationalError("", None, driver(name))):
        assert why(postgres_kept) == code
        assert read(postgres_kept) == 0
    add_club(postgres_kept)
    assert read(postgres_kept) == 1


@pytest.fixture
def postgres_kept(prepared_postgres):
    """A prepared PostgreSQL database, empty."""
    database = open_database(str(prepared_postgres.url))
    yield database
    execute(database, clubs.delete())
    database.close()


def test_a_wrong_statement_is_still_a_fault_of_ours(database):
    with pytest.raises((OperationalError, ProgrammingError)), database.writing() as connection:
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))


@pytest.mark.parametrize("kind", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_lock_of_another_process_stops_writers_alone(kept, kind):
    assert kept.file is not None
    read(kept)
    with held(kept.file, kind):
        started = time.monotonic()
        assert read(kept) == 0
        assert why(kept, wait=0) == "busy"
        assert time.monotonic() - started < SHORT_WAIT_SECONDS
        assert why(kept, wait=SHORT_WAIT_SECONDS) == "busy"
        assert SHORT_WAIT_SECONDS <= time.monotonic() - started < 2 * SHORT_WAIT_SECONDS + 1
    add_club(kept)


@pytest.mark.postgres
def test_a_lock_on_postgresql_is_waited_for_in_time(postgres_kept):
    with postgres_kept.writing() as connection:
        connection.execute(text("LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE"))
        started = time.monotonic()
        assert why(postgres_kept, wait=0) == "busy"
        assert why(postgres_kept, wait=0.3) == "busy"
        assert read(postgres_kept) == 0
        assert time.monotonic() - started < SHORT_WAIT_SECONDS
    add_club(postgres_kept, wait=0)
    with postgres_kept.writing() as connection:
        assert connection.scalar(text("SHOW lock_timeout")) == "6s"


@pytest.mark.postgres
def test_nobody_waits_for_a_connection_for_ever(postgres_kept):
    pool = postgres_kept.engine.pool
    pool._timeout = 0.2
    lent = [postgres_kept.engine.connect() for _ in range(40)]
    try:
        with pytest.raises(Unavailable) as fault:
            read(postgres_kept)
        assert fault.value.code == "busy"
    finally:
        for connection in lent:
            connection.close()
    assert read(postgres_kept) == 0


@pytest.mark.postgres
def test_connections_that_broke_idle_are_made_again(postgres_kept):
    every_id = select(clubs.c.id)
    with postgres_kept.reading(), postgres_kept.reading():
        assert postgres_kept.first(every_id, {}) is None
    others = open_database(postgres_kept.url.render_as_string(hide_password=False))
    execute(others, END_OTHERS)
    others.close()
    assert postgres_kept.first(every_id, {}) is None
    assert read(postgres_kept) == 0
    add_club(postgres_kept)
    assert read(postgres_kept) == 1

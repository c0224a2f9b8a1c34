"""The database: opened, prepared once, and alike on both engines."""

import os
import stat
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError, StatementError

from scorer.storage.database import Database, open_database
from scorer.storage.migrate import prepare
from scorer.storage.schema import clubs, players
from scorer.storage.unavailable import Unavailable
from tests.tables import Statements, new_id

ROW = {"id": new_id(), "name": "Ours", "time_zone": "UTC", "currency": ""}
NOW = datetime(2025, 5, 3, 22, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))


def test_a_moment_comes_back_in_utc(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": NOW})
    with database.reading() as connection:
        found = connection.scalar(select(clubs.c.made_at))
    assert found == NOW
    assert found is not None
    assert found.tzinfo is UTC


def test_a_moment_without_a_zone_is_a_mistake(database: Database) -> None:
    naive = NOW.replace(tzinfo=None)
    with pytest.raises(StatementError), database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": naive})


def test_an_exception_rolls_back(database: Database) -> None:
    with pytest.raises(KeyError), database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": NOW})
        raise KeyError
    with database.reading() as connection:
        assert connection.execute(select(clubs)).all() == []


def test_a_reading_sees_one_moment_throughout(database: Database) -> None:
    with database.reading() as connection:
        assert connection.execute(select(clubs)).all() == []
        with database.writing() as other:
            other.execute(insert(clubs), {**ROW, "made_at": NOW})
        assert connection.execute(select(clubs)).all() == []
    with database.reading() as connection:
        assert len(connection.execute(select(clubs)).all()) == 1


def test_foreign_keys_are_kept(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as connection:
        connection.execute(
            insert(players),
            {"club": new_id(), "id": new_id(), "name": "Ann", "made_at": NOW, "number": 0},
        )


def test_sqlite_keeps_every_answer_on_the_disk(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'a folder' / 'x.sqlite'}")
    prepare(database)
    with database.reading() as connection:
        asked = {
            word: connection.execute(text(f"PRAGMA {word}")).scalar()
            for word in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    database.close()
    assert asked == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 2_000,
    }


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    prepare(database)
    with database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": NOW})
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    database.close()
    assert modes == dict.fromkeys(("x.sqlite", "x.sqlite-wal", "x.sqlite-shm"), 0o600)


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_other_databases_are_refused_with_a_reason(url: str) -> None:
    with pytest.raises(ValueError, match="database"):
        open_database(url)


@pytest.mark.parametrize("name", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_postgresql_address_may_be_written_as_hosters_write_it(name: str) -> None:
    database = open_database(f"{name}://ann@example.org/scores")
    assert database.url.drivername == "postgresql+psycopg"


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_worker_leaves_its_parents_connections_alone(database: Database) -> None:
    with database.reading() as connection:
        connection.execute(select(clubs))
    child = os.fork()
    if child == 0:
        idle = database.engine.pool.checkedin()  # type: ignore[attr-defined]
        os._exit(0 if idle == 0 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_only_what_nobody_would_miss_does_not_wait_for_the_disk(database: Database) -> None:
    asks, waits, does_not = (
        (text("PRAGMA synchronous"), 2, 1)
        if database.is_sqlite
        else (text("SHOW synchronous_commit"), "on", "off")
    )
    for _ in range(2):  # on the same connection, before and after
        with database.writing() as connection:
            assert connection.scalar(asks) == waits
        with database.noting() as connection:
            assert connection.scalar(asks) == does_not


def test_what_nobody_would_miss_is_not_waited_for(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": NOW})
        with pytest.raises(Unavailable), database.noting() as other:
            other.execute(clubs.update().values(name="Theirs"))
            other.execute(insert(clubs), {**ROW, "made_at": NOW})
    with database.noting() as connection:
        connection.execute(clubs.update().values(name="Seen"))
    with database.reading() as connection:
        assert connection.scalar(select(clubs.c.name)) == "Seen"


def test_a_single_question_begins_nothing_and_sees_what_was_written(database: Database) -> None:
    question = select(clubs.c.name, clubs.c.made_at)
    with database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": NOW})
        assert database.ask(question, {}) is None
    for _ in range(2):
        with Statements(database) as statements:
            told = database.ask(question, {})
        assert told == ("Ours", NOW)
        assert len(statements.texts) == 1
    with database.writing() as connection:
        connection.execute(clubs.update().values(name="Theirs"))
    assert database.ask(question, {}) == ("Theirs", NOW)


@pytest.mark.postgres
def test_a_question_is_asked_again_where_the_server_was_started_anew(
    postgres_database: str,
) -> None:
    database = open_database(postgres_database)
    assert database.ask(select(text("1")), {}) == (1,)
    with database.writing() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        here = "datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(text(f"{others} WHERE {here}"))
    assert database.ask(select(text("1")), {}) == (1,)
    database.close()

"""The database: opened, prepared once, and alike on both engines."""

import re
import stat
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError, StatementError

from scorer.storage.database import make_file, open_database
from scorer.storage.migrate import prepare
from scorer.storage.schema import clubs, players
from tests.tables import execute, new_id

ROW = {"id": new_id(), "name": "Ours", "time_zone": "UTC", "currency": ""}
NOW = datetime(2025, 5, 3, 22, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))


def test_a_moment_comes_back_in_utc(database):
    execute(database, insert(clubs).values({**ROW, "made_at": NOW}))
    with database.reading() as connection:
        found = connection.scalar(select(clubs.c.made_at))
    assert found == NOW
    assert found is not None
    assert found.tzinfo is UTC


def test_every_moment_of_a_game_is_kept_in_one_form_on_sqlite(table):
    if not table.database.is_sqlite:
        pytest.skip("PostgreSQL has a type for moments")
    table.deal()
    with table.database.reading() as connection:
        moments = connection.execute(text("SELECT last_at, started_at FROM games")).one()
    form = "0000-00-00 00:00:00.000000"
    assert [re.sub(r"[0-9]", "0", moment) for moment in moments] == [form] * 2


def test_a_moment_without_a_zone_is_a_mistake(database):
    naive = NOW.replace(tzinfo=None)
    with pytest.raises(StatementError), database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": naive})


def test_a_reading_sees_one_moment_throughout(database):
    with database.reading() as connection:
        assert connection.execute(select(clubs)).all() == []
        execute(database, insert(clubs).values({**ROW, "made_at": NOW}))
        assert connection.execute(select(clubs)).all() == []
    with database.reading() as connection:
        assert len(connection.execute(select(clubs)).all()) == 1


def test_foreign_keys_are_kept(database):
    ann = new_id()
    row = {"club": new_id(), "id": ann, "person": ann, "name": "Ann", "made_at": NOW, "number": 0}
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"), database.writing() as connection:
        connection.execute(insert(players), row)


def test_sqlite_keeps_every_answer_on_the_disk(tmp_path):
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


def test_only_the_owner_can_read_the_file(tmp_path):
    database = open_database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    prepare(database)
    with database.writing() as connection:
        connection.execute(insert(clubs), {**ROW, "made_at": NOW})
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    database.close()
    assert modes == dict.fromkeys(("x.sqlite", "x.sqlite-wal", "x.sqlite-shm"), 0o600)


def test_what_root_makes_belongs_to_who_owns_its_folder(tmp_path, monkeypatch):
    made, owners = tmp_path / "x.sqlite", []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda *owner: owners.append(owner))
    make_file(made)
    assert owners == [(made, tmp_path.stat().st_uid, tmp_path.stat().st_gid)]


@pytest.mark.parametrize("name", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_may_be_written_as_hosters_write_it(name):
    database = open_database(f"{name}://ann@example.org/scores")
    assert database.url.drivername == "postgresql+psycopg"

"""Migrations: tables are made, upgraded by revisions, and refused where they are others."""

import logging
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import (
    Column,
    DateTime,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    insert,
    inspect,
    select,
    text,
)

from scorer.commands import main
from scorer.rules.in_play import Answer
from scorer.services.club.clubs import first_club
from scorer.services.club.invitations import list_invitations
from scorer.services.ids import new_id
from scorer.services.projections import COUNTED_BY
from scorer.storage import book, migrate, schema
from scorer.storage.database import open_database
from scorer.storage.migrate import SchemaError, newest_revision, prepare, read_revision
from scorer.version import VERSION
from tests.tables import begin, execute

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{now}"
down_revision = "{before}"


def upgrade() -> None:
    with op.batch_alter_table("clubs") as clubs:
        clubs.add_column(sa.Column("motto", sa.String(80)))
        clubs.alter_column("name", type_=sa.String(90))
    {more}
"""
OURS = ("Our table", None)
OLDER = r"^This was made by version 0.4 or older.* `git checkout main@.1.`.* import them"
NEWER = rf"^This was made by a newer version \({VERSION}\).* `git pull`, `python3 run.py`"
NEWEST = newest_revision()
ADDED = f"{int(NEWEST) + 1:04}"
OTHER = "another program: choose another one"


@pytest.fixture
def fresh(database_url):
    """A database whose tables were just made."""
    database = open_database(database_url)
    prepare(database)
    yield database
    database.close()


def revision_of(database):
    with database.reading() as connection:
        return str(connection.scalar(text("SELECT version_num FROM alembic_version")))


@pytest.fixture
def add_revision(fresh, tmp_path, monkeypatch):
    """Add a column to the schema by a further revision."""

    def add(more=""):
        folder = tmp_path / "migrations"
        shutil.copytree(migrate.MIGRATIONS, folder, dirs_exist_ok=True)
        text = NEXT.format(now=ADDED, before=NEWEST, more=more)
        (folder / "versions" / f"{ADDED}_motto.py").write_text(text)
        monkeypatch.setattr(migrate, "MIGRATIONS", folder)

    return add


def copies(database):
    return list(database.file.parent.glob("scorer-*")) if database.file else []


def test_alembic_finds_the_tables_as_revisions_leave_them(fresh):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(migrate.MIGRATIONS)).get_current_head() == newest_revision()
    with fresh.reading() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == newest_revision()
        assert compare_metadata(context, migrate.metadata) == []


def tables_of_0013():
    """The tables as the baseline made them."""
    tables = MetaData(naming_convention=migrate.metadata.naming_convention)
    copied = {table.name: table.to_metadata(tables) for table in migrate.metadata.tables.values()}
    Index("ix_invitations_expires_at", copied["invitations"].c.expires_at)
    devices = copied["devices"]
    tables.remove(copied["answers"])
    kept = [one._copy() for one in copied["answers"].c if one.name not in ("turn", "opened", "was")]
    for column in kept:
        column.primary_key = column.primary_key and column.name != "device"
        column.nullable = False
    abouts = schema.about("game", "games"), schema.about("device", "devices")
    Table("answers", tables, *kept, *abouts, sqlite_with_rowid=False)
    for name in ("invitation", "before"):
        devices.append_column(schema.id_column(name, nullable=True))
    devices.append_column(Column("knocked_at", DateTime(timezone=True)))
    devices.append_constraint(schema.about("invitation", "invitations"))
    held_since = Column("held_since", DateTime(timezone=True), nullable=False)
    copied["seats_held"].append_column(held_since)
    results = copied["results"]
    Index("ix_results_money", results.c.club, results.c.person, results.c.money)
    for name in (
        "counted_by",
        "highlights",
        "tallies",
        "pairs",
        "feats",
        "ratings",
        "ratings_due",
        "left_seats",
        "balances",
    ):
        tables.remove(copied[name])
    deals = Table("deal_results", tables, Column("score", Integer))
    columns = [Column(name, Integer) for name in ("club", "player", "game", "apart")]
    for column in columns:
        deals.append_column(column)
    Index("ix_deal_results_player", *columns, deals.c.score)
    for name in ("pair_results", "feats", "ratings"):
        Table(name, tables, Column("key", String(24)))
    return tables


def test_a_database_of_the_baseline_is_upgraded(database_url):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    database = open_database(database_url)
    tables = tables_of_0013()
    with database.writing() as connection:
        tables.create_all(connection)
        schema.alembic_version.create(connection)
        connection.execute(text("INSERT INTO alembic_version VALUES ('0013')"))
    then = datetime(2026, 11, 1, tzinfo=UTC)
    phone = {"club": first_club(database), "id": new_id(), "name": "Ann’s phone", "right": "score"}
    phone |= {"token_hash": "1", "made_at": then, "seen_at": then}
    execute(database, insert(tables.tables["devices"]).values(phone))
    invited = {"club": phone["club"], "id": new_id(), "right": "score", "made_at": then}
    invited |= {"expires_at": datetime.now(UTC) + timedelta(days=1)}
    execute(database, insert(tables.tables["invitations"]).values(invited))
    table = begin(database, phone["club"])
    hand = {"club": table.club, "game": table.id, "deal": 1, "ask": "hands", "place": 1}
    hand |= {"value": "[]", "device": phone["id"], "written_at": then}
    execute(database, insert(tables.tables["answers"]).values(hand))
    execute(database, "DROP INDEX ix_games_left")
    for column in ("device", "left_at"):
        execute(database, f"ALTER TABLE games DROP COLUMN {column}")
    execute(database, "ALTER TABLE devices DROP COLUMN newcomer")
    execute(database, "DROP INDEX ix_clubs_way_back_hash")
    for column in ("by_stranger", "way_back_hash", "closed_at"):
        execute(database, f"ALTER TABLE clubs DROP COLUMN {column}")
    execute(database, "DROP INDEX ix_invitations_code_hash")
    for column in ("letters", "code_hash"):
        execute(database, f"ALTER TABLE invitations DROP COLUMN {column}")
    prepare(database)
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), migrate.metadata) == []
        found = connection.execute(select(schema.devices)).one()
        assert connection.scalar(COUNTED_BY) == "0"
    assert found._mapping.items() >= phone.items()
    assert list_invitations(database, "any key", phone["club"]) == []
    # An answer keeps its value, hidden as it was; another phone has a row of its own.
    other = table.phone.id
    with database.writing() as connection:
        row = book.find_game(connection, table.club, table.id)
        [kept] = book.read_answers(connection, row)[1]
        assert kept == Answer("hands", 1, [], phone["id"], written_at=then)
        book.put_answers(connection, row, 1, [replace(kept, device=other, cleared=True)])
        assert len(book.read_answers(connection, row)[1]) == 2
    database.close()


def test_preparing_again_changes_nothing_and_imports_no_alembic(database_url):
    code = (
        "import sys; from scorer.storage.database import open_database\n"
        "from scorer.storage.migrate import prepare\n"
        f"database = open_database({database_url!r})\n"
        "for _ in range(2): prepare(database)\n"
        "database.close(); sys.exit('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], check=False)
    assert done.returncode == 0


def test_several_may_prepare_at_the_same_time(database_url):
    faults = []

    def start():
        database = open_database(database_url)
        try:
            prepare(database)
        except BaseException as fault:
            faults.append(fault)
        finally:
            database.close()

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_database_of_another_version_is_refused(fresh):
    for statement, sentence in (
        ("UPDATE alembic_version SET version_num = '0012'", OLDER),
        ("UPDATE alembic_version SET version_num = '0001'", OLDER),
        ("UPDATE alembic_version SET version_num = '9999'", NEWER),
        ("UPDATE alembic_version SET version_num = 'ae1027a6acf0'", OTHER),
        ("DELETE FROM alembic_version", OTHER),
        ("DROP TABLE alembic_version", OTHER),
    ):
        execute(fresh, statement)
        with pytest.raises(SchemaError, match=sentence):
            prepare(fresh)


def test_every_command_says_why_a_database_is_refused(fresh, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SCORER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("DATABASE_URL", fresh.url.render_as_string(hide_password=False))
    file = str(tmp_path / "b.sqlite")
    commands = [["serve"], ["invite"], ["check"], ["rebuild"], ["demo"]]
    if fresh.is_sqlite:
        assert main(["backup", file]) == 0
        commands += [["backup", f"{file}.new"], ["restore", "--yes", file]]
    execute(fresh, "DELETE FROM alembic_version")
    with pytest.raises(SchemaError, match=OTHER) as refused:
        prepare(fresh)
    for words in commands:
        capsys.readouterr()
        assert main(words) == 1
        more = f" To restore all the same, move {fresh.file} away first."
        expected = f"{refused.value}{more if words[0] == 'restore' else ''}"
        assert capsys.readouterr().err.splitlines()[1:] == [expected]


def test_the_file_of_another_program_is_left_as_it_is(tmp_path):
    file = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE players (name TEXT)")
    before = file.read_bytes()
    database = open_database(f"sqlite:///{file}")
    with pytest.raises(SchemaError, match=OTHER):
        prepare(database)
    database.close()
    assert file.read_bytes() == before


def test_a_revision_upgrades_a_database_that_is_copied_first(fresh, add_revision, caplog):
    first_club(fresh)
    add_revision()
    with caplog.at_level(logging.WARNING, "scorer"):
        for _ in range(2):
            prepare(fresh)
    assert revision_of(fresh) == ADDED
    with fresh.reading() as connection:
        assert connection.execute(text("SELECT name, motto FROM clubs")).all() == [OURS]
    kept = copies(fresh)
    assert len(kept) == fresh.is_sqlite
    for copy in kept:
        assert str(copy) in caplog.text
        with closing(sqlite3.connect(copy)) as opened:
            asked = opened.execute("SELECT version_num, name FROM alembic_version, clubs")
            assert asked.fetchall() == [(NEWEST, OURS[0])]


@pytest.mark.parametrize("more", ["1 / 0", "op.execute('DELETE FROM clubs')"])
def test_a_revision_that_fails_changes_nothing(fresh, add_revision, more):
    from scorer.services.club.invitations import make_invitation

    make_invitation(fresh, "a secret for tests", first_club(fresh), "score")
    add_revision(more)
    with pytest.raises(Exception, match=r"division|foreign key"):
        prepare(fresh)
    assert revision_of(fresh) == NEWEST
    assert copies(fresh) == []
    with fresh.reading() as connection:
        assert read_revision(connection) == NEWEST
        assert "motto" not in str(inspect(connection).get_columns("clubs"))

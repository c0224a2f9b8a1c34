"""Backups of SQLite: a whole copy in one file, and the way back from it."""

import os
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from zipfile import ZipFile

import pytest

from scorer.commands import main
from scorer.services.club.clubs import first_club
from scorer.services.projections import check
from scorer.storage import backup
from scorer.storage.backup import open_file, write_backup
from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from scorer.storage.restore import replace_database
from scorer.storage.unavailable import Unavailable
from tests.played_club import play_club
from tests.postgres import find_binaries
from tests.services.imports import export
from tests.serving import Server, command, surroundings
from tests.tables import begin


@pytest.fixture
def instance(tmp_path, prepared_file):
    """An instance folder with a database in which nobody has played yet."""
    folder = tmp_path / "instance"
    folder.mkdir()
    shutil.copyfile(prepared_file, folder / "scorer.sqlite")
    return folder


@pytest.fixture
def run(instance, monkeypatch, capsys):
    """Run a command on this instance: its exit status, and what it printed but for the database."""
    monkeypatch.setenv("SCORER_INSTANCE", str(instance))
    monkeypatch.delenv("DATABASE_URL", raising=False)

    def run(*words, answer=None):
        def ask(question):
            if answer is None:
                raise EOFError
            return answer

        monkeypatch.setattr("builtins.input", ask)
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        named, _, rest = err.partition("\n")
        assert named == f"Database: {instance / 'scorer.sqlite'}"
        return status, out, rest

    return run


def play(instance, games=1):
    with closing(open_file(instance / "scorer.sqlite")) as database:
        for _ in range(games):
            begin(database, first_club(database)).deal()


def count_games(file):
    with closing(sqlite3.connect(file)) as opened:
        (games,) = opened.execute("SELECT count(*) FROM games").fetchone()
    return int(games)


def kept(instance):
    return list(instance.glob("scorer-*.sqlite"))


def test_a_backup_holds_all_there_is_and_restores_it(instance, run, fake_clock, tmp_path):
    file = tmp_path / "b.sqlite"
    with closing(open_file(instance / "scorer.sqlite")) as database:
        club = first_club(database)
        games = len(play_club(database, club, fake_clock))
        before = export(database, club)
        # What stands in the log only is in the backup as well.
        status, out, _ = run("backup", file)
    assert (status, out.splitlines()[0]) == (0, f"Written to {file}: {games} games.")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    play(instance)
    assert run("restore", "--yes", file)[0] == 0
    with closing(open_file(instance / "scorer.sqlite")) as database:
        assert export(database, club) == before
        assert check(database) == []
    assert stat.S_IMODE((instance / "scorer.sqlite").stat().st_mode) == 0o600


def test_restoring_says_what_goes_and_keeps_what_was_there(instance, run, tmp_path):
    file = tmp_path / "b.sqlite"
    play(instance)
    run("backup", file)
    with closing(open_file(instance / "scorer.sqlite")) as database:
        begin(database, first_club(database))
    play(instance)
    for answer in (None, "", "n"):
        status, out, err = run("restore", file, answer=answer)
        assert status == 1
        assert out == "Newer than the backup, and lost by this: 2 games.\n"
        assert err == "Nothing was changed. `--yes` goes on without asking.\n"
        assert count_games(instance / "scorer.sqlite") == 3
        assert kept(instance) == []
    status, out, err = run("restore", file, answer="y")
    assert (status, err) == (0, "")
    (before,) = kept(instance)
    assert out.splitlines()[1:] == [
        f"Restored from {file}: 1 game.",
        f"What was there before is kept in {before}.",
    ]
    assert count_games(instance / "scorer.sqlite") == 1
    assert count_games(before) == 3


def test_a_deal_that_was_saved_since_makes_a_game_newer(instance, run, tmp_path):
    with closing(open_file(instance / "scorer.sqlite")) as database:
        table = begin(database, first_club(database))
        run("backup", tmp_path / "b.sqlite")
        assert "lost by this: no games." in run("restore", tmp_path / "b.sqlite")[1]
        table.deal()
    assert "lost by this: 1 game." in run("restore", tmp_path / "b.sqlite")[1]


def test_while_the_app_runs_nothing_is_restored(instance, run, tmp_path):
    file = tmp_path / "b.sqlite"
    with Server(instance):
        assert run("backup", file)[0] == 0
        assert run("restore", "--yes", file) == (
            1,
            "",
            "The app is running: stop it first. Nothing was changed.\n",
        )
    assert kept(instance) == []
    assert run("restore", "--yes", file)[0] == 0


def test_the_app_does_not_start_while_a_backup_is_restored(instance, run, tmp_path, monkeypatch):
    run("backup", tmp_path / "b.sqlite")
    started = []

    def ask(question):
        words = command("serve", "--port", "0")
        done = subprocess.run(words, env=surroundings(instance), capture_output=True, text=True)
        started.append(done)
        return "no"

    monkeypatch.setattr("builtins.input", ask)
    assert main(["restore", str(tmp_path / "b.sqlite")]) == 1
    assert started[0].returncode == 1
    assert started[0].stderr.endswith(
        "\nA backup is being restored. Start again when that is done.\n"
    )


def test_a_file_that_is_there_is_never_written_over(instance, run, tmp_path):
    file, link = tmp_path / "b.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "gone.sqlite")
    file.touch()
    for name in (file, link):
        status, out, err = run("backup", name)
        assert (status, out) == (1, "")
        assert err == f"{name}: this file already exists and was left as it is.\n"
    assert file.read_bytes() == b""
    assert not link.exists()


def test_a_backup_that_is_not_whole_is_not_kept(instance, tmp_path, monkeypatch):
    def fail(copy):
        raise Unavailable("damaged")

    monkeypatch.setattr(backup, "check_integrity", fail)
    with closing(open_file(instance / "scorer.sqlite")) as database, pytest.raises(Unavailable):
        write_backup(database, tmp_path / "b.sqlite")
    assert not (tmp_path / "b.sqlite").exists()


def test_a_file_that_is_no_backup_changes_nothing(instance, run, tmp_path):
    play(instance, 20)
    run("backup", tmp_path / "whole")
    whole, file = (tmp_path / "whole").read_bytes(), tmp_path / "b.sqlite"
    for damaged in (
        b"",
        b"hello" * 1000,
        whole[:-4096],
        whole[:8192] + os.urandom(8192) + whole[16384:],
    ):
        file.write_bytes(damaged)
        status, out, err = run("restore", "--yes", file)
        assert (status, out) == (1, "")
        assert err == f"{file}: this is no backup, or it is damaged. Nothing was changed.\n"
    shutil.copyfile(tmp_path / "whole", file)
    with closing(sqlite3.connect(file)) as other:
        other.execute("UPDATE alembic_version SET version_num = '0012'")
        other.commit()
    status, out, err = run("restore", "--yes", file)
    assert (status, out) == (1, "")
    too_old, place = err, instance / "scorer.sqlite"
    assert too_old.startswith(f"{file}: This was made by version 0.4 or older, ")
    assert "`python3 run.py restore FILE`, then `python3 run.py`, and export" in too_old
    assert f"`mv {place} {place}.old`, `python3 run.py`, and import" in too_old
    with ZipFile(file, "w") as packed:  # as 0.4 wrote them
        packed.writestr("backup.json", "{}")
    assert run("restore", "--yes", file) == (1, "", too_old)
    assert run("restore", "--yes", tmp_path / "nowhere")[2] == (
        f"{tmp_path / 'nowhere'}: No such file or directory.\n"
    )
    assert {path.name for path in instance.iterdir()} <= {"scorer.sqlite", "secret_key"}
    assert count_games(instance / "scorer.sqlite") == 20


def test_what_is_damaged_or_not_there_can_be_replaced(instance, run, tmp_path):
    play(instance)
    run("backup", tmp_path / "b.sqlite")
    (instance / "scorer.sqlite").write_bytes(b"hello" * 1000)
    status, out, _ = run("restore", "--yes", tmp_path / "b.sqlite")
    assert status == 0
    assert out.startswith("What is there now cannot be read: the database is damaged.\n")
    (before,) = kept(instance)
    assert before.read_bytes() == b"hello" * 1000
    (instance / "scorer.sqlite").unlink()
    status, out, _ = run("restore", tmp_path / "b.sqlite")
    assert (status, out) == (0, f"Restored from {tmp_path / 'b.sqlite'}: 1 game.\n")
    assert count_games(instance / "scorer.sqlite") == 1


def test_a_log_that_was_left_goes_with_its_database(tmp_path):
    file, copy = tmp_path / "scorer.sqlite", tmp_path / "new"
    for ending in ("", "-wal", "-shm"):
        file.with_name(f"{file.name}{ending}").write_text(f"old{ending}")
    copy.write_text("new")
    before = replace_database(file, copy)
    assert before is not None
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert found == {file.name: "new", before.name: "old", f"{before.name}-wal": "old-wal"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["backup", "a b"], "pg_dump --format=custom '--file=a b' --dbname={url}"),
        (
            ["restore", "--yes", "b"],
            "pg_restore --clean --if-exists --no-owner --single-transaction --dbname={url} b",
        ),
    ],
)
def test_with_postgresql_its_own_program_is_named(tmp_path, monkeypatch, capsys, words, line):
    monkeypatch.setenv("SCORER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql://scorer:secret@example.org/cards")
    assert main(words) == 1
    out, err = capsys.readouterr()
    url = "postgresql://scorer@example.org/cards"
    assert out == ""
    assert err.splitlines() == [
        f"Database: {url}",
        "PostgreSQL has a program of its own for this:",
        f"    {line.format(url=url)}",
    ]


@pytest.mark.postgres
def test_the_lines_for_postgresql_bring_everything_back(
    postgres_database, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("SCORER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    with closing(open_database(postgres_database)) as database:
        prepare(database)
        table = begin(database, first_club(database))
        table.deal()
        for word in ("backup", "restore"):
            assert main([word, str(tmp_path / "b.dump")]) == 1
            line = capsys.readouterr().err.splitlines()[-1]
            subprocess.run(f"PATH={find_binaries()}:$PATH {line}", shell=True, check=True)
            if word == "backup":
                table.deal()
        assert len(table.read().sheet.deals) == 1
        prepare(database)

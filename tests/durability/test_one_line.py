"""A command that cannot do its work says so in one line, and leaves nothing half done."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scorer.storage.database import open_database
from tests.faults import fill, mount, unmount
from tests.serving import PATIENCE, ROOT, Server, command, surroundings

FULL = "The disk is full. Nothing was changed. Make room, then try again."
# Run as somebody else, who may read what root has installed.
AS_NOBODY = """
import os, sys
from scorer.commands import main
import scorer.commands.backup, scorer.commands.errors, scorer.commands.invite
os.setgroups([]); os.setgid(65534); os.setuid(65534)
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def say(monkeypatch, capsys):
    """Run a command without a process of its own."""
    from scorer import commands

    for name in ("DATABASE_URL", "SCORER_SECRET_KEY", "SCORER_PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)

    def said(instance, *words, **more):
        for name, value in {"SCORER_INSTANCE": str(instance), **more}.items():
            monkeypatch.setenv(name, value)
        status = commands.main(words)
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, out, err)

    return said


def check_one_line(done, sentence):
    """One line after the one that names the database, if it came so far."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.fullmatch(rf"(Database: .+\n)?{sentence}.*\n", done.stderr), done.stderr


@pytest.fixture
def small_disk(tmp_path):
    """A disk of two megabytes, and nothing on it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder))
    yield folder
    unmount(folder)


def test_every_command_says_one_line_on_a_full_disk(small_disk, tmp_path, say):
    instance = small_disk / "instance"
    assert say(instance, "invite").returncode == 0
    assert say(instance, "backup", str(tmp_path / "b.sqlite")).returncode == 0
    rest = fill(small_disk)
    for words in (
        ["invite"],
        ["demo", "--nights", "5"],
        ["restore", "--yes", str(tmp_path / "b.sqlite")],
        ["rebuild"],
    ):
        check_one_line(say(instance, *words), FULL)
    assert say(tmp_path / "instance", "invite").returncode == 0
    check_one_line(say(tmp_path / "instance", "backup", str(small_disk / "b.sqlite")), FULL)
    assert not list(small_disk.glob("b.sqlite*"))
    # Nothing is written to compare, as long as what there is can be opened at all.
    checked = say(instance, "check")
    assert checked.returncode == 0 or checked.stderr.endswith(f"{FULL}\n")
    assert "Traceback" not in checked.stderr
    check_one_line(say(small_disk / "another", "invite"), FULL)
    rest.unlink()
    assert say(instance, "check").returncode == 0


def test_a_printer_that_is_full_or_gone_is_no_traceback(tmp_path):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command("invite"),
            cwd=ROOT,
            env={**surroundings(tmp_path / "instance"), "PYTHONUNBUFFERED": ""},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr.endswith("\nThis cannot be printed: No space left on device.\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://somebody@host/name", r"DATABASE_URL: .*SQLite or PostgreSQL, not mysql\."),
        ("nonsense", r"DATABASE_URL: it has to look like postgresql://"),
        ("sqlite://", r"DATABASE_URL: the database has to be a file\."),
        ("postgresql://a@127.0.0.1:1/b", r"PostgreSQL cannot be reached: .*refused"),
        ("postgresql+psycopg2://a@127.0.0.1:1/b", r"PostgreSQL’s driver is missing"),
    ],
)
def test_a_database_that_cannot_be_had_is_one_line(tmp_path, say, url, sentence):
    check_one_line(say(tmp_path / "instance", "check", DATABASE_URL=url), sentence)


def test_a_database_that_is_not_there_is_one_line(tmp_path, say, postgres_cluster):
    done = say(tmp_path / "instance", "invite", DATABASE_URL=postgres_cluster.url("nobodys"))
    check_one_line(done, r'PostgreSQL cannot be reached: .*"nobodys" does not exist')


def test_a_file_that_is_no_database_is_one_line(tmp_path, say):
    tmp_path.joinpath("scorer.sqlite").write_bytes(b"hello" * 1000)
    check_one_line(say(tmp_path, "check"), "The database is damaged or is not one")


def test_a_database_that_somebody_else_keeps_is_one_line(tmp_path, monkeypatch, say):
    from scorer.storage import database

    assert say(tmp_path, "invite").returncode == 0
    monkeypatch.setattr(database, "LOCK_TIMEOUT_SECONDS", 0.1)
    other = sqlite3.connect(tmp_path / "scorer.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    check_one_line(say(tmp_path, "invite"), "The database is busy with another program")
    other.close()


def test_what_root_left_is_named_with_the_line_that_hands_it_over(tmp_path, say):
    if os.geteuid() != 0:
        pytest.skip("only root can leave files that somebody else may not read")
    instance = tmp_path / "instance"
    for folder in (tmp_path, *tmp_path.parents):
        if str(folder).count("/") > 2:
            folder.chmod(0o755)
    assert say(instance, "invite").returncode == 0
    as_nobody = [sys.executable, "-P", "-c", AS_NOBODY]
    for mode, words in ((0o700, "invite"), (0o755, "check"), (0o777, "backup")):
        instance.chmod(mode)
        done = subprocess.run(
            [*as_nobody, words, *(["x.zip"] if words == "backup" else [])],
            cwd=ROOT,
            env=surroundings(instance),
            capture_output=True,
            text=True,
        )
        if "ModuleNotFoundError" in done.stderr or "No module" in done.stderr:
            pytest.skip("nobody but root can read the packages that were installed here")
        assert done.returncode == 1
        first, second = done.stderr.splitlines()[-2:]
        assert "belongs to root, and this runs as nobody." in first
        assert second.strip() == f"sudo chown -R nobody:65534 {instance}"


def rows_of(instance, table):
    database = open_database(f"sqlite:///{instance / 'scorer.sqlite'}")
    with database.reading() as connection:
        many = connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
    database.close()
    return int(many)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_a_command_in_one_line(tmp_path, say, number):
    instance = tmp_path / "instance"
    assert say(instance, "invite").returncode == 0
    with subprocess.Popen(
        command("demo", "--nights", "5000"),
        cwd=ROOT,
        env=surroundings(instance),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as demo:
        try:
            until = time.monotonic() + PATIENCE
            while not rows_of(instance, "games") and time.monotonic() < until:
                time.sleep(0.1)
            demo.send_signal(number)
            out, err = demo.communicate(timeout=PATIENCE)
        finally:
            demo.kill()
    assert (demo.returncode, out) == (128 + number, b"")
    assert err.splitlines()[1:] == [b"Stopped. The made-up club was removed."]
    assert rows_of(instance, "clubs") == 1
    for table in ("games", "players", "entries"):
        assert rows_of(instance, table) == 0


@pytest.mark.parametrize(
    ("words", "place", "sentence"),
    [
        (["check"], "scorer.services.projections.check", "Stopped. Not everything was compared."),
        (["rebuild"], "scorer.services.projections.rebuild", "Stopped. Not everything was rebuilt"),
        (
            ["backup", "B"],
            "scorer.storage.backup.check_integrity",
            "Stopped. No backup was written.",
        ),
        (
            ["restore", "A"],
            "scorer.storage.restore.check_integrity",
            "Stopped. Nothing was changed.",
        ),
    ],
)
def test_ctrl_c_leaves_nothing_half_done(tmp_path, say, words, place, sentence):
    instance = tmp_path / "instance"
    assert say(instance, "invite").returncode == 0
    assert say(instance, "backup", str(tmp_path / "A")).returncode == 0
    module, _, name = place.rpartition(".")
    pressed = (
        f"import os, signal, sys, {module} as module; from scorer.commands import main\n"
        f"module.{name} = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = [str(tmp_path / word) if len(word) == 1 else word for word in words]
    done = subprocess.run(
        [sys.executable, "-P", "-c", pressed, *words],
        cwd=ROOT,
        env=surroundings(instance),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 130, done.stderr
    assert done.stdout == ""
    assert done.stderr.splitlines()[1].startswith(sentence)
    assert done.stderr.count("\n") == 2
    assert rows_of(instance, "invitations") == 1
    assert {file.name for file in tmp_path.iterdir()} == {"instance", "A"}


def test_invite_and_demo_print_the_address_that_is_really_served(tmp_path, say):
    start = command("serve", "--host", "127.0.0.2", "--port", "{port}")
    server = Server(tmp_path / "instance", start=start)
    told = say(server.instance, "invite")
    assert ":9009/join/" in told.stdout
    assert told.stderr.endswith("\nThe app is not running. `serve` starts it.\n")
    stale = server.instance / "serving-1.json"
    stale.write_text('{"host": "127.0.0.9", "port": 1}')
    everywhere = command("serve", "--port", "{port}")
    with Server(tmp_path / "instance", start=everywhere) as server:
        for words in (["invite"], ["demo", "--nights", "1"]):
            told = say(server.instance, *words)
            assert re.search(rf"http://[\d.]+:{server.port}/join/", told.stdout)
            assert "not running" not in told.stderr
        public = {"SCORER_PUBLIC_URL": "https://cards.example"}
        told = say(server.instance, "invite", "--club", "our table", **public)
        assert "Link:             https://cards.example/join/" in told.stdout

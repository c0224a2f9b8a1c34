"""A command that cannot do its work says so in one line, and leaves nothing half done."""

import re
import signal
import socket
import subprocess

import pytest

from scorer.storage.database import open_database
from tests.faults import fill, mount, unmount
from tests.serving import (
    PATIENCE,
    ROOT,
    Phone,
    Server,
    command,
    free_port,
    serve,
    surroundings,
)
from tests.tables import NAMES, facts, new_id

__all__ = ["serve"]

FULL = "The disk is full. Nothing was changed. Make room, then try again."


@pytest.fixture
def run_command(monkeypatch, capsys):
    """Run a command without a process of its own."""
    from scorer import commands

    for name in ("DATABASE_URL", "SCORER_SECRET_KEY", "SCORER_PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)

    def run(instance, *words, **more):
        for name, value in {"SCORER_INSTANCE": str(instance), **more}.items():
            monkeypatch.setenv(name, value)
        status = commands.main(words)
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, out, err)

    return run


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


def test_every_command_says_one_line_on_a_full_disk(small_disk, tmp_path, run_command):
    instance = small_disk / "instance"
    assert run_command(instance, "invite").returncode == 0
    assert run_command(instance, "backup", str(tmp_path / "b.sqlite")).returncode == 0
    rest = fill(small_disk)
    for words in (
        ["invite"],
        ["demo", "--nights", "5"],
        ["restore", "--yes", str(tmp_path / "b.sqlite")],
        ["rebuild"],
    ):
        check_one_line(run_command(instance, *words), FULL)
    assert run_command(tmp_path / "instance", "invite").returncode == 0
    check_one_line(run_command(tmp_path / "instance", "backup", str(small_disk / "b.sqlite")), FULL)
    assert not list(small_disk.glob("b.sqlite*"))
    # Nothing is written to compare.
    assert run_command(instance, "check").returncode == 0
    check_one_line(run_command(small_disk / "another", "invite"), FULL)
    rest.unlink()
    assert run_command(instance, "check").returncode == 0


def test_on_a_full_disk_the_app_starts_and_is_read(small_disk):
    server = Server(small_disk / "instance")  # its log is on that disk as well
    with server, Phone(server.address) as phone:
        phone.join(server.invitation())
        fields = {"variant": "red-nines", "player": NAMES[:4], "first_dealer": 0}
        begun = phone.send("/games/new", game=new_id(), **fields)
        game = begun.headers["Location"]
        deal = {"after": None, "facts": facts(0, 7, 23, 32)}
        entry = {"id": new_id(), "seen": 0, "kind": "deal", "content": deal}
        for starts in (False, True):
            if starts:
                phone.close()
                server.stop()
            rest = fill(small_disk)
            if starts:
                server.start()
            for page in ("/", game, f"{game}/book", "/nights/", "/players/", "/club/"):
                assert phone.get(page).status == 200
            assert phone.write(game.rpartition("/")[2], entry).status == 503
        rest.unlink()
        assert phone.write(game.rpartition("/")[2], entry).status == 200
        assert ">32<" in phone.get(game).text


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://somebody@host/name", r"DATABASE_URL: .*SQLite or PostgreSQL, not mysql\."),
        ("nonsense", r"DATABASE_URL: it has to look like postgresql://"),
        ("sqlite://", r"DATABASE_URL: the database has to be a file\."),
        ("sqlite:///:memory:", r"DATABASE_URL: the database has to be a file\."),
        ("postgresql://a@127.0.0.1:1/b", r"PostgreSQL cannot be reached: .*refused"),
        ("postgresql+psycopg2://a@127.0.0.1:1/b", r"PostgreSQL’s driver is missing"),
    ],
)
def test_a_database_that_cannot_be_had_is_one_line(tmp_path, run_command, url, sentence):
    check_one_line(run_command(tmp_path / "instance", "check", DATABASE_URL=url), sentence)


def test_a_database_that_is_not_there_is_one_line(tmp_path, run_command, postgres_cluster):
    done = run_command(
        tmp_path / "instance", "invite", DATABASE_URL=postgres_cluster.url("nobodys")
    )
    check_one_line(done, r'PostgreSQL cannot be reached: .*"nobodys" does not exist')


def test_a_file_that_is_no_database_is_one_line(tmp_path, run_command):
    tmp_path.joinpath("scorer.sqlite").write_bytes(b"hello" * 1000)
    check_one_line(run_command(tmp_path, "check"), "The database is damaged or is not one")


def rows_of(instance, table):
    database = open_database(f"sqlite:///{instance / 'scorer.sqlite'}")
    with database.reading() as connection:
        many = connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
    database.close()
    return int(many)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_a_command_in_one_line(tmp_path, run_command, number):
    instance = tmp_path / "instance"
    assert run_command(instance, "invite").returncode == 0
    with subprocess.Popen(
        command("demo", "--nights", "5000"),
        cwd=ROOT,
        env=surroundings(instance),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as demo:
        try:
            assert demo.stderr.readline().startswith(b"Database: ")
            demo.send_signal(number)
            out, err = demo.communicate(timeout=PATIENCE)
        finally:
            demo.kill()
    assert (demo.returncode, out) == (128 + number, b"")
    assert err.splitlines() == [b"Stopped before it was done."]
    assert rows_of(instance, "clubs") == 1
    for table in ("games", "players", "entries"):
        assert rows_of(instance, table) == 0


def test_invite_and_demo_print_the_address_that_is_served(tmp_path, run_command, serve):
    instance, port = tmp_path / "instance", free_port()
    done = run_command(instance, "invite")
    assert ":9009/join/" in done.stdout
    assert done.stderr.endswith("\nThe app is not running. `serve` starts it.\n")
    stale = instance / "serving-1.json"
    stale.write_text('{"host": "127.0.0.9", "port": 1}')

    def meanwhile(printed):
        for words in (["invite"], ["demo", "--nights", "1"]):
            done = run_command(instance, *words)
            assert re.search(rf"http://[\d.]+:{port}/join/", done.stdout)
            assert "not running" not in done.stderr
        public = {"SCORER_PUBLIC_URL": "https://cards.example"}
        done = run_command(instance, "invite", "--club", "our table", **public)
        assert "Link:             https://cards.example/join/" in done.stdout

    serve(meanwhile, "--port", str(port))


def test_a_second_server_on_one_folder_says_so(tmp_path):
    with Server(tmp_path / "instance") as first, Server(tmp_path / "instance") as second:
        assert f"Another server uses this folder: port {first.port}.\n" in second.output()
        assert "Another server" not in first.output()


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_score_is_quiet_where_nobody_reads_on(tmp_path, words):
    file = next((ROOT / "tests/rules/worked_examples").glob("*-SP-01.json"))
    score = subprocess.Popen(
        command("score", *words, *[str(file)] * 200),
        env=surroundings(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert score.stdout.readline()
    score.stdout.close()
    assert score.stderr.read() == b""
    assert score.wait(PATIENCE) == 1
    score.stderr.close()


def test_a_host_that_is_not_of_this_machine_is_named_as_that(tmp_path, run_command):
    for host in ("nowhere.invalid", "192.0.2.55"):
        done = run_command(tmp_path, "serve", "--host", host, "--port", str(free_port()))
        check_one_line(done, f"--host {host}: this machine has no such address\\.")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run_command(tmp_path, "serve", "--host", "127.0.0.1", "--port", port)
    assert f"Port {port} cannot be used: Address already in use.\n" in done.stderr


def test_this_machine_is_named_only_where_it_answers(tmp_path, run_command, serve, monkeypatch):
    monkeypatch.setenv("SCORER_PUBLIC_URL", "https://cards.example")
    assert "On this machine" not in run_command(tmp_path, "invite").stdout
    assert "On this machine" in run_command(tmp_path, "invite", "--port", "9").stdout
    for is_named in (True, False):

        def meanwhile(served, is_named=is_named):
            for printed in (served, run_command(tmp_path, "invite").stdout):
                assert ("On this machine" in printed) == is_named

        serve(meanwhile, "--host", "127.0.0.1", "--port", str(free_port()))
        monkeypatch.setenv("SCORER_HOSTS", "cards.example")

"""The app's own command line."""

import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from gunicorn.workers.gthread import ThreadWorker

from scorer.addresses import lan_address
from scorer.commands import main
from scorer.commands.invite import print_way_in, qr_lines
from scorer.commands.serve import Worker
from scorer.services.club import clubs, devices
from scorer.services.club.invitations import find_invitation, join_club
from scorer.settings import read_settings
from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from scorer.web.access import arrival
from tests.services.imports import everything
from tests.serving import Phone, Server, free_port, serve
from tests.tables import begin, execute, make_club

__all__ = ["serve"]


@pytest.fixture
def instance(tmp_path, monkeypatch):
    """An instance folder that the commands of this test use."""
    folder = tmp_path / "instance"
    for name in ("DATABASE_URL", "SCORER_SECRET_KEY", "SCORER_PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SCORER_INSTANCE", str(folder))
    return folder


def test_serving_prints_an_invitation_that_a_phone_can_join_by(instance, serve):
    with Server(instance) as server:
        phone = Phone(server.address).join(server.invitation())
        assert phone.get("/").status == 200
        answer = phone.get("/club/")
        assert answer.status == 200
        # What it says of itself would weigh 1 KB in a first visit.
        assert not {"Server", "Connection"} & set(answer.headers)
        assert phone.connection is not None
        phone.connection.close()
        printed_log = server.output()
    # A phone that scanned 127.0.0.1 would ask itself.
    assert "Other phones cannot reach this machine" in printed_log
    assert "█" not in printed_log
    assert re.search(r"code [A-Z0-9]{4}-[A-Z0-9]{4}", printed_log)
    assert "GET" not in printed_log

    def meanwhile(printed):
        # Whoever reads the log of a managed club finds no way in.
        assert "/join" not in printed
        assert "To let another phone join, run `invite`." in printed

    serve(meanwhile, "--port", str(free_port()))


def test_a_request_waits_from_when_it_came(monkeypatch):
    threads = ThreadPoolExecutor(1)
    monkeypatch.setattr(ThreadWorker, "enqueue_req", lambda *_: threads.submit(time.sleep, 0.1))
    monkeypatch.setattr(ThreadWorker, "handle", lambda *_: time.perf_counter() - arrival.at)
    worker, connection = object.__new__(Worker), SimpleNamespace()
    worker.enqueue_req(connection)
    assert threads.submit(worker.handle, connection).result() >= 0.1


@pytest.mark.parametrize("is_terminal", [False, True])
def test_the_address_has_its_qr_code_on_a_terminal_alone(
    instance, capsys, monkeypatch, is_terminal
):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    for new_clubs in ("invited", "anybody"):
        address = {"public_url": "http://cards.example", "new_clubs": new_clubs}
        print_way_in(None, read_settings(**address), None, "The table is at:")
        printed = capsys.readouterr().out
        assert "http://cards.example\n" in printed
        assert ("█" in printed) == is_terminal
        assert ("run `invite`" in printed) == (new_clubs == "invited")


def test_serving_anybody_prints_the_address_and_makes_no_club(instance, serve, capsys, monkeypatch):
    address = "http://cards.example.org"
    monkeypatch.setenv("SCORER_NEW_CLUBS", "anybody")
    monkeypatch.setenv("SCORER_PUBLIC_URL", address)

    def meanwhile(printed):
        assert f"Anybody may start a table:\n\nLink:             {address}\n" in printed
        assert main(["clubs"]) == 0
        assert capsys.readouterr().out == "No clubs.\n"

    serve(meanwhile, "--port", str(free_port()))


def test_serving_on_all_addresses_names_that_of_the_network(instance, serve):
    port = free_port()

    def meanwhile(printed):
        lan = lan_address()
        assert ("█" in printed) == (lan is not None)
        assert f"http://127.0.0.1:{port}/join/" in printed
        assert not lan or f"http://{lan}:{port}/join/" in printed

    serve(meanwhile, "--port", str(port))


@pytest.mark.parametrize("right", ["manage", "score", "watch"])
def test_invite_grants_the_right_that_was_asked_for(instance, capsys, right):
    assert main(["invite", "--right", right, "--port", str(free_port())]) == 0
    printed = capsys.readouterr().out
    code = re.findall(r"/join/([a-z2-7]{20,})", printed)[0]
    settings = read_settings()
    database = open_database(settings.database_url)
    club = clubs.first_club(database)
    invitation = find_invitation(database, settings.secret_key, code)
    for _ in range(2):
        device, _ = join_club(database, invitation, "Phone")
    assert device.right == right
    assert device.club == club
    assert len(devices.list_devices(database, club)) == 2
    database.close()


def test_invite_reaches_every_club_by_its_name_or_its_id(instance, capsys):
    assert main(["invite"]) == 0
    settings = read_settings()
    database = open_database(settings.database_url)
    made = [make_club(database, name) for name in ("Smith", "Smith", "Brown")]
    capsys.readouterr()
    for words, listed in (
        ([], [clubs.first_club(database), *made]),
        (["--club", "smith"], made[:2]),
    ):
        assert main(["invite", *words]) == 1
        asked = capsys.readouterr().err
        assert "Which club? Say so by " + ("its id:" if words else "--club and its") in asked
        lines = [line for line in asked.splitlines() if line.startswith("  ")]
        assert [line.split()[0] for line in lines] == listed
    assert main(["invite", "--club", "Jones"]) == 1
    assert "There is no club called Jones." in capsys.readouterr().err
    for word, club in ((" bROWN ", made[2]), (made[1], made[1])):
        assert main(["invite", "--club", word]) == 0
        code = re.findall(r"/join/([a-z2-7]{20,})", capsys.readouterr().out)[0]
        invitation = find_invitation(database, settings.secret_key, code)
        device, _ = join_club(database, invitation, "Phone")
        assert (device.club, device.right) == (club, "manage")
    database.close()


def test_check_finds_a_result_that_differs_and_rebuild_mends_it(instance, capsys):
    assert main(["check"]) == 1
    assert capsys.readouterr().err.endswith("There is no database yet.\n")
    database = open_database(read_settings().database_url)
    prepare(database)
    table = begin(database, clubs.first_club(database))
    table.deal()
    assert main(["check"]) == 0
    execute(database, "UPDATE results SET total = 99 WHERE seat = 1")
    capsys.readouterr()
    assert main(["check"]) == 1
    assert table.id in capsys.readouterr().out
    assert main(["rebuild"]) == 0
    assert "1 game with results, statistics and ratings." in capsys.readouterr().out
    assert main(["check"]) == 0
    database.close()


def test_a_qr_code_stays_dark_on_light_in_a_terminal():
    plain = qr_lines("http://192.168.1.2:9009/join/abc", coloured=False).splitlines()
    assert len({len(line) for line in plain}) == 1
    coloured = qr_lines("http://192.168.1.2:9009/join/abc", coloured=True).splitlines()
    assert all(line.startswith("\x1b[") and line.endswith("\x1b[0m") for line in coloured)


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import scorer.rules.fold", ("flask", "gunicorn", "sqlalchemy")),
        ("import scorer", ("flask", "sqlalchemy")),
        ("import scorer.commands as c; c.main(['score', '/nowhere'])", ("flask", "sqlalchemy")),
        ("import scorer.app", ("alembic", "gunicorn", "segno")),
    ],
)
def test_only_what_is_needed_is_imported(code, absent):
    check = f"import sys; {code}; print([one for one in {absent!r} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True)
    assert done.stdout.strip().splitlines()[-1] == "[]", done.stderr


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("SCORER_TRUST_PROXY", "yes"),
        ("SCORER_PUBLIC_URL", "cards.example"),
        ("SCORER_PUBLIC_URL", "ftp://cards.example"),
        ("SCORER_PUBLIC_URL", "https://cards.example/scores"),
        ("SCORER_PUBLIC_URL", "https://cards.example?club=1"),
        ("SCORER_PUBLIC_URL", "https://ann@cards.example"),
        ("SCORER_PUBLIC_URL", 'https://x"><script>'),
        ("SCORER_PUBLIC_URL", r"https://example.org\foo"),
        ("SCORER_PUBLIC_URL", "https://x:99999"),
        ("SCORER_PUBLIC_URL", "http://localhost"),
        ("SCORER_PUBLIC_URL", "http://[::1]:9009"),
        ("SCORER_HOSTS", "cards.example, a.example # mine"),
        ("SCORER_HOSTS", "https://cards.example"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_told_in_one_line(
    instance, capsys, monkeypatch, setting, said
):
    monkeypatch.setenv(setting, said)
    assert main(["check"]) == 1
    complaint = capsys.readouterr().err
    assert complaint.startswith(setting)
    assert complaint.count("\n") == 1


def test_an_address_of_this_machine_alone_is_refused(instance, capsys, monkeypatch):
    monkeypatch.setenv("SCORER_PUBLIC_URL", "http://127.0.0.1:9009")
    assert main(["check"]) == 1
    assert "Set it to one that phones can open" in capsys.readouterr().err


@pytest.mark.parametrize(
    "said",
    [
        *("https://cards.example", "http://192.0.2.1:9009", "HTTPS://[2001:db8::1]:443"),
        *("https://bücher.example", "http://bücher.example:9009", "http://anns_pc:65535"),
    ],
)
def test_the_address_for_phones_is_a_scheme_and_a_host(instance, monkeypatch, said):
    monkeypatch.setenv("SCORER_PUBLIC_URL", f"{said}/")
    assert read_settings().public_url == said


def test_commands_read_the_settings_and_name_the_database(instance, tmp_path, capsys, monkeypatch):
    instance.mkdir()
    (instance / "scorer.env").write_text(f"DATABASE_URL=sqlite:///{tmp_path}/other.sqlite\n")
    assert main(["invite"]) == 0
    not_served = "The app is not running. `serve` starts it.\n"
    assert capsys.readouterr().err == f"Database: {tmp_path}/other.sqlite\n{not_served}"
    assert (tmp_path / "other.sqlite").exists()
    assert not (instance / "scorer.sqlite").exists()
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/third.sqlite")
    assert main(["check"]) == 1
    missing = "There is no database yet.\n"
    assert capsys.readouterr().err == f"Database: {tmp_path}/third.sqlite\n{missing}"


def test_a_club_can_be_made_up_and_looked_at(instance, capsys):
    assert main(["demo", "--nights", "2"]) == 0
    printed = capsys.readouterr().out
    assert "games. To look around:" in printed
    assert "/join/" in printed
    with pytest.raises(SystemExit):
        main(["demo", "--nights", "0"])


def test_clubs_are_added_listed_exported_and_deleted(instance, capsys, tmp_path):
    assert main(["clubs", "add", "The Smiths"]) == 0
    printed = capsys.readouterr().out
    assert [main(["clubs", "add", name]) for name in ("the smiths", " ")] == [1, 1]
    refused = capsys.readouterr().err
    assert "There is a club called the smiths" in refused and "A club needs a name." in refused
    assert "To manage The Smiths:" in printed
    code = re.findall(r"/join/([a-z2-7]{20,})", printed)[0]
    settings = read_settings()
    database = open_database(settings.database_url)
    invitation = find_invitation(database, settings.secret_key, code)
    assert join_club(database, invitation, "Phone")[0].right == "manage"
    begin(database, invitation.club).deal()
    assert main(["clubs", "--find", "smith"]) == 0
    assert re.search(rf"{invitation.club} +4 +2 +1 .*The Smiths\n1 club", capsys.readouterr().out)
    file = tmp_path / "smiths.zip"
    assert main(["clubs", "export", "the smiths", str(file)]) == 0
    assert file.read_bytes().startswith(b"PK")
    assert file.stat().st_mode & 0o077 == 0
    assert main(["clubs", "export", "the smiths", str(file)]) == 1
    assert "was left as it is" in capsys.readouterr().err
    assert main(["clubs", "delete", "Jones"]) == 1
    assert main(["clubs", "tidy", "--yes"]) == 0
    assert main(["clubs", "delete", "The Smiths", "--yes"]) == 0
    capsys.readouterr()
    assert main(["clubs"]) == 0
    assert capsys.readouterr().out == "No clubs.\n"
    database.close()


def test_a_club_is_deleted_after_a_yes_only(instance, capsys, monkeypatch):
    assert main(["clubs", "add", "Smith"]) == 0
    for answer, status in (("", 1), ("no", 1), ("yes", 0)):
        monkeypatch.setattr("builtins.input", lambda question, answer=answer: answer)
        assert main(["clubs", "delete", "Smith"]) == status


def test_check_compares_nothing_that_another_version_has_counted(instance, capsys):
    assert main(["demo", "--nights", "1"]) == 0
    database = open_database(read_settings().database_url)
    execute(database, "UPDATE counted_by SET version = '0.1.0'")
    database.close()
    capsys.readouterr()
    assert main(["check"]) == 1
    printed = capsys.readouterr()
    assert (printed.out, "start the app, or `rebuild`" in printed.err) == ("", True)
    assert main(["rebuild"]) == main(["check"]) == 0


@pytest.mark.parametrize("name", ["check", "rebuild", "demo", "restore", "serve"])
def test_long_work_counts_on_a_terminal_and_can_be_broken_off(
    instance, tmp_path, capsys, monkeypatch, name
):
    file = str(tmp_path / "backup.sqlite")
    assert main(["demo", "--nights", "3"]) == main(["backup", file]) == 0
    database = open_database(read_settings().database_url)
    if name == "serve":  # the first start of a newer version counts again
        execute(database, "UPDATE counted_by SET version = '0.1.0'")
    before, files = everything(database), sorted(instance.iterdir())
    times = [0, 9, 9]

    def stop_at_the_second():
        if not times:
            raise KeyboardInterrupt
        return times.pop(0)

    capsys.readouterr()
    monkeypatch.setattr("scorer.progress.monotonic", stop_at_the_second)
    monkeypatch.setattr("scorer.storage.restore.PIECE", 1000)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    more = {"restore": [file, "--yes"], "serve": ["--port", "0"]}
    assert main([name, *more.get(name, [])]) == 130
    printed = capsys.readouterr()
    assert re.search(r"\r[A-Z][a-zA-Z, ]+: 0", printed.err)
    assert "\nStopped before it was done.\n" in printed.err
    assert printed.out == ""
    assert everything(database) == before
    assert sorted(instance.iterdir()) == files
    database.close()

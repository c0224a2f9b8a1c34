"""run.py sets up what is asked for, once, and says plainly what it cannot do."""

import ast
import fcntl
import importlib.util
import os
import re
import subprocess
import sys

import pytest

from scorer import commands
from scorer.version import VERSION
from tests.tooling.conftest import PACKAGES, SOURCE


def test_only_the_standard_library_is_needed():
    """Nor by what it imports of ours: what `run.py test` runs, and the settings."""
    code = "import run, tests.tooling.runs, scorer.settings"
    words = [sys.executable, "-S", "-c", code]  # without what is installed
    subprocess.run(words, cwd=SOURCE.parent, env={}, check=True)


def test_an_old_python_can_read_the_file_and_is_refused(run, monkeypatch, capsys):
    ast.parse(SOURCE.read_text(), feature_version=(3, 7))
    monkeypatch.setattr(run, "OLDEST_PYTHON", (9, 1))
    assert run.main([]) == 1
    assert capsys.readouterr().err == "This needs Python 9.1 or later.\n"


def test_each_start_sets_up_what_is_missing(run, steps):
    for _ in range(2):
        run.set_up("run")
        assert steps == ["venv", PACKAGES]
    # What has changed is installed, and another Python makes the environment anew.
    (run.ROOT / "requirements.txt").write_text("other==1\n")
    run.set_up("run")
    assert steps == ["venv", PACKAGES, PACKAGES]
    (run.VENV / "lib" / f"python3.{sys.version_info.minor}").rename(run.VENV / "lib/python3.2")
    (run.VENV / "installed").write_text("what-the-other-python-left\n")
    run.set_up("run")
    assert steps == ["venv", PACKAGES, PACKAGES, "venv", PACKAGES]


def test_what_testing_needs_includes_what_running_needs(run, steps):
    for words in ("dev", "run", "scale"):
        run.set_up(words)
    assert steps == ["venv", "pip requirements-dev.txt"]
    (run.ROOT / "requirements-dev.txt").write_text("other==1\n")
    assert run.is_set_up("run")
    assert not run.is_set_up("dev")


@pytest.mark.parametrize("interrupted_at", ["venv", PACKAGES])
def test_an_interrupted_start_is_begun_again(run, steps, monkeypatch, capsys, interrupted_at):
    finish = run.run

    def interrupt(command, **options):
        finish(command)
        if steps[-1] == interrupted_at:
            raise KeyboardInterrupt
        return 0

    monkeypatch.setattr(run, "run", interrupt)
    assert run.main(["score"]) == 130
    assert capsys.readouterr().err.endswith("\nStopped before it was done.\n")
    assert not run.is_set_up("run")
    monkeypatch.setattr(run, "run", finish)
    steps.clear()
    run.set_up("run")
    assert steps == ["venv", PACKAGES]


def test_a_failing_pip_is_told_in_one_sentence(run, steps, capsys):
    steps.append("fail: pip requirements.txt")
    assert run.main(["score", "--json", "-"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines()[-1].endswith("Is this machine online?")
    assert not run.is_set_up("run")


def test_two_starts_at_once_set_up_one_after_the_other(run):
    second = os.open(run.ROOT, os.O_RDONLY)
    with run.only_one(), pytest.raises(BlockingIOError):
        fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(second)


def test_a_bare_debian_gets_its_venv_from_apt_as_root(run, steps, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    run.set_up("run")
    assert steps == ["apt-get install", "venv", PACKAGES]


def test_a_bare_debian_gets_one_line_to_run_as_anybody_else(run, steps, monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert run.main([]) == 1
    line = "    sudo apt-get install -y --no-install-recommends python3-venv"
    assert capsys.readouterr().err.splitlines()[-1] == line
    assert steps == []


def test_only_the_long_run_needs_browsers_and_buildah(run, steps, monkeypatch):
    asked = []
    monkeypatch.setattr(run, "apt_install", lambda packages: asked.append(packages) or True)
    monkeypatch.setattr("tests.tooling.runs.DEBIAN_PACKAGES", {"chromium": "nowhere"})
    monkeypatch.setattr("tests.tooling.runs.DEBIAN_FOR_LONG", {"firefox-esr": "nowhere"})
    assert run.main(["test", "tests/rules"]) == run.main(["soak"]) == 0
    assert asked == [["chromium"], ["chromium", "firefox-esr"]]


def test_no_words_serve_on_all_interfaces(run, steps, started):
    run.main([])
    serve = ["-P", "-m", "scorer", "serve", "--host", "0.0.0.0", "--port", "9009"]
    assert started[0] == serve
    assert os.environ["PYTHONPATH"] == str(run.ROOT)


@pytest.mark.parametrize("main", ["run", "commands"])
def test_the_version_is_the_same_wherever_it_stands(run, capsys, main):
    with pytest.raises(SystemExit, match="0"):
        (run if main == "run" else commands).main(["--version"])
    assert capsys.readouterr().out == f"Scorer {VERSION}\n"
    places = {"pyproject.toml": 'version = "{}"', "HOSTING.md": "r-{}-", "CHANGELOG.md": "# {} "}
    for file, line in places.items():
        assert line.format(VERSION) in (SOURCE.parent / file).read_text("utf-8")


def test_other_words_go_to_the_app(run, steps, started, capsys):
    run.main(["score", "--json", "-"])
    assert started == [["-P", "-m", "scorer", "score", "--json", "-"]]
    assert capsys.readouterr().out == ""


def test_a_word_that_nobody_knows_is_answered_with_all_words(run, steps, started, capsys):
    assert run.main(["nonsense"]) == 2
    printed = capsys.readouterr().err
    assert (steps, started) == ([], [])
    assert printed.startswith("There is no such word: nonsense\n")
    for word in ("host", "test", "soak", "check-game", *run.APP_WORDS):
        assert re.search(rf"\b{word}\b", printed), word
    with pytest.raises(SystemExit, match="2"):
        commands.main(["nonsense"])
    known = capsys.readouterr().err.partition("choose from")[2]
    assert re.findall("[a-z]+", known) == run.APP_WORDS


def test_postgresql_is_installed_for_where_the_database_is_one(run, steps, started, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://postgres@/scorer")
    run.main(["invite"])
    assert steps == ["venv", "pip requirements-scale.txt"]


def test_the_database_may_be_named_in_the_instance_folder(run, started, tmp_path, monkeypatch):
    monkeypatch.setenv("SCORER_INSTANCE", str(tmp_path))
    file = tmp_path / "scorer.env"
    assert run.database_url() == ""
    file.write_text("DATABASE_URL=postgresql://ann@example.org/cards\n")
    assert run.database_url() == "postgresql://ann@example.org/cards"
    monkeypatch.setenv("DATABASE_URL", "sqlite:////tmp/cards.sqlite")
    assert run.database_url() == "sqlite:////tmp/cards.sqlite"
    monkeypatch.delenv("DATABASE_URL")
    file.write_text("nonsense\n")  # which the app itself refuses
    assert run.database_url() == ""

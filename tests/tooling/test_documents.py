"""The documents keep their word: what they name exists, what they show is what comes out."""

import inspect
import io
import json
import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scorer import commands, settings
from scorer.commands import score

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("README.md", "HOSTING.md", "CONTRIBUTING.md", "SECURITY.md", "DECISIONS.md")
OWN_WORDS = {"test", "soak"}
# What appears only once the app has run.
MADE_LATER = {"instance/secret_key", "instance/scorer.sqlite", ".venv/"}
MADE_LATER |= {
    "instance/games/",
    "instance/scorer.env",
    "instance/scorer-0013-20261122-200000.sqlite",
}
# The examples of CONTRIBUTING.md.
SHOWN = re.compile(r"(?:^|/)(?:game\.json|black[-_]maria\b.*)$")
SECTIONS = {
    "of the game": "",
    "of a house rule": "house_rules",
    "of an ask": "asks",
    "of a reason": "reasons",
    "of what is shown": "shows",
    "of a feat": "feats",
}


def read(name):
    """A document of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def block(name, language, word=""):
    """The one fenced block of a language that has this word in it."""
    every = re.findall(rf"^```{language}\n(.*?)^```$", read(name), re.MULTILINE | re.DOTALL)
    (found,) = [text for text in every if word in text]
    return found


def example():
    """The game as a file, and the sheet of it that the command prints."""
    return block("CONTRIBUTING.md", "json", '"red-nines"'), block("CONTRIBUTING.md", "text")


def commands_in(name):
    """The lines of a document that run something here, without what is said of them."""
    started = r"^(?:    |.*`)((?:python3 run\.py|\.venv/bin/).*?)(?:`|$)"
    lines = re.findall(started, read(name), re.MULTILINE)
    return [line.split("  #")[0].strip() for line in lines]


@pytest.mark.parametrize("name", NAMES)
def test_every_file_and_folder_it_names_is_there(name):
    text = read(name)
    named = set(re.findall(r"`([\w.-]*/[\w./-]*(?:/|\.(?:py|md|json|toml|sqlite|env|js)))`", text))
    named |= set(re.findall(r"\]\(([^)#:]+)\)", text))
    named = {each for each in named if not SHOWN.search(each)} - MADE_LATER
    assert [each for each in sorted(named) if not (ROOT / each).exists()] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_it_names_is_one(name, capsys):
    words = set(re.findall(r"python3 run\.py ([a-z]+)\b", read(name)))
    for word in sorted(words - OWN_WORDS):
        with pytest.raises(SystemExit) as left:
            commands.main([word, "--help"])
        assert left.value.code == 0, word
    run = (ROOT / "run.py").read_text()
    assert all(f'words[:1] == ["{word}"]' in run for word in OWN_WORDS)


def test_what_it_runs_of_the_tests_and_tools_is_there():
    files = [word for line in commands_in("CONTRIBUTING.md") for word in shlex.split(line)]
    files = {word for word in files if word.startswith("tests/")}
    assert {"tests/rules", "tests/benchmarks", "tests/tooling/pin.py"} <= files
    missing = [file for file in files if not (ROOT / file).exists() and not SHOWN.search(file)]
    assert missing == []
    assert "-m tests.pictures.take" in read("CONTRIBUTING.md")
    assert find_spec("tests.pictures.take")


def test_it_names_just_the_settings_that_are_read():
    read_there = set(
        re.findall(r"\b(?:DATABASE_URL|SCORER_[A-Z_]+)\b", inspect.getsource(settings))
    )
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", read("HOSTING.md"), re.MULTILINE))
    anywhere = {
        found
        for name in NAMES
        for found in re.findall(r"\b(?:DATABASE_URL|SCORER_[A-Z_]+)\b", read(name))
    }
    assert table == anywhere == read_there


def test_its_game_scores_as_it_says(tmp_path, monkeypatch, capsys):
    game, printed = example()
    (tmp_path / "game.json").write_text(game)
    monkeypatch.chdir(tmp_path)
    assert score.print_sheets(["game.json"], as_json=False) == 0
    assert capsys.readouterr().out.strip() == printed.strip()

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.encode())))
    assert score.print_sheets(["-"], as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == [18, 37, 40, 49]


def test_the_proxy_passes_on_all_that_the_app_is_set_to_trust():
    nginx = block("HOSTING.md", "nginx")
    assert dict(re.findall(r"proxy_set_header (\S+) (\S+);", nginx)) == {
        "Host": "$http_host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-Host": "$http_host",
    }
    served = f"127.0.0.1:{settings.PORT}"
    caddy = block("HOSTING.md", "caddy", "example.org")
    assert re.findall(r"reverse_proxy (\S+)", caddy) == [served]
    assert f"http://{served};" in nginx


def test_the_tables_have_just_the_keys_of_the_words():
    text = read("scorer/rules/README.md")
    used = {section: set() for section in SECTIONS.values()}
    for file in (ROOT / "scorer" / "rules" / "words").glob("*.json"):
        words = json.loads(file.read_text("utf-8"))
        if file.stem != "shared":
            used[""] |= words.keys()
            for section in used.keys() - {""}:
                entries = [one for one in words.get(section, {}).values() if isinstance(one, dict)]
                used[section] |= {key for entry in entries for key in entry}
    for title, section in SECTIONS.items():
        table = text.partition(f"| {title} | is |\n")[2].partition("\n\n")[0]
        first = [line.split("|")[1] for line in table.splitlines()]
        assert {key for cell in first for key in re.findall(r"`(\w+)`", cell)} == used[section]


@pytest.mark.browser
def test_the_walk_through_adds_a_game_that_keeps_the_contract(tmp_path, soaking):
    walk = read("CONTRIBUTING.md").partition("## To add a game")[2].partition("\n## ")[0]
    files = re.findall(r"`(\S+)`[^`]*\n\n```\w+\n(.*?)^```$", walk, re.MULTILINE | re.DOTALL)
    assert len(files) == 5
    folder = "instance/games/black-maria"
    for file, content in files:
        assert file.startswith(f"{folder}/")
        (tmp_path / file.removeprefix(f"{folder}/")).write_text(content, encoding="utf-8")
    assert f"python3 run.py check-game {folder}\n" in walk
    suites = ["tests/rules/test_contract.py", "tests/rules/test_worked_examples.py"]
    if soaking:
        suites = ["tests/rules", "tests/browser/test_twins.py"]
        suites += ["tests/browser/test_worked_examples.py"]
    options = ["-q", "-n0", "-p", "no:cacheprovider", f"--game={tmp_path}", "-k", "black-maria"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *suites],
        cwd=ROOT,
        env={**os.environ, "SOAK": "", "FEW_EXAMPLES": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]

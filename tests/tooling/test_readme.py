"""README.md keeps its word: what it names exists, what it shows is what comes out."""

import inspect
import io
import json
import re
import sys
from pathlib import Path

import pytest

from scorer import commands, settings
from scorer.commands import score

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OWN_WORDS = {"test", "soak"}
# What appears only once the app has run.
MADE_LATER = {"instance/secret_key", "instance/scorer.sqlite", ".venv/", ".venv/bin/gunicorn"}
MADE_LATER |= {"instance/scorer-0013-20261122-200000.sqlite"}


def blocks(language):
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_every_file_and_folder_it_names_is_there():
    named = set(re.findall(r"`([\w./-]+(?:/|\.(?:py|md|json|toml|sqlite)))`", README))
    named |= set(re.findall(r"\]\(([^)#:]+)\)", README)) - {"game.json"}
    assert "scorer/web/access.py" in named
    assert "tests/pictures/pad.png" in named
    missing = [name for name in sorted(named - MADE_LATER) if not (ROOT / name).exists()]
    assert missing == ["game.json"], "only the example is not there"


def test_every_command_it_names_is_one(capsys):
    said = set(re.findall(r"python3 run\.py((?: [a-z]+)?)\b", README))
    words = {word.strip() for word in said} - {""}
    for word in sorted(words - OWN_WORDS):
        with pytest.raises(SystemExit) as left:
            commands.main([word, "--help"])
        assert left.value.code == 0, word
    assert {"score", "invite", "check", "rebuild"} <= words
    run = (ROOT / "run.py").read_text()
    assert all(f'words[:1] == ["{word}"]' in run for word in OWN_WORDS)


def test_it_names_just_the_settings_that_are_read():
    read = set(re.findall(r"\b(?:DATABASE_URL|SCORER_[A-Z_]+)\b", inspect.getsource(settings)))
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    anywhere = set(re.findall(r"\b(?:DATABASE_URL|SCORER_[A-Z_]+)\b", README))
    assert table == anywhere == read


def test_its_game_scores_as_it_says(tmp_path, monkeypatch, capsys):
    (game,), (printed,) = blocks("json"), blocks("text")
    (tmp_path / "game.json").write_text(game)
    monkeypatch.chdir(tmp_path)
    assert score.main(["game.json"], as_json=False) == 0
    assert capsys.readouterr().out.strip() == printed.strip()

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.encode())))
    assert score.main(["-"], as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == [18, 37, 40, 49]


def test_the_proxy_tells_all_that_the_app_is_told_to_trust():
    (nginx,) = blocks("nginx")
    told = dict(re.findall(r"proxy_set_header (\S+) (\S+);", nginx))
    assert told == {
        "Host": "$host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-Host": "$host",
    }
    (caddy,) = blocks("caddy")
    served = re.findall(r"--bind (\S+)", README)
    assert served == [re.findall(r"reverse_proxy (\S+)", caddy)[0]]
    assert f"http://{served[0]};" in nginx


def test_its_backup_holds_all_but_the_key_and_is_its_owners(tmp_path, monkeypatch):
    assert "python3 run.py backup FILE\n    python3 run.py restore FILE" in README
    monkeypatch.setenv("SCORER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    file = tmp_path / "kept.sqlite"
    assert commands.main(["invite"]) == 0
    assert commands.main(["backup", str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert settings.read_settings().secret_key.encode() not in file.read_bytes()
    assert commands.main(["restore", "--yes", str(file)]) == 0

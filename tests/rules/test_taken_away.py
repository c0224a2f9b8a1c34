"""Without the files of any one game the rules load, and what tests every game passes."""

import os
import subprocess
import sys
from shutil import copy, copytree

import pytest

from scorer.rules.packages import PACKAGES
from scorer.rules.variants import every_variant
from scorer.settings import ROOT

OF_EVERY_GAME = ["test_words.py", "test_worked_examples.py", "test_made_up_game.py"]
# Of the others the short run knows that the rest is loaded.
IN_SHORT = "red-nines"
OF_ALL_GAMES = "test_every_number_that_names_a_seat_is_turned_with_the_seats"
# Longer, so only in the long run.
OF_RANDOM_GAMES = ["test_contract.py", "test_second_scorers.py"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The rules and their tests in a folder of their own."""
    tmp_path = tmp_path_factory.mktemp("whole")
    for folder in ("scorer", "tests/rules", "tests/made_up_game"):
        copytree(ROOT / folder, tmp_path / folder)
    for file in ("tests/__init__.py", "tests/examples.py", "pyproject.toml"):
        copy(ROOT / file, tmp_path / file)
    return tmp_path


def files_of(folder, key):
    """The files of a game: its editions, its words, its worked examples, its scorer."""
    rules, tests = folder / "scorer" / "rules", folder / "tests" / "rules"
    for module in (rules / "variants").glob("*.py"):
        if f'key = "{key}"' in module.read_text(encoding="utf-8"):
            yield module
    yield rules / "words" / f"{key}.json"
    yield from tests.glob(f"second_scorers/{key.replace('-', '_')}.py")
    others = [other for other, _ in every_variant() if other.startswith(f"{key}-")]
    for example in (tests / "worked_examples").glob(f"{key}-*.json"):
        if not example.name.startswith(tuple(f"{other}-" for other in others)):
            yield example


@pytest.fixture(params=sorted({key for key, _ in every_variant()} - PACKAGES.keys()))
def key(request, whole):
    """A game that is not there as long as the test lasts."""
    taken = {file: file.read_bytes() for file in [*files_of(whole, request.param)]}
    for file in taken:
        file.unlink()
    yield request.param
    for file, content in taken.items():
        file.write_bytes(content)


def test_without_one_games_files_all_others_are_the_same(whole, key, soaking):
    files = [*OF_EVERY_GAME, *(OF_RANDOM_GAMES if soaking else [])]
    if soaking or key == IN_SHORT:
        words = ["--noconftest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "tests.made_up_game"]
        words += ["-p", "tests.examples", "--timeout=0"]
        # Some of the numbers are named by one game alone.
        words += ["--deselect", f"tests/rules/test_words.py::{OF_ALL_GAMES}"]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *words, *(f"tests/rules/{file}" for file in files)],
            cwd=whole,
            # All of them are long in the long run as it is.
            env={**os.environ, "SOAK": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
    left = "from scorer.rules.variants import newest_variants as v; print(*sorted(v()))"
    loaded = subprocess.run(
        [sys.executable, "-c", left], cwd=whole, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == sorted({other for other, _ in every_variant()} - {key})

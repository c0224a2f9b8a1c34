"""What `scorer/rules/README.md` says of its folder is so."""

import re
from pathlib import Path
from typing import Any

from scorer.rules.words import SECTIONS, WORDS
from scorer.settings import ROOT

RULES = ROOT / "scorer" / "rules"
README = (RULES / "README.md").read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """What stands in backquotes in the first column of each row of a table."""
    return [
        re.findall("`([^`]+)`", line.split("|")[1]) for line in text.splitlines() if "|" in line
    ]


def sources() -> set[str]:
    """The keys under which the sources are told."""
    table = README.split("## Sources")[1].split("\n## ")[0]
    return {key for row in rows(table) for key in row}


def modules(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*.py") if path.name != "__init__.py"]


def test_its_table_holds_each_file_of_the_folder_once() -> None:
    names = [name for row in rows(README.split("\n## ")[0]) for name in row]
    files = [path.name for path in RULES.glob("*.py") if path.name != "__init__.py"]
    assert sorted(names) == sorted([*files, "words/", "variants/"])


def test_every_source_that_is_named_is_told() -> None:
    named = {
        key
        for path in modules(RULES)
        for key in re.findall(r"\b(?:s\d|P[A-Z]-[A-Z]+)\b", path.read_text(encoding="utf-8"))
    }
    assert named
    assert named <= sources()


def test_every_house_rule_comes_from_a_source_that_is_told() -> None:
    named = {
        rule["source"]
        for game in WORDS["variants"].values()
        for rule in game.get("house_rules", {}).values()
    }
    assert {"s0", "house"} <= named
    assert named <= sources()


def test_a_key_that_several_games_have_says_the_same_in_each() -> None:
    said: dict[tuple[str, str], Any] = {}
    for game in WORDS["variants"].values():
        for section in SECTIONS:
            for key, words in game.get(section, {}).items():
                assert said.setdefault((section, key), words) == words, (section, key)

"""Nothing outside a game's own files decides by the key of a game, of an ask or of a house rule.

A search for quoted keys finds the words that the contract itself has, and nothing else.
"""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from scorer.rules.variants import every_variant
from scorer.rules.words import WORDS

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".html", ".js", ".css"}
# What is no game's own, though a game may call something by it as well; and whose word it is.
OF_THE_CONTRACT = {
    "counters": "a unit, entries that buy and lend, and what counters are worth",
    "points": "a unit, what the sum of a hand is counted by, a filter that writes numbers",
    "hands": "a kind of ask",
    "cards": "a kind of ask, and what a hand is counted by",
    "red_nines": "what is in a hand",
    "leftover": "what an end of the game says, in a record and in its entry",
    "short": "the short word for a reason",
    "deals": "a part of a record, of an address, and of the phone's data",
    "sides": "what `score --json` says of partners, and the phone's data",
    "title": "what any game is called, in its words",
    "game": "a game itself, in an address and in the phone's data",
    "version": "how far the book of a game has come",
    "trump": "what `score --json` says of a deal, and the phone's data",
    "values": "what can be answered to a choice",
}
# Words that mean something else where they stand.
OTHER_SENSE = {
    "five": {"scorer/rules/words/__init__.py"},
    "nine": {"scorer/web/games/pattern_view.py", "static/js/pad/widgets/hands.js"},
    "target": {"scorer/services/club/share_links.py", "scorer/storage/schema.py"},
    "wins": {
        *("scorer/services/ratings/rate.py", "scorer/services/statistics/club.py"),
        *("scorer/services/statistics/person.py", "scorer/storage/schema.py"),
        "templates/_macros/lines.html",
    },
    "winner": {
        *("scorer/services/statistics/highlights.py", "scorer/web/games/bg_stats.py"),
        *("scorer/web/games/what_if.py", "templates/games/what-if.html"),
    },
    "hand_size": {"scorer/rules/counters.py"},
    "out_on_red_nine": {"scorer/rules/going_out.py"},
}
# Recipes of the demo may know games by their keys.
MAY_KNOW_GAMES = {"scorer/services/demo.py", "scorer/services/demo_deals.py"}


def keys_of_games() -> set[str]:
    """Every key of a game, of its asks and of its house rules."""
    keys: set[str] = set()
    for variant in every_variant().values():
        asks = WORDS["variants"][variant.key]["asks"]
        keys |= {variant.key, *asks, *(rule.name for rule in fields(variant.rules))}
    return keys - OF_THE_CONTRACT.keys()


def own_files() -> set[str]:
    """The files of games, in which they may be called by their keys."""
    return {
        path
        for key, _ in every_variant()
        for path in (
            f"scorer/rules/variants/{key.replace('-', '_')}.py",
            f"static/js/rules/{key}.js",
            f"templates/rules/{key}.html",
        )
    }


def searched() -> list[str]:
    """All files of ours that do something, but for those of a game."""
    paths = [
        path for folder in ("scorer", "templates", "static") for path in (ROOT / folder).rglob("*")
    ]
    files = {path.relative_to(ROOT).as_posix() for path in paths if path.suffix in SUFFIXES}
    return sorted(files - own_files() - MAY_KNOW_GAMES)


def keys_in(text: str) -> set[str]:
    """The keys of games in a text: in quotation marks, as a house rule, or as an answer."""
    quoted = re.findall(r"[\"'`]([\w-]+)[\"'`]", text)
    named = re.findall(r"\b(?:rules|facts|answers)\.(\w+)\b(?!\()", text)
    return {*quoted, *named} & keys_of_games()


@pytest.mark.parametrize("file", searched())
def test_no_file_decides_by_the_key_of_a_game(file: str) -> None:
    found = keys_in((ROOT / file).read_text("utf-8"))
    found = {key for key in found if file not in OTHER_SENSE.get(key, ())}
    assert not found


@pytest.mark.parametrize(
    "code",
    [
        'if variant == "{key}":',
        "if (variant === '{key}') go();",
        "`{key}`",
        "facts.{key}",
        "sheet.start.rules.{key}",
    ],
)
def test_a_key_is_found_however_it_is_written(code: str) -> None:
    for key in sorted(keys_of_games()):
        if key.isidentifier() or "." not in code:
            assert keys_in(code.format(key=key)) == {key}


def test_the_lists_have_nothing_that_is_gone() -> None:
    for key, files in OTHER_SENSE.items():
        for file in files:
            assert key in keys_in((ROOT / file).read_text("utf-8")), file

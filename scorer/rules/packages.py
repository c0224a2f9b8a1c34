"""Games as packages: each in a folder of its own, added to those of this program at the start.

The folder has the files that a game has here: the rules (`tall_tom.py`), its words
(`tall-tom.json`), its twin (`tall-tom.js`) and at least one worked example
(`tall-tom-first.json` and `tall-tom-first.expects.json`).
"""

import json
import re
import sys
import traceback
from dataclasses import fields
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from scorer.rules.feats import highlight_rules
from scorer.rules.kinds import comparison_key
from scorer.rules.variant import Variant
from scorer.rules.variants import every_variant, newest_variants
from scorer.rules.words import WORDS, add_words, remove_words
from scorer.rules.worked_examples import examples_in, read_example

# The folder of each game that was added, by its key.
PACKAGES: dict[str, Path] = {}
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_KEY = 40


class BadPackage(ValueError):
    """A game that cannot be added; the text says which file is why."""


def add_packages(folder: Path) -> list[str]:
    """Add the game in each folder of this one; a sentence for each that is left out."""
    faults = []
    for package in sorted(folder.iterdir()) if folder.is_dir() else ():
        if package.is_dir() and package not in PACKAGES.values():
            try:
                add_package(package)
            except BadPackage as fault:
                faults.append(f"{fault} The game is left out.")
    return faults


def add_package(folder: Path) -> str:
    """Add the game in a folder, once its examples come out as they should; its key.

    Raises BadPackage.
    """
    files = sorted(folder.glob("*.py"))
    if len(files) != 1:
        raise BadPackage(f"{folder}: a game has one file of rules, {len(files)} are here.")
    file = files[0]
    variant = _load(file)
    key = variant.key
    words = _read_words(folder / f"{key}.json", variant)
    if not (folder / f"{key}.js").is_file():
        raise BadPackage(f"{folder / f'{key}.js'}: the twin is missing.")
    PACKAGES[key] = folder
    every_variant()[key, variant.edition] = variant
    add_words(key, words)
    _forget()
    try:
        _check_asks(file, variant)
        _check_examples(folder, key)
    except BadPackage:
        remove_package(key)
        raise
    return key


def remove_package(key: str) -> None:
    """Take a game away that was added."""
    del PACKAGES[key]
    del every_variant()[key, newest_variants()[key].edition]
    remove_words(key)
    _forget()


def _forget() -> None:
    newest_variants.cache_clear()
    highlight_rules.cache_clear()


def _load(file: Path) -> Variant:
    """The game in a file, whose key is the name of the file and no other game's."""
    loader = SourceFileLoader(f"scorer_games.{file.stem}", str(file))
    module = ModuleType(loader.name)
    module.__file__ = str(file)
    # A dataclass looks for its module there.
    sys.modules[loader.name] = module
    try:
        loader.exec_module(module)
    except Exception as fault:
        raise BadPackage(f"{file}: {_reason(fault)}") from fault
    variant = getattr(module, "VARIANT", None)
    if not isinstance(variant, Variant):
        raise BadPackage(f"{file}: VARIANT is not a game.")
    if variant.edition != 1:
        raise BadPackage(f"{file}: a package has one edition, the first.")
    key = getattr(variant, "key", "")
    if not KEY.fullmatch(key) or len(key) > MAX_KEY or file.stem != key.replace("-", "_"):
        name = f"{key.replace('-', '_')}.py"
        raise BadPackage(f"{file}: the file of the key {key!r} would be called {name}.")
    if key in newest_variants():
        raise BadPackage(f"{file}: there is a game with the key {key} already.")
    return variant


def _read_words(file: Path, variant: Variant) -> dict[str, Any]:
    try:
        words: dict[str, Any] = json.loads(file.read_text("utf-8"))
        title, feats = words["title"], words.get("feats", {})
        for ask in words["asks"].values():
            ask["what"], ask["asked"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BadPackage(f"{file}: {_reason(fault)}") from fault
    titles = (WORDS["variants"][other]["title"] for other in newest_variants())
    if comparison_key(title) in map(comparison_key, titles):
        raise BadPackage(f"{file}: there is a game with the title {title} already.")
    for feat in feats:
        if feat in WORDS["feats"] and WORDS["feats"][feat] != feats[feat]:
            raise BadPackage(f"{file}: another game says otherwise what {feat} is.")
    return words


def _check_asks(file: Path, variant: Variant) -> None:
    """Read the asks for every number of players; all have words, and so have house rules."""
    try:
        usual = variant.rules()
        asks = [ask for players in variant.players for ask in variant.asks(players, usual)]
    except Exception as fault:
        raise BadPackage(f"{file}: {_reason(fault)}") from fault
    words = WORDS["variants"][variant.key]
    names = [("asks", ask.key) for ask in asks]
    names += [("house_rules", rule.name) for rule in fields(variant.rules)]
    for section, name in names:
        if name not in words.get(section, {}):
            raise BadPackage(f"{file.parent / f'{variant.key}.json'}: {section}.{name} is missing.")


def _check_examples(folder: Path, key: str) -> None:
    files = examples_in(folder, key)
    if not files:
        raise BadPackage(f"{folder}: there is no worked example.")
    for file in files:
        try:
            expected, result = read_example(file)
        except Exception as fault:
            # The last line is where it happened: in the game, as a rule.
            at = traceback.extract_tb(fault.__traceback__)[-1]
            where = f"{Path(at.filename).name}, line {at.lineno}"
            raise BadPackage(f"{file}: {_reason(fault)} ({where})") from fault
        for name, value in expected.items():
            if result.get(name) != value:
                sign = f"{name} should be {value} and is {result.get(name, result.get('error'))}"
                raise BadPackage(f"{file}: {sign}.")


def _reason(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}".rstrip(".") + "."

"""The words people read, kept as data so that Python and the phone say the same.

`shared.json` holds what all games share, and each game has a file of its own. A template holds
`{name}`, which is replaced by that number, or `{name|table}`, which is replaced by what the named
table says of it: `{held|count}` turns 5 into "five". A table has words for single values, and for
all other numbers by their plural category in CLDR, in which `{}` is the number:
`{"0": "no cards", "one": "{} card", "other": "{} cards"}`. A whole sentence that goes by a number
is such a table too and names it, `{"by": "cards", "one": "…", "other": "…"}`, and stands wherever
a template may. `static/js/words.js` is the twin of `say`.
"""

import json
import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from scorer.rules.numbers import write_number


def load_words() -> dict[str, Any]:
    """The words of all games, and of each under "variants"; a feat of several says the same."""
    paths = [path for folder in __path__ for path in Path(folder).glob("*.json")]
    files = {path.stem: json.loads(path.read_text("utf-8")) for path in paths}
    words: dict[str, Any] = files.pop("shared")
    words["variants"] = dict(sorted(files.items()))
    for game in files.values():
        _share(words, game)
    return words


def _share(words: dict[str, Any], game: dict[str, Any]) -> None:
    words["feats"].update(game.get("feats", {}))
    # Templates reach what an ask is about by `{ask|what}`.
    game["what"] = {key: ask["what"] for key, ask in game["asks"].items()}


WORDS: Mapping[str, Any] = load_words()
# The feats that only a game from elsewhere has brought, by its key.
_ADDED: dict[str, set[str]] = {}


def add_words(key: str, game: dict[str, Any]) -> None:
    """Add the words of a game from elsewhere."""
    _ADDED[key] = set(game.get("feats", {})) - WORDS["feats"].keys()
    WORDS["variants"][key] = game
    _share(cast(dict[str, Any], WORDS), game)
    words_in.cache_clear()


def remove_words(key: str) -> None:
    """Take the words of a game away again, with the feats that came with it."""
    del WORDS["variants"][key]
    for feat in _ADDED.pop(key):
        del WORDS["feats"][feat]
    words_in.cache_clear()


@cache
def words_in(section: str, game: str = "") -> Mapping[str, Any]:
    """A section or table of words: what a game says there, and else what all games say."""
    own = WORDS["variants"][game].get(section, {}) if game else {}
    return ChainMap(own, WORDS.get(section, {}))


# One text, or several of which a number decides.
Template = str | Mapping[str, str]

_PLACE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


def say(
    template: Template, numbers: Mapping[str, Any], names: Sequence[str] = (), game: str = ""
) -> str:
    """The template with its numbers filled in, beginning with a capital letter.

    `{to|names}` is replaced by the name of the person in seat `to`, or the names where `to` lists
    several seats. Tables are those of the `game`, where one is named.
    """
    sentence = fill(template, numbers, names, game)
    return sentence[:1].upper() + sentence[1:]


def fill(
    template: Template, numbers: Mapping[str, Any], names: Sequence[str] = (), game: str = ""
) -> str:
    """The same for the middle of a sentence."""
    text = template if isinstance(template, str) else word_for(template, numbers[template["by"]])

    def filled(place: re.Match[str]) -> str:
        value = numbers[place[1]]
        if place[2] is None:
            return _written(value)
        if place[2] == "names":
            seats = value if isinstance(value, list) else [value]
            return list_names([names[at] for at in seats])
        return word_for(words_in(place[2], game), value)

    return _PLACE.sub(filled, text)


def word_for(table: Mapping[str, str], value: Any, written: str | None = None) -> str:
    """The words of a table for a value or its plural category; else the value as `written`."""
    found = table.get(str(value))
    if found is None and type(value) is int:
        found = table.get("one" if abs(value) == 1 else "other")
    written = _written(value) if written is None else written
    return written if found is None else found.replace("{}", written)


def counted(number: int, noun: str, written: str | None = None) -> str:
    """A number and what it counts: "1 game", "3 games"; the number may be `written` otherwise."""
    return f"{number if written is None else written} {noun}{'' if number in (1, -1) else 's'}"


def so_many(players: range) -> str:
    """The numbers of players: "three", "4 or 6", "2 to 12"."""
    if len(players) == 1:
        return word_for(WORDS["count"], players[0])
    if players.step > 1:
        return list_names([str(number) for number in players], "or")
    return f"{players[0]} to {players[-1]}"


def _written(value: Any) -> str:
    return write_number(value) if type(value) is int else str(value)


def list_names(names: Sequence[str], last: str = "and") -> str:
    """The names as a sentence lists them: "Ann, Ben and Cat"."""
    if len(names) < 2:
        return "".join(names)
    return fill(WORDS["listed"][last], {"others": ", ".join(names[:-1]), "last": names[-1]})


def reason(
    reasons: Mapping[str, Any], key: str, numbers: Mapping[str, Any], names: Sequence[str] = ()
) -> str:
    """The sentence that explains one line of a score, out of the reasons of its game."""
    return say(reasons[key]["says"], numbers, names)


def working(reasons: Mapping[str, Any], key: str, numbers: Mapping[str, Any]) -> str:
    """The same reason as a piece of a sum, such as "×2 = 82"; empty where there is none."""
    template = reasons[key].get("working", "")
    return say(template, numbers) if template else ""

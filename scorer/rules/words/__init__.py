"""The words people read, kept as data so that Python and the phone say the same.

A template holds `{name}`, which is replaced by that number, or `{name|table}`, which is
replaced by what the named table of the words file says of it: `{held|count}` turns 5 into
"five". `static/js/words.js` is the twin of `say`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

WORDS_FILE = Path(__file__).with_name("en.json")
WORDS: Mapping[str, Any] = json.loads(WORDS_FILE.read_text(encoding="utf-8"))

_PLACE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


def say(template: str, numbers: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The template with its numbers filled in, beginning with a capital letter.

    `{to|names}` is replaced by the name of the person in seat `to`.
    """

    def fill(place: re.Match[str]) -> str:
        value = str(numbers[place[1]])
        if place[2] is None:
            return value
        if place[2] == "names":
            return str(names[numbers[place[1]]])
        return str(WORDS[place[2]].get(value, value))

    sentence = _PLACE.sub(fill, template)
    return sentence[:1].upper() + sentence[1:]


def reason(key: str, numbers: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The sentence that explains one line of a score."""
    return say(WORDS["reasons"][key]["says"], numbers, names)


def working(key: str, numbers: Mapping[str, Any]) -> str:
    """The same reason as a piece of a sum, such as "×2 = 82"; empty where there is none."""
    template = WORDS["reasons"][key].get("working", "")
    return say(template, numbers) if template else ""

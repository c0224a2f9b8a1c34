"""Kinds of games: what is compared, added up and offered again together."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from scorer.rules.start import ResolvedStart
from scorer.rules.types import Unit
from scorer.rules.variants import newest_variants, usual_unit
from scorer.rules.words import WORDS, fill

# Control characters, signs that only steer others, and what is no letter at all.
UNSHOWN = ("Cc", "Cf", "Cs", "Cn", "Co")
# A letter can become many when it is made comparable.
MAX_COMPARED = 120
UNCOMPARED = re.compile(r"[\u0300-\u036f\s]+")
# Separates the parts of a key; no key of a variant holds it.
SEPARATOR = "/"


@dataclass(frozen=True)
class Kind:
    """Games of one variant, unit and name, all in the stored `key`; `name` is the table's own."""

    key: str
    variant: str
    unit: Unit
    name: str = ""

    @property
    def is_here(self) -> bool:
        """Whether its rules are here: those of a package may have been taken away."""
        return self.variant in newest_variants()

    @property
    def title(self) -> str:
        """The name people call it by; one that another game has here says how it is scored."""
        if not self.is_here:
            return fill(WORDS["missing_game"], {"key": self.variant})
        words = WORDS["variants"][self.variant]
        if self.name and self.known_as:
            return f"{self.name} ({words.get('only', words['title'])})"
        return self.name or str(words["title"])

    @property
    def known_as(self) -> str | None:
        """The key of another game here that has this name."""
        return variant_titled(self.name, other_than=self.variant)


def kind_of(start: ResolvedStart) -> Kind:
    """The kind of a game that begins like this."""
    words = " ".join(start.variant.kind(start.rules).split())
    name = "".join(letter for letter in words if unicodedata.category(letter) not in UNSHOWN)
    key, unit = start.variant.key, start.unit
    if name or unit != usual_unit(key):
        key = SEPARATOR.join((key, unit, comparison_key(name)))
    return Kind(key, start.variant.key, unit, name)


def parse_kind(key: str, name: str = "") -> Kind:
    """The kind of this key, as it was stored, with the name its table gave it."""
    variant, _, rest = key.partition(SEPARATOR)
    unit = cast(Unit, rest.partition(SEPARATOR)[0]) if rest else usual_unit(variant)
    return Kind(key, variant, unit, name)


def variant_titled(name: str, other_than: str) -> str | None:
    """The key of another game with this title; letter case and spaces do not matter."""
    others = (key for key in newest_variants() if key != other_than)
    titles = {key: str(WORDS["variants"][key]["title"]) for key in others}
    same = (key for key in titles if comparison_key(titles[key]) == comparison_key(name))
    return next(same, None)


def comparison_key(name: str) -> str:
    """A name as it is compared: without letter case, accents and spaces.

    Capitals first, as an i with and one without a dot have the same. The accents are those of
    Latin, Greek and Cyrillic; the marks of other scripts make another name.
    """
    plain = unicodedata.normalize("NFKD", name.upper()).casefold()
    return unicodedata.normalize("NFKC", UNCOMPARED.sub("", plain))[:MAX_COMPARED]


def number_duplicates(names: Iterable[str]) -> tuple[str, ...]:
    """The names, with a number behind each that stood there before."""
    names = tuple(names)
    keys = [comparison_key(name) for name in names]
    taken = set(keys)
    if len(taken) == len(names):
        return names
    seen: Counter[str] = Counter()
    shown = []
    for name, key in zip(names, keys, strict=True):
        seen[key] += 1
        number = seen[key]
        numbered = name
        while number > 1 and comparison_key(numbered := f"{name} ({number})") in taken:
            number += 1
        taken.add(comparison_key(numbered))
        seen[key] = number
        shown.append(numbered)
    return tuple(shown)

"""The names of the people at a table, as the screen shows them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorer.rules.entries import Sitter
from scorer.services.people.players import alike

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def shown_names(
    sitters: Sequence[Sitter], called_now: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """One name a seat; people of the same name are told apart: "Ann", "Ann (2)"."""
    called_now = called_now or {}
    return tell_apart(called_now.get(one.player, one.name) for one in sitters)


def tell_apart(names: Iterable[str]) -> tuple[str, ...]:
    """The names, with a number behind each that stood there before."""
    names = tuple(names)
    taken = {alike(name) for name in names}
    seen: Counter[str] = Counter()
    shown = []
    for name in names:
        key = alike(name)
        seen[key] += 1
        number = seen[key]
        told = name
        while number > 1 and alike(told := f"{name} ({number})") in taken:
            number += 1
        taken.add(alike(told))
        seen[key] = number
        shown.append(told)
    return tuple(shown)


def in_a_sentence(name: str) -> str:
    """The name, kept from turning a sentence round where it is written right to left."""
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def listed(names: Sequence[str]) -> str:
    """The names as a sentence lists them: "Ann, Ben and Cat"."""
    names = [in_a_sentence(name) for name in names]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"

"""Faults of a file to import, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from scorer.rules.errors import Refused

MOST_SHOWN = 20
# The quoted part of a fault differs from place to place; the rest of the sentence does not.
QUOTED = re.compile("“.*?”", re.DOTALL)


class Fault(NamedTuple):
    """One thing that is wrong: `where` names the file in a zip, the line or the game.

    `more` counts further places where the same is wrong.
    """

    where: str
    says: str
    more: int = 0


class BadFile(Exception):
    """A file that is not imported, for these Faults; nothing was changed."""

    @property
    def faults(self) -> Sequence[Fault]:
        """The first of its faults."""
        return self.args[:MOST_SHOWN]


class Faults:
    """Collects faults; what is wrong in many places is one fault, with the first of them."""

    def __init__(self) -> None:
        self._found: dict[str, Fault] = {}

    def stop(self) -> None:
        """Raise BadFile if anything was found."""
        if self._found:
            raise BadFile(*self._found.values())

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Note what is wrong with one item, so that the next ones are read as well."""
        try:
            yield
        except BadFile as bad:
            for fault in bad.faults:
                key = QUOTED.sub("", fault.says)
                first = self._found.get(key)
                self._found[key] = first._replace(more=first.more + 1) if first else fault


def bad_file(where: str, says: str) -> BadFile:
    """A file with one thing wrong."""
    return BadFile(Fault(where, says))


@contextmanager
def located(where: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Turn what the rules refuse into a fault with its place: file, deal and player."""
    try:
        yield
    except Refused as refused:
        parts = [where]
        if refused.deal is not None:
            parts.append(f"deal {refused.deal}")
        if refused.seat is not None and refused.seat < len(names):
            parts.append(names[refused.seat])
        raise bad_file(", ".join(parts), f"{refused.message}.") from None

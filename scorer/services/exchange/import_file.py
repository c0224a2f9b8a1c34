"""A file to import, as it was read: its games, nights, people and payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from scorer.rules.errors import Refused
from scorer.storage.games import NewGameRows
from scorer.storage.results import Row


@dataclass(frozen=True)
class ImportedPerson:
    """A player as a file has it; `person` is the player that is the same person."""

    id: str
    name: str
    person: str
    anonymous: bool = False


@dataclass(frozen=True)
class ImportedGame(NewGameRows):
    """A game as a file has it, with the names of all who ever sat in it (`people`), by id."""

    people: Mapping[str, str]

    @property
    def id(self) -> str:
        """The id of the game."""
        return str(self.row["id"])


@dataclass(frozen=True)
class ImportFile:
    """All that a file holds.

    `people` are those whom a zip lists besides the players of its games. `nights` and `payments`
    are rows without their club; `payments_left_out` counts those that version 0.4 kept in
    counters. `club` has the name, time zone and currency of the club, where the file is of a club.
    `left_out` are the faults of games of 0.4 that do not come in.
    """

    games: Sequence[ImportedGame]
    nights: Mapping[str, Row]
    people: Mapping[str, ImportedPerson]
    payments: Sequence[Row] = ()
    payments_left_out: int = 0
    club: Mapping[str, str] | None = None
    left_out: Sequence[Fault] = ()


MAX_SHOWN = 20


class Fault(NamedTuple):
    """One thing that is wrong at a place of the file."""

    where: str
    says: str


class BadFile(Exception):
    """A file that is not imported, for these Faults; nothing was changed."""

    @property
    def faults(self) -> Sequence[Fault]:
        """The first of its faults."""
        return self.args[:MAX_SHOWN]


class Faults:
    """Collects faults, so that all of them are shown at once."""

    def __init__(self) -> None:
        self._found: list[Fault] = []

    def stop(self) -> None:
        """Raise BadFile if anything was found."""
        if self._found:
            raise BadFile(*self._found)

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Note what is wrong with one item, so that the next ones are read as well."""
        try:
            yield
        except BadFile as bad:
            self._found += bad.args


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

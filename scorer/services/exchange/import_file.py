"""A file to import, as it was read: its games, nights, people and payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
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
    """A game as a file has it, with the names of all who ever sat in it (`people`), by id.

    `faults` are those of its entries that do not fit the rules: it comes in with them.
    """

    people: Mapping[str, str]
    faults: Sequence[Fault] = ()

    @property
    def id(self) -> str:
        """The id of the game."""
        return str(self.row["id"])


@dataclass(frozen=True)
class ImportFile:
    """All that a file holds; `nights` and `payments` are rows without their club.

    `people` are those whom a zip lists besides the players of its games, and `club` has the name,
    time zone and currency of its club. Of version 0.4 `payments_left_out` counts the payments in
    counters, and `left_out` are the faults of games that do not come in. A table that `asks` which
    of two days a text is holds nothing else.
    """

    games: Sequence[ImportedGame]
    nights: Mapping[str, Row]
    people: Mapping[str, ImportedPerson]
    payments: Sequence[Row] = ()
    payments_left_out: int = 0
    club: Mapping[str, str] | None = None
    left_out: Sequence[Fault] = ()
    asks: tuple[str, Mapping[str, date]] | None = None


MAX_SHOWN = 20


class Fault(NamedTuple):
    """One thing that is wrong at a place of the file, or with all of it."""

    where: str
    says: str


class BadFile(Exception):
    """A file that is not imported, for these Faults; nothing was changed."""

    @property
    def faults(self) -> Sequence[Fault]:
        """The first of its faults."""
        return [Fault(where or "The file", says) for where, says in self.args[:MAX_SHOWN]]


class Faults:
    """Collects faults, so that all of them are shown at once."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def stop(self) -> None:
        """Raise BadFile if anything was found."""
        if self.found:
            raise BadFile(*self.found)

    @contextmanager
    def collected(self, where: str = "") -> Iterator[None]:
        """Note what is wrong with one item, so that the next ones are read as well."""
        try:
            with located(where):
                yield
        except BadFile as bad:
            self.found += bad.args


def bad_file(says: str) -> BadFile:
    """A file with one thing wrong, at the place that is `located` around it."""
    return BadFile(Fault("", says))


@contextmanager
def located(where: str = "", names: Sequence[str] = ()) -> Iterator[None]:
    """Put the place before that of each fault, also of what the rules refuse in a deal."""
    try:
        yield
    except BadFile as bad:
        raise BadFile(*(Fault(_join(where, at), says) for at, says in bad.args)) from None
    except Refused as refused:
        deal = "" if refused.deal is None else f"deal {refused.deal}"
        seat = len(names) if refused.seat is None else refused.seat
        place = _join(where, deal, *names[seat : seat + 1])
        raise BadFile(Fault(place, f"{refused.message}.")) from None


def _join(*places: str) -> str:
    return ", ".join(filter(None, places))

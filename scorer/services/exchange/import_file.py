"""A file to import, as it was read: its games, nights, people and payments."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from scorer.rules.start import Start
from scorer.services.exchange.faults import Fault
from scorer.storage.results import Row, SheetRows


@dataclass(frozen=True)
class ImportedPerson:
    """A player as a file has it; `person` is the player that is the same person."""

    id: str
    name: str
    person: str
    anonymous: bool = False


@dataclass(frozen=True)
class ImportedGame:
    """A game as a file has it; `where` says where in the file it stands.

    `row` and `book` are as the tables keep them, without the club and the ids. `people` are all
    who ever sat in it, by id, with the name they had; `sittings` are those who sat together. Of a
    game `of_0_4` the history of answers is left out. It can be pickled, so of its sheet there is
    only what is kept.
    """

    where: str
    id: str
    start: Start
    row: Row
    book: tuple[Row, ...]
    people: Mapping[str, str]
    sittings: frozenset[frozenset[str]]
    results: SheetRows
    night: str = ""
    of_0_4: bool = False


@dataclass(frozen=True)
class ImportFile:
    """All that a file holds; its games can be gone through more than once.

    `people` are those whom a zip lists besides the players of its games. `nights` and `payments`
    are rows without their club; `payments_left_out` counts those that version 0.4 kept in
    counters. `club` has the name, time zone and currency of the club, where the file is of a club.
    Games `of_totals` come from a table and have no ids of their own. `left_out` are the faults of
    games of 0.4 that do not come in.
    """

    games: Iterable[ImportedGame]
    nights: Mapping[str, Row]
    people: Mapping[str, ImportedPerson]
    payments: Sequence[Row] = ()
    payments_left_out: int = 0
    club: Mapping[str, str] | None = None
    of_totals: bool = False
    left_out: Sequence[Fault] = ()


class SpooledGames:
    """Games kept in a temporary file: all at once they may be more than the memory holds."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.number = file, 0

    def add(self, game: ImportedGame) -> None:
        """Put a game at the end."""
        pickle.dump(game, self.file)
        self.number += 1

    def __iter__(self) -> Iterator[ImportedGame]:
        self.file.seek(0)
        for _ in range(self.number):
            yield pickle.load(self.file)  # noqa: S301 (nobody else writes there)

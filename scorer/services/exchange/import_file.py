"""A file to import, as it was read: its games, nights, people and payments."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO

from scorer.rules.start import Start
from scorer.storage.results import Row, SheetRows


@dataclass(frozen=True)
class ImportedPerson:
    """A player as a file has it; `person` is the player he is the same person as.

    With `only_named` the id was made up from the name, and is never kept.
    """

    id: str
    name: str
    person: str
    anonymous: bool = False
    only_named: bool = False


@dataclass(frozen=True)
class ImportedGame:
    """A game as a file has it; `where` says where in the file it stands.

    `row` and `book` are as the tables keep them, without the club and the ids.
    `people` are all who ever sat in it, by id, with the name they had; `sittings` are those who
    sat together, in each deal and in the end; `only_named` are the ids made up for people of whom
    the file knows only the name. It can be pickled, so of its sheet there is only what is kept.
    """

    where: str
    id: str
    start: Start
    row: Row
    book: tuple[Row, ...]
    people: Mapping[str, str]
    sittings: frozenset[frozenset[str]]
    results: SheetRows
    only_totals: bool
    only_named: frozenset[str]
    night: str = ""

    @property
    def totals(self) -> list[int]:
        """What everybody has in the end, by seat."""
        return [row["total"] for row in self.results.seats]

    @property
    def guests(self) -> Iterator[ImportedPerson]:
        """Its people, each a person of his own."""
        for player, name in self.people.items():
            yield ImportedPerson(player, name, player, only_named=player in self.only_named)

    def with_players(self, ids: Mapping[str, str]) -> ImportedGame:
        """The same game with these ids in the place of those that were made up."""
        ids = {player: ids[player] for player in self.only_named if player in ids}
        if not ids:
            return self

        def renamed(entry: Row) -> Row:
            content = entry["content"]
            for made_up, player in ids.items():
                content = content.replace(made_up, player)
            return {**entry, "content": content}

        def known(player: str) -> str:
            return ids.get(player, player)

        sitters = (replace(sitter, player=known(sitter.player)) for sitter in self.start.sitters)
        return replace(
            self,
            start=replace(self.start, sitters=tuple(sitters)),
            book=tuple(map(renamed, self.book)),
            people={known(player): name for player, name in self.people.items()},
            sittings=frozenset(frozenset(map(known, sitting)) for sitting in self.sittings),
            results=self.results.with_players(ids),
            only_named=self.only_named - ids.keys(),
        )


@dataclass(frozen=True)
class ImportFile:
    """All that a file holds; its games can be gone through more than once.

    `nights` and `payments` are rows without their club; `payments_left_out` counts those that
    version 0.4 kept in counters. `club` has what the club was called, its time zone and its
    currency, where the file is of a club. Games from `paper` have no ids of their own.
    """

    games: Iterable[ImportedGame]
    nights: Mapping[str, Row]
    people: Mapping[str, ImportedPerson]
    payments: Sequence[Row] = ()
    payments_left_out: int = 0
    club: Mapping[str, str] | None = None
    paper: bool = False


def file_of_games(
    games: Sequence[ImportedGame], nights: Iterable[Row], *, paper: bool = False
) -> ImportFile:
    """A file of games without a club, with the rows of their nights."""
    return ImportFile(
        games=games,
        nights={night["id"]: night for night in nights},
        people={guest.id: guest for game in games for guest in game.guests},
        paper=paper,
    )


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

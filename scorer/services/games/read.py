"""Reading a game: its book, its sheet and the people's names, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Connection

from scorer.rules.entries import CorrectStart, Entry, Sitter, TakeSeat
from scorer.rules.errors import BadEntry, Refused
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.services.load import load_game_row
from scorer.services.people.players import Called, called_now
from scorer.storage import book
from scorer.storage.book import SignedEntry, seats_of, start_of
from scorer.storage.database import Database
from scorer.storage.schema import AnyRow


@dataclass(frozen=True)
class GameRead:
    """A game as it stands.

    `day` is that of its night, whatever the clock said when it was written down. `variant` is
    the key of its variant, `start` how it began before any correction, `names` what everybody
    who ever sat in it is called today, and `persons` whom they are, by player id.
    """

    id: str
    club: str
    night: str
    day: date
    variant: str
    edition: int
    started_at: datetime
    last_at: datetime
    version: int
    follows: str | None
    followed_by: str | None
    entries: tuple[Entry, ...]
    sheet: Sheet
    start: Start
    names: Mapping[str, str]
    persons: Mapping[str, str]

    def same_person(self, one: Sitter, other: Sitter) -> bool:
        """Whether two sitters are one person, though perhaps under two names."""
        return self.persons.get(one.player) == self.persons.get(other.player)


def read_game(database: Database, club: str, game: str) -> GameRead:
    """A game of this club, read from its book; raises NotFound, InTheBin."""
    with database.reading() as connection:
        return game_in(connection, club, game)


def game_in(connection: Connection, club: str, game: str) -> GameRead:
    """A game as this transaction sees it; raises NotFound, InTheBin."""
    row = load_game_row(connection, club, game)
    with damage_told():
        entries = book.read_entries(connection, club, game)
        return read_with(connection, row, seats_of(connection, row), entries)


@contextmanager
def damage_told() -> Iterator[None]:
    """Say in words for people what is not even written as a book is; raises BadEntry."""
    try:
        yield
    except Refused:
        raise
    except ValueError as fault:
        raise BadEntry("damaged_book") from fault


def read_with(
    connection: Connection,
    row: AnyRow,
    sitting: Sequence[AnyRow],
    entries: tuple[Entry, ...],
) -> GameRead:
    """A game whose rows are read already; raises Refused for an impossible book."""
    start = start_of(row, sitting)
    called = _called(connection, row.club, sitting, entries)
    return GameRead(
        id=row.id,
        club=row.club,
        night=row.night,
        day=sitting[0].day,
        variant=row.variant,
        edition=row.edition,
        started_at=row.started_at,
        last_at=row.last_at,
        version=row.version,
        follows=row.follows,
        followed_by=sitting[0].followed_by,
        entries=entries,
        sheet=read_sheet(start, entries),
        start=start,
        names={player: one.name for player, one in called.items()},
        persons={player: one.person for player, one in called.items()},
    )


def _called(
    connection: Connection, club: str, sitting: Sequence[AnyRow], entries: Iterable[Entry]
) -> dict[str, Called]:
    called = {seat.player: Called(seat.person, seat.name_now) for seat in sitting}
    came = set()
    for entry in entries:
        if isinstance(entry.body, TakeSeat):
            came.add(entry.body.sitter.player)
        elif isinstance(entry.body, CorrectStart):
            came.update(sitter.player for sitter in entry.body.sitters or ())
    came -= called.keys()
    return {**called, **called_now(connection, club, came)} if came else called


def read_book(database: Database, club: str, game: str) -> tuple[SignedEntry, ...]:
    """Who changed what, when; raises NotFound, InTheBin."""
    with database.reading() as connection:
        load_game_row(connection, club, game)
        with damage_told():
            return book.read_book(connection, club, game)


def read_game_and_book(
    database: Database, club: str, game: str, *, before: int | None, limit: int
) -> tuple[GameRead, tuple[SignedEntry, ...]]:
    """A game and who changed what, when, at one moment; raises NotFound, InTheBin.

    Of the book, the newest entries up to the limit; with `before`, of those with lower numbers.
    """
    with database.reading() as connection:
        read = game_in(connection, club, game)
        last = len(read.entries) if before is None else min(before - 1, len(read.entries))
        return read, book.read_book(connection, club, game, max(last - limit, 0) + 1, last)

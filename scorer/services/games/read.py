"""Reading a game: its book, its sheet and the people's names, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property

from sqlalchemy import Connection, bindparam, func, select

from scorer.rules.entries import Entry, Sitter
from scorer.rules.errors import BadEntry, Refused
from scorer.rules.fold import SortedBook, sort_book, to_redo
from scorer.rules.in_play import Answer, DealInPlay
from scorer.rules.sheet import Sheet
from scorer.services import clock
from scorer.services.people.anonymise import find_people
from scorer.services.people.merge import NAMING
from scorer.services.people.players import Player, find_players
from scorer.services.rows import load_game_row
from scorer.storage import book
from scorer.storage.book import STILL_PLAYING, BookEntry, read_answers, seats_of, start_of
from scorer.storage.database import Database
from scorer.storage.schema import AnyRow, games, of_club


@dataclass(frozen=True)
class GameRead:
    """A game as it stands, on the `day` of its night; `row` is that of the game, as it was read.

    `people` are all who ever sat in it, by player id, under today's names. `answered` has the rows
    of answers to the deal to come, and to the one before, by the number of their deal.
    """

    id: str
    club: str
    night: str
    day: date
    variant: str
    edition: int
    started_at: datetime
    last_at: datetime
    follows: str | None
    followed_by: str | None
    row: AnyRow
    book: SortedBook
    people: Mapping[str, Player]
    answered: Mapping[int, tuple[Answer, ...]] = field(default_factory=dict)
    answers_version: int = 0

    @property
    def version(self) -> int:
        """The number of the newest entry."""
        return len(self.book.entries)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All entries of its book."""
        return self.book.entries

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet that its book makes; raises Refused for an impossible one."""
        with reading_book():
            return self.book.sheet

    @cached_property
    def in_play(self) -> DealInPlay | None:
        """The deal to come, with what was answered of it; None once the game is over."""
        return None if self.sheet.opening is None else DealInPlay(self.sheet, self.answer_rows)

    @property
    def answer_rows(self) -> tuple[Answer, ...]:
        """All rows of answers to the deal to come, in the order in which they were written."""
        return self.answered.get(len(self.sheet.deals) + 1, ()) if self.sheet.opening else ()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers that stand to the deal to come."""
        in_play = self.in_play if self.answer_rows else None
        return () if in_play is None else tuple(in_play.answers.values())

    @property
    def is_answered(self) -> bool:
        """Whether an answer to the deal to come is newer than all entries."""
        return any(answer.written_at > self.last_at for answer in self.answers)

    @cached_property
    def redo(self) -> Entry | None:
        """The newest withdrawal, if neither an entry nor an answer was written since."""
        return None if self.is_answered else to_redo(self.entries)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Today's names, by player id."""
        return {player: person.name for player, person in self.people.items()}

    @cached_property
    def persons(self) -> Mapping[str, str]:
        """The ids of the persons, by player id."""
        return {player: person.id for player, person in self.people.items()}

    def find(self, id: str) -> Entry | None:
        """The entry of this id, if there is one."""
        return next((entry for entry in self.entries if entry.id == id), None)

    def name_of(self, sitter: Sitter) -> str:
        """The name that who sits or sat there has today."""
        return self.names.get(sitter.player, sitter.name)

    def same_person(self, first: Sitter, second: Sitter) -> bool:
        """Whether two sitters are one person, though perhaps under two names."""
        return self.persons.get(first.player) == self.persons.get(second.player)


def read_game(database: Database, club: str, game: str) -> GameRead:
    """A game of this club, read from its book; raises NotFound, InTheBin."""
    with database.reading() as connection:
        return load_game(connection, club, game)


OF_NIGHT = (
    select(games.c.id, games.c.over, games.c.started_at, games.c.follows)
    .where(of_club(games), games.c.night == bindparam("of_night"), games.c.deleted_at.is_(None))
    .order_by(
        func.coalesce(games.c.last_at, games.c.started_at).desc(),
        games.c.started_at.desc(),
        games.c.id.desc(),
    )
)


def games_on(database: Database, club: str, night: str) -> list[str]:
    """The game of a night that was played last, or begun; then all others that are still on."""
    rows = database.rows(OF_NIGHT, {"of_club": club, "of_night": night})
    return [row.id for at, row in enumerate(rows) if at == 0 or not row.over]


def next_game(database: Database, game: GameRead) -> str | None:
    """The game that goes on from one that is over, or that its night has begun since its end."""
    return game.followed_by or _begun_since(game, _games_of_night(database, game))


def _games_of_night(database: Database, game: GameRead) -> Sequence[AnyRow]:
    return database.rows(OF_NIGHT, {"of_club": game.club, "of_night": game.night})


def _begun_since(game: GameRead, rows: Iterable[AnyRow]) -> str | None:
    begun = (row.id for row in rows if not row.over and row.started_at > game.last_at)
    return next(begun, None)


def game_that_goes_on(database: Database, game: GameRead) -> tuple[str, bool] | None:
    """The game in play to which phones go from another one, and whether it follows that.

    Games between the two may be over by now.
    """
    if clock.now() - game.last_at > STILL_PLAYING:
        return None
    rows = _games_of_night(database, game)
    followers, last = {row.follows: row for row in rows}, None
    # Taken out one by one, since records that were imported may follow one another in a circle.
    while follower := followers.pop(last.id if last else game.id, None):
        last = follower
    if last is not None and not last.over:
        return last.id, True
    begun = _begun_since(game, rows)
    return None if begun is None else (begun, False)


@contextmanager
def reading_book() -> Iterator[None]:
    """Raise BadEntry where a book is damaged or its game is missing, which has words for people."""
    try:
        yield
    except Refused as fault:
        if fault.code == "unknown_variant":
            raise BadEntry("missing_game", **fault.params) from fault
        raise
    except ValueError as fault:
        raise BadEntry("damaged_book") from fault


def load_game(connection: Connection, club: str, game: str, *, lock: bool = False) -> GameRead:
    """A game, with `lock` for this transaction; raises NotFound, InTheBin, Refused."""
    row = load_game_row(connection, club, game, lock=lock)
    seats = seats_of(connection, row)
    with reading_book():
        entries = book.read_entries(connection, club, game)
        sorted_book = sort_book(start_of(row, seats), entries)
    people = {seat.player: Player(seat.person, seat.name_now, number=seat.number) for seat in seats}
    return GameRead(
        id=row.id,
        club=row.club,
        night=row.night,
        day=seats[0].day,
        variant=row.variant,
        edition=row.edition,
        started_at=row.started_at,
        last_at=row.last_at,
        follows=row.follows,
        followed_by=seats[0].followed_by,
        row=row,
        book=sorted_book,
        people=_with_joined(connection, club, people, entries),
        answered=read_answers(connection, row) if row.answers_version else {},
        answers_version=row.answers_version,
    )


def add_entry(connection: Connection, game: GameRead, entry: Entry) -> GameRead:
    """The game with one more entry, which may name people who have not sat in it yet."""
    people = _with_joined(connection, game.club, game.people, [entry])
    return replace(game, book=game.book.add(entry), people=people)


def _with_joined(
    connection: Connection, club: str, people: Mapping[str, Player], entries: Iterable[Entry]
) -> Mapping[str, Player]:
    naming = (entry.body.content() for entry in entries if entry.body.kind in NAMING)
    joined = {person["id"] for content in naming for person in find_people(content)} - people.keys()
    return {**people, **find_players(connection, club, joined)} if joined else people


def read_book(database: Database, club: str, game: str) -> tuple[BookEntry, ...]:
    """The book with its devices and times; raises NotFound, InTheBin."""
    with database.reading() as connection:
        load_game_row(connection, club, game)
        with reading_book():
            return book.read_book(connection, club, game)


def read_game_and_book(
    database: Database, club: str, game: str, *, before: int | None, limit: int
) -> tuple[GameRead, tuple[BookEntry, ...]]:
    """A game and the newest entries, with `before` older ones; raises NotFound, InTheBin."""
    with database.reading() as connection:
        read = load_game(connection, club, game)
        last = len(read.entries) if before is None else min(before - 1, len(read.entries))
        return read, book.read_book(connection, club, game, max(last - limit, 0) + 1, last)

"""Reading a game: its book, its sheet and the people's names, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property

from sqlalchemy import Connection, bindparam, func, select

from scorer.rules.entries import CorrectStart, Entry, Sitter, TakeSeat
from scorer.rules.errors import BadEntry, Refused
from scorer.rules.fold import read_sheet, to_redo
from scorer.rules.in_play import Answer, DealInPlay
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.services.people.players import Player, find_players
from scorer.services.rows import load_game_row
from scorer.storage import book
from scorer.storage.book import BookEntry, read_answers, seats_of, start_of
from scorer.storage.database import Database
from scorer.storage.schema import AnyRow, games, of_club


@dataclass(frozen=True)
class GameRead:
    """A game as it stands, on the `day` of its night; `start` is that before any correction.

    Of everybody who ever sat in it `names` has today's names, `persons` the persons and `numbers`
    those in the club, by player id. `answer_rows` are those of the deal to come, as written.
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
    numbers: Mapping[str, int]
    answer_rows: tuple[Answer, ...] = ()
    answers_version: int = 0

    @cached_property
    def in_play(self) -> DealInPlay | None:
        """The deal to come, with what was answered of it; None once the game is over."""
        return None if self.sheet.opening is None else DealInPlay(self.sheet, self.answer_rows)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers that stand to the deal to come."""
        return () if self.in_play is None else tuple(self.in_play.answers.values())

    @property
    def is_answered(self) -> bool:
        """Whether an answer to the deal to come is newer than all entries."""
        return any(answer.written_at > self.last_at for answer in self.answers)

    @property
    def redo(self) -> Entry | None:
        """The newest withdrawal, if neither an entry nor an answer was written since."""
        return None if self.is_answered else to_redo(self.entries)

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
    select(games.c.id, games.c.over, games.c.started_at)
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
    if game.followed_by is not None:
        return game.followed_by
    rows = database.rows(OF_NIGHT, {"of_club": game.club, "of_night": game.night})
    begun_since = (row.id for row in rows if not row.over and row.started_at > game.last_at)
    return next(begun_since, None)


@dataclass(frozen=True)
class Book:
    """The rows of a game with its entries, before they are read."""

    game: AnyRow
    seats: Sequence[AnyRow]
    entries: tuple[Entry, ...]

    @property
    def start(self) -> Start:
        """The start before any correction."""
        return start_of(self.game, self.seats)

    def add(self, entry: Entry) -> Book:
        """The book with one more entry."""
        return replace(self, entries=(*self.entries, entry))

    def find(self, id: str) -> Entry | None:
        """The entry of this id, if there is one."""
        return next((entry for entry in self.entries if entry.id == id), None)


def load_book(connection: Connection, club: str, game: str, *, lock: bool = False) -> Book:
    """The book of a game, with `lock` for this transaction; raises NotFound, InTheBin, Refused."""
    row = load_game_row(connection, club, game, lock=lock)
    with reading_book():
        entries = book.read_entries(connection, club, game)
    return Book(row, seats_of(connection, row), entries)


def load_game(connection: Connection, club: str, game: str) -> GameRead:
    """A game as this transaction sees it; raises NotFound, InTheBin, Refused."""
    return build_game(connection, load_book(connection, club, game))


@contextmanager
def reading_book() -> Iterator[None]:
    """Raise BadEntry where a book is damaged, which has words for people."""
    try:
        yield
    except Refused:
        raise
    except ValueError as fault:
        raise BadEntry("damaged_book") from fault


def build_game(connection: Connection, read: Book) -> GameRead:
    """A game, read from its book; raises Refused for an impossible one."""
    row, seats, entries = read.game, read.seats, read.entries
    with reading_book():
        sheet = read_sheet(read.start, entries)
    people = _people(connection, row.club, seats, entries)
    answer_rows = tuple[Answer, ...]()
    if sheet.opening is not None and row.answers_version > 0:
        answer_rows = read_answers(connection, row, len(sheet.deals) + 1)
    return GameRead(
        id=row.id,
        club=row.club,
        night=row.night,
        day=seats[0].day,
        variant=row.variant,
        edition=row.edition,
        started_at=row.started_at,
        last_at=row.last_at,
        version=len(entries),
        follows=row.follows,
        followed_by=seats[0].followed_by,
        entries=entries,
        sheet=sheet,
        start=read.start,
        names={player: person.name for player, person in people.items()},
        persons={player: person.id for player, person in people.items()},
        numbers={player: person.number for player, person in people.items()},
        answer_rows=answer_rows,
        answers_version=row.answers_version,
    )


def _people(
    connection: Connection, club: str, seats: Sequence[AnyRow], entries: Iterable[Entry]
) -> dict[str, Player]:
    people = {seat.player: Player(seat.person, seat.name_now, number=seat.number) for seat in seats}
    joined = set()
    for entry in entries:
        if isinstance(entry.body, TakeSeat):
            joined.add(entry.body.sitter.player)
        elif isinstance(entry.body, CorrectStart):
            joined.update(sitter.player for sitter in entry.body.sitters or ())
    joined -= people.keys()
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

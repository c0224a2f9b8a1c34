"""What follows from the books: checked against them, and rebuilt from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.services.ratings import ratings_differ
from scorer.storage.book import played_at
from scorer.storage.database import Database
from scorer.storage.games import BATCH, read_game_rows, rebuild_last_played
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.results import ADD, COLUMNS, COPIED, KEYS, Row, SheetRows, game_key, rows_of
from scorer.storage.schema import AnyRow, clubs, games, players, ratings, results
from scorer.storage.search import rebuild_documents, stale_documents

SEAT_COLUMNS = ("seat", *COLUMNS)

ALL_GAMES = select(games.c.club, games.c.id).order_by(games.c.club, games.c.id)
OTHER_PERSON = (
    select(results.c.game, results.c.seat)
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.player))
    .where(results.c.club == bindparam("of_club"), results.c.person != players.c.person)
)
SET_COPIED = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values({name: bindparam(f"now_{name}") for name in ("last_at", *COPIED)})
)


@dataclass(frozen=True)
class Difference:
    """A copy that is not what the books say; `problem` says it for people."""

    club: str
    game: str
    problem: str


@dataclass(frozen=True)
class _Expected:
    """What the book of a game makes of its copies; `problem` where it cannot be read."""

    game: AnyRow
    version: int
    last_at: datetime
    rows: SheetRows | None
    problem: str = ""


def check(database: Database) -> list[Difference]:
    """Where results, statistics, ratings and the search differ from what the books say."""
    with database.reading() as connection:
        differences = [*_check_results(connection), *_check_people(connection)]
    for club, night in stale_documents(database):
        problem = f"the search does not find night {night} by what is said of it now"
        differences.append(Difference(club, "", problem))
    return differences


def rebuild(database: Database) -> int:
    """Make all copies again, the results first, on which the others rest; how many games.

    Everybody else goes on: it is done some games at a time. Stopped on the way, those are right.
    """
    rebuilt = rebuild_results(database)
    rebuild_last_played(database)
    rebuild_documents(database)
    with database.writing() as connection:
        connection.execute(delete(ratings))
    return rebuilt


def rebuild_results(database: Database) -> int:
    """Make the rows of all games again, some of a club at a time; how many games.

    A game whose book cannot be read keeps what it has; `check` names it.
    """
    with database.reading() as connection:
        rows_of_games = connection.execute(ALL_GAMES).all()
    rebuilt = 0
    for club, rows in groupby(rows_of_games, lambda row: str(row.club)):
        ids = [row.id for row in rows]
        for at in range(0, len(ids), BATCH):
            rebuilt += _rebuild_batch(database, club, ids[at : at + BATCH])
    return rebuilt


def _rebuild_batch(database: Database, club: str, ids: Sequence[str]) -> int:
    """Make the rows of these games again; how many games.

    Their books are read before anything is locked, and again where somebody wrote meanwhile.
    """
    with database.reading() as connection:
        known = {expected.game.id: expected for expected in _read_books(connection, club, ids)}
    with database.writing() as connection:
        lock_club(connection, club)
        locked = lock_games(connection, club, ids)
        written = [
            game
            for game, row in locked.items()
            if game not in known or known[game].version != row.version
        ]
        known |= {expected.game.id: expected for expected in _read_books(connection, club, written)}
        return _replace_rows(connection, [known[game] for game in locked])


def _replace_rows(connection: Connection, expected: Sequence[_Expected]) -> int:
    """Write the rows of some games anew; how many games."""
    new: dict[Table, list[Row]] = {table: [] for table in (results, *KEYS)}
    copies = []
    for book in expected:
        if book.rows is None:
            continue
        key = game_key(book.game, book.rows)
        copied = {"last_at": book.last_at, **book.rows.of_game}
        copies.append(
            {
                "of_club": key.club,
                "of_game": key.id,
                **{f"now_{name}": value for name, value in copied.items()},
            }
        )
        for row in book.rows.seats:
            player = {"its_club": key.club, "its_player": row["player"]}
            new[results].append({**key.row(results, row), **player})
        for table, rows in book.rows.tables():
            new[table] += [key.row(table, row) for row in rows]
    if not copies:
        return 0
    for table, added in new.items():
        clear = delete(table).where(
            table.c.club == bindparam("of_club"), table.c.game == bindparam("of_game")
        )
        connection.execute(clear, copies)
        if added:
            connection.execute(ADD if table is results else insert(table), added)
    connection.execute(SET_COPIED, copies)
    return len(copies)


def _check_results(connection: Connection) -> Iterator[Difference]:
    rows_of_games = connection.execute(ALL_GAMES).all()
    for club, rows in groupby(rows_of_games, lambda row: str(row.club)):
        for expected in _read_books(connection, club, [row.id for row in rows]):
            for problem in _problems(connection, expected):
                yield Difference(club, expected.game.id, problem)


def _check_people(connection: Connection) -> Iterator[Difference]:
    for club in connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all():
        if ratings_differ(connection, club):
            yield Difference(club, "", "the ratings are not what the places in its games come to")
        for row in connection.execute(OTHER_PERSON, {"of_club": club}):
            problem = f"the result of seat {row.seat} is another person's"
            yield Difference(club, row.game, problem)


def _problems(connection: Connection, expected: _Expected) -> Iterator[str]:
    """How the copies of a game differ from its book."""
    game = expected.game
    if expected.rows is None:
        yield expected.problem
        return
    if game.version != expected.version:
        yield f"the version is {game.version}, the book has {expected.version} entries"
    for name, value in expected.rows.of_game.items():
        if getattr(game, name) != value:
            yield f"{name} is {getattr(game, name)}, the sheet says {value}"
    if game.last_at != expected.last_at:
        yield f"last_at is {game.last_at}, the book says {expected.last_at}"
    of_game = (results.c.club == game.club, results.c.game == game.id)
    columns = [results.c[name] for name in SEAT_COLUMNS]
    stored = {tuple(row) for row in connection.execute(select(*columns).where(*of_game))}
    expected_seats = {tuple(row[name] for name in SEAT_COLUMNS) for row in expected.rows.seats}
    if stored != expected_seats:
        yield f"the results are {sorted(stored)}, the sheet says {sorted(expected_seats)}"
    key = game_key(game, expected.rows)
    for table, rows in expected.rows.tables():
        names = [column.name for column in table.c]
        of_game = (table.c.club == game.club, table.c.game == game.id)
        stored = {tuple(row) for row in connection.execute(select(table).where(*of_game))}
        if stored != {tuple(key.row(table, row)[name] for name in names) for row in rows}:
            yield f"its rows of {table.name} are not those of its book"


def _read_books(connection: Connection, club: str, ids: Sequence[str]) -> Iterator[_Expected]:
    """What the books of these games say."""
    for game in read_game_rows(connection, club, ids):
        rows, problem = None, ""
        if [row.number for row in game.book] != list(range(1, len(game.book) + 1)):
            problem = "the numbers of its entries have a gap"
        else:
            try:
                rows = rows_of(read_sheet(game.start, game.entries))
            except Refused as fault:
                problem = f"its book cannot be read: {fault}"
            except ValueError as fault:
                problem = f"its book is damaged: {fault}"
        last_at = game.row.started_at
        for row in game.book:
            last_at = played_at(last_at, row.kind, row.written_at)
        yield _Expected(game.row, len(game.book), last_at, rows, problem)

"""Derived tables (results, statistics, ratings): check them against the books, rebuild them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, delete, select, update

from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.storage.book import last_played
from scorer.storage.database import Database
from scorer.storage.games import BATCH, GameRows, read_game_rows
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.results import SheetRows, keyed_rows, rows_of, save_changes, stored_rows
from scorer.storage.schema import games, players, ratings, results

ALL_GAMES = select(games.c.club, games.c.id).order_by(games.c.club, games.c.id)
_PERSON = (
    select(players.c.person)
    .where(players.c.club == results.c.club, players.c.id == results.c.player)
    .scalar_subquery()
)
OTHER_PERSON = select(results.c.game, results.c.seat).where(results.c.person != _PERSON)
SET_PERSON = update(results).where(results.c.person != _PERSON).values(person=_PERSON)


@dataclass(frozen=True)
class Difference:
    """A copy that is not what the books say; `problem` says it for people."""

    game: str
    problem: str


def check(database: Database) -> list[Difference]:
    """Where results and statistics differ from what the books say."""
    with database.reading() as connection:
        differences = [
            Difference(game.row.id, problem)
            for club, ids in _games_by_club(connection)
            for game in read_game_rows(connection, club, ids)
            for problem in _problems(connection, game)
        ]
        for row in connection.execute(OTHER_PERSON):
            problem = f"the result of seat {row.seat} is another person's"
            differences.append(Difference(row.game, problem))
    return differences


def rebuild(database: Database) -> int:
    """Make all copies again, but for games whose books cannot be read; of how many games."""
    rebuilt = 0
    with database.reading() as connection:
        by_club = _games_by_club(connection)
    for club, ids in by_club:
        for at in range(0, len(ids), BATCH):
            batch = ids[at : at + BATCH]
            with database.writing() as connection:
                lock_club(connection, club)
                lock_games(connection, club, batch)
                for game in read_game_rows(connection, club, batch):
                    rows, _ = _read_book(game)
                    if rows is not None:
                        save_changes(connection, game.row, rows)
                        this = (games.c.club == club, games.c.id == game.row.id)
                        last_at = update(games).where(*this).values(last_at=_last_at(game))
                        connection.execute(last_at)
                        rebuilt += 1
    with database.writing() as connection:
        connection.execute(SET_PERSON)
        connection.execute(delete(ratings))
    return rebuilt


def _games_by_club(connection: Connection) -> list[tuple[str, list[str]]]:
    rows = connection.execute(ALL_GAMES).all()
    grouped = groupby(rows, lambda row: str(row.club))
    return [(club, [row.id for row in of_club]) for club, of_club in grouped]


def _read_book(game: GameRows) -> tuple[SheetRows | None, str]:
    """The copies as the book of a game has them, or why it cannot be read."""
    if [row.number for row in game.book] != list(range(1, len(game.book) + 1)):
        return None, "the numbers of its entries have a gap"
    try:
        return rows_of(read_sheet(game.start, game.entries)), ""
    except Refused as fault:
        return None, f"its book cannot be read: {fault}"
    except ValueError as fault:
        return None, f"its book is damaged: {fault}"


def _last_at(game: GameRows) -> datetime:
    return last_played(game.row.started_at, [row._asdict() for row in game.book])


def _problems(connection: Connection, game: GameRows) -> Iterator[str]:
    """How the copies of a game differ from its book."""
    rows, problem = _read_book(game)
    if rows is None:
        yield problem
        return
    if game.row.version != len(game.book):
        yield f"the version is {game.row.version}, the book has {len(game.book)} entries"
    for name, value in {**rows.of_own_row, "last_at": _last_at(game)}.items():
        if getattr(game.row, name) != value:
            yield f"{name} is {getattr(game.row, name)}, the book says {value}"
    by_table = rows.by_table(game.row.club, game.row.id, game.row.started_at)
    for table, expected in by_table.items():
        if stored_rows(connection, game.row, table) != keyed_rows(table, expected):
            yield f"its rows of {table.name} are not those of its book"

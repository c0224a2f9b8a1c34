"""Derived tables (results, statistics, ratings): check them against the books, rebuild them."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from itertools import groupby, islice
from typing import Any

from sqlalchemy import Connection, Table, delete, select, update

from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.storage.balances import mend_balances, wrong_balances
from scorer.storage.book import last_played
from scorer.storage.database import LONG_WAIT_SECONDS, Database
from scorer.storage.games import BATCH, GameRows, read_game_rows
from scorer.storage.locks import lock_club, lock_games, lock_name
from scorer.storage.results import TABLES, Row, SheetRows, rows_of, save_all, stored_rows
from scorer.storage.schema import AnySelect, counted_by, games, players, ratings, results
from scorer.storage.unavailable import Unavailable
from scorer.version import VERSION

log = logging.getLogger(__name__)

ALL_GAMES = select(games.c.club, games.c.id).order_by(games.c.club, games.c.id)
_PERSON = (
    select(players.c.person)
    .where(players.c.club == results.c.club, players.c.id == results.c.player)
    .scalar_subquery()
)
OTHER_PERSON = select(results.c.game, results.c.seat).where(results.c.person != _PERSON)
PROGRESS = "Counting results and statistics again for version %s: %d of %d games"
COUNTED_BY: AnySelect = select(counted_by.c.version)
SET_COUNTED_BY = update(counted_by).values(version=VERSION)
SET_PERSON = update(results).where(results.c.person != _PERSON).values(person=_PERSON)


def check(database: Database) -> list[str]:
    """Where results and statistics differ from what the books say, a line each."""
    with database.reading() as connection:
        differences = [
            problem
            for club, ids in _batches(connection)
            for problem in check_games(connection, club, ids)
        ]
        for row in connection.execute(OTHER_PERSON):
            differences.append(
                f"game {row.game}: the result of seat {row.seat} is another person's"
            )
        for row in wrong_balances(connection):
            differences.append(f"player {row.of_player}: the balance is wrong by {row.amount}")
    return differences


def check_games(connection: Connection, club: str, ids: Sequence[str]) -> Iterator[str]:
    """The same for these games, all that the club has from the first id to the last."""
    stored = stored_rows(connection, club, ids[0], ids[-1])
    for game in read_game_rows(connection, club, ids):
        for problem in _problems(game, stored.get(game.row.id, {})):
            yield f"game {game.row.id}: {problem}"


def rebuild_once(database: Database) -> None:
    """Rebuild what an older version counted last; one process does, and others wait for it.

    What a newer one counted stays, and it counts again once it is back. Where nothing can be
    written the next start tries again.
    """
    if database.first(COUNTED_BY, {}) == (VERSION,):
        return
    try:
        with database.writing(wait=LONG_WAIT_SECONDS) as lock:
            lock_name(lock, "counted by")
            both = (lock.scalar(COUNTED_BY) or "0", VERSION)
            theirs, ours = (tuple(map(int, version.split("."))) for version in both)
            if theirs < ours:
                rebuild(database, lock)
            elif theirs > ours:
                lock.execute(SET_COUNTED_BY)
    except Unavailable as fault:
        log.warning("Not counted again for version %s yet: %s", VERSION, fault)


def rebuild(database: Database, lock: Connection | None = None) -> int:
    """Make all copies again, but for games whose books cannot be read; of how many games."""

    def writing() -> AbstractContextManager[Connection]:
        # SQLite has one writer, which may have the lock already.
        return nullcontext(lock) if lock and database.is_sqlite else database.writing()

    rebuilt = done = 0
    with writing() as connection:
        batches = list(_batches(connection))
    total = sum(len(ids) for _, ids in batches)
    for club, ids in batches:
        if lock:
            log.warning(PROGRESS, VERSION, done, total)
        with writing() as connection:
            lock_club(connection, club)
            lock_games(connection, club, ids)
            for game in read_game_rows(connection, club, ids):
                rows, _ = _read_book(game)
                if rows is not None:
                    save_all(connection, game.row, rows)
                    this = (games.c.club == club, games.c.id == game.row.id)
                    last_at = update(games).where(*this).values(last_at=_last_at(game))
                    connection.execute(last_at)
                    rebuilt += 1
        done += len(ids)
    with writing() as connection:
        connection.execute(SET_PERSON)
        connection.execute(delete(ratings))
        connection.execute(SET_COUNTED_BY)
        mend_balances(connection)
    return rebuilt


def _batches(connection: Connection) -> Iterator[tuple[str, list[str]]]:
    """All games, a batch of one club at a time, by their ids."""
    rows = connection.execute(ALL_GAMES).all()
    for club, of_club in groupby(rows, lambda row: str(row.club)):
        while ids := [row.id for row in islice(of_club, BATCH)]:
            yield club, ids


def _read_book(game: GameRows) -> tuple[SheetRows | None, str]:
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


def _problems(game: GameRows, stored: Mapping[Table, Sequence[Row]]) -> Iterator[str]:
    rows, problem = _read_book(game)
    if rows is None:
        yield problem
        return
    if game.row.version != len(game.book):
        yield f"the version is {game.row.version}, the book has {len(game.book)} entries"
    for name, value in {**rows.of_own_row, "last_at": _last_at(game)}.items():
        if getattr(game.row, name) != value:
            yield f"{name} is {getattr(game.row, name)}, the book says {value}"
    expected = rows.by_table(game.row.club, game.row.id, game.row.started_at)
    for table in TABLES:
        if _as_set(stored.get(table, ())) != _as_set(expected[table]):
            yield f"its rows of {table.name} are not those of its book"


def _as_set(rows: Iterable[Row]) -> set[frozenset[tuple[str, Any]]]:
    return {frozenset(row.items()) for row in rows}

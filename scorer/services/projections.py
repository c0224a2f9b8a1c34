"""Derived tables (results, statistics, ratings): check them against the books, rebuild them."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from scorer.progress import progress
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.kinds import parse_kind
from scorer.rules.tallies import Counts
from scorer.services.money.ledger import counts_of_payments
from scorer.services.ratings import are_rated, mark_due, rate_all_due
from scorer.storage.book import last_played
from scorer.storage.database import LONG_WAIT_SECONDS, Database
from scorer.storage.games import BATCH, GameRows, read_game_rows
from scorer.storage.locks import lock_club, lock_games, lock_name
from scorer.storage.results import (
    DELETED,
    SheetRows,
    replace_counts,
    rows_of,
    save_rows,
    stored_counts,
)
from scorer.storage.schema import (
    AnySelect,
    clubs,
    counted_by,
    games,
    of_club,
    players,
    ratings,
    results,
)
from scorer.storage.unavailable import Unavailable
from scorer.version import VERSION

log = logging.getLogger(__name__)

# The books of one that was closed are going.
CLUBS = select(clubs.c.id).where(clubs.c.closed_at.is_(None)).order_by(clubs.c.id)
GAMES = select(games.c.id).where(of_club(games)).order_by(games.c.id)
_PERSON = (
    select(players.c.person)
    .where(players.c.club == results.c.club, players.c.id == results.c.player)
    .scalar_subquery()
)
FIRST_GAMES = select(games.c.club, func.min(games.c.started_at)).group_by(games.c.club)
OTHER_PERSON = select(results.c.game, results.c.seat).where(results.c.person != _PERSON)
COUNTED_BY: AnySelect = select(counted_by.c.version)
SET_COUNTED_BY = update(counted_by).values(version=VERSION)
SET_PERSON = update(results).where(results.c.person != _PERSON).values(person=_PERSON)


def _counts_by_now(connection: Connection, club: str) -> Counts:
    """The sums before any game is read: of payments, and of games whose rules are missing here."""
    counts = counts_of_payments(connection, club)
    for (table, keys, column), number in stored_counts(connection, club).items():
        # Of each player by the kind of the game.
        if len(keys) > 1 and not parse_kind(str(keys[1])).is_here:
            counts[table, keys, column] = number
    return counts


def check(database: Database) -> list[str]:
    """Where results and statistics differ from what the books say, a line each."""
    differences: list[str] = []
    with database.reading() as connection:
        for club in connection.scalars(CLUBS).all():
            ids = connection.scalars(GAMES, {"of_club": club}).all()
            counts = _counts_by_now(connection, club)
            books = read_books(connection, club, ids, counts)
            for read in progress(books, "Checking games", len(ids)):
                differences += problems_of(connection, *read)
            differences += _other_sums(stored_counts(connection, club), counts)
            if not are_rated(connection, club):
                differences.append("the ratings are not those of the finished games")
        for row in connection.execute(OTHER_PERSON):
            differences.append(
                f"game {row.game}: the result of seat {row.seat} is another person's"
            )
    return differences


def is_counted(database: Database) -> bool:
    """Whether this version, and no other, has counted what is copied from the books."""
    return database.first(COUNTED_BY, {}) == (VERSION,)


def rebuild_once(database: Database) -> None:
    """Rebuild what an older version counted last; one process does, and others wait for it.

    What a newer one counted stays, and it counts again once it is back. Where nothing can be
    written the next start tries again.
    """
    if is_counted(database):
        return
    try:
        with database.writing(wait=LONG_WAIT_SECONDS) as lock:
            lock_name(lock, "counted by")
            both = (lock.scalar(COUNTED_BY) or "0", VERSION)
            theirs, ours = (tuple(map(int, version.split("."))) for version in both)
            if theirs < ours:
                log.warning("Counting results and statistics again for version %s", VERSION)
                rebuild(database, lock)
            elif theirs > ours:
                lock.execute(SET_COUNTED_BY)
        rate_all_due(database)
    except Unavailable as fault:
        log.warning("Not counted again for version %s yet: %s", VERSION, fault)


def rebuild(database: Database, lock: Connection | None = None) -> int:
    """Make all copies again, but for games whose books cannot be read; of how many games."""

    def writing() -> AbstractContextManager[Connection]:
        # SQLite has one writer, which may have the lock already.
        return nullcontext(lock) if lock and database.is_sqlite else database.writing()

    rebuilt = 0
    with writing() as connection:
        all_clubs = connection.scalars(CLUBS).all()
    for club in all_clubs:
        with writing() as connection:
            lock_club(connection, club)
            ids = connection.scalars(GAMES, {"of_club": club}).all()
            for at in range(0, len(ids), BATCH):
                lock_games(connection, club, ids[at : at + BATCH])
            counts = _counts_by_now(connection, club)
            books = read_books(connection, club, ids, counts)
            for game, rows, _ in progress(books, "Rebuilding games", len(ids)):
                if rows is not None:
                    save_rows(connection, game.row, rows, anew=True)
                    this = (games.c.club == club, games.c.id == game.row.id)
                    last_at = update(games).where(*this).values(last_at=_last_at(game))
                    connection.execute(last_at)
                    rebuilt += 1
            replace_counts(connection, club, counts)
    with writing() as connection:
        connection.execute(SET_PERSON)
        connection.execute(delete(ratings))
        for club, since in connection.execute(FIRST_GAMES).all():
            mark_due(connection, club, since)
        connection.execute(SET_COUNTED_BY)
    if lock is None:
        rate_all_due(database)
    return rebuilt


def read_books(
    connection: Connection, club: str, ids: Sequence[str], counts: Counts
) -> Iterator[tuple[GameRows, SheetRows | None, str]]:
    """These games, what their books say, or why they say nothing; what they add to the counts."""
    deleted = set(connection.scalars(DELETED, {"of_club": club}))
    for game in read_game_rows(connection, club, ids):
        rows, problem = _read_book(game)
        if rows is not None and game.row.id not in deleted:
            counts.update(rows.counts)
        yield game, rows, problem


def _read_book(game: GameRows) -> tuple[SheetRows | None, str]:
    if [row.number for row in game.book] != list(range(1, len(game.book) + 1)):
        return None, "the numbers of its entries have a gap"
    try:
        return rows_of(read_sheet(game.start, game.entries), game.row.day.year), ""
    except Refused as fault:
        return None, f"its book cannot be read: {fault}"
    except ValueError as fault:
        return None, f"its book is damaged: {fault}"


def _last_at(game: GameRows) -> datetime:
    return last_played(game.row.started_at, [row._asdict() for row in game.book])


def problems_of(
    connection: Connection, game: GameRows, rows: SheetRows | None, problem: str
) -> Iterator[str]:
    """Where the copies of a game differ from its book, a line each."""
    for found in [problem] if rows is None else _differences(connection, game, rows):
        yield f"game {game.row.id}: {found}"


def _differences(connection: Connection, game: GameRows, rows: SheetRows) -> Iterator[str]:
    if game.row.version != len(game.book):
        yield f"the version is {game.row.version}, the book has {len(game.book)} entries"
    for name, value in {**rows.own, "last_at": _last_at(game)}.items():
        if getattr(game.row, name) != value:
            yield f"{name} is {getattr(game.row, name)}, the book says {value}"
    expected = rows.by_table(game.row.club, game.row.id, game.row.started_at)
    for table, made in expected.items():
        # No book knows which person a player is.
        columns = [column for column in table.c if column.name != "person"]
        this = (table.c.club == game.row.club, table.c.game == game.row.id)
        stored = connection.execute(select(*columns).where(*this)).mappings()
        if _as_set(stored) != _as_set(made):
            yield f"its rows of {table.name} are not those of its book"


def _as_set(rows: Iterable[Mapping[Any, Any]]) -> set[frozenset[tuple[Any, Any]]]:
    return {frozenset(row.items()) for row in rows}


def _other_sums(stored: Counts, expected: Counts) -> Iterator[str]:
    keys = {key[:2] for key in stored.keys() | expected.keys() if stored[key] != expected[key]}
    for table, (player, *rest) in sorted(keys, key=str):
        yield f"player {player}: the sums in {table} of {rest} are not those of the books"

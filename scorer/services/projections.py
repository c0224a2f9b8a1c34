"""What follows from the books: checked against them, and rebuilt from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, NamedTuple, TypeAlias

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.services.ratings.rate import check_ratings, rate_everything
from scorer.storage.book import StoredEntry, played_at, start_of
from scorer.storage.database import Database
from scorer.storage.games import rebuild_last_played
from scorer.storage.migrate import read_stale, strike_off
from scorer.storage.progress import watched
from scorer.storage.results import ADD, COLUMNS, KEYS, Row, SheetRows, game_key, rows_of
from scorer.storage.schema import AnyRow, clubs, entries, games, players, results, seats
from scorer.storage.search import rebuild_documents, stale_documents
from scorer.storage.stored_json import dump_json, load_json

# Is entered while something is done, with its name and that of the items it goes through.
Step: TypeAlias = Callable[[str, str], AbstractContextManager[object]]
BATCH = 100
KEPT = ("seat", *COLUMNS)
COPIES: tuple[Table, ...] = (results, *KEYS)


@dataclass(frozen=True)
class Difference:
    """A copy that is not what the books say; `problem` says it for people."""

    club: str
    game: str
    problem: str


@dataclass(frozen=True)
class _Read:
    """What the book of a game makes of its copies; `problem` where it cannot be read."""

    version: int
    last_at: datetime
    rows: SheetRows | None
    problem: str = ""


def _unwatched(name: str, items: str) -> AbstractContextManager[object]:
    return nullcontext()


def check(database: Database, step: Step = _unwatched) -> list[Difference]:
    """Where results, statistics, ratings and the search differ from what the books say."""
    with database.reading() as connection:
        with step("Results", "games"):
            found = list(_check_results(connection))
        with step("Ratings", "games"):
            found += _check_people(connection)
    with step("Search", "nights"):
        for club, night in stale_documents(database):
            problem = f"the search does not find night {night} by what is said of it now"
            found.append(Difference(club, "", problem))
    return found


def _check_results(connection: Connection) -> Iterator[Difference]:
    for game, read in _read_all(connection):
        for problem in _problems(connection, game, read):
            yield Difference(game.club, game.id, problem)


def _check_people(connection: Connection) -> Iterator[Difference]:
    for club in connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all():
        for game, problem in check_ratings(connection, club):
            yield Difference(club, game, problem)
        for row in connection.execute(ANOTHER_PERSON, {"of_club": club}):
            yield Difference(club, row.game, f"the result of seat {row.seat} is another person's")


def rebuild(database: Database, step: Step = _unwatched) -> int:
    """Make all copies again, the results first, on which the others rest; how many games."""
    with step("Results", "games"):
        rebuilt = rebuild_results(database)
    rebuild_last_played(database)
    with step("Search", "nights"):
        rebuild_documents(database)
    with step("Ratings", "games"):
        rate_everything(database)
    return rebuilt


def rebuild_results(database: Database) -> int:
    """Make the rows of all games again: built aside, then swapped in at once; how many games.

    A game whose book cannot be read keeps what it has; `check` names it.
    """
    with TemporaryFile("w+", encoding="ascii") as aside:
        with database.reading() as connection:
            for game, read in _read_all(connection):
                _put_aside(aside, game, read)
        aside.seek(0)
        with database.writing() as connection:
            database.alone(connection, games, holding=True)
            return _swap(connection, aside)


ANOTHER_PERSON = (
    select(results.c.game, results.c.seat)
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.player))
    .where(results.c.club == bindparam("of_club"), results.c.person != players.c.person)
)
SAY = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values(over=bindparam("now_over"), last_at=bindparam("now_last_at"))
)


def _problems(connection: Connection, game: AnyRow, read: _Read) -> Iterator[str]:
    """How the copies of a game differ from its book."""
    if read.rows is None:
        yield read.problem
        return
    if game.version != read.version:
        yield f"the version is {game.version}, the book has {read.version} entries"
    if game.over != read.rows.over:
        yield f"over is {game.over}, the sheet says {read.rows.over}"
    if game.last_at != read.last_at:
        yield f"last_at is {game.last_at}, the book says {read.last_at}"
    mine = (results.c.club == game.club, results.c.game == game.id)
    columns = [results.c[name] for name in KEPT]
    kept = {tuple(row) for row in connection.execute(select(*columns).where(*mine))}
    wanted = {tuple(row[name] for name in KEPT) for row in read.rows.seats}
    if kept != wanted:
        yield f"the results are {sorted(kept)}, the sheet says {sorted(wanted)}"
    key = game_key(game)
    for table, rows in read.rows.tables():
        names = [column.name for column in table.c]
        here = [table.c.club == game.club, table.c.game == game.id]
        there = {tuple(row) for row in connection.execute(select(table).where(*here))}
        if there != {tuple(key.row(table, row)[name] for name in names) for row in rows}:
            yield f"its rows of {table.name} are not those of its book"


def _put_aside(aside: IO[str], game: AnyRow, read: _Read) -> None:
    """Write a line with what a game's rows are to be; none of a book that cannot be read."""
    rows = None if read.rows is None else asdict(read.rows)
    line = [game.club, game.id, read.version, read.last_at.isoformat(), rows]
    aside.write(f"{dump_json(line)}\n")


def _swap(connection: Connection, aside: IO[str]) -> int:
    """Put what lies aside in the place of the rows there are, now that nobody can write."""
    now = {(row.club, row.id): row for row in connection.execute(select(games))}
    rebuilt = 0
    batch: list[_Rows] = []
    for line in aside:
        club, game, version, last_at, rows = load_json(line)
        row = now.pop((club, game), None)
        if row is not None and row.version == version:
            if rows is not None:
                batch.append(_Rows(row, datetime.fromisoformat(last_at), SheetRows(**rows)))
        elif row is not None:  # written in since
            batch += _read_again(connection, row)
        if len(batch) >= BATCH:
            rebuilt += _write(connection, batch)
            batch = []
    for row in now.values():  # begun since
        batch += _read_again(connection, row)
    return rebuilt + _write(connection, batch)


class _Rows(NamedTuple):
    """What the copies of a game are to be."""

    game: AnyRow
    last_at: datetime
    rows: SheetRows


def _read_again(connection: Connection, game: AnyRow) -> list[_Rows]:
    """What a single game's copies are to be; nothing where its book cannot be read."""
    return [
        _Rows(row, read.last_at, read.rows)
        for row, read in _read_all(connection, (game.club, game.id))
        if read.rows is not None
    ]


def _write(connection: Connection, batch: Sequence[_Rows]) -> int:
    """Write the rows of some games anew; how many games."""
    new: dict[Table, list[Row]] = {table: [] for table in COPIES}
    for game, _, rows in batch:
        key = game_key(game)
        for row in rows.seats:
            whose = {"its_club": key.club, "its_player": row["player"]}
            new[results].append({**key.row(results, row), **whose})
        for table, those in rows.tables():
            new[table] += [key.row(table, row) for row in those]
    ends = [
        {
            "of_club": game.club,
            "of_game": game.id,
            "now_over": rows.over,
            "now_last_at": last_at,
        }
        for game, last_at, rows in batch
    ]
    if not ends:
        return 0
    for table, added in new.items():
        clear = delete(table).where(
            table.c.club == bindparam("of_club"), table.c.game == bindparam("of_game")
        )
        connection.execute(clear, ends)
        if added:
            connection.execute(ADD if table is results else insert(table), added)
    connection.execute(SAY, ends)
    return len(ends)


def _read_all(
    connection: Connection, only: tuple[str, str] | None = None
) -> Iterator[tuple[AnyRow, _Read]]:
    """Every game with what its book says, one after the other."""
    wanted = select(games).order_by(games.c.club, games.c.id)
    if only is not None:
        wanted = wanted.where(games.c.club == only[0], games.c.id == only[1])
    found = connection.execute(wanted).all()
    for game in watched(found) if only is None else found:
        mine = entries.c.club == game.club, entries.c.game == game.id
        book = connection.execute(select(entries).where(*mine).order_by(entries.c.number)).all()
        sat = seats.c.club == game.club, seats.c.game == game.id
        sitting = connection.execute(select(seats).where(*sat).order_by(seats.c.seat)).all()
        yield game, _read(game, sitting, book)


def _read(game: AnyRow, sitting: Sequence[AnyRow], book: Sequence[AnyRow]) -> _Read:
    last_at = game.started_at
    for row in book:
        last_at = played_at(last_at, row.kind, row.written_at)

    def problem(said: str) -> _Read:
        return _Read(len(book), last_at, None, said)

    if [row.number for row in book] != list(range(1, len(book) + 1)):
        return problem("the numbers of its entries have a gap")
    try:
        stored = [
            StoredEntry(row.number, row.name, row.kind, row.content, row.seen) for row in book
        ]
        sheet = read_sheet(start_of(game, sitting), [one.entry for one in stored])
    except Refused as fault:
        return problem(f"its book cannot be read: {fault}")
    except ValueError as fault:
        return problem(f"its book is damaged: {fault}")
    return _Read(len(book), last_at, rows_of(sheet))


# Each rests on some of those before it.
PROJECTIONS: Mapping[str, Callable[[Database], object]] = {
    "results": rebuild_results,
    "last_played": rebuild_last_played,
    "search": rebuild_documents,
    "ratings": rate_everything,
}


def rebuild_stale(database: Database) -> None:
    """Rebuild what a migration has left stale; to be called by one at a time."""
    stale = read_stale(database)
    for name, rebuild_it in PROJECTIONS.items():
        if name in stale:
            rebuild_it(database)
            strike_off(database, name)

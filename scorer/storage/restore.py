"""The rows of a backup: read, and refused where a value is none that this app would write.

Everything is looked at here and not by the database: SQLite takes nearly anything into any
column, PostgreSQL refuses it, and what is refused must be the same.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile, ZipFile

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Date,
    Double,
    Integer,
    LargeBinary,
    String,
    Subquery,
    Table,
    delete,
    func,
    insert,
    or_,
    select,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError

from scorer.rules.entries import KINDS as KINDS_OF_ENTRIES
from scorer.rules.kinds import is_kind
from scorer.rules.variants import every_variant
from scorer.storage.backup import BATCH, FORMAT, HEAD, TABLES, kept_tables
from scorer.storage.database import Database
from scorer.storage.progress import counting
from scorer.storage.revisions import newest_revision
from scorer.storage.schema import (
    ID,
    UtcDateTime,
    entries,
    feats,
    games,
    pair_results,
    players,
    results,
    seats,
)
from scorer.storage.stored_json import load_json

Reader: TypeAlias = Callable[[Any], Any]

SHAPE_OF_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HASH = re.compile(r"[0-9a-f]{64}")
# Words and tags as `search` writes them; no quote, since they stand between quotes in a query.
DOCUMENT = re.compile(r"[^\s'\"\\]{1,60}(?: [^\s'\"\\]{1,60})*")
# PostgreSQL's index takes no more, at four bytes a letter.
LONGEST_DOCUMENT = 200_000
LARGEST = {Integer: 2**31 - 1, BigInteger: 2**63 - 1}
RIGHTS = frozenset({"watch", "play", "score", "manage"})
CHOICES: Mapping[str, frozenset[str]] = {
    "invitations.right": RIGHTS,
    "devices.right": RIGHTS,
    "devices.tonight": frozenset({"play", "score"}),
    "shares.kind": frozenset({"game", "night"}),
    "payments.unit": frozenset({"money", "counters"}),
    "entries.kind": frozenset(KINDS_OF_ENTRIES),
}
SHAPES: Mapping[str, re.Pattern[str]] = {
    "devices.token_hash": HASH,
    "night_words.words": DOCUMENT,
}
# The tables that say of which kind a game is.
OF_KINDS = (games, pair_results, feats)
# Texts that are JSON, and what it has to be.
JSON: Mapping[str, type[Any]] = {
    "games.house_rules": dict,
    "games.carried": list,
    "entries.content": dict,
    "payments.balances": dict,
    "changes.content": dict,
}


class BadValue(ValueError):
    """A value that this app never writes; the text is the name of its column."""


def row_reader(table: Table) -> Callable[[bytes], dict[str, Any]]:
    """A function that reads a line of a table's file; it raises BadValue and ValueError."""
    readers = [(column.name, _nullable(column, _reader(column))) for column in table.columns]

    def read(line: bytes) -> dict[str, Any]:
        values = json.loads(line.decode("ascii"))
        if type(values) is not list or len(values) != len(readers):
            raise ValueError("this is no row")
        row = {}
        for (name, read_value), value in zip(readers, values, strict=True):
            try:
                row[name] = read_value(value)
            except (ValueError, OverflowError) as fault:
                raise BadValue(name) from fault
        if table is games and (row["variant"], row["edition"]) not in every_variant():
            raise BadValue("variant")
        if table in OF_KINDS and not is_kind(row["kind"]):
            raise BadValue("kind")
        return row

    return read


def _refuse(value: Any) -> Any:
    raise ValueError("this is no value of this column")


def _nullable(column: Column[Any], read: Reader) -> Reader:
    if not column.nullable:
        return read
    return lambda value: None if value is None else read(value)


def _reader(column: Column[Any]) -> Reader:
    """How the values of a column are read from JSON."""
    kind = column.type
    if isinstance(kind, UtcDateTime):
        return _moment
    if isinstance(kind, Date):
        return _day
    if isinstance(kind, LargeBinary):
        return _refuse  # files on their way in are left out
    if isinstance(kind, Boolean):
        return lambda value: value if type(value) is bool else _refuse(value)
    if isinstance(kind, Double):
        return lambda value: value if type(value) is float and isfinite(value) else _refuse(value)
    if isinstance(kind, Integer):
        largest = LARGEST[BigInteger if isinstance(kind, BigInteger) else Integer]
        return lambda value: (
            value if type(value) is int and abs(value) <= largest else _refuse(value)
        )
    if isinstance(kind, String):
        return _text_reader(f"{column.table.name}.{column.name}", kind)
    raise TypeError(f"nobody has said what the values of {column} can be")


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(_text(value))
    if moment.tzinfo is None or moment.astimezone(UTC).isoformat() != value:
        raise ValueError("a moment is written in one way only")
    return moment


def _day(value: Any) -> date:
    day = date.fromisoformat(_text(value))
    if day.isoformat() != value:
        raise ValueError("a day is written in one way only")
    return day


def _text(value: Any) -> str:
    """A text that both databases can keep."""
    if type(value) is not str or "\0" in value:
        raise ValueError("this is no text")
    value.encode()  # a half of a pair of surrogates is a ValueError
    return value


def _text_reader(name: str, kind: String) -> Reader:
    longest = LONGEST_DOCUMENT if name == "night_words.words" else kind.length
    shape = SHAPE_OF_ID if kind is ID else SHAPES.get(name)

    def read(value: Any) -> str:
        text = _text(value)
        if longest is not None and len(text) > longest:
            raise ValueError("this is too long")
        if shape is not None and not shape.fullmatch(text):
            raise ValueError("this is not written so")
        if name in CHOICES and text not in CHOICES[name]:
            raise ValueError("there is no such choice")
        if name in JSON and not isinstance(load_json(text), JSON[name]):
            raise ValueError("this has another shape")
        return text

    return read


def contradictions(connection: Connection) -> Iterator[str]:
    """The tables whose rows contradict one another where no foreign key would notice."""
    book = _numbers(entries, entries.c.number)
    gap = or_(
        func.coalesce(book.c.many, 0) != games.c.version,
        func.coalesce(book.c.last, 0) != games.c.version,
        func.coalesce(book.c.first, 1) != 1,
    )
    table = _numbers(seats, seats.c.seat)
    wrong = or_(
        table.c.many.is_(None),
        table.c.first != 0,
        table.c.last != table.c.many - 1,
        games.c.first_dealer < 0,
        games.c.first_dealer >= table.c.many,
    )
    for name, numbers, is_wrong in (("entries", book, gap), ("seats", table, wrong)):
        of_game = (numbers.c.club == games.c.club) & (numbers.c.game == games.c.id)
        query = select(games.c.id).outerjoin(numbers, of_game).where(is_wrong).limit(1)
        if connection.execute(query).first():
            yield name
    known = players.alias()
    for rows in (players, results):
        same = (known.c.club == rows.c.club) & (known.c.id == rows.c.person)
        lost = select(rows.c.club).outerjoin(known, same).where(known.c.id.is_(None)).limit(1)
        if connection.execute(lost).first():
            yield rows.name


def _numbers(rows: Table, number: Column[Any]) -> Subquery:
    """How many rows each game has in a table, and the first and last of their numbers."""
    return (
        select(
            rows.c.club,
            rows.c.game,
            func.count().label("many"),
            func.min(number).label("first"),
            func.max(number).label("last"),
        )
        .group_by(rows.c.club, rows.c.game)
        .subquery()
    )


LONGEST_LINE = 4_000_000
LARGEST_HEAD = 100_000
Add = Callable[[int], None]


class BadBackup(ValueError):
    """A file that nothing can be restored from; the text says why. Nothing was changed."""


def restore_backup(database: Database, file: Path) -> int:
    """Put what a file holds in the place of all there is; how many rows. Raises BadBackup."""
    try:
        with ZipFile(file) as packed:
            tables = _tables(packed)
            # Every row is looked at twice: when it is checked, and when it is put in its place.
            total = 2 * sum(described["rows"] for described in tables.values())
            add = counting("Restore", total, "rows")
            for table in kept_tables():
                _check(packed, table, tables[table.name], add)
            return _replace(database, packed, add)
    except FileNotFoundError:
        raise BadBackup("there is no such file") from None
    # NotImplementedError is how Python's reader tells of a way of packing that it does not know.
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, RuntimeError):
        raise BadBackup("this file is no backup, or it is damaged") from None
    except OSError as fault:
        raise BadBackup(f"this file cannot be read: {fault.strerror or fault}") from None


def _tables(packed: ZipFile) -> dict[str, dict[str, Any]]:
    """What the head of a backup says of each table."""
    try:
        with packed.open(HEAD) as file:
            head = json.loads(file.read(LARGEST_HEAD))
        revision, tables = head["revision"], head["tables"]
        known = head["format"] == FORMAT and isinstance(revision, str)
    except (ValueError, TypeError):
        known = False
    if not known:
        raise BadBackup("this file is no backup of this app")
    if revision > newest_revision():
        raise BadBackup("this backup was made by a newer release: update the app first")
    if revision < newest_revision():
        raise BadBackup(
            "this backup was made by an older release: restore it with that release, "
            "export the games there and import them here"
        )
    if (
        not isinstance(tables, dict)
        or set(tables) != {table.name for table in kept_tables()}
        or not all(
            isinstance(table, dict) and type(table["rows"]) is int for table in tables.values()
        )
    ):
        raise BadBackup("this backup does not hold the tables it should: it is damaged")
    return tables


def _check(packed: ZipFile, table: Table, described: dict[str, Any], add: Add) -> None:
    """Refuse a table that is not, to the letter, what was written, or could not have been."""
    digest, rows, wrong = hashlib.sha256(), 0, ""
    if described["columns"] != [column.name for column in table.columns]:
        raise BadBackup(f"the table “{table.name}” has other columns here: it is damaged")
    read = row_reader(table)
    for line in _lines(packed, table):
        digest.update(line)
        rows += 1
        add(1)
        try:
            if not wrong:
                read(line)
        except BadValue as fault:
            wrong = f"“{fault}” in row {rows} of the table “{table.name}” cannot be right"
        except (ValueError, RecursionError):
            wrong = f"row {rows} of the table “{table.name}” cannot be read"
    if (rows, digest.hexdigest()) != (described["rows"], described["sha256"]):
        raise BadBackup(f"the table “{table.name}” is not what was written: it is damaged")
    if wrong:
        raise BadBackup(wrong)


def _lines(packed: ZipFile, table: Table) -> Iterator[bytes]:
    with packed.open(f"{table.name}.jsonl") as file:
        while line := file.readline(LONGEST_LINE):
            yield line


def _replace(database: Database, packed: ZipFile, add: Add) -> int:
    """Put all rows in the place of those there are, or none; how many."""
    with database.writing() as connection:
        _lock_table(database, connection)
        for table in reversed(TABLES):
            if table.name != "guesses":
                connection.execute(delete(table))
        rows = 0
        for table in kept_tables():
            try:
                rows += _fill(packed, connection, table, add)
            except (IntegrityError, DataError):
                raise BadBackup(_contradiction(table.name)) from None
        for name in contradictions(connection):
            raise BadBackup(_contradiction(name))
    return rows


def _contradiction(name: str) -> str:
    return f"the rows of the table “{name}” do not fit together, or not to other tables"


def _lock_table(database: Database, connection: Connection) -> None:
    """Keep everybody else from writing until all is in its place."""
    if not database.is_sqlite:
        names = ", ".join(table.name for table in TABLES)
        connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def _fill(packed: ZipFile, connection: Connection, table: Table, add: Add) -> int:
    read, batch, rows = row_reader(table), [], 0
    for line in _lines(packed, table):
        batch.append(read(line))
        if len(batch) == BATCH:
            connection.execute(insert(table), batch)
            rows += len(batch)
            add(len(batch))
            batch = []
    if batch:
        connection.execute(insert(table), batch)
    return rows + len(batch)

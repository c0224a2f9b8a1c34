"""The rows of a backup: read, and refused where a value is none that this app would write.

Everything is looked at here and not by the database: SQLite takes nearly anything into any
column, PostgreSQL refuses it, and what is refused must be the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from math import isfinite
from typing import Any, TypeAlias

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
    Table,
    Text,
    func,
    or_,
    select,
)

from scorer.rules.said import READERS as KINDS_OF_ENTRIES
from scorer.rules.variants import every_variant
from scorer.storage.canonical import from_text
from scorer.storage.models import entries, games, players, results, seats
from scorer.storage.moments import Utc

Reader: TypeAlias = Callable[[Any], Any]

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
LENGTH_OF_ID = 36
HASH = re.compile(r"[0-9a-f]{64}")
TOKENS = re.compile(r"[0-9a-z]+(?: [0-9a-z]+)*")
# PostgreSQL's index of words takes no more.
LONGEST_WORDS = 500_000
LARGEST = {Integer: 2**31 - 1, BigInteger: 2**63 - 1}
CHOICES: Mapping[str, frozenset[str]] = {
    "invitations.right": frozenset({"watch", "score", "manage"}),
    "devices.right": frozenset({"watch", "score", "manage"}),
    "shares.kind": frozenset({"game", "night"}),
    "payments.unit": frozenset({"money", "counters"}),
    "entries.kind": frozenset(KINDS_OF_ENTRIES),
}
SHAPES: Mapping[str, re.Pattern[str]] = {
    "devices.token_hash": HASH,
    "night_words.words": TOKENS,
}
# Texts that are JSON, and what it has to be.
JSON: Mapping[str, type[Any]] = {
    "games.house_rules": dict,
    "games.carried": list,
    "entries.content": dict,
    "payments.balances": dict,
    "deeds.content": dict,
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
    if isinstance(kind, Utc):
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
    longest = LONGEST_WORDS if name == "night_words.words" else kind.length
    shape = ID if kind.length == LENGTH_OF_ID and not isinstance(kind, Text) else SHAPES.get(name)

    def read(value: Any) -> str:
        text = _text(value)
        if longest is not None and len(text) > longest:
            raise ValueError("this is too long")
        if shape is not None and not shape.fullmatch(text):
            raise ValueError("this is not written so")
        if name in CHOICES and text not in CHOICES[name]:
            raise ValueError("there is no such choice")
        if name in JSON and not isinstance(from_text(text), JSON[name]):
            raise ValueError("this has another shape")
        return text

    return read


def contradictions(connection: Connection) -> Iterator[str]:
    """The tables whose rows contradict one another where no foreign key would notice."""
    book = (
        select(
            entries.c.club,
            entries.c.game,
            func.count().label("many"),
            func.min(entries.c.number).label("first"),
            func.max(entries.c.number).label("last"),
        )
        .group_by(entries.c.club, entries.c.game)
        .subquery()
    )
    of_game = (book.c.club == games.c.club) & (book.c.game == games.c.id)
    gap = or_(
        func.coalesce(book.c.many, 0) != games.c.version,
        func.coalesce(book.c.last, 0) != games.c.version,
        func.coalesce(book.c.first, 1) != 1,
    )
    if connection.execute(select(games.c.id).outerjoin(book, of_game).where(gap).limit(1)).first():
        yield "entries"
    table = (
        select(
            seats.c.club,
            seats.c.game,
            func.count().label("many"),
            func.min(seats.c.seat).label("first"),
            func.max(seats.c.seat).label("last"),
        )
        .group_by(seats.c.club, seats.c.game)
        .subquery()
    )
    of_game = (table.c.club == games.c.club) & (table.c.game == games.c.id)
    wrong = or_(
        table.c.many.is_(None),
        table.c.first != 0,
        table.c.last != table.c.many - 1,
        games.c.first_dealer < 0,
        games.c.first_dealer >= table.c.many,
    )
    if connection.execute(
        select(games.c.id).outerjoin(table, of_game).where(wrong).limit(1)
    ).first():
        yield "seats"
    known = players.alias()
    for rows in (players, results):
        same = (known.c.club == rows.c.club) & (known.c.id == rows.c.person)
        lost = select(rows.c.club).outerjoin(known, same).where(known.c.id.is_(None)).limit(1)
        if connection.execute(lost).first():
            yield rows.name

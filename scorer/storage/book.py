"""The book of one game: entries that are only ever added, numbered without gaps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, case, insert, update

from scorer.rules.entries import Entry
from scorer.rules.errors import BadEntry
from scorer.storage.canonical import to_text
from scorer.storage.columns import AnyRow
from scorer.storage.entries import (
    READ_ENTRIES,
    SignedEntry,
    StoredEntry,
    read_book,
    read_entries,
)
from scorer.storage.models import entries, games
from scorer.storage.moments import Utc
from scorer.storage.starts import NoSuchGame, read_start

__all__ = [
    "NameTaken",
    "NoSuchGame",
    "OpenBook",
    "Repeated",
    "SignedEntry",
    "Written",
    "add_entry",
    "open_book",
    "played_at",
    "read_book",
    "read_entries",
    "read_start",
    "write_entry",
]

# What one entry may weigh: a deal of twelve full hands told as cards has about 1,000 letters.
LONGEST_CONTENT = 20_000


# Who writes in a game within this time of its last entry is still playing; whoever scores a
# deal is playing anyhow. A correction weeks later does not make an old game tonight's.
STILL_PLAYING = timedelta(hours=6)
LONG_AGO = datetime(1, 1, 2, tzinfo=UTC)
PLAYING = frozenset({"deal", "take_seat"})


class NameTaken(Exception):
    """The book has an entry of this name already, and it says something else."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"entry {number} has this name")


class Repeated(Exception):
    """The very same entry is in the book already; raised so that the transaction rolls back."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"this is entry {number}")


@dataclass(frozen=True)
class OpenBook:
    """The book of a game that nobody else can write in until this transaction ends."""

    game: AnyRow
    stored: tuple[StoredEntry, ...]

    def find(self, name: str) -> StoredEntry | None:
        """The entry of this name, if there is one."""
        return next((one for one in self.stored if one.name == name), None)


@dataclass(frozen=True)
class Written:
    """An entry that was added: its number, which is the game's version now, and the whole book."""

    number: int
    entries: tuple[Entry, ...]

    @property
    def version(self) -> int:
        """The game's version with this entry."""
        return self.number


RAISE_VERSION = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values(
        version=games.c.version + 1,
        last_at=case(
            (games.c.last_at >= bindparam("still", type_=Utc()), bindparam("now", type_=Utc())),
            else_=games.c.last_at,
        ),
    )
    .returning(games)
)
ADD = insert(entries)


def _still(kind: str, now: datetime) -> datetime:
    """The moment since which a game must have been played to count as played by this entry."""
    return LONG_AGO if kind in PLAYING else now - STILL_PLAYING


def played_at(last_at: datetime, kind: str, written_at: datetime) -> datetime:
    """When a game was last played, once an entry of this kind was written."""
    return written_at if last_at >= _still(kind, written_at) else last_at


def open_book(
    connection: Connection, club: str, game: str, now: datetime, *, kind: str = ""
) -> OpenBook:
    """Take the game's lock by raising its version, and read its book.

    Raises NoSuchGame. Whoever adds nothing of that kind then has to roll back.
    """
    here = {"of_club": club, "of_game": game}
    asked = {**here, "now": now, "still": _still(kind, now)}
    row = connection.execute(RAISE_VERSION, asked).first()
    if row is None:
        raise NoSuchGame(game)
    return OpenBook(row, tuple(StoredEntry(*one) for one in connection.execute(READ_ENTRIES, here)))


def add_entry(
    connection: Connection,
    book: OpenBook,
    *,
    name: str,
    kind: str,
    content: Mapping[str, Any],
    seen: int,
    device: str | None,
    now: datetime,
) -> Written:
    """Add an entry to an open book.

    Raises Repeated where the book has the same entry, NameTaken where it has another of
    this name, and BadEntry for content that is not written as its kind is.
    """
    text = _as_text(content)
    if not isinstance(kind, str):
        raise BadEntry("unknown_entry_kind", kind="")
    known = book.find(name)
    if known is not None:
        if (known.kind, known.content) == (kind, text):
            raise Repeated(known.number)
        raise NameTaken(known.number)
    number: int = book.game.version
    # A phone cannot have seen what was not written yet.
    added = StoredEntry(number, name, kind, text, min(seen, number - 1))
    entry = added.entry
    row = {
        "club": book.game.club,
        "game": book.game.id,
        "number": number,
        "name": name,
        "kind": kind,
        "content": text,
        "seen": added.seen,
        "device": device,
        "written_at": now,
    }
    connection.execute(ADD, row)
    return Written(number, (*(one.entry for one in book.stored), entry))


def write_entry(
    connection: Connection,
    club: str,
    game: str,
    *,
    name: str,
    kind: str,
    content: Mapping[str, Any],
    seen: int,
    device: str | None,
    now: datetime,
) -> Written:
    """Open the book of a game and add an entry; raises what the two raise."""
    book = open_book(connection, club, game, now, kind=kind if isinstance(kind, str) else "")
    return add_entry(
        connection,
        book,
        name=name,
        kind=kind,
        content=content,
        seen=seen,
        device=device,
        now=now,
    )


def _as_text(content: Mapping[str, Any]) -> str:
    try:
        text = to_text(content)
    except ValueError:
        raise BadEntry("entry_shape", what="content") from None
    if len(text) > LONGEST_CONTENT:
        raise BadEntry("entry_shape", what="content")
    return text

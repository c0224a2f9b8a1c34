"""Entries as the table holds them, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, select

from scorer.rules.entries import MOST_ENTRIES, Entry
from scorer.rules.said import read_said
from scorer.storage.canonical import from_text
from scorer.storage.models import devices, entries


@dataclass(frozen=True)
class StoredEntry:
    """An entry as the table holds it."""

    number: int
    name: str
    kind: str
    content: str
    seen: int

    @property
    def entry(self) -> Entry:
        """The entry as the rules read it."""
        said = read_said(self.kind, from_text(self.content))
        return Entry(self.number, self.name, said, self.seen, kept=True)


@dataclass(frozen=True)
class SignedEntry:
    """An entry as people read it: who wrote it, and when."""

    entry: Entry
    kind: str
    device: str | None
    device_name: str | None
    written_at: datetime


READ_ENTRIES = (
    select(entries.c.number, entries.c.name, entries.c.kind, entries.c.content, entries.c.seen)
    .where(entries.c.club == bindparam("of_club"), entries.c.game == bindparam("of_game"))
    .order_by(entries.c.number)
)
READ_BOOK = (
    select(
        entries.c.number,
        entries.c.name,
        entries.c.kind,
        entries.c.content,
        entries.c.seen,
        entries.c.written_at,
        entries.c.device,
        func.coalesce(devices.c.name, entries.c.phone).label("device_name"),
    )
    .select_from(
        entries.outerjoin(
            devices, (devices.c.club == entries.c.club) & (devices.c.id == entries.c.device)
        )
    )
    .where(
        entries.c.club == bindparam("of_club"),
        entries.c.game == bindparam("of_game"),
        entries.c.number.between(bindparam("first"), bindparam("last")),
    )
    .order_by(entries.c.number)
)


def read_entries(connection: Connection, club: str, game: str) -> tuple[Entry, ...]:
    """All entries of a game, in order."""
    rows = connection.execute(READ_ENTRIES, {"of_club": club, "of_game": game})
    return tuple(StoredEntry(*row).entry for row in rows)


def read_book(
    connection: Connection, club: str, game: str, first: int = 1, last: int = MOST_ENTRIES
) -> tuple[SignedEntry, ...]:
    """Who wrote what, when: the entries of the book with these numbers, in order."""
    asked = {"of_club": club, "of_game": game, "first": first, "last": last}
    return tuple(
        SignedEntry(
            StoredEntry(row.number, row.name, row.kind, row.content, row.seen).entry,
            row.kind,
            row.device,
            row.device_name,
            row.written_at,
        )
        for row in connection.execute(READ_BOOK, asked)
    )

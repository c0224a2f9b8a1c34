"""The book of a game: how the game began, the entries that were written, and adding one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, case, func, insert, select, update

from scorer.rules.entries import MOST_ENTRIES, Entry, Sitter, parse_body
from scorer.rules.errors import BadEntry
from scorer.rules.start import Start
from scorer.storage.schema import (
    AnyRow,
    UtcDateTime,
    devices,
    entries,
    games,
    nights,
    players,
    seats,
)
from scorer.storage.stored_json import dump_json, load_json

# Entries of the games that are played are read again and again: so many are kept, of 1 KB each.
MOST_PARSED = 20_000


class NoSuchGame(LookupError):
    """The club has no game of this id."""


READ_GAME = select(games).where(
    games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game")
)
# Who sat down at the start, the persons they are with today's names, the game that this one was
# gone on with, and the day of its night.
_next = games.alias("next")
_person = players.alias("person")
READ_SEATS = (
    select(
        seats.c.player,
        seats.c.name,
        players.c.person,
        _person.c.name.label("name_now"),
        select(_next.c.id)
        .where(
            _next.c.club == bindparam("of_club"),
            _next.c.follows == bindparam("of_game"),
            _next.c.deleted_at.is_(None),
        )
        .order_by(_next.c.started_at.desc(), _next.c.id)
        .limit(1)
        .scalar_subquery()
        .label("followed_by"),
        select(nights.c.day)
        .join(games, (games.c.club == nights.c.club) & (games.c.night == nights.c.id))
        .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
        .scalar_subquery()
        .label("day"),
    )
    .join(players, (players.c.club == seats.c.club) & (players.c.id == seats.c.player))
    .join(_person, (_person.c.club == players.c.club) & (_person.c.id == players.c.person))
    .where(seats.c.club == bindparam("of_club"), seats.c.game == bindparam("of_game"))
    .order_by(seats.c.seat)
)


def find_game(connection: Connection, club: str, game: str) -> AnyRow | None:
    """The row of a game, if the club has it."""
    return connection.execute(READ_GAME, {"of_club": club, "of_game": game}).first()


def seats_of(connection: Connection, game: AnyRow) -> Sequence[AnyRow]:
    """Who sat down in a game at the start."""
    return connection.execute(READ_SEATS, {"of_club": game.club, "of_game": game.id}).all()


def read_start(connection: Connection, club: str, game: str) -> Start:
    """How a game began; raises NoSuchGame."""
    row = find_game(connection, club, game)
    if row is None:
        raise NoSuchGame(game)
    return start_of(row, seats_of(connection, row))


def start_of(game: AnyRow, sitting: Sequence[AnyRow]) -> Start:
    """How a game began, from its row and those of its seats."""
    return Start(
        variant=game.variant,
        sitters=tuple(Sitter(seat.player, seat.name) for seat in sitting),
        first_dealer=game.first_dealer,
        house_rules=load_json(game.house_rules),
        edition=game.edition,
        carried=None if game.carried is None else tuple(load_json(game.carried)),
    )


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
        """The entry as the rules read it; the very same one each time."""
        return _entry_of(self)


@lru_cache(maxsize=MOST_PARSED)
def _entry_of(stored: StoredEntry) -> Entry:
    body = parse_body(stored.kind, load_json(stored.content))
    return Entry(stored.number, stored.name, body, stored.seen, stored=True)


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
    parameters = {"of_club": club, "of_game": game, "first": first, "last": last}
    return tuple(
        SignedEntry(
            StoredEntry(row.number, row.name, row.kind, row.content, row.seen).entry,
            row.kind,
            row.device,
            row.device_name,
            row.written_at,
        )
        for row in connection.execute(READ_BOOK, parameters)
    )


# What one entry may weigh: a deal of twelve full hands told as cards has about 1,000 letters.
LONGEST_CONTENT = 20_000


# Who writes in a game within this time of its last entry is still playing; whoever scores a
# deal is playing anyhow. A correction weeks later does not make an old game tonight's.
STILL_PLAYING = timedelta(hours=6)
LONG_AGO = datetime(1, 1, 2, tzinfo=UTC)
PLAYING = frozenset({"deal", "answer", "take_seat"})


class NameTaken(Exception):
    """The book has an entry of this name already, and it says something else."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


class Repeated(Exception):
    """The very same entry is in the book already; raised so that the transaction rolls back."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


@dataclass(frozen=True)
class OpenBook:
    """The book of a game that nobody else can write in until this transaction ends."""

    game: AnyRow
    stored: tuple[StoredEntry, ...]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, as the rules read them."""
        return tuple(stored.entry for stored in self.stored)

    def find(self, name: str) -> StoredEntry | None:
        """The entry of this name, if there is one."""
        return next((stored for stored in self.stored if stored.name == name), None)


@dataclass(frozen=True)
class Written:
    """An entry that was added: its number, which is the game's version now, and the whole book."""

    number: int
    entries: tuple[Entry, ...]
    stored: StoredEntry


RAISE_VERSION = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values(
        version=games.c.version + 1,
        last_at=case(
            (
                games.c.last_at >= bindparam("still", type_=UtcDateTime()),
                bindparam("now", type_=UtcDateTime()),
            ),
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
    key = {"of_club": club, "of_game": game}
    moments = {"now": now, "still": _still(kind, now)}
    row = connection.execute(RAISE_VERSION, {**key, **moments}).first()
    if row is None:
        raise NoSuchGame(game)
    stored = tuple(StoredEntry(*entry) for entry in connection.execute(READ_ENTRIES, key))
    return OpenBook(row, stored)


WRITTEN_BY = (
    select(entries.c.number)
    .where(
        entries.c.club == bindparam("of_club"),
        entries.c.game == bindparam("of_game"),
        entries.c.device == bindparam("of_device"),
        entries.c.number > bindparam("after"),
    )
    .order_by(entries.c.number)
)


def written_by(connection: Connection, book: OpenBook, device: str, after: int) -> list[int]:
    """The numbers of what a phone has written in an open book after this number."""
    of = {"of_club": book.game.club, "of_game": book.game.id, "of_device": device}
    return list(connection.scalars(WRITTEN_BY, {**of, "after": after}))


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
    # What is new may still be refused where a stored entry is kept.
    entry = replace(added.entry, stored=False)
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
    return Written(number, (*book.entries, entry), added)


def go_on(connection: Connection, book: OpenBook, written: Written, now: datetime) -> OpenBook:
    """The open book after an entry was added to it, with a number for one more."""
    key = {"of_club": book.game.club, "of_game": book.game.id}
    moments = {"now": now, "still": book.game.last_at}
    row = connection.execute(RAISE_VERSION, {**key, **moments}).one()
    return OpenBook(row, (*book.stored, written.stored))


def _as_text(content: Mapping[str, Any]) -> str:
    try:
        text = dump_json(content)
    except ValueError:
        raise BadEntry("entry_shape", what="content") from None
    if len(text) > LONGEST_CONTENT:
        raise BadEntry("entry_shape", what="content")
    return text

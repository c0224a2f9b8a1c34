"""Whole games: their rows, seats and books, read a batch at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from scorer.rules.entries import Entry
from scorer.rules.start import Start
from scorer.storage.columns import AnyRow, AnySelect
from scorer.storage.entries import StoredEntry
from scorer.storage.models import devices, entries, games, nights, seats
from scorer.storage.starts import start_of

BATCH = 100


@dataclass(frozen=True)
class WholeGame:
    """A game with all that was written of it."""

    row: AnyRow
    seats: Sequence[AnyRow]
    book: Sequence[AnyRow]

    @property
    def start(self) -> Start:
        """How it began, before any correction."""
        return start_of(self.row, self.seats)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its book, as the rules read it."""
        return tuple(
            StoredEntry(row.number, row.name, row.kind, row.content, row.seen).entry
            for row in self.book
        )


# What lies in the bin stays there: neither a game nor a night of it is ever listed here.
IDS = (
    select(games.c.id)
    .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .where(
        games.c.club == bindparam("of_club"),
        games.c.deleted_at.is_(None),
        nights.c.deleted_at.is_(None),
    )
    .order_by(nights.c.day, nights.c.opened_at, nights.c.id, games.c.started_at, games.c.id)
)
IDS_OF_NIGHT = IDS.where(games.c.night == bindparam("of_night"))
ROWS: AnySelect = select(games).where(
    games.c.club == bindparam("of_club"), games.c.id.in_(bindparam("ids", expanding=True))
)
SEATS: AnySelect = (
    select(seats)
    .where(seats.c.club == bindparam("of_club"), seats.c.game.in_(bindparam("ids", expanding=True)))
    .order_by(seats.c.game, seats.c.seat)
)
BOOKS: AnySelect = (
    select(entries, devices.c.name.label("device_name"))
    .select_from(
        entries.outerjoin(
            devices, (devices.c.club == entries.c.club) & (devices.c.id == entries.c.device)
        )
    )
    .where(
        entries.c.club == bindparam("of_club"),
        entries.c.game.in_(bindparam("ids", expanding=True)),
    )
    .order_by(entries.c.game, entries.c.number)
)


def ids_of_games(connection: Connection, club: str, night: str | None = None) -> list[str]:
    """The games of a club or of one of its nights, in the order they were played."""
    asked = {"of_club": club, "of_night": night}
    return list(connection.scalars(IDS if night is None else IDS_OF_NIGHT, asked))


def whole_games(connection: Connection, club: str, ids: Sequence[str]) -> Iterator[WholeGame]:
    """These games in this order, those that the club does not have left out."""
    for at in range(0, len(ids), BATCH):
        some = ids[at : at + BATCH]
        asked = {"of_club": club, "ids": list(some)}
        rows = {row.id: row for row in connection.execute(ROWS, asked)}
        sitting: dict[str, list[AnyRow]] = {game: [] for game in rows}
        books: dict[str, list[AnyRow]] = {game: [] for game in rows}
        for row in connection.execute(SEATS, asked):
            sitting[row.game].append(row)
        for row in connection.execute(BOOKS, asked):
            books[row.game].append(row)
        for game in some:
            if game in rows:
                yield WholeGame(rows[game], sitting[game], books[game])

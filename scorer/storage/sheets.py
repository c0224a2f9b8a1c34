"""Sheets of many games at once, with three queries however many they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import BindParameter, Connection, String, bindparam, select

from scorer.rules.reading import read_sheet
from scorer.rules.sheet import Sheet
from scorer.storage.columns import AnyRow, AnySelect
from scorer.storage.entries import StoredEntry
from scorer.storage.models import entries, games, nights, seats
from scorer.storage.starts import start_of

# A game with the date of its night; `gone` is told by `is_gone`.
GAMES: AnySelect = (
    select(games, nights.c.day, nights.c.deleted_at.label("night_deleted_at"))
    .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .where(games.c.club == bindparam("of_club"))
    .order_by(games.c.started_at, games.c.id)
)
OF_GAMES: BindParameter[Any] = bindparam("ids", type_=String(), expanding=True)
# In no order: SQLite would go through all games in theirs to save the sorting.
SOME_GAMES = GAMES.where(games.c.id.in_(OF_GAMES)).order_by(None)
ENTRIES = (
    select(
        entries.c.game,
        entries.c.number,
        entries.c.name,
        entries.c.kind,
        entries.c.content,
        entries.c.seen,
    )
    .where(entries.c.club == bindparam("of_club"), entries.c.game.in_(OF_GAMES))
    .order_by(entries.c.game, entries.c.number)
)
SEATS = (
    select(seats.c.game, seats.c.player, seats.c.name)
    .where(seats.c.club == bindparam("of_club"), seats.c.game.in_(OF_GAMES))
    .order_by(seats.c.game, seats.c.seat)
)


@dataclass(frozen=True)
class GameSheet:
    """A game as its book was read: no `sheet` where it is in the bin, or where its book is broken.

    `row` is the game's own row, with the `day` of its night.
    """

    row: AnyRow
    day: date
    sheet: Sheet | None
    broken: bool = False


def is_gone(row: AnyRow) -> bool:
    """Whether a game, or its whole night, lies in the bin."""
    return row.deleted_at is not None or row.night_deleted_at is not None


def read_sheets(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[GameSheet]:
    """The sheets of these games of a club, in the same order."""
    here = {"of_club": club, "ids": [row.id for row in rows if not is_gone(row)]}
    books: dict[str, list[StoredEntry]] = {}
    sitting: dict[str, list[AnyRow]] = {}
    if here["ids"]:
        for game, *said in connection.execute(ENTRIES, here):
            books.setdefault(game, []).append(StoredEntry(*said))
        for seat in connection.execute(SEATS, here):
            sitting.setdefault(seat.game, []).append(seat)
    return [_read(row, sitting.get(row.id, []), books.get(row.id, [])) for row in rows]


def _read(row: AnyRow, sitting: Sequence[AnyRow], book: Sequence[StoredEntry]) -> GameSheet:
    if is_gone(row):
        return GameSheet(row, row.day, None)
    try:
        sheet = read_sheet(start_of(row, sitting), [one.entry for one in book])
    except ValueError:  # `check` names it
        return GameSheet(row, row.day, None, broken=True)
    return GameSheet(row, row.day, sheet)

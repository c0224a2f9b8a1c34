"""Games as lists need them: read from the copies of their results, never from their books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorer.storage.columns import AnyRow, AnySelect
from scorer.storage.models import games, nights, players, results


@dataclass(frozen=True)
class SeatLine:
    """How a seat stands: the person who sits there, under today's name.

    `net` is what it won or lost in a finished game of counters.
    """

    person: str
    name: str
    total: int
    place: int
    won: bool
    net: int | None = None


@dataclass(frozen=True)
class GameLine:
    """A game in a list, under the day of its night.

    `deals` counts those played, `version` the entries in its book.
    """

    id: str
    night: str
    day: date
    variant: str
    started_at: datetime
    last_at: datetime
    over: bool
    version: int
    deals: int
    seats: tuple[SeatLine, ...]

    @property
    def finished(self) -> bool:
        """Whether it counts as a game: stopped before any deal it was won by nobody."""
        return self.over and any(one.won for one in self.seats)

    @property
    def only_totals(self) -> bool:
        """Whether nothing but the totals was noted: it was won, and has no deals."""
        return self.finished and not self.deals


@dataclass(frozen=True)
class Wins:
    """How many games somebody won in a night."""

    person: str
    name: str
    games: int


# The day of a game's night. Not joined: that could make SQLite begin with all nights to find a few
# games.
DAY: Any = (
    select(nights.c.day)
    .where(nights.c.club == games.c.club, nights.c.id == games.c.night)
    .scalar_subquery()
    .label("day")
)
EVERY_LINE: AnySelect = select(
    games.c.id,
    games.c.night,
    DAY,
    games.c.variant,
    games.c.started_at,
    games.c.last_at,
    games.c.over,
    games.c.version,
).where(games.c.club == bindparam("of_club"))
LINES: AnySelect = EVERY_LINE.where(games.c.deleted_at.is_(None))
OF_IDS = EVERY_LINE.where(games.c.id.in_(bindparam("ids", expanding=True)))
# Sorted here and not there: SQLite would go through all games in their order to save the sorting.
_OF_NIGHTS = LINES.where(games.c.night.in_(bindparam("nights", expanding=True)))
SEATS = (
    select(
        results.c.game,
        results.c.person,
        players.c.name,
        results.c.total,
        results.c.place,
        results.c.won,
        results.c.deals,
        results.c.net,
    )
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.person))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
    )
    .order_by(results.c.game, results.c.seat)
)


def lines_of(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[GameLine]:
    """The lines of these games, in the same order, with one more query for all their seats."""
    held: dict[str, list[SeatLine]] = {row.id: [] for row in rows}
    deals = dict.fromkeys(held, 0)
    for game, person, name, total, place, won, played, net in connection.execute(
        SEATS, {"of_club": club, "ids": list(held)}
    ):
        held[game].append(SeatLine(person, name, total, place, won, net))
        deals[game] = played
    return [
        GameLine(
            id=row.id,
            night=row.night,
            day=row.day,
            variant=row.variant,
            started_at=row.started_at,
            last_at=row.last_at,
            over=row.over,
            version=row.version,
            deals=deals[row.id],
            seats=tuple(held[row.id]),
        )
        for row in rows
    ]


def lines_of_nights(connection: Connection, club: str, nights: Sequence[str]) -> list[GameLine]:
    """All games of these nights, in the order they were begun."""
    rows = connection.execute(_OF_NIGHTS, {"of_club": club, "nights": list(nights)}).all()
    return lines_of(connection, club, sorted(rows, key=lambda row: (row.started_at, row.id)))


def wins_of(lines: Iterable[GameLine]) -> tuple[Wins, ...]:
    """Who won how many of these games, the most first."""
    winners = [seat for line in lines if line.over for seat in line.seats if seat.won]
    names = {seat.person: seat.name for seat in winners}
    won = Counter(seat.person for seat in winners)
    wins = [Wins(person, names[person], games) for person, games in won.items()]
    return tuple(sorted(wins, key=lambda one: (-one.games, one.name, one.person)))

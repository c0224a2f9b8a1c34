"""The games of nights as lines, and who leads in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Connection, bindparam, select

from scorer.rules.sheet import Sheet
from scorer.storage.database import Database
from scorer.storage.games import DAY, SOME_GAMES, read_sheets
from scorer.storage.schema import AnyRow, AnySelect, games, players, results


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


def sheets_by_game(database: Database, club: str, ids: Sequence[str]) -> dict[str, Sheet]:
    """The sheets of these games of a club, in as many queries for ten as for one.

    A game whose book cannot be read is left out.
    """
    with database.reading() as connection:
        rows = connection.execute(SOME_GAMES, {"of_club": club, "ids": list(ids)}).all()
        read = read_sheets(connection, club, rows)
    return {one.row.id: one.sheet for one in read if one.sheet is not None}


@dataclass(frozen=True)
class Standing:
    """What somebody made of the finished games of one kind.

    `sum` adds the totals, or what was won and lost in games of counters; `best` is the best.
    """

    person: str
    name: str
    games: int
    wins: int
    sum: int
    best: int


@dataclass(frozen=True)
class Standings:
    """The standings in one kind of game, the best first."""

    variant: str
    games: int
    counters: bool
    rows: tuple[Standing, ...]


def standings_of(lines: Iterable[GameLine]) -> tuple[Standings, ...]:
    """The standings in each kind of game that was finished, in the order they were begun."""
    kinds: dict[str, list[GameLine]] = {}
    for line in lines:
        if line.finished:
            kinds.setdefault(line.variant, []).append(line)
    return tuple(_of_kind(variant, played) for variant, played in kinds.items())


def _of_kind(variant: str, played: list[GameLine]) -> Standings:
    seats: dict[str, list[SeatLine]] = {}
    for line in played:
        for seat in line.seats:
            seats.setdefault(seat.person, []).append(seat)
    counters = any(one.net is not None for sat in seats.values() for one in sat)
    rows = [_row(sat, counters=counters) for sat in seats.values()]
    # Who played more games has more penalties, so wins come first there, and then what a game
    # cost; counters speak for themselves.
    rows.sort(
        key=lambda one: (-one.sum, -one.wins) if counters else (-one.wins, one.sum / one.games)
    )
    return Standings(variant, len(played), counters, tuple(rows))


def _row(sat: list[SeatLine], *, counters: bool) -> Standing:
    made = [(one.net or 0) if counters else one.total for one in sat]
    return Standing(
        person=sat[0].person,
        name=sat[0].name,
        games=len(sat),
        wins=sum(one.won for one in sat),
        sum=sum(made),
        best=max(made) if counters else min(made),
    )

"""Games as lists show them: how every seat stands, without reading their books."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain

from sqlalchemy import Connection, bindparam, case, func, select

from scorer.rules.kinds import Kind, parse_kind
from scorer.rules.sheet import Sheet
from scorer.services.people.players import find_players
from scorer.services.statistics.kinds import title_of
from scorer.storage.database import Database
from scorer.storage.games import DAY, read_sheets
from scorer.storage.schema import (
    AnyRow,
    AnySelect,
    games,
    in_ids,
    of_club,
    players,
    refers,
    results,
    seats,
)


@dataclass(frozen=True)
class SeatLine:
    """How a seat stands: who sits there, under today's name and the number in the club.

    Who has left has the place 0. `began` is the number of who began there, unless the seat joined
    later. `counts_won`: that is a win in statistics and in the night, as that of a game stopped
    after hardly any deals is not.

    In a finished game of counters `net` is what its side won or lost, `counters` its own share of
    that; where counters were worth any, `money` is the same in coins and `stake_money` what it had
    put in. A game of which only the totals were noted has a `net` and nothing else.
    """

    began: int | None
    person: str
    name: str
    number: int
    side: int
    total: int
    place: int
    won: bool
    counts_won: bool
    net: int | None = None
    counters: int | None = None
    money: int | None = None
    stake_money: int | None = None


@dataclass(frozen=True)
class GameLine:
    """A game in a list, under the day of its night, with the number of its deals and entries.

    It has a `left_at` as long as it is left for another evening.
    """

    id: str
    night: str
    day: date
    kind: Kind
    started_at: datetime
    last_at: datetime
    left_at: datetime | None
    over: bool
    version: int
    deals: int
    seats: tuple[SeatLine, ...]

    @property
    def finished(self) -> bool:
        """Whether it counts as a game: stopped before any deal it was won by nobody."""
        return self.over and any(seat.won for seat in self.seats)

    @property
    def played(self) -> bool:
        """Whether anything was played: a game just begun is none yet."""
        return self.finished or self.deals > 0

    @property
    def only_totals(self) -> bool:
        """Whether nothing but the totals was noted: it was won, and has no deals."""
        return self.finished and not self.deals


# One spelling for all games of a kind; one of the bin may be the last that has any.
TITLE = case(
    (games.c.title == "", ""), else_=func.coalesce(title_of(games.c.kind), games.c.title)
).label("title")
EVERY_LINE: AnySelect = select(
    games.c.id,
    games.c.night,
    DAY,
    games.c.kind,
    TITLE,
    games.c.started_at,
    games.c.last_at,
    games.c.left_at,
    games.c.over,
    games.c.version,
).where(of_club(games))
LINES: AnySelect = EVERY_LINE.where(games.c.deleted_at.is_(None))
OF_IDS = EVERY_LINE.where(in_ids(games.c.id))
# Sorted here and not there: SQLite would go through all games in their order to save the sorting.
OF_NIGHTS = LINES.where(games.c.night.in_(bindparam("nights", expanding=True)))
# By themselves, since a join of them with the results would begin with all seats of the club.
BEGAN = (
    select(seats.c.game, seats.c.player)
    .where(of_club(seats), in_ids(seats.c.game))
    .order_by(seats.c.game, seats.c.seat)
)
# The games are named one by one: SQLite would begin a join with all results of the club.
SEATS = (
    select(
        results.c.game,
        results.c.deals,
        results.c.player,
        results.c.person,
        players.c.name,
        players.c.number,
        results.c.side,
        results.c.total,
        results.c.place,
        results.c.won,
        (results.c.won & results.c.finished).label("counts_won"),
        results.c.net,
        results.c.counters,
        results.c.money,
        results.c.stake_money,
    )
    .join(players, refers(results.c.person, players))
    .where(of_club(results), in_ids(results.c.game))
    .order_by(results.c.game, results.c.seat)
)


def lines_of(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[GameLine]:
    """The lines of these games, in the same order, with two more queries for all their seats."""
    sitting: dict[str, list[SeatLine]] = {row.id: [] for row in rows}
    deals = dict.fromkeys(sitting, 0)
    of_games, began = {"of_club": club, "ids": list(sitting)}, dict[str, list[str]]()
    for game, player in connection.execute(BEGAN, of_games):
        began.setdefault(game, []).append(player)
    rows_of_seats = connection.execute(SEATS, of_games).all()
    numbers = {row.player: row.number for row in rows_of_seats}
    # Of seats that somebody took over.
    others = set(chain(*began.values())) - numbers.keys()
    found = find_players(connection, club, others) if others else {}
    numbers |= {player: person.number for player, person in found.items()}
    for game, played, _, *row in rows_of_seats:
        seat, sat = len(sitting[game]), began.get(game, [])
        sitting[game].append(SeatLine(numbers[sat[seat]] if seat < len(sat) else None, *row))
        # Who joined or left was dealt fewer.
        deals[game] = max(deals[game], played)
    return [
        GameLine(
            id=row.id,
            night=row.night,
            day=row.day,
            kind=parse_kind(row.kind, row.title),
            started_at=row.started_at,
            last_at=row.last_at,
            left_at=row.left_at,
            over=row.over,
            version=row.version,
            deals=deals[row.id],
            seats=tuple(sitting[row.id]),
        )
        for row in rows
    ]


def lines_of_nights(connection: Connection, club: str, nights: Sequence[str]) -> list[GameLine]:
    """All games of these nights, in the order they were begun."""
    rows = connection.execute(OF_NIGHTS, {"of_club": club, "nights": list(nights)}).all()
    return lines_of(connection, club, sorted(rows, key=lambda row: (row.started_at, row.id)))


def sheets_by_game(database: Database, club: str, lines: Iterable[GameLine]) -> dict[str, Sheet]:
    """The sheets of these games that can be read, in their order."""
    ids = [line.id for line in lines]
    with database.reading() as connection:
        return {row.id: sheet for row, sheet in read_sheets(connection, club, ids)}

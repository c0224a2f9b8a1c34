"""Games in lists: read from the copies of their results, never from their books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, tuple_

from scorer.services import clock
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.storage.book import STILL_PLAYING
from scorer.storage.columns import AnyRow, AnySelect
from scorer.storage.database import Database
from scorer.storage.models import games, nights, players, results
from scorer.storage.moments import Utc

IN_PROGRESS = timedelta(days=3)
MOST_IN_PROGRESS = 10
A_DAY = timedelta(days=1)
MOST_NIGHTS = 10


@dataclass(frozen=True)
class SeatLine:
    """How a seat stands: who sits there, under today's name.

    `net` is what it won or lost in a finished game of counters.
    """

    player: str
    name: str
    total: int
    place: int
    won: bool
    net: int | None = None


@dataclass(frozen=True)
class GameLine:
    """A game in a list. `deals` counts those played."""

    id: str
    night: str
    variant: str
    started_at: datetime
    last_at: datetime
    over: bool
    deals: int
    seats: tuple[SeatLine, ...]

    @property
    def mark(self) -> str:
        """Where the next page of a list goes on when this is its last game."""
        return f"{self.started_at.strftime('%Y%m%dT%H%M%S.%f')}_{self.id}"


@dataclass(frozen=True)
class Wins:
    """How many games somebody won in a night."""

    player: str
    name: str
    games: int


@dataclass(frozen=True)
class Front:
    """What the front page shows: games in progress, the newest first, and tonight's wins.

    `last_nights` are those of the last day on which anybody played: two tables are two nights.
    """

    in_progress: tuple[GameLine, ...]
    last_finished: GameLine | None
    last_nights: tuple[str, ...]
    tonight: tuple[Wins, ...]


@dataclass(frozen=True)
class NightRead:
    """One night: its games in the order they were started, and who won how many."""

    id: str
    opened_at: datetime
    day: date
    name: str
    place: str
    note: str
    games: tuple[GameLine, ...]
    wins: tuple[Wins, ...]


LINES: AnySelect = select(
    games.c.id, games.c.night, games.c.variant, games.c.started_at, games.c.last_at, games.c.over
).where(games.c.club == bindparam("of_club"), games.c.deleted_at.is_(None))
NEWEST = LINES.order_by(games.c.started_at.desc(), games.c.id.desc()).limit(bindparam("most"))
OLDER = NEWEST.where(
    tuple_(games.c.started_at, games.c.id)
    < tuple_(bindparam("before_at", type_=Utc()), bindparam("before_id"))
)
JUST_PLAYED = LINES.order_by(games.c.last_at.desc(), games.c.id.desc()).limit(bindparam("most"))
UNFINISHED = JUST_PLAYED.where(games.c.over.is_(False), games.c.last_at > bindparam("since"))
FINISHED = JUST_PLAYED.where(games.c.over.is_(True))
OF_NIGHT = LINES.where(games.c.night == bindparam("of_night")).order_by(
    games.c.started_at, games.c.id
)
SEATS = (
    select(
        results.c.game,
        results.c.player,
        players.c.name,
        results.c.total,
        results.c.place,
        results.c.won,
        results.c.deals,
        results.c.net,
    )
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.player))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
    )
    .order_by(results.c.game, results.c.seat)
)
LAST_NIGHTS: AnySelect = (
    select(games.c.night, func.max(games.c.last_at).label("last_at"))
    .where(
        games.c.club == bindparam("of_club"),
        games.c.last_at >= bindparam("since"),
        games.c.deleted_at.is_(None),
    )
    .group_by(games.c.night)
    .order_by(func.max(games.c.last_at).desc(), games.c.night)
    .limit(MOST_NIGHTS)
)


def list_games(
    database: Database, club: str, before: str | None = None, limit: int = 30
) -> list[GameLine]:
    """A page of a club's games, the one started last first.

    `before` is the `mark` of the last game on the page before; raises NotFound where it is
    not a mark.
    """
    asked: dict[str, Any] = {"of_club": club, "most": limit}
    wanted = NEWEST
    if before is not None:
        wanted = OLDER
        asked["before_at"], asked["before_id"] = _read_mark(before)
    with database.reading() as connection:
        return _lines(connection, club, connection.execute(wanted, asked).all())


def front(database: Database, club: str) -> Front:
    """What the front page shows of a club."""
    now = clock.now()
    here = {"of_club": club}
    with database.reading() as connection:
        going = connection.execute(
            UNFINISHED, {**here, "since": now - IN_PROGRESS, "most": MOST_IN_PROGRESS}
        ).all()
        done = connection.execute(FINISHED, {**here, "most": 1}).all()
        newest = max((one.last_at for one in (*going, *done)), default=now)
        last = connection.execute(LAST_NIGHTS, {**here, "since": newest - A_DAY}).all()
        night = next((one.night for one in last if one.last_at >= now - STILL_PLAYING), None)
        tonight = connection.execute(OF_NIGHT, {**here, "of_night": night}).all()
        lines = _lines(connection, club, [*going, *done, *tonight])
    past, of_tonight = lines[: len(going) + len(done)], lines[len(going) + len(done) :]
    return Front(
        in_progress=tuple(past[: len(going)]),
        last_finished=past[-1] if done else None,
        last_nights=tuple(one.night for one in last),
        tonight=_wins(of_tonight),
    )


def read_night(database: Database, club: str, night: str) -> NightRead:
    """One night with all its games; raises NotFound."""
    wanted = select(nights).where(nights.c.club == club, nights.c.id == night)
    with database.reading() as connection:
        row = connection.execute(wanted).first() if is_id(night) else None
        if row is None:
            raise NotFound
        found = connection.execute(OF_NIGHT, {"of_club": club, "of_night": night}).all()
        lines = _lines(connection, club, found)
    return NightRead(
        id=row.id,
        opened_at=row.opened_at,
        day=row.day,
        name=row.name,
        place=row.place,
        note=row.note,
        games=tuple(lines),
        wins=_wins(lines),
    )


def _lines(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[GameLine]:
    """The lines of these games, in the same order, with one more query for all their seats."""
    held: dict[str, list[SeatLine]] = {row.id: [] for row in rows}
    deals = dict.fromkeys(held, 0)
    for game, player, name, total, place, won, played, net in connection.execute(
        SEATS, {"of_club": club, "ids": list(held)}
    ):
        held[game].append(SeatLine(player, name, total, place, won, net))
        deals[game] = played
    return [
        GameLine(
            id=row.id,
            night=row.night,
            variant=row.variant,
            started_at=row.started_at,
            last_at=row.last_at,
            over=row.over,
            deals=deals[row.id],
            seats=tuple(held[row.id]),
        )
        for row in rows
    ]


def _wins(lines: Sequence[GameLine]) -> tuple[Wins, ...]:
    """Who won how many of these games, the most first."""
    winners = [seat for line in lines if line.over for seat in line.seats if seat.won]
    names = {seat.player: seat.name for seat in winners}
    won = Counter(seat.player for seat in winners)
    wins = [Wins(player, names[player], games) for player, games in won.items()]
    return tuple(sorted(wins, key=lambda one: (-one.games, one.name, one.player)))


def _read_mark(mark: str) -> tuple[datetime, str]:
    moment, _, identity = mark.partition("_")
    try:
        at = datetime.strptime(f"{moment}+0000", "%Y%m%dT%H%M%S.%f%z")
    except ValueError:
        raise NotFound from None
    if not is_id(identity):
        raise NotFound
    return at, identity

"""The front page: what is going on, what was played tonight, and the nights before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Integer, bindparam, func, select

from scorer.services import clock
from scorer.services.nights.night_list import NightLine, newest_nights
from scorer.services.nights.standings import LINES, GameLine, Wins, lines_of
from scorer.storage.book import STILL_PLAYING
from scorer.storage.database import Database
from scorer.storage.schema import AnySelect, games

IN_PROGRESS = timedelta(days=3)
MOST_IN_PROGRESS = 10
PAST_NIGHTS = 3
A_DAY = timedelta(days=1)
MOST_NIGHTS = 10


@dataclass(frozen=True)
class Front:
    """What the front page shows: games in progress, the newest first, and the nights.

    `tonight` is the night that is going on, where one is; `nights` are those before it, and
    `last_nights` those of the last day on which anybody played: two tables are two nights.
    """

    in_progress: tuple[GameLine, ...]
    last_finished: GameLine | None
    tonight: NightLine | None
    nights: tuple[NightLine, ...]
    last_nights: tuple[str, ...]

    @property
    def all_nights(self) -> tuple[NightLine, ...]:
        """Tonight and the nights before it."""
        return (*(() if self.tonight is None else (self.tonight,)), *self.nights)[:PAST_NIGHTS]

    @property
    def wins(self) -> tuple[Wins, ...]:
        """Who won how many games tonight."""
        return self.tonight.wins if self.tonight else ()


JUST_PLAYED = LINES.order_by(games.c.last_at.desc(), games.c.id.desc()).limit(
    bindparam("most", type_=Integer())
)
UNFINISHED = JUST_PLAYED.where(games.c.over.is_(False), games.c.last_at > bindparam("since"))
FINISHED = JUST_PLAYED.where(games.c.over.is_(True))
LAST_VARIANT = (
    select(games.c.variant)
    .where(games.c.club == bindparam("of_club"), games.c.deleted_at.is_(None))
    .order_by(games.c.started_at.desc(), games.c.id.desc())
    .limit(1)
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


def read_front(database: Database, club: str) -> Front:
    """What the front page shows of a club."""
    now = clock.now()
    here = {"of_club": club}
    with database.reading() as connection:
        going = connection.execute(
            UNFINISHED, {**here, "since": now - IN_PROGRESS, "most": MOST_IN_PROGRESS}
        ).all()
        done = connection.execute(FINISHED, {**here, "most": 1}).all()
        lines = lines_of(connection, club, [*going, *done])
        played = max((one.last_at for one in (*going, *done)), default=now)
        last = connection.execute(LAST_NIGHTS, {**here, "since": played - A_DAY}).all()
        night = next((one.night for one in last if one.last_at >= now - STILL_PLAYING), None)
        newest = newest_nights(connection, club, PAST_NIGHTS + 1, besides=night)
    tonight = next((one for one in newest if one.id == night), None)
    past = [one for one in newest if one.id != night]
    return Front(
        in_progress=tuple(lines[: len(going)]),
        last_finished=lines[-1] if done else None,
        tonight=tonight,
        nights=tuple(past[:PAST_NIGHTS]),
        last_nights=tuple(one.night for one in last),
    )


def last_variant(database: Database, club: str) -> str | None:
    """The game that a club began last."""
    with database.reading() as connection:
        found: str | None = connection.scalar(LAST_VARIANT, {"of_club": club})
    return found

"""Nights: which evening at one table a game belongs to."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, insert, select

from scorer.services import clock
from scorer.services.ids import new_id
from scorer.storage.book import STILL_PLAYING
from scorer.storage.models import clubs, games, nights, seats

ENOUGH_PEOPLE = 2

ADD_NIGHT = insert(nights)
ZONE = select(clubs.c.time_zone).where(clubs.c.id == bindparam("of_club"))
TONIGHT = (
    select(games.c.night)
    .join(seats, (seats.c.club == games.c.club) & (seats.c.game == games.c.id))
    .where(
        games.c.club == bindparam("of_club"),
        games.c.last_at >= bindparam("since"),
        games.c.deleted_at.is_(None),
        seats.c.player.in_(bindparam("people", expanding=True)),
    )
    .group_by(games.c.night)
    .having(func.count(seats.c.player.distinct()) >= ENOUGH_PEOPLE)
    .order_by(func.max(games.c.last_at).desc(), games.c.night)
    .limit(1)
)


def night_for(connection: Connection, club: str, people: Collection[str], now: datetime) -> str:
    """The night this game belongs to: one still going on with at least two of these people."""
    asked = {"of_club": club, "since": now - STILL_PLAYING, "people": sorted(people)}
    tonight: str | None = connection.scalar(TONIGHT, asked)
    if tonight is None:
        tonight = open_night(connection, club, now)
    return tonight


def open_night(connection: Connection, club: str, now: datetime) -> str:
    """A new night, on the day that the club's calendar shows now."""
    zone = clock.zone_of(connection.scalar(ZONE, {"of_club": club}))
    night = {"club": club, "id": new_id(), "opened_at": now, "day": now.astimezone(zone).date()}
    connection.execute(ADD_NIGHT, night)
    return str(night["id"])

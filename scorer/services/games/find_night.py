"""Which night a game belongs to: one still going on, or one of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select

from scorer.services import clock
from scorer.services.errors import WhichNight
from scorer.services.ids import new_id
from scorer.services.rows import load_night_row
from scorer.storage.book import STILL_PLAYING
from scorer.storage.games import PERSONS
from scorer.storage.schema import AnyRow, clubs, games, nights, players, results

ENOUGH_PEOPLE = 2
# What can be said instead of naming a night.
ASK: Final = "ask"
OWN: Final = "new"
MOST_GAMES = 200
MOST_NIGHTS = 3

ADD_NIGHT = insert(nights)
ZONE = select(clubs.c.time_zone).where(clubs.c.id == bindparam("of_club"))
GOING_ON = (
    select(games.c.id, games.c.night)
    .where(
        games.c.club == bindparam("of_club"),
        games.c.last_at >= bindparam("since"),
        games.c.deleted_at.is_(None),
    )
    .order_by(games.c.last_at.desc(), games.c.id.desc())
    .limit(MOST_GAMES)
)
# The games are named one by one: SQLite would begin a join with all results of these people.
PEOPLE = (
    select(results.c.game, results.c.person, players.c.name)
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.person))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
    )
    .order_by(results.c.game, results.c.seat)
)


def find_or_open_night(
    connection: Connection,
    club: str,
    people: Collection[str],
    now: datetime,
    *,
    chosen: str | None = None,
    followed: AnyRow | None = None,
) -> str:
    """The night a game belongs to.

    That is the night of the game it goes on from, or the newest one with at least two of
    these people, where it is still going on; otherwise a night of its own. `chosen` names a
    night, or is OWN, or ASK: then WhichNight is raised where another night is going on.
    Raises NotFound where the club has no such night, and InTheBin.
    """
    if chosen == OWN:
        return open_night(connection, club, now)
    if chosen not in (None, ASK):
        return str(load_night_row(connection, club, chosen).id)
    since = now - STILL_PLAYING
    if followed is not None and followed.deleted_at is None and followed.last_at >= since:
        return str(followed.night)
    going = _going_on(connection, club, since)
    persons = set(connection.scalars(PERSONS, {"of_club": club, "ids": sorted(people)}))
    for night, people_there in going.items():
        if len(persons & people_there.keys()) >= ENOUGH_PEOPLE:
            return night
    if chosen == ASK and going:
        newest = list(going.items())[:MOST_NIGHTS]
        raise WhichNight({night: tuple(people_there.values()) for night, people_there in newest})
    return open_night(connection, club, now)


def open_night(connection: Connection, club: str, now: datetime) -> str:
    """A new night, on the day that the club's calendar shows now."""
    zone = clock.zone_of(connection.scalar(ZONE, {"of_club": club}))
    night = {"club": club, "id": new_id(), "opened_at": now, "day": now.astimezone(zone).date()}
    connection.execute(ADD_NIGHT, night)
    return str(night["id"])


def _going_on(
    connection: Connection, club: str, since: datetime
) -> Mapping[str, Mapping[str, str]]:
    """Who plays in each night that is going on: names by person, the newest night first."""
    playing = connection.execute(GOING_ON, {"of_club": club, "since": since}).all()
    night_of = {row.id: row.night for row in playing}
    going: dict[str, dict[str, str]] = {row.night: {} for row in playing}
    parameters = {"of_club": club, "ids": list(night_of)}
    for row in connection.execute(PEOPLE, parameters) if playing else ():
        going[night_of[row.game]][row.person] = row.name
    return going

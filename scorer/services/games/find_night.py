"""Which night a game belongs to: one still going on, or one of its own."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select

from scorer.services import clock
from scorer.services.club.devices import goes_on
from scorer.services.ids import new_id
from scorer.services.people.players import find_players
from scorer.services.rows import load_night_row
from scorer.storage.book import STILL_PLAYING
from scorer.storage.database import Database
from scorer.storage.schema import AnyRow, clubs, games, in_ids, nights, of_club, results
from scorer.storage.search import night_words

# What can be sent instead of a night.
OWN: Final = "new"
MAX_GAMES = 200

ZONE = select(clubs.c.time_zone).where(clubs.c.id == bindparam("of_club"))
GOING_ON = (
    select(games.c.id, games.c.night, games.c.variant, games.c.over, games.c.follows)
    .where(of_club(games), games.c.last_at >= bindparam("since"), games.c.deleted_at.is_(None))
    .order_by(games.c.last_at.desc(), games.c.id.desc())
    .limit(MAX_GAMES)
)
# The games are named one by one: SQLite would begin a join with all results of these people.
PEOPLE = (
    select(results.c.game, results.c.person, results.c.place)
    .where(of_club(results), in_ids(results.c.game))
    .order_by(results.c.game)
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

    That is the night of the game it goes on from, or of those going on the one where most of
    these people play, the newest where as many do; otherwise a night of its own. `chosen` names
    a night, or is OWN. Raises NotFound where the club has no such night, and InTheBin.
    """
    if chosen == OWN:
        return open_night(connection, club, now)
    if chosen is not None:
        return str(load_night_row(connection, club, chosen).id)
    since = now - STILL_PLAYING
    if followed is not None and followed.deleted_at is None and followed.last_at >= since:
        return str(followed.night)
    rows = connection.execute(GOING_ON, {"of_club": club, "since": since})
    night_of = {row.id: row.night for row in rows}
    if not night_of:
        return open_night(connection, club, now)
    going: dict[str, set[str]] = {night: set() for night in night_of.values()}
    for row in connection.execute(PEOPLE, {"of_club": club, "ids": list(night_of)}):
        going[night_of[row.game]].add(row.person)
    persons = {person.id for person in find_players(connection, club, people).values()}
    return max(going, key=lambda night: len(persons & going[night]))


def night_goes_on(database: Database, club: str, night: str) -> bool:
    """Whether a night is not over."""
    with database.reading() as connection:
        return goes_on(connection, club, night)


def find_going_on(
    database: Database, club: str, variant: str, night: str | None = None
) -> str | None:
    """The game that is played just now in the club, or in this night, if it is such a one."""
    since = clock.now() - STILL_PLAYING
    rows = database.rows(GOING_ON, {"of_club": club, "since": since})
    newest = next((row for row in rows if night in (None, row.night)), None)
    return newest.id if newest and newest.variant == variant and not newest.over else None


def find_just_ended(database: Database, club: str, people: Collection[str]) -> str | None:
    """The last game that any of these people played just now, where a new one of theirs follows it.

    That is over, just they sat there at its end, and no other game follows it.
    """
    with database.reading() as connection:
        parameters = {"of_club": club, "since": clock.now() - STILL_PLAYING}
        rows = connection.execute(GOING_ON, parameters).all()
        played: dict[str, dict[str, int]] = {row.id: {} for row in rows}
        for row in connection.execute(PEOPLE, {"of_club": club, "ids": list(played)}):
            played[row.game][row.person] = row.place
    last = next((row for row in rows if played[row.id].keys() & {*people}), None)
    if last is None or not last.over or last.id in {row.follows for row in rows}:
        return None
    # Who has left has no place.
    sat = {person for person, place in played[last.id].items() if place}
    return str(last.id) if sat == {*people} else None


def open_night(connection: Connection, club: str, now: datetime, place: str = "") -> str:
    """A new night, on the day that the club's calendar shows at this time."""
    zone = clock.zone_of(connection.scalar(ZONE, {"of_club": club}))
    night, day = new_id(), now.astimezone(zone).date()
    row = {"club": club, "id": night, "opened_at": now, "day": day, "place": place}
    connection.execute(insert(nights), {**row, "words": night_words(day, place=place)})
    return night

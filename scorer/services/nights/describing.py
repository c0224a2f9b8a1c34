"""Describing a night: its name, place, note and day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import bindparam, select, update

from scorer.rules.errors import BadRecord
from scorer.services import clock
from scorer.services.nights.choosing import ZONE
from scorer.services.nights.moving import hold
from scorer.services.texts import read_line, read_note
from scorer.storage.database import Database
from scorer.storage.models import nights
from scorer.storage.searching import write_document

# The game was first written down in 1881.
OLDEST = date(1881, 1, 1)
LOOKED_AT, OFFERED = 300, 20

_NEWEST = (
    select(nights.c.place)
    .where(nights.c.club == bindparam("of_club"), nights.c.deleted_at.is_(None))
    .order_by(nights.c.day.desc(), nights.c.opened_at.desc(), nights.c.id.desc())
    .limit(LOOKED_AT)
)


@dataclass(frozen=True)
class Description:
    """What people say of a night."""

    day: date
    name: str
    place: str
    note: str


def read_description(*, day: str, name: str, place: str, note: str, today: date) -> Description:
    """What was typed, made fit to keep; raises BadRecord, whose numbers name the field."""
    return Description(
        name=read_line(name, "name"),
        place=read_line(place, "place"),
        note=read_note(note, "note"),
        day=_read_day(day.strip(), today),
    )


def describe_night(database: Database, club: str, night: str, said: Description) -> None:
    """Say what a night is called, where and when it was; raises NotFound, InTheBin."""
    with database.writing() as connection:
        database.alone(connection, nights)
        hold(connection, club, [night])
        mine = (nights.c.club == club, nights.c.id == night)
        values = {"day": said.day, "name": said.name, "place": said.place, "note": said.note}
        connection.execute(update(nights).where(*mine).values(values))
        write_document(connection, club, night)


def places(database: Database, club: str) -> list[str]:
    """The places where was played lately, the newest first."""
    with database.reading() as connection:
        found = connection.scalars(_NEWEST, {"of_club": club})
        return list(dict.fromkeys(place for place in found if place))[:OFFERED]


def today_at(database: Database, club: str) -> date:
    """The day that the club's calendar shows now."""
    with database.reading() as connection:
        zone = clock.zone_of(connection.scalar(ZONE, {"of_club": club}))
    return clock.now().astimezone(zone).date()


def _read_day(typed: str, today: date) -> date:
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise BadRecord("night_day", field="day", day=today.isoformat()) from None
    if day > today + timedelta(days=1):
        raise BadRecord("night_day_to_come", field="day")
    if day < OLDEST:
        raise BadRecord("night_day_too_old", field="day", year=OLDEST.year)
    return day

"""Editing nights: what they are called, where and when they were."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, timedelta

from sqlalchemy import Connection, bindparam, select, update

from scorer.rules.errors import BadRecord
from scorer.services.clean_text import parse_day, read_line, read_note
from scorer.services.rows import load_night_row
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import nights
from scorer.storage.search import night_words

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
        day=read_day(day, today),
    )


def edit_night(database: Database, club: str, night: str, description: Description) -> None:
    """Say what a night is called, where and when it was; raises NotFound, InTheBin."""
    with database.writing() as connection:
        lock_club(connection, club)
        load_night_row(connection, club, night)
        write_description(connection, club, night, description)


def write_description(
    connection: Connection, club: str, night: str, description: Description
) -> None:
    """Store what people say of a night, with the words by which it is found."""
    values = asdict(description)
    this = (nights.c.club == club, nights.c.id == night)
    words = night_words(**values)
    connection.execute(update(nights).where(*this).values(**values, words=words))


def places(database: Database, club: str) -> list[str]:
    """The places of the newest nights, the newest first."""
    with database.reading() as connection:
        newest_places = connection.scalars(_NEWEST, {"of_club": club})
        return list(dict.fromkeys(place for place in newest_places if place))[:OFFERED]


def read_day(typed: str, today: date) -> date:
    """A day on which somebody can have played, "2025-05-03"; raises BadRecord."""
    day = parse_day(typed.strip())
    if day is None:
        raise BadRecord("night_day", field="day", day=today.isoformat())
    if day > today + timedelta(days=1):
        raise BadRecord("night_day_to_come", field="day")
    if day < OLDEST:
        raise BadRecord("night_day_too_old", field="day", year=OLDEST.year)
    return day

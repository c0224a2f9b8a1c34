"""The head of a night: what is written above its games, wherever they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import bindparam, select

from scorer.services.errors import NotFound
from scorer.storage.database import Database
from scorer.storage.models import nights

HEAD = select(nights.c.day, nights.c.name, nights.c.place).where(
    nights.c.club == bindparam("of_club"),
    nights.c.id == bindparam("of_night"),
    nights.c.deleted_at.is_(None),
)


@dataclass(frozen=True)
class NightHead:
    """When and where a night was; `name` is empty where nobody gave it one."""

    day: date
    name: str
    place: str


def read_head(database: Database, club: str, night: str) -> NightHead:
    """The head of a night; raises NotFound."""
    with database.reading() as connection:
        row = connection.execute(HEAD, {"of_club": club, "of_night": night}).first()
    if row is None:
        raise NotFound
    return NightHead(row.day, row.name, row.place)
